#include "planning/catchment.hpp"

#include <algorithm>
#include <cmath>

namespace wend::planning {

std::vector<std::uint16_t> catchment(const Map& map, std::span<const double> potential, std::span<const std::uint32_t> targets, std::span<const std::uint16_t> owner) {
  std::vector<std::uint32_t> cells;
  for (std::uint32_t c = 0; c < map.size(); ++c) {
    if (std::isfinite(potential[c])) cells.push_back(c);
  }
  // From the bottom up: the lowest neighbour is known already.
  std::sort(cells.begin(), cells.end(), [&](std::uint32_t a, std::uint32_t b) { return potential[a] != potential[b] ? potential[a] < potential[b] : a < b; });
  std::vector<std::uint16_t> leads_to(map.size(), 0);
  std::vector<std::uint8_t> is_target(map.size(), 0);
  for (std::size_t k = 0; k < targets.size(); ++k) leads_to[targets[k]] = owner[k], is_target[targets[k]] = 1;
  for (std::uint32_t c : cells) {
    if (is_target[c] != 0) continue;
    std::uint32_t lowest = c;
    for (int n = 0; n < map.neighbour_count(); ++n) {
      const auto next = static_cast<std::uint32_t>(static_cast<std::ptrdiff_t>(c) + map.offset(n));
      if (potential[next] < potential[lowest]) lowest = next;
    }
    leads_to[c] = leads_to[lowest];
  }
  return leads_to;
}

}  // namespace wend::planning
