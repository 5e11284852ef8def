#include <wend/potential_field.hpp>

#include "steering/block.hpp"

#include <array>

namespace wend {

namespace {

using P = PotentialFieldParams;

// Human spec section 5.
constexpr std::array<Field<P>, 7> table{{
    {{"kp", "", 0, 1e6, 1, "gain of the goal's pull; only eta / kp matters"}, &P::kp},
    {{"eta", "", 0, 1e6, 1, "gain of an obstacle's push"}, &P::eta},
    {{"rho0", "m", 0, 1000, 0.8, "reach of an obstacle, surface to surface", ParamKind::number, "", true}, &P::rho0},
    {{"mode", "", 0, 1, 0, "what the force moves", ParamKind::choice, "front_point|particle"}, &P::mode},
    {{"L", "m", 0.001, 100, -1, "how far ahead of the centre the front point is; unset: the agent's radius", ParamKind::number, "", false, -1}, &P::L},
    {{"safety", "", 0, 1, 0, "bounded speed: never walks into anything", ParamKind::flag}, &P::safety},
    {{"substep", "s", 0.0001, 1, 0.005, "longest step of the integrator"}, &P::substep},
}};

static_assert(sizeof(PotentialFieldParams) == table.size() * sizeof(double), "every member has its row");

}  // namespace

std::span<const Field<PotentialFieldParams>> potential_field_fields() { return table; }

std::vector<double> to_block(const PotentialFieldParams& p) { return steering::packed(p, potential_field_fields()); }

}  // namespace wend
