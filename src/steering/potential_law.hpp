#pragma once
#include <wend/potential_field.hpp>
#include <wend/vec.hpp>

#include <algorithm>

// The force of the potential field, human spec section 5.

namespace wend::steering {

inline Vec2 attraction(Vec2 p, Vec2 goal, const PotentialFieldParams& k) { return k.kp * (goal - p); }  // (h.23)

// (h.24), (h.25); `radii` is the sum of the agent's and the obstacle's.
inline Vec2 repulsion(Vec2 p, Vec2 obstacle, double radii, const PotentialFieldParams& k) {
  const double d = norm(p - obstacle);
  const double rho = std::max(d - radii, 1e-6);
  if (rho > k.rho0 || !(d > 0)) return {};
  return k.eta * (1 / rho - 1 / k.rho0) / (rho * rho) / d * (p - obstacle);
}

}  // namespace wend::steering
