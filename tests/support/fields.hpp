#pragma once
#include <wend/base/rng.hpp>
#include "planning/distance.hpp"
#include "planning/field.hpp"
#include "planning/harmonic.hpp"
#include "support/maps.hpp"

#include <cmath>
#include <memory>

// Fields on the maps of support/maps.hpp.

namespace wend::test {

inline planning::Field distance_field(const planning::Map& map, const planning::TargetCells& target, std::span<const double> cost = {}) {
  auto shared = std::make_shared<const planning::Map>(map);
  return planning::make_field(PlannerKind::distance, shared, map.solid, target, planning::distance(map, map.solid, target, cost));
}

inline planning::Field harmonic_field(const planning::Map& map, const planning::TargetCells& target) {
  auto shared = std::make_shared<const planning::Map>(map);
  const auto factor = planning::HarmonicFactor::make(shared, 1.0);
  return planning::make_field(PlannerKind::harmonic, shared, map.solid, target, factor->solve(target, {}));
}

// From phi itself, for grids whose answer is known: v of the free cells in reading order, over any constant.
inline planning::Field field_of_v(const planning::Map& map, const planning::TargetCells& target, const std::vector<double>& v) {
  std::vector<double> phi(map.size(), planning::infinity);
  std::size_t next = 0;
  for (std::uint32_t cell = 0; cell < map.size(); ++cell) {
    if (map.solid[cell] == 0) phi[cell] = -std::log(v[next++]);
  }
  return planning::make_field(PlannerKind::harmonic, std::make_shared<const planning::Map>(map), map.solid, target, std::move(phi));
}

inline planning::Field grid_field(std::string_view text, planning::TargetCells& target, const std::vector<double>& v) {
  const planning::Map map = from_text(text, target);
  return field_of_v(map, target, v);
}

// A free point of the map that the field leads somewhere from.
inline Vec2 random_start(const planning::Field& field, Rng& rng) {
  const planning::Map& map = *field.map;
  for (;;) {
    const Vec2 p{map.origin.x + rng.uniform(0, map.nx * map.h), map.origin.y + rng.uniform(0, map.ny * map.h)};
    if (field.sample(p).status == PlanStatus::field) return p;
  }
}

}  // namespace wend::test
