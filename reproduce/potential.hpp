#pragma once
#include "planning/map.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

// What every solver's answer must have, cell by cell.

namespace wend::reproduce {

inline bool is_target(const planning::TargetCells& target, std::uint32_t cell) {
  return std::binary_search(target.cells.begin(), target.cells.end(), cell);
}

// Free cells with a finite value, no target, and no neighbour that is strictly lower (planning spec, (p.7)).
inline std::size_t without_descent(const planning::Map& map, const planning::TargetCells& target,
                                   std::span<const double> value) {
  std::size_t lost = 0;
  for (std::uint32_t cell = 0; cell < map.size(); ++cell) {
    if (!(value[cell] < planning::infinity) || is_target(target, cell)) continue;
    bool lower = false;
    for (int n = 0; n < map.neighbour_count(); ++n)
      lower = lower || value[static_cast<std::size_t>(cell + map.offset(n))] < value[cell];
    lost += lower ? 0 : 1;
  }
  return lost;
}

// The largest relative local residual of v = exp(-phi) (planning spec, (p.10), with the diagonal of (p.12)).
inline double local_residual(const planning::Map& map, std::span<const std::uint8_t> solid, double wall_weight,
                             const planning::TargetCells& target, std::span<const double> phi) {
  double worst = 0;
  for (std::uint32_t cell = 0; cell < map.size(); ++cell) {
    if (!(phi[cell] < planning::infinity) || is_target(target, cell)) continue;
    double sum = 0, diagonal = 0;
    for (int n = 0; n < map.neighbour_count(); ++n) {
      const auto beside = static_cast<std::size_t>(cell + map.offset(n));
      diagonal += solid[beside] != 0 ? wall_weight : 1;
      if (solid[beside] == 0) sum += std::exp(phi[cell] - phi[beside]);
    }
    worst = std::max(worst, std::abs(sum / diagonal - 1));
  }
  return worst;
}

}  // namespace wend::reproduce
