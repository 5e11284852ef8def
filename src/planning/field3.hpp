#pragma once
#include <wend/planner.hpp>

#include "planning/map.hpp"

#include <memory>
#include <vector>

namespace wend::planning {

struct Sample3 {
  Vec3 direction{};
  PlanStatus status = PlanStatus::unreachable;
};

// A field in space (planning spec, section 12): as Field, over cubes.
struct Field3 {
  PlannerKind kind = PlannerKind::harmonic;  // harmonic, hitting or distance
  std::shared_ptr<const Map> map;
  std::vector<std::uint8_t> solid, target;
  std::vector<double> potential;
  std::vector<Vec3> unit;

  Sample3 sample(Vec3) const;
};

Field3 make_field3(PlannerKind, std::shared_ptr<const Map>, std::vector<std::uint8_t> solid, const TargetCells&, std::vector<double> potential);

}  // namespace wend::planning
