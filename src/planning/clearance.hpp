#pragma once
#include "planning/map.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace wend::planning {

// Distance in m from a cell's centre to the square (cube) of the nearest solid cell, exact; 0 on solid cells.
std::vector<double> clearance(const Map&, std::span<const std::uint8_t> solid);

}  // namespace wend::planning
