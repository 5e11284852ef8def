#pragma once
#include <wend/vec.hpp>

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/number.hpp"

namespace wend::steering {

// How one object looks to the agent: the middle and half width of the angle it takes up, and how far it is.
template <class T>
struct Sight {
  T psi = T(0.0);         // direction of the middle
  T half_angle = T(0.0);  // of the body enlarged by the agent's radius
  T clearance = T(0.0);   // surface to surface, negative when overlapping
};

// Centres closer than this have no direction: local spec, section 3.
inline constexpr double coincident = 1e-12;

// Disc or agent, local spec (1) with the floor (31): offset of the centre, its distance L, rho = R_o + R_a.
template <class T>
Sight<T> see_disc(T dx, T dy, T L, T rho, T half_angle_min) {
  const auto apart = L > rho;
  const T sine = select(apart, rho / select(apart, L, T(1.0)), T(1.0));
  const T half = det_asin(sine);
  return {det_atan2(dy, dx), select(half < half_angle_min, half_angle_min, half), L - rho};
}

// Capsule, local spec (2), (30): the hull of the intervals of its two end discs. `nearest` is the point of the axis nearest to us.
inline Sight<double> see_capsule(Vec2 a, Vec2 b, Vec2 nearest, double L, double rho, double half_angle_min) {
  const double psi_q = det_atan2(nearest.y, nearest.x);
  if (L <= rho) return {psi_q, pi / 2, L - rho};
  const double x_a = wrap(det_atan2(a.y, a.x) - psi_q), x_b = wrap(det_atan2(b.y, b.x) - psi_q);
  const double w_a = det_asin(std::min(1.0, rho / norm(a))), w_b = det_asin(std::min(1.0, rho / norm(b)));
  const double lo = std::min(x_a - w_a, x_b - w_b), hi = std::max(x_a + w_a, x_b + w_b);
  const double half = std::min(pi / 2, 0.5 * (hi - lo));
  return {wrap(psi_q + 0.5 * (lo + hi)), std::max(half, half_angle_min), L - rho};
}

}  // namespace wend::steering
