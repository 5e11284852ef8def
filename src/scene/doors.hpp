#pragma once
#include "scene/engine.hpp"

namespace wend::scene {

inline constexpr std::size_t max_door_times = 4096;  // of one door, each way

// Opens and closes take turns, beginning with what a door that is open or shut at the start can do.
Result<void> check_door_times(bool open, const std::vector<double>& opens, const std::vector<double>& closes);
// Opens and closes the doors whose time has come, in scene order.
Result<void> work_doors(Engine&);

}  // namespace wend::scene
