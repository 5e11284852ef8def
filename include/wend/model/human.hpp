#pragma once
#include <wend/base/fields.hpp>
#include <wend/base/params.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace wend {

enum class HumanIntegrator : std::uint8_t { rk4 = 0, midpoint = 1, euler = 2, semi_implicit = 3 };
enum class HumanWidth : std::uint8_t { none = 0, gap = 1, reach = 2, both = 3 };

// Parameters of the model "human", human spec sections 3.2, 4 and 11.
// clang-format off
#define WEND_HUMAN_PARAMS(P) \
  P(double, b, 3.25, above("1/s", 0, 1000), "damping of the turn rate") \
  P(double, kg, 7.5, number("1/s^2", 0, 10000), "stiffness of the goal") \
  P(double, c1, 0.4, number("1/m", 0, 100), "decay of the goal's stiffness with its distance") \
  P(double, c2, 0.4, number("", 0, 100), "what is left of the goal's stiffness far away") \
  P(double, ko, 198, number("1/s^2", 0, 10000), "stiffness of an obstacle") \
  P(double, c3, 6.5, number("1/rad", 0, 100), "decay of an obstacle's stiffness with its angle; it turns hardest at 1 / c3") \
  P(double, c4, 0.8, number("1/m", 0, 100), "decay of an obstacle's stiffness with its distance") \
  P(bool, safety, false, flag(), "bounded speed: never walks into anything") \
  P(HumanIntegrator, integrator, HumanIntegrator::rk4, choice("rk4|midpoint|euler|semi_implicit"), \
    "how the law is integrated through a step") \
  P(double, substep, 0.01, number("s", 0.0001, 1), "longest step of the integrator") \
  P(double, sense, -1, number("m", 0, 1e8).or_unset(-1), \
    "sensing clearance; unset: where an obstacle turns less than 1e-12 rad/s^2") \
  P(double, kv, 0, number("1/s", 0, 1000), "X2: stiffness of the speed, in 1/s^2 with bv; 0: constant speed") \
  P(double, bv, 0, number("1/s", 0, 1000), "X2: damping of the speed; 0: first order") \
  P(double, sigma, 0, number("rad/s^1.5", 0, 100), "X3: noise of the turn rate") \
  P(HumanWidth, width, HumanWidth::none, choice("none|gap|reach|both"), "X4: how widths count") \
  P(double, kt, 0, number("1/(m s)", 0, 1000), "X5: interception of a moving goal; 0 is off") \
  P(double, bt, -1, above("1/s", 0, 1000).or_unset(-1), "X5: damping with kt; unset: b") \
  P(double, km, 0, number("1/s", 0, 1000), "X5: avoidance of what keeps its bearing; 0 is off") \
  P(double, c5, 1, number("s/rad", 0, 100), "X5: decay of km with the bearing rate") \
  P(double, c6, 0.2, number("1/m", 0, 100), "X5: decay of km with the distance") \
  P(double, margin, 0, number("s", 0, 100), "X6: time to contact that is kept; 0 is off") \
  P(bool, cull, false, flag(), "X7: leave out bodies both far and aside") \
  P(double, cull_angle, 1.5707963267948966, number("rad", 0, 3.1415926535897931), "X7: aside is beyond this angle") \
  P(double, cull_distance, 8, number("m", 0, 1e6), "X7: far is beyond this distance") \
  P(double, b_p, 0, number("1/s", 0, 1000), "X8: how fast the body follows the law's turn rate; 0 is off") \
  P(bool, time_to_contact, false, flag(), "X9: speed times time to contact instead of the distance") \
  P(double, tie_break, 0, number("rad", 0, 0.1), \
    "a body exactly ahead counts as this far to the right; 0: straight on, as the law says")
// clang-format on

struct HumanParams {
  WEND_HUMAN_PARAMS(WEND_PARAM_MEMBER)

  // The sets of section 3.2. short_range() is the one with c3 = 1.
  WEND_API static HumanParams fitted();
  WEND_API static HumanParams bold();
  WEND_API static HumanParams wide_berth();
  WEND_API static HumanParams short_range();
};

WEND_API std::span<const Field<HumanParams>> human_fields();
// The numbers that World::add_model("human", ...) takes.
WEND_API std::vector<double> to_block(const HumanParams&);
WEND_API std::span<const std::string_view> human_sets();  // fitted bold wide_berth short_range
WEND_API Result<HumanParams> human_set(std::string_view name, std::string_view place);

}  // namespace wend
