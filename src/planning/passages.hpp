#pragma once
#include "planning/rasterise.hpp"

#include <span>
#include <vector>

namespace wend::planning {

// A gap between the surfaces of two bodies that do not touch, from `a` on one to `b` on the other. The open disc that has ab as its
// diameter meets no body: so walls that meet at an angle, and neighbours along a bend, make no passage.
struct Passage {
  Vec2 a, b;
  double width = 0;
  std::uint32_t one = 0, other = 0;  // positions of the two in the list of bodies
  Vec2 middle() const { return 0.5 * (a + b); }
};

// All passages with low <= width < high, narrowest first. Doors do not count: they are open.
std::vector<Passage> find_passages(std::span<const FixedBody>, double low, double high);

}  // namespace wend::planning
