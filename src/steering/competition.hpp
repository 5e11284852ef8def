#pragma once
#include <type_traits>

#include "core/det_math.hpp"
#include "core/number.hpp"

namespace wend::steering {

// Who is listened to, the target or the obstacles: local spec section 5. Class 1 is the target, class 2 the obstacles.
// T is the number type: double, or several lanes at once. Nothing here branches on a value.
struct Competition {
  double c1 = 4;            // detector sharpness, s/rad
  double c2 = 2;            // competition sharpness; above ln(1/alpha1_max), or a target alone is never alive
  double gamma21 = 0.05;    // damage the target does to the obstacles, 1/s
  double alpha1_max = 0.4;  // advantage of the target in the open, 1/s
  double beta_a = 0.25;     // share of other agents in the crowding the target feels; 1 gives (14)
};

template <class T>
struct Alphas {
  T a1 = T(0.0);
  T a2 = T(0.0);
};

template <class T>
struct Weights {
  T tar = T(0.0);
  T obs = T(0.0);
};

// (12): +1 on a repelling fixed point of the heading, -1 on an attracting one, near 0 far from any, 0 for slope 0.
// In 3D f is the length of the turn vector.
template <class T>
T detector(T f, T slope, std::type_identity_t<T> c1) {
  const T sign = select(slope > T(0.0), T(1.0), select(slope < T(0.0), T(-1.0), T(0.0)));
  return sign * det_exp(-c1 * abs_of(f));
}

// (12), obstacles: an object outside every window is no reason to drop the target.
template <class T>
T obstacle_detector(T f, T slope, T window_sum, std::type_identity_t<T> c1) {
  return detector(f, slope, c1) * min_of(window_sum, T(1.0));
}

// (13): 1 when the target lies behind an obstacle, exp(-2 c2) when it lies in an open gap, exp(-c2) when unrelated.
template <class T>
T gamma12(T P_tar, T P_obs, std::type_identity_t<T> c2) {
  return det_exp(-c2 * (T(1.0) + P_tar * P_obs));
}

// (14) with beta_a = 1, else (26b). S is the crowding sum, over bodies that are not agents and over agents.
template <class T>
Alphas<T> advantages(T S_static, T S_agents, std::type_identity_t<T> beta_a, std::type_identity_t<T> alpha1_max) {
  const T felt = det_tanh(S_static + beta_a * S_agents);
  return {.a1 = alpha1_max * (T(1.0) - felt), .a2 = det_tanh(S_static + S_agents)};
}

// Stable equilibrium of (15), closed form of 5.2, for alpha >= 0 and gamma > 0; both weights are in [0, 1].
// A previous answer turns hysteresis on: in the bistable case its winner stays, "both active" counts as the target.
template <class T>
Weights<T> weights(Alphas<T> alpha, T g12, T g21, Weights<T> previous = {}) {
  const T zero = T(0.0);
  const T one = T(1.0);
  // Strict: gamma equal to alpha suppresses.
  const auto tar_lives = g12 < alpha.a1;
  const auto obs_lives = g21 < alpha.a2;
  const T d1 = select(tar_lives, alpha.a1 - g12, zero);
  const T d2 = select(obs_lives, alpha.a2 - g21, zero);

  // Delta = a1 a2 - g12 g21 = a2 d1 + g12 d2 = a1 d2 + g21 d1: written so, nothing cancels and no weight exceeds 1.
  const T n1 = alpha.a2 * d1;
  const T n2 = alpha.a1 * d2;
  const T D1 = n1 + g12 * d2;
  const T D2 = n2 + g21 * d1;
  const T both_tar = sqrt_of(n1 / select(D1 > zero, D1, one));
  const T both_obs = sqrt_of(n2 / select(D2 > zero, D2, one));

  const T larger = select(alpha.a1 >= alpha.a2, one, zero);
  const T winner = select(previous.tar > zero, one, select(previous.obs > zero, zero, larger));
  return {.tar = select(tar_lives, select(obs_lives, both_tar, one), select(obs_lives, zero, winner)),
          .obs = select(obs_lives, select(tar_lives, both_obs, one), select(tar_lives, zero, one - winner))};
}

// Every equilibrium of (15) with w >= 0 and its stability, for any signs: section 13, "two classes in full".
struct TwoClassStability {
  bool none = false;       // (0, 0) is stable
  bool target = false;     // (1, 0) is stable
  bool obstacles = false;  // (0, 1) is stable
  bool mixed = false;      // both active: stable
  bool mixed_exists = false;
  Weights<double> mixed_at;  // the next four lines: only when it exists
  double leading = 0;        // (28), the eigenvalue with the larger real part ...
  double other = 0;          // ... and the other one, real parts
  double imaginary = 0;      // of the pair, 0 when both are real
};

TwoClassStability two_class_stability(Alphas<double> alpha, double g12, double g21);

}  // namespace wend::steering
