#pragma once
#include "scene/engine.hpp"

namespace wend::scene {

// Applies what callbacks asked for, in call order, each as a Command of the world.
Result<void> apply_requests(Engine&);
// A thing has left: its handles are stale.
void forget(Engine&, Tag, std::uint32_t slot);
// Forgets the functions of what has left.
void sweep_movers(Engine&);

}  // namespace wend::scene
