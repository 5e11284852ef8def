#pragma once
#include <wend/params.hpp>

#include <span>
#include <vector>

namespace wend {

// Parameters of the model "attractor", local spec section 14. All doubles: a block of numbers is what a model receives.
// The defaults are the preset `people`. `relative` means: not given, follows from the radius and the top speed, spec (C30).
struct AttractorParams {
  static constexpr double relative = -1;

  double a = relative;
  double delta = 0.8;
  double d0 = relative;
  double d0_min = relative;
  double d1 = relative;
  double t2c = relative;
  double v_back = relative;
  double kappa_v = 1;
  double c1 = relative;
  double c2 = 2;
  double gamma21 = 0.05;
  double alpha1_max = 0.4;
  double sigma = 0;
  double omega_max = relative;
  double dpsi_min = 0.02;
  double sense = relative;  // robust, classic: max(5 d0, v_max t2c + d1)
  double kappa_arr = 0.8;
  double k_min = 0.1;
  double tau_ref = relative;
  double v0 = relative;  // people: d0 - d1; robust, classic: 0.8 d0
  double courage_unit = relative;
  double horizon = relative;
  double kappa_r = 0.3;
  double beta_a = 0.25;
  double tau_s = relative;  // robust, classic: max(dt, 0.25)
  double speed = 0;         // 0 time_to_contact, 1 constant
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
  double relative_motion = 1;
  double anticipation = 1;
  double yield = 1;
  // People, section 19. Each term has a value that switches it off; robust and classic are those values.
  double slide = 1;  // sliding body and its speed law (C10)-(C17); off: sections 6 and 7
  double lambda = relative;
  double lambda_w = relative;
  double d0_w = relative;  // robust, classic: d0
  double d0_f = relative;
  double F_max = relative;
  double beta_h = 0.2;
  double c_h = 0.1;
  double kappa_q = 1;
  double kappa_o = 1;
  double kappa_I = 0.4;
  double Q_I = 0.398;
  double tau_Q = relative;
  double d_B = relative;
  double Q_B = 0.7;
  double b_b = 0.825;
  double kappa_b = 0.8;
  double kappa_theta = 0.654;
  double kappa_l = 1.4;
  double beside = 1;
  double S_1 = 2.67;
  double c_o = 0.2;
  double T_f = relative;
  double kappa_f = 0.759;
  double kappa_s = 0.5;
  double d_p = relative;
  double d_k = relative;
  double d_q = 0.7;
  double a_hi = relative;
  double X_0 = 1;
  double kappa_g = 1;
  double X_s = 1;
  double kappa_c = 0.6;
  double kappa_w = 0.7;
  double kappa_n = 1;
  double Q_n = 0.2;
  double kappa_d = 0.7;
  double kappa_a = 1;
  double beta_k = 0.6;
  double m_y = relative;
  double T_y = relative;
  // Standing, section 20.
  double settle = 1;
  double room = 1;
  double kappa_i = 0.25;
  double ref_radius = relative;  // of which the relative values are multiples; not given: the agent's own
  double ref_speed = relative;

  static AttractorParams people() { return {}; }
  WEND_API static AttractorParams robust();
  WEND_API static AttractorParams classic();
};

// The same parameters with every relative one worked out in metres and seconds, local spec (C30): for an agent with this radius (m)
// and top speed (m/s) in steps of dt (s). No derived time is shorter than dt.
WEND_API AttractorParams resolved(const AttractorParams&, double radius, double top_speed, double dt);

WEND_API std::span<const Field<AttractorParams>> attractor_fields();
WEND_API std::vector<double> to_block(const AttractorParams&);

}  // namespace wend
