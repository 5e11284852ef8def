#pragma once
#include "world/data.hpp"

namespace wend::world {

// Between steer and commit: nobody crosses a wall and no wall crosses anybody, environment spec 13.6 and 13.7.
// Cuts proposals, holds back walls, and emits what it did. Needs d.touchable: the bodies near each row's motion.
void keep_apart(Data&);

}  // namespace wend::world
