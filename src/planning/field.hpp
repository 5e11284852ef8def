#pragma once
#include <wend/planner.hpp>

#include "planning/map.hpp"

#include <memory>
#include <vector>

namespace wend::planning {

// The answer of a field at a place: a direction of length 1, or zero.
struct Sample {
  Vec2 direction{};
  PlanStatus status = PlanStatus::unreachable;
};

// A field ready to be asked, in the plane. Arrays are indexed as the map's cells, ring included.
struct Field {
  PlannerKind kind = PlannerKind::harmonic;  // harmonic, hitting, distance or drawn
  std::shared_ptr<const Map> map;
  std::vector<std::uint8_t> solid;    // now: open doors are free
  std::vector<std::uint8_t> target;   // 1: a cell of the target
  std::vector<double> potential;      // phi, t or d; infinite: solid or unreachable
  std::vector<Vec2> unit;             // of each free reachable cell, for all kinds but harmonic (section 10)
  std::vector<Vec2> closed_passages, narrow_passages;

  Sample sample(Vec2) const;
};

Field make_field(PlannerKind, std::shared_ptr<const Map>, std::vector<std::uint8_t> solid, const TargetCells&, std::vector<double> potential);

}  // namespace wend::planning
