#include <wend/attractor.hpp>

#include "steering/block.hpp"

#include <array>

namespace wend {

namespace {

using P = AttractorParams;
constexpr ParamKind flag = ParamKind::flag;
constexpr ParamKind choice = ParamKind::choice;

// Local spec section 14. Ranges are what the equations bear, wider than what was tried there.
constexpr std::array<Field<P>, 38> table{{
    {{"a", "rad/s", 0, 100, 1, "attractor gain: top speed / a is the turning radius"}, &P::a},
    {{"delta", "rad", 0.01, 1.5, 0.8, "window margin"}, &P::delta},
    {{"d0", "m", 0, 100, 1, "influence length of obstacles (base value when courage is set)"}, &P::d0},
    {{"d0_min", "m", 0, 100, 0.05, "floor of d0", ParamKind::number, "", true}, &P::d0_min},
    {{"d1", "m", 0, 100, 0.2, "stopping clearance"}, &P::d1},
    {{"t2c", "s", 0.01, 100, 1, "time to contact that is kept; at least dt"}, &P::t2c},
    {{"v_back", "m/s", 0, 100, 0.25, "top speed of retreat"}, &P::v_back},
    {{"kappa_v", "", 0, 1, 1, "speed scale"}, &P::kappa_v},
    {{"c1", "s/rad", 0, 1000, 4, "detector sharpness", ParamKind::number, "", true}, &P::c1},
    {{"c2", "", 0, 100, 2, "competition sharpness; exp(-c2) must stay below alpha1_max", ParamKind::number, "", true}, &P::c2},
    {{"gamma21", "1/s", 0, 10, 0.05, "suppression of obstacles by the target", ParamKind::number, "", true}, &P::gamma21},
    {{"alpha1_max", "1/s", 0, 10, 0.4, "advantage of the target in the open", ParamKind::number, "", true}, &P::alpha1_max},
    {{"sigma", "rad/sqrt(s)", 0, 10, 0.05, "heading noise; 0 keeps exact symmetry for ever"}, &P::sigma},
    {{"omega_max", "rad/s", 0, 1000, 4, "cap of the turn rate", ParamKind::number, "", true}, &P::omega_max},
    {{"dpsi_min", "rad", 0.005, 1.5, 0.02, "floor of the half angle of an object"}, &P::dpsi_min},
    {{"sense", "m", 0, 1000, -1, "sensing clearance; unset: max(5 d0, speed t2c + d1)", ParamKind::number, "", false, -1}, &P::sense},
    {{"kappa_arr", "", 0, 0.999, 0.8, "arrival gain: slow down near a point target; 0 is off"}, &P::kappa_arr},
    {{"k_min", "", 0, 1, 0.1, "filter gain of agility or lightness 0", ParamKind::number, "", true}, &P::k_min},
    {{"tau_ref", "s", 0, 100, 0.25, "reference time of the filters", ParamKind::number, "", true}, &P::tau_ref},
    {{"v0", "m", 0, 100, -1, "courage offset; unset: 0.8 d0", ParamKind::number, "", false, -1}, &P::v0},
    {{"horizon", "s", 0, 100, 4, "anticipation horizon"}, &P::horizon},
    {{"kappa_r", "", 0, 10, 0.25, "distance discount of anticipation"}, &P::kappa_r},
    {{"beta_a", "", 0, 1, 0.25, "crowd discount: share of agents in what silences the target; 1 is off"}, &P::beta_a},
    {{"tau_s", "s", 0, 100, -1, "yield time; unset: max(dt, 0.25)", ParamKind::number, "", true, -1}, &P::tau_s},
    {{"speed", "", 0, 1, 0, "speed law", choice, "time_to_contact|constant"}, &P::speed},
    {{"turn_slowdown", "", 0, 1, 0, "how much a turn at the cap slows"}, &P::turn_slowdown},
    {{"competition", "", 0, 1, 1, "competing weights; off: plain sum, w = (1, 1)", flag}, &P::competition},
    {{"hysteresis", "", 0, 1, 0, "an undecided competition keeps its winner", flag}, &P::hysteresis},
    {{"targets", "", 0, 1, 0, "how one of several targets is chosen", choice, "nearest|compete"}, &P::targets},
    {{"d_t", "m", 0, 1e6, 5, "reach of a competing target", ParamKind::number, "", true}, &P::d_t},
    {{"fatigue", "", 0, 1, 0, "effort tires, rest restores", flag}, &P::fatigue},
    {{"tau_f", "s", 0, 1e6, 120, "time to tire at top speed", ParamKind::number, "", true}, &P::tau_f},
    {{"tau_r", "s", 0, 1e6, 40, "time to recover at rest", ParamKind::number, "", true}, &P::tau_r},
    {{"fusion", "", 0, 1, 1, "bodies without a passage between them act as one", flag}, &P::fusion},
    {{"windowed", "", 0, 1, 1, "only bodies in the window silence the target", flag}, &P::windowed},
    {{"relative", "", 0, 1, 1, "free distance in relative motion", flag}, &P::relative},
    {{"anticipation", "", 0, 1, 1, "moving bodies are seen where they will be nearest", flag}, &P::anticipation},
    {{"yield", "", 0, 1, 1, "back off from movers that do not obey", flag}, &P::yield},
}};

static_assert(sizeof(AttractorParams) == table.size() * sizeof(double), "every member has its row");

}  // namespace

AttractorParams AttractorParams::robust() { return {}; }

AttractorParams AttractorParams::classic() {
  AttractorParams p;
  p.fusion = p.windowed = p.relative = p.anticipation = p.yield = 0;
  p.beta_a = 1;
  return p;
}

std::span<const Field<AttractorParams>> attractor_fields() { return table; }

std::vector<double> to_block(const AttractorParams& p) { return steering::packed(p, attractor_fields()); }

}  // namespace wend
