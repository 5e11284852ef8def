#pragma once
#include <wend/params.hpp>

#include <span>
#include <vector>

namespace wend {

// Parameters of the model "attractor", local spec section 14. All doubles: a block of numbers is what a model receives.
struct AttractorParams {
  double a = 1;
  double delta = 0.8;
  double d0 = 1;
  double d0_min = 0.05;
  double d1 = 0.2;
  double t2c = 1;
  double v_back = 0.25;
  double kappa_v = 1;
  double c1 = 4;
  double c2 = 2;
  double gamma21 = 0.05;
  double alpha1_max = 0.4;
  double sigma = 0.05;
  double omega_max = 4;
  double dpsi_min = 0.02;
  double sense = -1;  // unset: max(5 d0, v_max t2c + d1)
  double kappa_arr = 0.8;
  double k_min = 0.1;
  double tau_ref = 0.25;
  double v0 = -1;  // unset: 0.8 d0
  double horizon = 4;
  double kappa_r = 0.25;
  double beta_a = 0.25;
  double tau_s = -1;      // unset: max(dt, 0.25)
  double speed = 0;       // 0 time_to_contact, 1 constant
  double turn_slowdown = 0;
  double competition = 1;  // 0: plain sum, w = (1, 1)
  double hysteresis = 0;
  double targets = 0;  // 0 nearest, 1 compete
  double d_t = 5;
  double fatigue = 0;
  double tau_f = 120;
  double tau_r = 40;
  // The six additions of the robust preset, section 12; beta_a = 1 switches the sixth off.
  double fusion = 1;
  double windowed = 1;
  double relative = 1;
  double anticipation = 1;
  double yield = 1;

  WEND_API static AttractorParams robust();
  WEND_API static AttractorParams classic();
};

WEND_API std::span<const Field<AttractorParams>> attractor_fields();
WEND_API std::vector<double> to_block(const AttractorParams&);

}  // namespace wend
