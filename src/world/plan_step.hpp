#pragma once
#include "world/data.hpp"

namespace wend::world {

inline bool follows_field(const PlanAnswer& plan) {
  return plan.status == PlanStatus::field || plan.status == PlanStatus::outside;
}

// Which target does each agent of the chunk want? Into scratch.questions and scratch.answers.
void choose_targets(const Data&, Range rows, Scratch&);
// Straight to it, or as a field says? Into scratch.plans. After find_plans().
void choose_ways(const Data&, Range rows, Scratch&);
// The field's direction at another place within the same step, or `fallback`.
Vec2 field_direction(const Data&, std::size_t row, Vec2 at, Vec2 fallback);

}  // namespace wend::world
