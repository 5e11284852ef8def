#pragma once
#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/number.hpp"
#include "steering/sight.hpp"

#include <cmath>

namespace wend::steering {

// The target attractor, local spec (3).
template <class T>
struct Pull {
  T f = T(0.0);      // contribution to the turn rate
  T slope = T(0.0);  // df/dphi
};

template <class T>
Pull<T> pull(T heading, T psi, T a) {
  const auto sc = det_sincos(wrap(heading - psi));
  return {-a * sc.sin, -a * sc.cos};
}

// Angular repeller of one obstacle, local spec (4)-(9).
template <class T>
struct Push {
  T f = T(0.0);
  T slope = T(0.0);
  T window = T(0.0);    // W in [0, 1]
  T nearness = T(0.0);  // D in (0, 1]
};

template <class T>
struct Window {
  T value = T(0.0);
  T slope = T(0.0);
  T steepness = T(0.0);  // h_1
};

// (6)-(7): 1 where the obstacle matters, falling to one half at theta_2. The clamp keeps it a window at contact.
template <class T>
Window<T> window(T x, T half_angle, T delta) {
  const T widest = T(pi) - delta;
  const T doubled = half_angle + half_angle;
  const T theta1 = select(doubled < widest, doubled, widest);
  const T cos2 = det_cos(theta1 + delta);
  const T h1 = T(4.0) / (det_cos(theta1) - cos2);
  const auto sc = det_sincos(x);
  const T t = det_tanh(h1 * (sc.cos - cos2));
  return {T(0.5) * (T(1.0) + t), T(-0.5) * h1 * sc.sin * (T(1.0) - t * t), h1};
}

template <class T>
Push<T> push(T heading, const Sight<T>& seen, T delta, T d0) {
  const T x = wrap(heading - seen.psi);
  const T u = abs_of(x) / seen.half_angle;

  // (5): odd, zero on the obstacle, extreme on its edge
  const T bump = det_exp(T(1.0) - u);
  const T R = x / seen.half_angle * bump;
  const T R_slope = (T(1.0) - u) / seen.half_angle * bump;

  const Window<T> w = window(x, seen.half_angle, delta);
  const T D = det_exp(-select(seen.clearance > T(0.0), seen.clearance, T(0.0)) / d0);  // (8)
  return {R * w.value * D, (R_slope * w.value + R * w.slope) * D, w.value, D};         // (4), (9)
}

}  // namespace wend::steering
