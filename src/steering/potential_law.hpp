#pragma once
#include <wend/model/potential_field.hpp>

#include "core/det_math.hpp"
#include "core/number.hpp"
#include "steering/sighted.hpp"

// The potential field a walker is compared with, human spec section 5, generic over its number type.

namespace wend::steering {

inline constexpr double smallest_rho = 1e-6;    // (h.25)
inline constexpr double smallest_force = 1e-12;  // below it nobody moves, (h.27)

template <class T>
struct FieldGains {
  T kp, eta, rho0;
};

inline FieldGains<double> gains_of(const PotentialFieldParams& p) { return {p.kp, p.eta, p.rho0}; }

template <class T>
struct Force {
  T x = T(0.0), y = T(0.0);
  friend Force operator+(const Force& a, const Force& b) { return {a.x + b.x, a.y + b.y}; }
};

// (h.23); along a direction instead of to a point, (h.22): as strong as the straight way to the goal's place is long.
template <class T>
Force<T> goal_pull(const T& x, const T& y, const Sighted& goal, const FieldGains<T>& k) {
  if (!goal.exists) return {};
  const T dx = T(goal.x) - x, dy = T(goal.y) - y;
  if (!goal.is_direction) return {k.kp * dx, k.kp * dy};
  const T straight = sqrt_of(dx * dx + dy * dy);
  const auto h = det_sincos(T(goal.angle));
  return {k.kp * straight * h.cos, k.kp * straight * h.sin};
}

// (h.24), (h.25), one obstacle.
template <class T>
Force<T> obstacle_push(const T& x, const T& y, const Sighted& thing, const FieldGains<T>& k) {
  if (!thing.exists) return {};
  const T dx = x - T(thing.x), dy = y - T(thing.y);
  const T d = sqrt_of(dx * dx + dy * dy);
  if (!(d > T(on_top))) return {};
  const T rho = max_of(d - T(thing.radius), T(smallest_rho));
  if (rho > k.rho0) return {};
  const T push = T(thing.weight) * k.eta * (T(1.0) / rho - T(1.0) / k.rho0) / (rho * rho);
  return {push * dx / d, push * dy / d};
}

// (h.26): a unit vector, or nothing at all, (h.27).
template <class T>
Force<T> direction_of(const Force<T>& force) {
  const T size = sqrt_of(force.x * force.x + force.y * force.y);
  if (size < T(smallest_force)) return {};
  return {force.x / size, force.y / size};
}

// The sum of all forces at a place, in the order of `things`: who wants equal bits gives them in a fixed order.
template <class T, class Things>
Force<T> force_at(const T& x, const T& y, const Sighted& goal, const Things& things, const FieldGains<T>& k) {
  Force<T> sum;
  for (const Sighted& thing : things) sum = sum + obstacle_push(x, y, thing, k);
  return goal_pull(x, y, goal, k) + sum;
}

// How a body with two wheels follows its front point: (h.28).
template <class T>
struct Drive {
  T v = T(0.0), w = T(0.0);
};

template <class T>
Drive<T> follow(const Force<T>& direction, const T& heading, const T& speed, const T& L) {
  const auto h = det_sincos(heading);
  return {speed * (direction.x * h.cos + direction.y * h.sin), speed * (direction.y * h.cos - direction.x * h.sin) / L};
}

// The point the force moves, and the heading of the body behind it. The body's centre is L behind the point along the heading.
template <class T>
struct Pushed {
  T x = T(0.0), y = T(0.0), heading = T(0.0);
};

// The derivative of that state. L = 0: a particle, whose heading is left alone.
template <class T, class Things>
Pushed<T> flow(const Pushed<T>& at, const Sighted& goal, const Things& things, const FieldGains<T>& k, const T& speed, const T& L) {
  const Force<T> u = direction_of(force_at(at.x, at.y, goal, things, k));
  return {speed * u.x, speed * u.y, L > T(0.0) ? follow(u, at.heading, speed, L).w : T(0.0)};
}

template <class T>
Pushed<T> moved(const Pushed<T>& at, const Pushed<T>& rate, double h) {
  return {at.x + T(h) * rate.x, at.y + T(h) * rate.y, at.heading + T(h) * rate.heading};
}

}  // namespace wend::steering
