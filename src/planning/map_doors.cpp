#include "planning/map_doors.hpp"

namespace wend::planning {

std::vector<std::uint8_t> solid_now(const Map& map, std::span<const std::uint8_t> door_open) {
  std::vector<std::uint8_t> solid = map.solid;
  const auto set = [&](bool open, std::uint8_t value) {
    for (std::size_t door = 0; door < map.doors.size(); ++door) {
      if ((door_open[door] != 0) != open) continue;
      for (std::uint32_t cell : map.doors[door]) solid[cell] = value;
    }
  };
  set(true, 0);
  set(false, 1);
  return solid;
}

}  // namespace wend::planning
