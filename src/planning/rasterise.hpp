#pragma once
#include <wend/result.hpp>

#include "planning/map.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace wend::planning {

constexpr std::uint32_t no_door = 0xffffffffu;

// A wall or an obstacle that stays where it is: everything within `radius` of the segment ab.
struct FixedBody {
  Vec2 a, b;
  double radius = 0;
  std::uint32_t door = no_door;  // it is (part of) that door
};

struct MapRequest {
  Vec2 low, high;                   // the grid covers this
  double r_plan = 0;                // radius of those who will walk, m
  double cell = 0;                  // side of a cell, m; 0: planning spec (p.3)
  std::size_t max_cells = 1u << 24;  // ring included
  // Targets and agents: passages in parts of the plane where nobody is and nothing to go to, such as the inside of a pillar made
  // of walls, do not count for (p.3) and are not reported. Empty: all parts count that are not small beside the largest.
  std::span<const Vec2> inhabited{};
};

// Midpoints of passages, narrowest first.
struct MapReport {
  std::vector<Vec2> closed;  // wide enough for r_plan, but the grid has no way through
  std::vector<Vec2> narrow;  // open, but less than three cells wide
};

Result<Map> make_map(std::span<const FixedBody>, const MapRequest&, MapReport&);

std::string closed_text(Vec2 passage);
std::string narrow_text(Vec2 passage);

}  // namespace wend::planning
