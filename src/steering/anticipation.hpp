#pragma once
#include <wend/vec.hpp>

#include <algorithm>
#include <cmath>

namespace wend::steering {

// Where a moving body will matter, local spec (24), (25).
struct Foresight {
  double time = 0;       // t*
  double miss = 0;       // m
  double clearance = 0;  // r_eff
};

inline Foresight foresee(Vec2 offset, Vec2 velocity, Vec2 own_velocity, double clearance, double rho, double horizon, double kappa_r) {
  const Vec2 U = velocity - own_velocity;
  const double U2 = norm2(U);
  const double time = U2 < 1e-9 ? 0 : std::clamp(-dot(offset, U) / U2, 0.0, horizon);
  const double miss = std::max(0.0, norm(offset + time * U) - rho);
  return {time, miss, std::min(clearance, miss + kappa_r * std::sqrt(U2) * time)};
}

}  // namespace wend::steering
