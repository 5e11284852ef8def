#pragma once
#include <wend/vec.hpp>

#include "core/segment.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wend::steering {

inline constexpr double unlimited = std::numeric_limits<double>::infinity();

// How far our disc can go along the unit vector h before touching a disc at offset d, rho = R_o + R_a. Local spec (34).
inline double free_distance_disc(Vec2 d, double rho, Vec2 h) {
  const double b = dot(d, h);
  const double q = norm2(d) - rho * rho;
  if (q <= 0) return b > 0 ? 0 : unlimited;
  if (b <= 0 || b * b < q) return unlimited;
  return b - std::sqrt(b * b - q);
}

// The same for a capsule with ends a, b. Local spec (35).
inline double free_distance_capsule(Vec2 a, Vec2 b, double rho, Vec2 h) {
  double best = std::min(free_distance_disc(a, rho, h), free_distance_disc(b, rho, h));
  const Vec2 axis = b - a;
  const double length = norm(axis);
  if (!(length > 0)) return best;
  const Vec2 along = axis / length;
  const Vec2 normal{-along.y, along.x};
  const double height = -dot(a, normal);  // of our centre above the axis, which is the line through a
  const double climb = dot(h, normal);
  const double foot = -dot(a, along);  // where we project on the axis
  if (foot >= 0 && foot <= length && std::abs(height) <= rho) {
    return height * climb < 0 || (height == 0 && climb != 0) ? 0 : unlimited;
  }
  if (height * climb >= 0) return best;  // moving away from the line, or along it
  const double t = (std::abs(height) - rho) / std::abs(climb);
  if (t < 0) return best;
  const double s = foot + t * dot(h, along);
  return s >= 0 && s <= length ? std::min(best, t) : best;
}

// Robust: v_max times the time to contact with a body that moves with velocity V. Local spec (60).
template <class Ray>
double free_distance_relative(Vec2 h, Vec2 V, double top_speed, Ray ray) {
  const Vec2 relative = top_speed * h - V;
  const double s = norm(relative);
  if (s < 1e-9) return unlimited;
  const double t = ray(relative / s);
  return t == unlimited ? unlimited : t * top_speed / s;
}

// Where our disc meets a body on its way along a unit vector, local spec section 19.4.
struct Meeting {
  double free = unlimited;  // distance to it
  double cos_gamma = 1;     // of the angle between the way and the contact normal
  double side = 0;          // positive: the body is on the left
};

// m: from our centre at the contact to the nearest point of the body's axis; d: what `side` is measured with.
inline Meeting meeting_at(double free, Vec2 m, Vec2 d, Vec2 u) {
  const double length = norm(m);
  return {free, length > 1e-12 ? std::max(0.0, dot(m, u) / length) : 1, cross(u, d)};
}

inline Meeting meet_disc(Vec2 d, double rho, Vec2 u) {
  const double free = free_distance_disc(d, rho, u);
  return free == unlimited ? Meeting{} : meeting_at(free, d - free * u, d, u);
}

inline Meeting meet_capsule(Vec2 a, Vec2 b, double rho, Vec2 u) {
  const double free = free_distance_capsule(a, b, rho, u);
  if (free == unlimited) return {};
  const Vec2 m = nearest_on_segment(free * u, a, b).point - free * u;
  return meeting_at(free, m, m, u);
}

}  // namespace wend::steering
