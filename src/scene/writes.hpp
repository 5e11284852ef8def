#pragma once
#include <string>
#include <vector>

#include "scene/engine.hpp"

namespace wend::scene {

// Variables outside `state` that the callbacks write to, found in their code without running it: what a checkpoint
// does not keep. One sentence each.
std::vector<std::string> written_outside_state(Engine&);

}  // namespace wend::scene
