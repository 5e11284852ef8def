#pragma once
#include "steering/attractor_numbers.hpp"

#include "core/det_math.hpp"

#include <algorithm>
#include <cmath>

namespace wend::steering {

// Low-pass gain of one step for an attribute in [0, 1], local spec (18).
inline double filter_gain(double attribute, double dt, double k_min, double tau_ref) {
  const double k = k_min + (1 - k_min) * attribute;
  if (k >= 1) return 1;
  return 1 - det_pow(1 - k, dt / tau_ref);
}

inline double filtered(double old, double wanted, double gain) { return (1 - gain) * old + gain * wanted; }

// Influence length and stopping clearance, local spec (19), (20); courage < 0 is unset: as given. Takes resolved parameters.
struct Distances {
  double d0 = 1;
  double d1 = 0.2;
};

inline Distances distances(double courage, const AttractorNumbers& p) {
  if (courage < 0) return {std::max(p.d0_min, p.d0), p.d1};
  const double base = p.d0 / p.courage_unit;  // 1 m in robust and classic, as published
  const double d0 = p.courage_unit * (det_exp(2 * (1 - courage) * det_log(base + 1)) - 1);
  const double d0_vel = courage < 0.5 ? p.d0 : 2 * p.d0 * (1 - courage);
  return {std::max(p.d0_min, d0), std::max(0.0, d0_vel - p.v0)};
}

// Fatigue, local spec (47), (48): energy after one step, and the factor on top speed and agility.
inline double energy_after(double energy, double speed, double top_speed, double dt, const AttractorNumbers& p) {
  const double effort = top_speed > 0 ? std::min(1.0, std::abs(speed) / top_speed) : 0;
  const double rate = -energy * effort / p.tau_f + (1 - energy) * (1 - effort) / p.tau_r;
  return std::clamp(energy + dt * rate, 0.0, 1.0);
}

inline double vigour(double energy) { return 0.4 + 0.6 * energy; }

}  // namespace wend::steering
