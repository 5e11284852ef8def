#pragma once
#include "planning/map.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace wend::planning {

// 1: there is a way over free cells to one of the targets, four-connected (six in space); solid targets are ignored.
std::vector<std::uint8_t> reachable(const Map&, std::span<const std::uint8_t> solid, std::span<const std::uint32_t> targets);

}  // namespace wend::planning
