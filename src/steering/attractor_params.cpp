#include <wend/attractor.hpp>

#include "steering/block.hpp"

#include <algorithm>
#include <array>

namespace wend {

namespace {

using P = AttractorParams;
constexpr ParamKind flag = ParamKind::flag;
constexpr ParamKind choice = ParamKind::choice;

// Local spec sections 14 and 19. Ranges are what the equations bear, wider than what was tried there.
constexpr double own = P::relative;
constexpr ParamKind number = ParamKind::number;
constexpr std::array<Field<P>, 85> table{{
    {{"a", "rad/s", 0, 100, own, "attractor gain: top speed / a is the turning radius", number, "", false, own}, &P::a},
    {{"delta", "rad", 0.01, 1.5, 0.8, "window margin"}, &P::delta},
    {{"d0", "m", 0, 100, own, "influence length of agents and movers (base value when courage is set)", number, "", false, own}, &P::d0},
    {{"d0_min", "m", 0, 100, own, "floor of d0", number, "", true, own}, &P::d0_min},
    {{"d1", "m", 0, 100, own, "stopping clearance", number, "", false, own}, &P::d1},
    {{"t2c", "s", 0.01, 100, own, "time to contact that is kept; at least dt", number, "", false, own}, &P::t2c},
    {{"v_back", "m/s", 0, 100, own, "top speed of retreat", number, "", false, own}, &P::v_back},
    {{"kappa_v", "", 0, 1, 1, "speed scale"}, &P::kappa_v},
    {{"c1", "s/rad", 0, 1000, own, "detector sharpness", number, "", true, own}, &P::c1},
    {{"c2", "", 0, 100, 2, "competition sharpness; exp(-c2) must stay below alpha1_max", number, "", true}, &P::c2},
    {{"gamma21", "1/s", 0, 10, 0.05, "suppression of obstacles by the target", number, "", true}, &P::gamma21},
    {{"alpha1_max", "1/s", 0, 10, 0.4, "advantage of the target in the open", number, "", true}, &P::alpha1_max},
    {{"sigma", "rad/sqrt(s)", 0, 10, 0, "heading noise; people need none, robust and classic keep exact symmetry for ever without"}, &P::sigma},
    {{"omega_max", "rad/s", 0, 1000, own, "cap of the turn rate", number, "", true, own}, &P::omega_max},
    {{"dpsi_min", "rad", 0.005, 1.5, 0.02, "floor of the half angle of an object"}, &P::dpsi_min},
    {{"sense", "m", 0, 1000, own, "sensing clearance; robust and classic, unset: max(5 d0, speed t2c + d1)", number, "", false, own}, &P::sense},
    {{"kappa_arr", "", 0, 0.999, 0.8, "arrival gain: slow down near a point target; 0 is off"}, &P::kappa_arr},
    {{"k_min", "", 0, 1, 0.1, "filter gain of agility or lightness 0", number, "", true}, &P::k_min},
    {{"tau_ref", "s", 0, 100, own, "reference time of the filters", number, "", true, own}, &P::tau_ref},
    {{"v0", "m", 0, 100, own, "courage offset; unset: d0 - d1, with robust and classic 0.8 d0", number, "", false, own}, &P::v0},
    {{"courage_unit", "m", 0, 100, own, "unit of length in which courage acts on d0", number, "", true, own}, &P::courage_unit},
    {{"horizon", "s", 0, 100, own, "anticipation horizon", number, "", false, own}, &P::horizon},
    {{"kappa_r", "", 0, 10, 0.3, "distance discount of anticipation"}, &P::kappa_r},
    {{"beta_a", "", 0, 1, 0.25, "crowd discount: share of agents in what silences the target; 1 is off"}, &P::beta_a},
    {{"tau_s", "s", 0, 100, own, "yield time; robust and classic, unset: max(dt, 0.25)", number, "", true, own}, &P::tau_s},
    {{"speed", "", 0, 1, 0, "speed law", choice, "time_to_contact|constant"}, &P::speed},
    {{"turn_slowdown", "", 0, 1, 0, "how much a turn at the cap slows"}, &P::turn_slowdown},
    {{"competition", "", 0, 1, 1, "competing weights; off: plain sum, w = (1, 1)", flag}, &P::competition},
    {{"hysteresis", "", 0, 1, 0, "an undecided competition keeps its winner", flag}, &P::hysteresis},
    {{"targets", "", 0, 1, 0, "how one of several targets is chosen", choice, "nearest|compete"}, &P::targets},
    {{"d_t", "m", 0, 1e6, 5, "reach of a competing target", number, "", true}, &P::d_t},
    {{"fatigue", "", 0, 1, 0, "effort tires, rest restores", flag}, &P::fatigue},
    {{"tau_f", "s", 0, 1e6, 120, "time to tire at top speed", number, "", true}, &P::tau_f},
    {{"tau_r", "s", 0, 1e6, 40, "time to recover at rest", number, "", true}, &P::tau_r},
    {{"fusion", "", 0, 1, 1, "bodies without a passage between them act as one", flag}, &P::fusion},
    {{"windowed", "", 0, 1, 1, "only bodies in the window silence the target", flag}, &P::windowed},
    {{"relative", "", 0, 1, 1, "free distance in relative motion", flag}, &P::relative_motion},
    {{"anticipation", "", 0, 1, 1, "moving bodies are seen where they will be nearest", flag}, &P::anticipation},
    {{"yield", "", 0, 1, 1, "back off from movers that do not obey", flag}, &P::yield},
    {{"slide", "", 0, 1, 1, "the body slides along what it touches; off: it goes along its heading only", flag}, &P::slide},
    {{"lambda", "rad/s", 0, 100, own, "repeller gain of agents and movers", number, "", false, own}, &P::lambda},
    {{"lambda_w", "rad/s", 0, 100, own, "repeller gain of walls and obstacles that stand", number, "", false, own}, &P::lambda_w},
    {{"d0_w", "m", 0, 100, own, "influence length of walls and obstacles that stand; unset: d0 where d0 is given", number, "", true, own}, &P::d0_w},
    {{"d0_f", "m", 0, 100, own, "the same where no agent is about; unset: d0_w where that or d0 is given", number, "", true, own}, &P::d0_f},
    {{"F_max", "rad/s", 0, 1000, own, "saturation of the push of all agents together; 0 is off", number, "", false, own}, &P::F_max},
    {{"beta_h", "", -1, 1, 0.2, "handedness: positive keeps right, negative keeps left"}, &P::beta_h},
    {{"c_h", "", 0, 1, 0.1, "floor of handedness, for bodies that do not come towards the agent"}, &P::c_h},
    {{"kappa_q", "", 0, 1, 1, "how little agents that walk the same way are avoided; 0 is off"}, &P::kappa_q},
    {{"kappa_o", "", 0, 10, 1, "how much more oncoming agents are avoided; 0 is off"}, &P::kappa_o},
    {{"kappa_I", "", 0, 1, 0.4, "how much impatience undoes kappa_q"}, &P::kappa_I},
    {{"Q_I", "", 0, 0.999, 0.398, "delay at which impatience begins"}, &P::Q_I},
    {{"tau_Q", "s", 0, 1000, own, "time over which delay is averaged", number, "", true, own}, &P::tau_Q},
    {{"d_B", "m", 0, 100, own, "step back of an agent that is held up for long before a wall", number, "", false, own}, &P::d_B},
    {{"Q_B", "", 0, 0.999, 0.7, "delay at which stepping back begins"}, &P::Q_B},
    {{"b_b", "", 0, 1, 0.825, "how much of the crowd discount is left when facing away from the target"}, &P::b_b},
    {{"kappa_b", "", 0, 1, 0.8, "slow down when facing away from the target; 0 is off"}, &P::kappa_b},
    {{"kappa_theta", "", 0, 1, 0.654, "who walks into a gap gets the larger share of it; 0: halves"}, &P::kappa_theta},
    {{"kappa_l", "", 1, 100, 1.4, "cost of sliding sideways against slowing down"}, &P::kappa_l},
    {{"beside", "", 0, 1, 1, "walls beside the way do not silence the target", flag}, &P::beside},
    {{"S_1", "", 0, 1000, 2.67, "crowding at which slower agents are followed instead of overtaken; 0: always followed"}, &P::S_1},
    {{"c_o", "", 0, 1, 0.2, "how much slower, in shares of the top speed, an agent is that is overtaken", number, "", true}, &P::c_o},
    {{"T_f", "s", 0, 100, own, "time gap to the agent ahead; 0 is off", number, "", false, own}, &P::T_f},
    {{"kappa_f", "", 0, 1, 0.759, "how much the speed of the agent ahead counts in the time gap"}, &P::kappa_f},
    {{"kappa_s", "", 0, 1, 0.5, "speed left behind an agent that is ahead only sideways"}, &P::kappa_s},
    {{"d_p", "m", 0, 100, own, "right of way: clearance left to agents nearer to the target; 0 is off", number, "", false, own}, &P::d_p},
    {{"d_k", "m", 0, 100, own, "how much nearer counts for the right of way", number, "", true, own}, &P::d_k},
    {{"d_q", "", 0, 1, 0.7, "share of d0 from which agents that walk the same way are felt", number, "", true}, &P::d_q},
    {{"a_hi", "rad/s", 0, 100, own, "attractor gain where nobody is in conflict; 0: a everywhere", number, "", false, own}, &P::a_hi},
    {{"X_0", "", 0, 1000, 1, "conflict at which the attractor gain is a", number, "", true}, &P::X_0},
    {{"kappa_g", "", 0, 1, 1, "companions, agents on the way to the same target, count as walking the same way; 0 is off"}, &P::kappa_g},
    {{"X_s", "", 0, 1000, 1, "strangers about at which companions are judged by their heading again", number, "", true}, &P::X_s},
    {{"kappa_c", "", 0, 1, 0.6, "share of impatience that companions get; 1: as strangers"}, &P::kappa_c},
    {{"kappa_w", "", 0, 1, 0.7, "how little walls in the way silence the target in a crowd of companions; 0 is off"}, &P::kappa_w},
    {{"kappa_n", "", 0, 1, 1, "how little agents silence the target when held up before a wall that is not in the way; 0 is off"}, &P::kappa_n},
    {{"Q_n", "", 0, 0.999, 0.2, "delay at which kappa_n begins"}, &P::Q_n},
    {{"kappa_d", "", 0, 1, 0.7, "how far an agent that is held up for long in a queue before a wall steps back; 0 is off"}, &P::kappa_d},
    {{"kappa_a", "", 0, 1, 1, "how far the target is given up by an agent that standing bodies alone hold up for long; 0 is off"}, &P::kappa_a},
    {{"beta_k", "rad", 0, 3, 0.6, "how far an agent that oncoming agents hold up walks to its side; 0 is off"}, &P::beta_k},
    {{"m_y", "m", 0, 100, own, "clearance kept when stepping out of the way of a mover that does not obey", number, "", false, own}, &P::m_y},
    {{"T_y", "s", 0, 100, own, "how long before a mover comes the agent steps out of its way", number, "", false, own}, &P::T_y},
    {{"settle", "", 0, 1, 1, "a group sent to one point settles in a disc around it; off: each stops at the rim of the target", flag}, &P::settle},
    {{"room", "", 0, 1, 1, "standing agents step aside for agents that walk, and go back", flag}, &P::room},
    {{"kappa_i", "", 0, 1, 0.25, "repeller gain of standing agents that step aside"}, &P::kappa_i},
    {{"ref_radius", "m", 0.001, 5, own, "radius that relative lengths and times are made of; unset: the agent's own", number, "", false, own}, &P::ref_radius},
    {{"ref_speed", "m/s", 0.001, 100, own, "top speed that relative times and rates are made of; unset: the agent's own", number, "", false, own}, &P::ref_speed},
}};

static_assert(sizeof(AttractorParams) == table.size() * sizeof(double), "every member has its row");

// Local spec (C30): value * radius^lengths * (radius / speed)^times.
struct Relative {
  double P::* member;
  double value;
  int lengths, times;
  bool follows_others_without_slide = false;
};
constexpr Relative relatives[] = {
    {&P::a, 0.28857, 0, -1},         {&P::d0, 2.94, 1, 0},          {&P::d0_min, 1, 1, 0},       {&P::d1, 0.2, 1, 0},
    {&P::t2c, 2.9176, 0, 1},         {&P::v_back, 0.17857, 1, -1},  {&P::c1, 22.4, 0, 1},        {&P::omega_max, 0.71429, 0, -1},
    {&P::sense, 12, 1, 0, true},           {&P::tau_ref, 1.4, 0, 1},      {&P::courage_unit, 4, 1, 0}, {&P::horizon, 22.4, 0, 1},
    {&P::tau_s, 1.4, 0, 1, true},          {&P::lambda, 0.22643, 0, -1},  {&P::lambda_w, 0.23214, 0, -1}, {&P::d0_w, 0.884, 1, 0, true},
    {&P::F_max, 0.35714, 0, -1},     {&P::tau_Q, 11.2, 0, 1},       {&P::d_B, 0.4, 1, 0},        {&P::T_f, 2.8168, 0, 1},
    {&P::d_p, 0.6, 1, 0},              {&P::d_k, 2, 1, 0},            {&P::a_hi, 0.39286, 0, -1},  {&P::m_y, 0.8, 1, 0},
    {&P::T_y, 16.8, 0, 1},           {&P::d0_f, 2, 1, 0, true},
};

}  // namespace

AttractorParams AttractorParams::robust() {
  AttractorParams p;
  p.a = 1;
  p.d0 = 1;
  p.d0_min = 0.05;
  p.d1 = 0.2;
  p.t2c = 1;
  p.v_back = 0.25;
  p.c1 = 4;
  p.sigma = 0.05;
  p.omega_max = 4;
  p.tau_ref = 0.25;
  p.courage_unit = 1;
  p.horizon = 4;
  p.kappa_r = 0.25;
  // Without section 19. `sense`, `v0`, `tau_s` and `d0_w` follow from the others.
  p.slide = p.F_max = p.beta_h = p.c_h = p.kappa_q = p.kappa_o = p.kappa_I = p.d_B = p.b_b = p.kappa_b = p.kappa_theta = p.beside = p.settle = p.room = 0;
  p.kappa_g = p.kappa_w = p.kappa_n = p.kappa_d = p.kappa_a = p.beta_k = p.S_1 = p.T_f = p.d_p = p.a_hi = p.m_y = p.T_y = 0;
  p.kappa_i = p.lambda = p.lambda_w = p.d_q = p.kappa_l = p.kappa_c = p.tau_Q = p.d_k = p.ref_radius = p.ref_speed = 1;
  return p;
}

AttractorParams AttractorParams::classic() {
  AttractorParams p = robust();
  p.fusion = p.windowed = p.relative_motion = p.anticipation = p.yield = 0;
  p.beta_a = 1;
  return p;
}

AttractorParams resolved(const AttractorParams& given, double radius, double top_speed, double dt) {
  AttractorParams p = given;
  const bool slides = p.slide != 0;
  if (p.ref_radius < 0) p.ref_radius = radius;
  if (p.ref_speed < 0) p.ref_speed = std::max(top_speed, 1e-3);  // an agent that cannot walk still has times
  const double time = p.ref_radius / p.ref_speed;
  for (const Relative& r : relatives) {
    if (p.*(r.member) >= 0 || (r.follows_others_without_slide && !slides)) continue;
    double value = r.lengths != 0 ? r.value * p.ref_radius : r.value;
    if (r.times > 0) value = std::max(value * time, dt);
    if (r.times < 0) value = value / time;
    p.*(r.member) = value;
  }
  if (slides && given.sense < 0) p.sense = std::max({p.sense, 5 * given.d0, 5 * given.d0_w});  // given lengths are seen to their end
  if (given.d0_w < 0 && given.d0 >= 0) p.d0_w = p.d0;
  if (given.d0_f < 0 && (given.d0 >= 0 || given.d0_w >= 0 || !slides)) p.d0_f = p.d0_w;
  if (p.v0 < 0) p.v0 = slides ? std::max(0.0, p.d0 - p.d1) : 0.8 * p.d0;
  if (p.tau_s < 0) p.tau_s = std::max(dt, 0.25);
  return p;
}

std::span<const Field<AttractorParams>> attractor_fields() { return table; }

std::vector<double> to_block(const AttractorParams& p) { return steering::packed(p, attractor_fields()); }

}  // namespace wend
