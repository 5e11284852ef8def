#pragma once
#include <wend/model/human.hpp>

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/number.hpp"
#include "core/order_free.hpp"
#include "steering/sighted.hpp"

// The steering law of a walking human, human spec sections 3 and 11, generic over its number type: double, or Dual for exact
// sensitivities by the gains.

namespace wend::steering {

// The seven numbers that are fitted.
template <class T>
struct HumanGains {
  T b, kg, c1, c2, ko, c3, c4;
};

inline HumanGains<double> gains_of(const HumanParams& p) { return {p.b, p.kg, p.c1, p.c2, p.ko, p.c3, p.c4}; }

// (h.8), the goal; d may be infinite: a direction instead of a point, (h.21).
template <class T>
T goal_term(const T& e, const T& d, const HumanGains<T>& k) {
  return -k.kg * e * (det_exp(-k.c1 * d) + k.c2);
}

// (h.8), one obstacle.
template <class T>
T obstacle_term(const T& e, const T& d, const HumanGains<T>& k) {
  return k.ko * e * det_exp(-k.c3 * abs_of(e)) * det_exp(-k.c4 * d);
}

// The walker, and the rate of change of its speed where that is a state of its own.
template <class T>
struct Walker {
  T x = T(0.0), y = T(0.0), phi = T(0.0), w = T(0.0), v = T(1.0), a = T(0.0);
};

// What the walker sees of a thing: (h.1), (h.2), (h.9), (h.42).
template <class T>
struct Bearing {
  T e = T(0.0), d = T(0.0), rate = T(0.0), closing = T(0.0);
  bool on_it = false;
};

template <class T>
Bearing<T> bearing(const Walker<T>& me, const Sighted& thing, bool with_rates) {
  const T dx = T(thing.x) - me.x, dy = T(thing.y) - me.y;
  Bearing<T> seen;
  const T d2 = dx * dx + dy * dy;
  seen.on_it = !(d2 > T(on_top * on_top));
  if (seen.on_it) return seen;
  seen.d = sqrt_of(d2);
  seen.e = wrap(me.phi - det_atan2(dy, dx));
  if (with_rates) {
    const auto h = det_sincos(me.phi);
    const T rx = T(thing.vx) - me.v * h.cos, ry = T(thing.vy) - me.v * h.sin;
    seen.rate = (dx * ry - dy * rx) / d2;
    seen.closing = -(dx * rx + dy * ry) / seen.d;
  }
  return seen;
}

// X9, (h.45): V tau with tau the time to contact; infinite for what does not come nearer.
template <class T>
T seen_distance(const Bearing<T>& seen, const T& speed, const HumanParams& p) {
  if (!p.time_to_contact) return seen.d;
  const T way = speed * seen.d;
  if (!(seen.closing * T(1e9) > way)) return T(infinity);  // not closing, or not in this life
  return way / seen.closing;
}

// The goal's share of dw/dt, with its damping where that differs: X5 replaces both, (h.40).
template <class T>
T goal_share(const Walker<T>& me, const Sighted& goal, const HumanGains<T>& k, const HumanParams& p) {
  if (!goal.exists) return T(0.0);
  if (goal.is_direction) return -k.kg * wrap(me.phi - T(goal.angle)) * k.c2;
  const Bearing<T> seen = bearing(me, goal, p.kt > 0 || p.time_to_contact);
  if (seen.on_it) return T(0.0);
  if (p.kt > 0) return T(p.kt) * seen.rate * (seen.d + T(1.0));
  const T d = seen_distance(seen, me.v, p);
  if (!(d < T(infinity))) return -k.kg * seen.e * k.c2;
  return goal_term(seen.e, d, k);
}

// One obstacle's share of dw/dt, rounded so that the order of the sum does not matter.
template <class T>
T obstacle_share(const Walker<T>& me, const Sighted& thing, const HumanGains<T>& k, const HumanParams& p) {
  if (!thing.exists) return T(0.0);
  Bearing<T> seen = bearing(me, thing, p.km > 0 || p.time_to_contact);
  if (seen.on_it) return T(0.0);
  const double off = abs_of(value_of(seen.e));
  if (p.cull != 0 && off > p.cull_angle && value_of(seen.d) > p.cull_distance) return T(0.0);  // X7
  if (p.tie_break > 0 && off == 0) seen.e = T(p.tie_break);

  HumanGains<T> own = k;
  T d = seen_distance(seen, me.v, p);
  if (thing.radius > 0 && p.width >= HumanWidth::reach) {  // X4b, (h.39)
    const T ratio = T(thing.radius) / seen.d;
    const T alpha = det_asin(select(ratio > T(1.0), T(1.0), ratio));
    own.c3 = k.c3 / (T(1.0) + k.c3 * alpha);
  }
  if (p.width == HumanWidth::gap || p.width == HumanWidth::both) {  // X4a, (h.38)
    const T gap = d - T(thing.radius);
    d = select(gap > T(0.0), gap, T(0.0));
  }
  T share = d < T(infinity) ? T(thing.weight) * obstacle_term(seen.e, d, own) : T(0.0);
  if (p.km > 0 && off < pi / 2) {  // X5, (h.41)
    T rate = seen.rate;
    if (p.tie_break > 0 && value_of(rate) == 0 && seen.closing > T(0.0)) rate = T(-p.tie_break);  // to the left, as above
    share = share - T(thing.weight) * T(p.km) * rate * det_exp(-(T(p.c5) * abs_of(rate)) - T(p.c6) * seen.d);
  }
  constexpr double most = 32768;  // what the grid of the sum bears; ko, weight 1, reaches 31416 at most
  share = select(share > T(most), T(most), select(share < T(-most), T(-most), share));
  return slope_to_grid(share);
}

// dw/dt, (h.8); `sum` is that of the obstacles' shares. X8, (h.44): the law gives a turn rate which the body follows.
template <class T>
T turn_acceleration(const T& w, const T& goal, const T& sum, const HumanGains<T>& k, const HumanParams& p) {
  const T damping = p.kt > 0 && p.bt >= 0 ? T(p.bt) : k.b;
  if (p.b_p > 0) return -T(p.b_p) * (w - (goal + sum) / damping);
  return -damping * w + goal + sum;
}

// X2, (h.35), (h.36): how the speed changes; `a` is its rate in the second-order form.
template <class T>
T speed_rate(const Walker<T>& me, const HumanParams& p, double preferred) {
  return p.kv > 0 ? (p.bv > 0 ? me.a : T(p.kv) * (T(preferred) - me.v)) : T(0.0);
}
template <class T>
T speed_acceleration(const Walker<T>& me, const HumanParams& p, double preferred) {
  return p.kv > 0 && p.bv > 0 ? -T(p.bv) * me.a + T(p.kv) * (T(preferred) - me.v) : T(0.0);
}

// X6, (h.43), (h.46): the fastest walk that leaves every body inside the swept width as far in time as the margin; 0 is standing. Who is
// behind, or aside of the strip both bodies need, does not count.
template <class T>
T allowed_by(const Walker<T>& me, const SinCos<T>& h, const Sighted& thing, const HumanParams& p) {
  if (!thing.exists) return T(infinity);
  const T dx = T(thing.x) - me.x, dy = T(thing.y) - me.y;
  const T ahead = dx * h.cos + dy * h.sin, aside = dy * h.cos - dx * h.sin;
  if (!(ahead > T(on_top)) || !(abs_of(aside) < T(thing.radius))) return T(infinity);
  const T d = sqrt_of(dx * dx + dy * dy);
  const T gap = max_of(d - T(thing.radius), T(0.0));
  const T leaving = (T(thing.vx) * dx + T(thing.vy) * dy) / d;  // its part of the opening speed
  return max_of((gap / T(p.margin) + leaving) * d / ahead, T(0.0));
}

template <class T, class Things>
T walking_speed(const Walker<T>& me, const SinCos<T>& h, const Things& things, const HumanParams& p) {
  T speed = me.v;
  if (p.margin > 0) {
    for (const Sighted& thing : things) speed = min_of(speed, allowed_by(me, h, thing, p));
  }
  return speed;
}

// The derivative of the whole state, (h.5)-(h.8). `things` is any range of Sighted.
template <class T, class Things>
Walker<T> derivative(const Walker<T>& me, const Sighted& goal, const Things& things, const HumanGains<T>& k, const HumanParams& p, double preferred) {
  T large = T(0.0), small = T(0.0);  // both exact, whoever comes first
  for (const Sighted& thing : things) {
    const T share = obstacle_share(me, thing, k, p), most_of_it = to_coarse_grid(share);
    large = large + most_of_it;
    small = small + (share - most_of_it);
  }
  const T sum = large + small;
  const auto h = det_sincos(me.phi);
  const T v = walking_speed(me, h, things, p);
  return {v * h.cos, v * h.sin, me.w, turn_acceleration(me.w, goal_share(me, goal, k, p), sum, k, p),
          speed_rate(me, p, preferred), speed_acceleration(me, p, preferred)};
}

// The state h seconds along a derivative: for integrate().
template <class T>
Walker<T> moved(const Walker<T>& me, const Walker<T>& rate, double h) {
  return {me.x + T(h) * rate.x, me.y + T(h) * rate.y, me.phi + T(h) * rate.phi, me.w + T(h) * rate.w, me.v + T(h) * rate.v, me.a + T(h) * rate.a};
}

// Semi-implicit: the rates first, then the heading with the new turn rate, then the place with the new heading and speed.
template <class T>
Walker<T> kicked(const Walker<T>& me, const Walker<T>& rate, double h, const HumanParams& p) {
  Walker<T> next = moved(me, rate, h);
  next.phi = me.phi + T(h) * next.w;
  if (p.bv > 0) next.v = me.v + T(h) * next.a;
  const auto heading = det_sincos(next.phi);
  const T v = p.margin > 0 ? sqrt_of(rate.x * rate.x + rate.y * rate.y) : next.v;
  next.x = me.x + T(h) * v * heading.cos;
  next.y = me.y + T(h) * v * heading.sin;
  return next;
}

}  // namespace wend::steering
