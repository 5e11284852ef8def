#pragma once
#include <wend/vec.hpp>

#include <optional>

namespace wend::geometry {

// A way through the step, straight and even.
struct Way {
  Vec2 from, to;
};

// The first share of the step, in [0, 1], at which a disc comes within R of a segment whose ends move (a door on its hinge,
// a rotor): environment spec (e.41) with a moving wall. Overlap at the start counts, at 0, only when it grows; then only
// a new approach after parting, or the segment passing over the centre of the disc, counts. The distance there is R
// up to rounding: about 1e-16 times (size of the picture)^2 / R.
std::optional<double> contact_time_moving(Way centre, Way a, Way b, double R);

}  // namespace wend::geometry
