#pragma once
#include <wend/attractor.hpp>

#include "steering/free_distance.hpp"

#include <algorithm>
#include <cmath>

namespace wend::steering {

// Forward speed: constant time to contact (16), or constant (36).
inline double wanted_speed(double free_distance, double d1, double top_speed, const AttractorParams& p) {
  const double top = p.kappa_v * top_speed;
  if (p.speed != 0 || free_distance == unlimited) return top;
  const double back = std::min(p.v_back, top_speed);  // nobody is faster than his top speed, backwards neither
  return std::clamp(p.kappa_v * (free_distance - d1) / p.t2c, -back, std::max(top, -back));
}

// Slowing in turns, local spec (37).
inline double slowed_in_turn(double speed, double turn_rate, const AttractorParams& p) {
  return speed > 0 ? speed * (1 - p.turn_slowdown * std::min(1.0, std::abs(turn_rate) / p.omega_max)) : speed;
}

// Arrival limit, local spec (38): slower near the target, so that nobody orbits it.
inline double limited_by_arrival(double speed, double distance, double target_speed, double top_speed, const AttractorParams& p) {
  if (p.kappa_arr == 0) return speed;
  return std::min(speed, std::max(0.05 * top_speed, p.kappa_arr * p.a * distance + target_speed));
}

}  // namespace wend::steering
