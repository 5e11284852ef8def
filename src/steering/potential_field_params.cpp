#include <wend/model/potential_field.hpp>

#include "steering/block.hpp"

namespace wend {

namespace {

using Self = PotentialFieldParams;
using namespace field;
constexpr Field<Self> table[] = {WEND_POTENTIAL_FIELD_PARAMS(WEND_PARAM_ROW)};

}  // namespace

std::span<const Field<PotentialFieldParams>> potential_field_fields() { return table; }

std::vector<double> to_block(const PotentialFieldParams& p) { return steering::packed(p, potential_field_fields()); }

}  // namespace wend
