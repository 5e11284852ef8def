#pragma once
#include "core/det_math.hpp"
#include "core/number.hpp"

// What makes a crowd of people: who walks my way, who comes, who is slower, impatience. Local spec section 19.
// Each equation once, generic over its number type; nothing here branches on a value.

namespace wend::steering {

template <class T>
T clip01(T x) {
  return max_of(min_of(x, T(1.0)), T(0.0));
}

// (C1): how much of its handedness an agent shows towards a body that comes with this share of the top speed, h.V_i / v_max.
template <class T>
T handedness(T along_heading, T floor) {
  return max_of(clip01(-along_heading), floor);
}

// (C3): 1 walks my way, 0 does not. along: V_i.e / v_max; facing: h_i.e, 0 for an agent that stands.
template <class T>
T same_way(T along, T facing) {
  return clip01(max_of(along, facing));
}

// (C4): an agent that is nearer to my target and does not come back from it counts as walking my way.
template <class T>
T nearer_to_target(T its_distance, T my_distance, T along) {
  return clip01(T(1.0) - its_distance / my_distance) * clip01(T(1.0) + T(2.0) * along);
}

// (C5): gain of an oncoming agent.
template <class T>
T oncoming(T along, T kappa_o) {
  return T(1.0) + kappa_o * clip01(-along);
}

// (C6): delay, averaged over tau_Q. pace: |V| / v_max.
template <class T>
T delay_after(T Q, T pace, T dt, T tau_Q) {
  return Q + min_of(T(1.0), dt / tau_Q) * (clip01(T(1.0) - pace) - Q);
}

// (C7): impatience begins at a threshold of the delay.
template <class T>
T beyond(T Q, T threshold) {
  return clip01((Q - threshold) / (T(1.0) - threshold));
}

// (C19): 1 for an agent so much slower than I want to walk that it is overtaken. along_heading: V_i.h / v_max.
template <class T>
T slower(T along_heading, T c_o) {
  return clip01((T(1.0) - along_heading) / c_o);
}

// (C20) with (C8): gain of an agent. follow: kappa_q (1 - kappa_I I); K: crowding of (C19), 1 when slower agents are followed.
template <class T>
T gain(T q, T slow, T follow, T K) {
  return T(1.0) - follow * q * (T(1.0) - slow * (T(1.0) - K));
}

// (C9): factor of beta_a; x_t: angle from the target.
template <class T>
T facing_factor(T cos_x_t, T b_b) {
  return T(1.0) - b_b + T(0.5) * b_b * (T(1.0) + cos_x_t);
}

// (C14): my share of the gap to another agent, by how fast each walks into it (a_i, a_j >= 0).
template <class T>
T share_of_gap(T a_i, T a_j, T kappa, T epsilon) {
  return T(0.5) + kappa * ((a_i + epsilon) / (a_i + a_j + T(2.0) * epsilon) - T(0.5));
}

// (C33): how much companions are trusted to walk my way whatever their heading; strangers: X_s of the last step.
template <class T>
T trust(T kappa_g, T strangers, T X_s) {
  return kappa_g * (T(1.0) - clip01(strangers / X_s));
}

// (C36): 1 for an agent that faces a wall which is not in its way. beside: crowding of standing bodies that are not in the way.
template <class T>
T faces_wall(T beside, T in_way) {
  return clip01(T(4.0) * beside) * (T(1.0) - clip01(T(20.0) * in_way));
}

// (C38), (C40): 1 for an agent that standing bodies of this crowding hold up.
template <class T>
T in_front(T crowding) {
  return clip01(T(8.0) * crowding);
}

// (C40): 1 for an agent before standing bodies that are in its way, or, where no strangers are about, beside it.
template <class T>
T before_wall(T in_way, T beside, T strangers) {
  return max_of(in_front(in_way), in_front(in_way + beside) * (T(1.0) - clip01(T(10.0) * strangers)));
}

// (C39): 1 for an agent that standing bodies hold up, and no crowd. K: of (C19); standing: crowding of standing bodies.
template <class T>
T wedged(T K, T standing) {
  return (T(1.0) - K) * clip01(T(20.0) * standing);
}

// (C37): angle to the agent's side. against: oncoming agents about.
template <class T>
T aside(T beta_k, T Q, T against, T X_0) {
  return beta_k * Q * clip01(against / X_0);
}

// (C18): how much a standing body in this direction is in the way, cosine of the angle to the wished direction.
template <class T>
T in_the_way(T cos_n_e) {
  return clip01(cos_n_e);
}

// (C2): the push of all agents together, saturated; F_max = 0 is off.
inline double saturated(double f, double F_max) { return F_max > 0 ? F_max * det_tanh(f / F_max) : f; }

// (C24): attractor gain, a_hi where nobody is in conflict; a_hi = 0 is off.
inline double attractor_gain(double a, double a_hi, double conflict, double X_0) {
  return a_hi > 0 ? a + (a_hi - a) * (1 - clip01(conflict / X_0)) : a;
}

// (C22): share of d_p left to an agent that is `nearer` metres nearer to my target. same: s_i of (C3), not cut.
inline double right_of_way(double nearer, double d_k, double same) { return 0.5 * (1 + det_tanh(nearer / d_k)) * clip01(0.5 + same); }

}  // namespace wend::steering
