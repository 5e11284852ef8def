#pragma once
#include <wend/params.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace wend {

// Parameters of the model "human", human spec sections 3 and 11. All doubles: a block of numbers is what a model receives.
struct HumanParams {
  double b = 3.25;
  double kg = 7.5;
  double c1 = 0.4;
  double c2 = 0.4;
  double ko = 198;
  double c3 = 6.5;
  double c4 = 0.8;
  double safety = 0;
  double integrator = 0;  // 0 rk4, 1 midpoint, 2 euler, 3 semi_implicit
  double substep = 0.01;
  double sense = -1;       // unset: where the obstacle term falls below 1e-12 rad/s^2
  double kv = 0;           // X2; 0: constant speed
  double bv = 0;           // X2; 0: first order
  double sigma = 0;        // X3
  double width = 0;        // X4; 0 none, 1 gap, 2 reach, 3 both
  double kt = 0;           // X5, interception; 0: off
  double bt = -1;          // unset: b
  double km = 0;           // X5, avoidance; 0: off
  double c5 = 1;
  double c6 = 0.2;
  double margin = 0;       // X6, time to contact that is kept; 0: off
  double cull = 0;         // X7
  double cull_angle = 1.5707963267948966;
  double cull_distance = 8;
  double b_p = 0;          // X8; 0: off
  double time_to_contact = 0;  // X9
  double tie_break = 0;    // how far beside a body dead ahead counts as, in rad; 0: straight on, as the law says

  // The sets of section 3.2. short_range() is the one with c3 = 1.
  WEND_API static HumanParams fitted();
  WEND_API static HumanParams bold();
  WEND_API static HumanParams wide_berth();
  WEND_API static HumanParams short_range();
};

WEND_API std::span<const Field<HumanParams>> human_fields();
WEND_API std::vector<double> to_block(const HumanParams&);
WEND_API std::span<const std::string_view> human_sets();                                  // fitted bold wide_berth short_range
WEND_API Result<HumanParams> human_set(std::string_view name, std::string_view place);

}  // namespace wend
