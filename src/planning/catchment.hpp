#pragma once
#include "planning/map.hpp"

namespace wend::planning {

// For each cell with a finite potential the target its steepest way down leads to; `owner` says whose each target cell is.
std::vector<std::uint16_t> catchment(const Map&, std::span<const double> potential, std::span<const std::uint32_t> targets, std::span<const std::uint16_t> owner);

}  // namespace wend::planning
