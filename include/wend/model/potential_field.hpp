#pragma once
#include <wend/base/fields.hpp>
#include <wend/base/params.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace wend {

enum class PotentialFieldMode : std::uint8_t { front_point = 0, particle = 1 };

// Parameters of the model "potential_field", human spec section 5.
// clang-format off
#define WEND_POTENTIAL_FIELD_PARAMS(P) \
  P(double, kp, 1, number("", 0, 1e6), "gain of the goal's pull; only eta / kp matters") \
  P(double, eta, 1, number("", 0, 1e6), "gain of an obstacle's push") \
  P(double, rho0, 0.8, above("m", 0, 1000), "reach of an obstacle, surface to surface") \
  P(PotentialFieldMode, mode, PotentialFieldMode::front_point, choice("front_point|particle"), "what the force moves") \
  P(double, L, -1, number("m", 0.001, 100).or_unset(-1), \
    "how far ahead of the centre the front point is; unset: the agent's radius") \
  P(bool, safety, false, flag(), "bounded speed: never walks into anything") \
  P(double, substep, 0.005, number("s", 0.0001, 1), "longest step of the integrator")
// clang-format on

struct PotentialFieldParams {
  WEND_POTENTIAL_FIELD_PARAMS(WEND_PARAM_MEMBER)
};

WEND_API std::span<const Field<PotentialFieldParams>> potential_field_fields();
// The numbers that World::add_model("potential_field", ...) takes.
WEND_API std::vector<double> to_block(const PotentialFieldParams&);

}  // namespace wend
