#include "planning/flood.hpp"

namespace wend::planning {

std::vector<std::uint8_t> reachable(const Map& map, std::span<const std::uint8_t> solid, std::span<const std::uint32_t> targets) {
  std::vector<std::uint8_t> reached(map.size(), 0);
  std::vector<std::uint32_t> open;
  const auto visit = [&](std::uint32_t cell) {
    if (solid[cell] != 0 || reached[cell] != 0) return;
    reached[cell] = 1;
    open.push_back(cell);
  };
  for (std::uint32_t target : targets) visit(target);
  while (!open.empty()) {
    const std::uint32_t cell = open.back();
    open.pop_back();
    for (int n = 0; n < map.neighbour_count(); ++n) visit(static_cast<std::uint32_t>(cell + map.offset(n)));
  }
  return reached;
}

}  // namespace wend::planning
