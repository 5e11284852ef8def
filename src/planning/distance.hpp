#pragma once
#include "planning/map.hpp"

#include <span>
#include <vector>

namespace wend::planning {

// `distance` (planning spec, sections 3 and 6): length of the shortest way to a target, in m, each cell's length times its
// cost (one a cell; none: 1), by fast marching. Infinite on solid and unreachable cells. Solid targets are ignored.
// A target of weight q starts -ln q m up, and the lowest start is 0: of two exits one with e times the weight is taken by
// those who have up to 1 m farther to it.
std::vector<double> distance(const Map&, std::span<const std::uint8_t> solid, const TargetCells&, std::span<const double> cost);

// Planning spec (p.27): what keeps the shortest way off walls and corners.
std::vector<double> clearance_cost(const Map&, std::span<const double> clearance, double r_plan);

}  // namespace wend::planning
