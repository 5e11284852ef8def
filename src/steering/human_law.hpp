#pragma once
#include <wend/human.hpp>

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/number.hpp"
#include "core/order_free.hpp"

// The steering law of a walking human, human spec sections 3 and 11, generic over its number type: double, or Dual for exact
// sensitivities by the gains.

namespace wend::steering {

inline constexpr double on_top = 1e-9;  // nearer than this a body has no direction: section 3.5

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

// A goal or a body at one moment.
struct Sighted {
  double x = 0, y = 0, vx = 0, vy = 0;
  double radius = 0;  // of both together
  double weight = 1;  // q_i, (h.10)
  bool exists = true;
  bool is_direction = false;  // goal: `angle` counts, its distance is infinite
  double angle = 0;
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
  if (p.time_to_contact == 0) return seen.d;
  if (!(seen.closing > T(0.0))) return T(infinity);
  return speed * seen.d / seen.closing;
}

// The goal's share of dw/dt, with its damping where that differs: X5 replaces both, (h.40).
template <class T>
T goal_share(const Walker<T>& me, const Sighted& goal, const HumanGains<T>& k, const HumanParams& p) {
  if (!goal.exists) return T(0.0);
  if (goal.is_direction) return -k.kg * wrap(me.phi - T(goal.angle)) * k.c2;
  const Bearing<T> seen = bearing(me, goal, p.kt > 0 || p.time_to_contact != 0);
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
  Bearing<T> seen = bearing(me, thing, p.km > 0 || p.time_to_contact != 0);
  if (seen.on_it) return T(0.0);
  const double off = abs_of(value_of(seen.e));
  if (p.cull != 0 && off > p.cull_angle && value_of(seen.d) > p.cull_distance) return T(0.0);  // X7
  if (p.tie_break > 0 && off == 0) seen.e = T(p.tie_break);

  HumanGains<T> own = k;
  T d = seen_distance(seen, me.v, p);
  if (thing.radius > 0 && p.width >= 2) {  // X4b, (h.39)
    const T ratio = T(thing.radius) / seen.d;
    const T alpha = det_asin(select(ratio > T(1.0), T(1.0), ratio));
    own.c3 = k.c3 / (T(1.0) + k.c3 * alpha);
  }
  if (p.width == 1 || p.width == 3) {  // X4a, (h.38)
    const T gap = d - T(thing.radius);
    d = select(gap > T(0.0), gap, T(0.0));
  }
  T share = d < T(infinity) ? T(thing.weight) * obstacle_term(seen.e, d, own) : T(0.0);
  if (p.km > 0 && off < pi / 2) {  // X5, (h.41)
    T rate = seen.rate;
    if (p.tie_break > 0 && value_of(rate) == 0 && seen.closing > T(0.0)) rate = T(p.tie_break);
    share = share - T(p.km) * rate * det_exp(-(T(p.c5) * abs_of(rate)) - T(p.c6) * seen.d);
  }
  constexpr double most = 4096;  // beyond it the sum would not be exact, nor anybody's neck
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

// The derivative of the whole state, (h.5)-(h.8). `things` is any range of Sighted.
template <class T, class Things>
Walker<T> derivative(const Walker<T>& me, const Sighted& goal, const Things& things, const HumanGains<T>& k, const HumanParams& p, double preferred) {
  T sum = T(0.0);
  for (const Sighted& thing : things) sum = sum + obstacle_share(me, thing, k, p);
  const auto h = det_sincos(me.phi);
  return {me.v * h.cos, me.v * h.sin, me.w, turn_acceleration(me.w, goal_share(me, goal, k, p), sum, k, p),
          speed_rate(me, p, preferred), speed_acceleration(me, p, preferred)};
}

}  // namespace wend::steering
