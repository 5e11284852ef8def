#pragma once
#include <wend/base/fields.hpp>
#include <wend/base/params.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace wend {

// Of a length, time or rate: not given, it follows from the agent's radius and top speed, local spec (C30).
inline constexpr double relative_to_body = -1;

enum class SpeedLaw : std::uint8_t { time_to_contact = 0, constant = 1 };
enum class TargetChoice : std::uint8_t { nearest = 0, compete = 1 };

// Of the attribute `courage`: not given, d0 and d1 are as the parameters say.
inline constexpr double courage_unset = -1;

// Parameters of the model "attractor", local spec sections 12, 14, 19 and 20. The defaults are the preset `people`. Ranges are what
// the equations bear, wider than what was tried.
// clang-format off
#define WEND_ATTRACTOR_PARAMS(P) \
  P(double, a, relative_to_body, number("rad/s", 0, 100).or_unset(relative_to_body), \
    "attractor gain: top speed / a is the turning radius") \
  P(double, delta, 0.8, number("rad", 0.01, 1.5), "window margin") \
  P(double, d0, relative_to_body, number("m", 0, 100).or_unset(relative_to_body), \
    "influence length of agents and movers (base value when courage is set)") \
  P(double, d0_min, relative_to_body, above("m", 0, 100).or_unset(relative_to_body), "floor of d0") \
  P(double, d1, relative_to_body, number("m", 0, 100).or_unset(relative_to_body), "stopping clearance") \
  P(double, t2c, relative_to_body, number("s", 0.01, 100).or_unset(relative_to_body), \
    "time to contact that is kept; at least dt") \
  P(double, v_back, relative_to_body, number("m/s", 0, 100).or_unset(relative_to_body), "top speed of retreat") \
  P(double, kappa_v, 1, number("", 0, 1), "speed scale") \
  P(double, c1, relative_to_body, above("s/rad", 0, 1000).or_unset(relative_to_body), "detector sharpness") \
  P(double, c2, 2, above("", 0, 100), "competition sharpness; exp(-c2) must stay below alpha1_max") \
  P(double, gamma21, 0.05, above("1/s", 0, 10), "suppression of obstacles by the target") \
  P(double, alpha1_max, 0.4, above("1/s", 0, 10), "advantage of the target in the open") \
  P(double, sigma, 0, number("rad/sqrt(s)", 0, 10), \
    "heading noise; people need none, robust and classic keep exact symmetry for ever without") \
  P(double, omega_max, relative_to_body, above("rad/s", 0, 1000).or_unset(relative_to_body), "cap of the turn rate") \
  P(double, dpsi_min, 0.02, number("rad", 0.005, 1.5), "floor of the half angle of an object") \
  P(double, sense, relative_to_body, number("m", 0, 1000).or_unset(relative_to_body), \
    "sensing clearance; robust and classic, unset: max(5 d0, speed t2c + d1)") \
  P(double, kappa_arr, 0.8, number("", 0, 0.999), "arrival gain: slow down near a point target; 0 is off") \
  P(double, k_min, 0.1, above("", 0, 1), "filter gain of agility or lightness 0") \
  P(double, tau_ref, relative_to_body, above("s", 0, 100).or_unset(relative_to_body), "reference time of the filters") \
  P(double, v0, relative_to_body, number("m", 0, 100).or_unset(relative_to_body), \
    "courage offset; unset: d0 - d1, with robust and classic 0.8 d0") \
  P(double, courage_unit, relative_to_body, above("m", 0, 100).or_unset(relative_to_body), \
    "unit of length in which courage acts on d0") \
  P(double, horizon, relative_to_body, number("s", 0, 100).or_unset(relative_to_body), "anticipation horizon") \
  P(double, kappa_r, 0.3, number("", 0, 10), "distance discount of anticipation") \
  P(double, beta_a, 0.25, number("", 0, 1), "crowd discount: share of agents in what silences the target; 1 is off") \
  P(double, tau_s, relative_to_body, above("s", 0, 100).or_unset(relative_to_body), \
    "yield time; robust and classic, unset: max(dt, 0.25)") \
  P(SpeedLaw, speed, SpeedLaw::time_to_contact, choice("time_to_contact|constant"), "speed law") \
  P(double, turn_slowdown, 0, number("", 0, 1), "how much a turn at the cap slows") \
  P(bool, competition, true, flag(), "competing weights; off: plain sum, w = (1, 1)") \
  P(bool, hysteresis, false, flag(), "an undecided competition keeps its winner") \
  P(TargetChoice, targets, TargetChoice::nearest, choice("nearest|compete"), "how one of several targets is chosen") \
  P(double, d_t, 5, above("m", 0, 1e6), "reach of a competing target") \
  P(bool, fatigue, false, flag(), "effort tires, rest restores") \
  P(double, tau_f, 120, above("s", 0, 1e6), "time to tire at top speed") \
  P(double, tau_r, 40, above("s", 0, 1e6), "time to recover at rest") \
  P(bool, fusion, true, flag(), "bodies without a passage between them act as one") \
  P(bool, windowed, true, flag(), "only bodies in the window silence the target") \
  P(bool, relative_motion, true, flag().named("relative"), "free distance in relative motion") \
  P(bool, anticipation, true, flag(), "moving bodies are seen where they will be nearest") \
  P(bool, yield, true, flag(), "back off from movers that do not obey") \
  P(bool, slide, true, flag(), "the body slides along what it touches; off: it goes along its heading only") \
  P(double, lambda, relative_to_body, number("rad/s", 0, 100).or_unset(relative_to_body), \
    "repeller gain of agents and movers") \
  P(double, lambda_w, relative_to_body, number("rad/s", 0, 100).or_unset(relative_to_body), \
    "repeller gain of walls and obstacles that stand") \
  P(double, d0_w, relative_to_body, above("m", 0, 100).or_unset(relative_to_body), \
    "influence length of walls and obstacles that stand; unset: d0 where d0 is given") \
  P(double, d0_f, relative_to_body, above("m", 0, 100).or_unset(relative_to_body), \
    "the same where no agent is about; unset: d0_w where that or d0 is given") \
  P(double, F_max, relative_to_body, number("rad/s", 0, 1000).or_unset(relative_to_body), \
    "saturation of the push of all agents together; 0 is off") \
  P(double, beta_h, 0.2, number("", -1, 1), "handedness: positive keeps right, negative keeps left") \
  P(double, c_h, 0.1, number("", 0, 1), "floor of handedness, for bodies that do not come towards the agent") \
  P(double, kappa_q, 1, number("", 0, 1), "how little agents that walk the same way are avoided; 0 is off") \
  P(double, kappa_o, 1, number("", 0, 10), "how much more oncoming agents are avoided; 0 is off") \
  P(double, kappa_I, 0.4, number("", 0, 1), "how much impatience undoes kappa_q") \
  P(double, Q_I, 0.398, number("", 0, 0.999), "delay at which impatience begins") \
  P(double, tau_Q, relative_to_body, above("s", 0, 1000).or_unset(relative_to_body), "time over which delay is averaged") \
  P(double, d_B, relative_to_body, number("m", 0, 100).or_unset(relative_to_body), \
    "step back of an agent that is held up for long before a wall") \
  P(double, Q_B, 0.7, number("", 0, 0.999), "delay at which stepping back begins") \
  P(double, b_b, 0.825, number("", 0, 1), "how much of the crowd discount is left when facing away from the target") \
  P(double, kappa_b, 0.8, number("", 0, 1), "slow down when facing away from the target; 0 is off") \
  P(double, kappa_theta, 0.654, number("", 0, 1), "who walks into a gap gets the larger share of it; 0: halves") \
  P(double, kappa_l, 1.4, number("", 1, 100), "cost of sliding sideways against slowing down") \
  P(bool, beside, true, flag(), "walls beside the way do not silence the target") \
  P(double, S_1, 2.67, number("", 0, 1000), \
    "crowding at which slower agents are followed instead of overtaken; 0: always followed") \
  P(double, c_o, 0.2, above("", 0, 1), "how much slower, in shares of the top speed, an agent is that is overtaken") \
  P(double, T_f, relative_to_body, number("s", 0, 100).or_unset(relative_to_body), "time gap to the agent ahead; 0 is off") \
  P(double, kappa_f, 0.759, number("", 0, 1), "how much the speed of the agent ahead counts in the time gap") \
  P(double, kappa_s, 0.5, number("", 0, 1), "speed left behind an agent that is ahead only sideways") \
  P(double, d_p, relative_to_body, number("m", 0, 100).or_unset(relative_to_body), \
    "right of way: clearance left to agents nearer to the target; 0 is off") \
  P(double, d_k, relative_to_body, above("m", 0, 100).or_unset(relative_to_body), \
    "how much nearer counts for the right of way") \
  P(double, d_q, 0.7, above("", 0, 1), "share of d0 from which agents that walk the same way are felt") \
  P(double, a_hi, relative_to_body, number("rad/s", 0, 100).or_unset(relative_to_body), \
    "attractor gain where nobody is in conflict; 0: a everywhere") \
  P(double, X_0, 1, above("", 0, 1000), "conflict at which the attractor gain is a") \
  P(double, kappa_g, 1, number("", 0, 1), \
    "companions, agents on the way to the same target, count as walking the same way; 0 is off") \
  P(double, X_s, 1, above("", 0, 1000), "strangers about at which companions are judged by their heading again") \
  P(double, kappa_c, 0.6, number("", 0, 1), "share of impatience that companions get; 1: as strangers") \
  P(double, kappa_w, 0.7, number("", 0, 1), \
    "how little walls in the way silence the target in a crowd of companions; 0 is off") \
  P(double, kappa_n, 1, number("", 0, 1), \
    "how little agents silence the target when held up before a wall that is not in the way; 0 is off") \
  P(double, Q_n, 0.2, number("", 0, 0.999), "delay at which kappa_n begins") \
  P(double, kappa_d, 0.7, number("", 0, 1), \
    "how far an agent that is held up for long in a queue before a wall steps back; 0 is off") \
  P(double, kappa_a, 1, number("", 0, 1), \
    "how far the target is given up by an agent that standing bodies alone hold up for long; 0 is off") \
  P(double, beta_k, 0.6, number("rad", 0, 3), "how far an agent that oncoming agents hold up walks to its side; 0 is off") \
  P(double, m_y, relative_to_body, number("m", 0, 100).or_unset(relative_to_body), \
    "clearance kept when stepping out of the way of a mover that does not obey") \
  P(double, T_y, relative_to_body, number("s", 0, 100).or_unset(relative_to_body), \
    "how long before a mover comes the agent steps out of its way") \
  P(bool, settle, true, flag(), \
    "a group sent to one point settles in a disc around it; off: each stops at the rim of the target") \
  P(bool, room, true, flag(), "standing agents step aside for agents that walk, and go back") \
  P(double, kappa_i, 0.25, number("", 0, 1), "repeller gain of standing agents that step aside") \
  P(double, ref_radius, relative_to_body, number("m", 0.001, 5).or_unset(relative_to_body), \
    "radius that relative lengths and times are made of; unset: the agent's own") \
  P(double, ref_speed, relative_to_body, number("m/s", 0.001, 100).or_unset(relative_to_body), \
    "top speed that relative times and rates are made of; unset: the agent's own")
// clang-format on

struct AttractorParams {
  static constexpr double relative = relative_to_body;
  WEND_ATTRACTOR_PARAMS(WEND_PARAM_MEMBER)

  static AttractorParams people() { return {}; }
  WEND_API static AttractorParams robust();
  WEND_API static AttractorParams classic();
};

// The same parameters with every relative one worked out in metres and seconds, local spec (C30): for an agent with this radius (m)
// and top speed (m/s) in steps of dt (s). No derived time is shorter than dt.
WEND_API AttractorParams resolved(const AttractorParams&, double radius, double top_speed, double dt);

WEND_API std::span<const Field<AttractorParams>> attractor_fields();
// The numbers that World::add_model("attractor", ...) takes.
WEND_API std::vector<double> to_block(const AttractorParams&);

}  // namespace wend
