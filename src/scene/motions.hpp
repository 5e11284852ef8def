#pragma once
#include "scene/engine.hpp"

namespace wend::scene {

// Work of the callbacks of one step, shared.
struct StepBudget {
  std::int64_t left = 0;
};

// Calls what lies on the stack of the engine with the budget of one callback.
Result<void> run_callback(Engine&, StepBudget&, int arguments, int results, std::string_view who);

// Where everything that moves by a function of time is in the middle and at the end of the coming step (decision N8).
Result<std::vector<Command>> sample_motions(Engine&, StepBudget&);

}  // namespace wend::scene
