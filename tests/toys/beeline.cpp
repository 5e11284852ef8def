#include "planning/planner_type.hpp"

#include <algorithm>
#include <cmath>

namespace wend::planning {

namespace {

constexpr std::string_view fields[] = {"cell"};

// The distance to the nearest target cell, through walls.
Result<std::vector<double>> solve(FieldWork& work) {
  const Map& map = *work.grid->map;
  std::vector<double> potential(map.size(), infinity);
  for (std::uint32_t cell = 0; cell < potential.size(); ++cell) {
    if (work.solid[cell] != 0) continue;
    for (const std::uint32_t target : work.targets->cells) {
      const Vec2 way = map.centre(target).xy() - map.centre(cell).xy();
      potential[cell] = std::min(potential[cell], norm(way));
    }
  }
  return potential;
}

}  // namespace

const PlannerType& beeline_planner() {
  static const PlannerType type{.takes = fields, .solve = solve};
  return type;
}

}  // namespace wend::planning
