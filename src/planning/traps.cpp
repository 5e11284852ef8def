#include "planning/drawn.hpp"
#include "planning/sampler.hpp"
#include "planning/streamline.hpp"

#include <algorithm>

namespace wend::planning {

namespace {

// Where the field leads from a cell: a number of `ends`, or one of these.
constexpr std::uint32_t unknown = 0xffffffffu, good = 0xfffffffeu;

// A way that has been this often in one cell turns in circles.
constexpr std::uint32_t most_visits = 32;

bool in_roam_area(std::span<const RoamArea> areas, Vec2 p) {
  return std::any_of(areas.begin(), areas.end(), [&](const RoamArea& area) {
    return p.x >= area.low.x && p.x <= area.high.x && p.y >= area.low.y && p.y <= area.high.y;
  });
}

}  // namespace

// Ways of half-cell steps from the centre of each cell, until they meet a cell whose end is known.
Traps find_traps(const Field& field, std::span<const RoamArea> roam) {
  const Map& map = *field.map;
  const auto has_a_way = [&](std::uint32_t cell) { return field.target[cell] == 0 && field.potential[cell] != infinity; };
  std::vector<std::uint32_t> end(map.size(), unknown), visits(map.size(), 0), way;
  std::vector<Vec2> ends;
  std::vector<std::size_t> cells_of;
  Traps traps;
  for (std::uint32_t start = 0; start < map.size(); ++start) traps.cells += has_a_way(start) ? 1 : 0;
  for (std::uint32_t start = 0; start < map.size(); ++start) {
    if (!has_a_way(start) || end[start] != unknown) continue;
    Vec2 p = map.centre(start).xy();
    std::uint32_t fate = unknown;
    way.clear();
    for (std::size_t steps = 0; fate == unknown; ++steps) {
      const std::uint32_t cell = spot_of(map, p).cell;
      if (field.target[cell] != 0) fate = good;
      else if (end[cell] != unknown) fate = end[cell];
      if (fate != unknown) break;
      if (visits[cell]++ == 0) way.push_back(cell);
      const Vec2 step = streamline_step(field, p, map.h / 2).way;
      if (step == Vec2{} || visits[cell] > most_visits || steps >= 4 * traps.cells) {
        fate = in_roam_area(roam, p) ? good : static_cast<std::uint32_t>(ends.size());
        if (fate != good) ends.push_back(p), cells_of.push_back(0);
      }
      p = p + step;
    }
    for (std::uint32_t cell : way) {
      end[cell] = fate;
      visits[cell] = 0;
      if (fate != good) ++cells_of[fate];
    }
  }
  std::size_t most = 0;
  for (std::size_t e = 0; e < ends.size(); ++e) {
    traps.trapped += cells_of[e];
    if (cells_of[e] > most) traps.near = ends[e], most = cells_of[e];
  }
  return traps;
}

}  // namespace wend::planning
