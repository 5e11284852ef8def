#pragma once

namespace wend::steering {

inline constexpr double on_top = 1e-9;  // nearer than this a body has no direction: human spec section 3.5

// A goal or a body at one moment, as the point laws see it.
struct Sighted {
  double x = 0, y = 0, vx = 0, vy = 0;
  double radius = 0;  // of both together
  double weight = 1;  // q_i, human spec (h.10)
  bool exists = true;
  bool is_direction = false;  // goal: `angle` counts, its distance is infinite
  double angle = 0;
};

}  // namespace wend::steering
