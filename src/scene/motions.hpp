#pragma once
#include "scene/engine.hpp"

namespace wend::scene {

// Work of the callbacks of one step, shared.
struct StepBudget {
  std::int64_t left = 0;
};

// Calls what lies on the stack of the engine with the budget of one callback.
Result<void> run_callback(Engine&, StepBudget&, int arguments, int results, std::string_view who);

// Where a wall is: turned about its pivot, counter-clockwise, and then shifted.
struct WallPose {
  double angle = 0;
  Vec3 shift;
};
Result<Vec3> corner_of(const Mover&, std::size_t point, const WallPose&, std::string_view key);

// Where everything that moves by a function of time is in the middle and at the end of the coming step (decision N8).
Result<std::vector<Command>> sample_motions(Engine&, StepBudget&);

}  // namespace wend::scene
