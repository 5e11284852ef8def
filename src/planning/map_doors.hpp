#pragma once
#include "planning/map.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace wend::planning {

// The map's solid cells with its doors as they are; door_open has one byte a door. A cell of two doors is free when both are open.
std::vector<std::uint8_t> solid_now(const Map&, std::span<const std::uint8_t> door_open);

}  // namespace wend::planning
