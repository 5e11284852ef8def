#pragma once
#include <wend/result.hpp>

#include "planning/map.hpp"
#include "planning/nearest.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace wend::planning {

// The free cells of some places together: those whose centre is within the place's radius of it, and those that contain the
// point of the place nearest to their centre. Weights (planning spec, section 7) add up where places overlap; none: 1 each.
// Every place must have a free cell.
Result<TargetCells> target_cells(const Map&, std::span<const std::uint8_t> solid, std::span<const Place> places,
                                 std::span<const double> radii, std::span<const double> weights, std::span<const std::string> names);

}  // namespace wend::planning
