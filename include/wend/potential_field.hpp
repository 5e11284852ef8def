#pragma once
#include <wend/params.hpp>

#include <span>
#include <vector>

namespace wend {

// Parameters of the model "potential_field", human spec section 5.
struct PotentialFieldParams {
  double kp = 1;
  double eta = 1;
  double rho0 = 0.8;
  double mode = 0;     // 0 front_point, 1 particle
  double L = -1;       // unset: the agent's radius
  double safety = 0;
  double substep = 0.005;
};

WEND_API std::span<const Field<PotentialFieldParams>> potential_field_fields();
WEND_API std::vector<double> to_block(const PotentialFieldParams&);

}  // namespace wend
