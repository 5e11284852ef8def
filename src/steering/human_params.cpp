#include <wend/human.hpp>

#include "steering/block.hpp"

#include "core/text.hpp"

#include <array>

namespace wend {

namespace {

using P = HumanParams;
constexpr ParamKind number = ParamKind::number;
constexpr ParamKind flag = ParamKind::flag;
constexpr ParamKind choice = ParamKind::choice;

// Human spec sections 3.2, 4 and 11.
constexpr std::array<Field<P>, 27> table{{
    {{"b", "1/s", 0, 1000, 3.25, "damping of the turn rate", number, "", true}, &P::b},
    {{"kg", "1/s^2", 0, 10000, 7.5, "stiffness of the goal"}, &P::kg},
    {{"c1", "1/m", 0, 100, 0.4, "decay of the goal's stiffness with its distance"}, &P::c1},
    {{"c2", "", 0, 100, 0.4, "what is left of the goal's stiffness far away"}, &P::c2},
    {{"ko", "1/s^2", 0, 10000, 198, "stiffness of an obstacle"}, &P::ko},
    {{"c3", "1/rad", 0, 100, 6.5, "decay of an obstacle's stiffness with its angle; it turns hardest at 1 / c3"}, &P::c3},
    {{"c4", "1/m", 0, 100, 0.8, "decay of an obstacle's stiffness with its distance"}, &P::c4},
    {{"safety", "", 0, 1, 0, "bounded speed: never walks into anything", flag}, &P::safety},
    {{"integrator", "", 0, 3, 0, "how the law is integrated through a step", choice, "rk4|midpoint|euler|semi_implicit"}, &P::integrator},
    {{"substep", "s", 0.0001, 1, 0.01, "longest step of the integrator"}, &P::substep},
    {{"sense", "m", 0, 1e8, -1, "sensing clearance; unset: where an obstacle turns less than 1e-12 rad/s^2", number, "", false, -1}, &P::sense},
    {{"kv", "1/s", 0, 1000, 0, "X2: stiffness of the speed, in 1/s^2 with bv; 0: constant speed"}, &P::kv},
    {{"bv", "1/s", 0, 1000, 0, "X2: damping of the speed; 0: first order"}, &P::bv},
    {{"sigma", "rad/s^1.5", 0, 100, 0, "X3: noise of the turn rate"}, &P::sigma},
    {{"width", "", 0, 3, 0, "X4: how widths count", choice, "none|gap|reach|both"}, &P::width},
    {{"kt", "1/(m s)", 0, 1000, 0, "X5: interception of a moving goal; 0 is off"}, &P::kt},
    {{"bt", "1/s", 0, 1000, -1, "X5: damping with kt; unset: b", number, "", true, -1}, &P::bt},
    {{"km", "1/s", 0, 1000, 0, "X5: avoidance of what keeps its bearing; 0 is off"}, &P::km},
    {{"c5", "s/rad", 0, 100, 1, "X5: decay of km with the bearing rate"}, &P::c5},
    {{"c6", "1/m", 0, 100, 0.2, "X5: decay of km with the distance"}, &P::c6},
    {{"margin", "s", 0, 100, 0, "X6: time to contact that is kept; 0 is off"}, &P::margin},
    {{"cull", "", 0, 1, 0, "X7: leave out bodies both far and aside", flag}, &P::cull},
    {{"cull_angle", "rad", 0, 3.1415926535897931, 1.5707963267948966, "X7: aside is beyond this angle"}, &P::cull_angle},
    {{"cull_distance", "m", 0, 1e6, 8, "X7: far is beyond this distance"}, &P::cull_distance},
    {{"b_p", "1/s", 0, 1000, 0, "X8: how fast the body follows the law's turn rate; 0 is off"}, &P::b_p},
    {{"time_to_contact", "", 0, 1, 0, "X9: speed times time to contact instead of the distance", flag}, &P::time_to_contact},
    {{"tie_break", "rad", 0, 0.1, 0, "a body exactly ahead counts as this far to the right; 0: straight on, as the law says"}, &P::tie_break},
}};

static_assert(sizeof(HumanParams) == table.size() * sizeof(double), "every member has its row");

constexpr std::array<std::string_view, 4> sets{"fitted", "bold", "wide_berth", "short_range"};

}  // namespace

HumanParams HumanParams::fitted() { return {}; }

HumanParams HumanParams::bold() {
  HumanParams p;
  p.c4 = 1.6;
  return p;
}

HumanParams HumanParams::wide_berth() {
  HumanParams p;
  p.c4 = 0.4;
  return p;
}

HumanParams HumanParams::short_range() {
  HumanParams p;
  p.c3 = 1;
  p.c4 = 12;
  return p;
}

std::span<const Field<HumanParams>> human_fields() { return table; }

std::vector<double> to_block(const HumanParams& p) { return steering::packed(p, human_fields()); }

std::span<const std::string_view> human_sets() { return sets; }

Result<HumanParams> human_set(std::string_view name, std::string_view place) {
  constexpr std::array makers{&HumanParams::fitted, &HumanParams::bold, &HumanParams::wide_berth, &HumanParams::short_range};
  static_assert(makers.size() == sets.size());
  std::string expected;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (sets[i] == name) return makers[i]();
    expected += concat(i == 0 ? "\"" : " or \"", sets[i], "\"");
  }
  std::string message = concat("set = \"", name, "\", expected ", expected);
  if (const std::string near = suggestion(name, sets); !near.empty()) message += concat("; did you mean \"", near, "\"?");
  return Error{Errc::unknown_name, std::move(message), std::string(place)};
}

}  // namespace wend
