#pragma once
#include <wend/scene.hpp>

#include <span>
#include <string>

#include "scene/sandbox.hpp"

namespace wend::scene {

// Environment spec, section 1: walls that cross are split there, with a note; a closed wall that crosses itself is refused.

// "side 1, from {0, 0} to {2, 2}, and side 3, ..." of the first two sides that cross; empty: none. Work goes on the meter.
std::string crossing_sides(std::span<const Vec3> closed, Meter&);

// One warning for each crossing of walls that stand.
void note_crossing_walls(SceneSpec&);

}  // namespace wend::scene
