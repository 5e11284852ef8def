#pragma once
#include <wend/command.hpp>
#include <wend/result.hpp>

namespace wend::world {

struct Data;

constexpr std::size_t max_radius_classes = 4;

// Is this a planner? `number`: it may only build on planners made before.
Result<void> check_planner(const Data&, const AddPlanner&, std::size_t number, const char* place);

}  // namespace wend::world
