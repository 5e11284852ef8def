#pragma once
#include "steering/attractor_numbers.hpp"

#include "steering/crowd.hpp"
#include "steering/free_distance.hpp"

#include <algorithm>
#include <cmath>

namespace wend::steering {

// Forward speed: constant time to contact (16), or constant (36).
inline double wanted_speed(double free_distance, double d1, double top_speed, const AttractorNumbers& p) {
  const double top = p.kappa_v * top_speed;
  if (p.speed != 0 || free_distance == unlimited) return top;
  const double back = std::min(p.v_back, top_speed);  // nobody is faster than his top speed, backwards neither
  return std::clamp(p.kappa_v * (free_distance - d1) / p.t2c, -back, std::max(top, -back));
}

// Speed law of a body that can slide, local spec (C10)-(C12): collects what every body ahead allows.
class SlideSpeed {
 public:
  // t2c: time to contact kept; scale: kappa_v; retreat: R of (C38).
  SlideSpeed(double t2c, double top_speed, double scale, double retreat = 0)
      : t2c_(t2c), top_(scale * top_speed), scale_(scale), retreat_(retreat) {}

  // free: distance to the contact; keep: clearance kept from it; cos_gamma: of the angle between the way and the contact normal;
  // side: of the body, positive is left, 0 both.
  void add(double free, double keep, double cos_gamma, double side) {
    const double p = scale_ * (free - keep) / t2c_;
    if (side >= 0) left_ = std::min(left_, p);
    if (side <= 0) right_ = std::min(right_, p);
    const double sin_gamma = std::sqrt(std::max(0.0, 1 - cos_gamma * cos_gamma));
    const double s = (1 - retreat_) * top_ * sin_gamma + retreat_ * std::min(p, 0.0);  // (C38)
    slowest_ = std::min(slowest_, std::max(p, s));
  }

  double left() const { return left_; }
  double right() const { return right_; }
  double wanted(double back) const {
    const double freer = std::max(left_, right_);
    const double sides = freer == unlimited ? freer : (1 - retreat_) * freer + retreat_ * std::min(left_, right_);
    return std::clamp(std::min(slowest_, sides), -back, std::max(top_, -back));
  }

 private:
  double t2c_, top_, scale_, retreat_;
  double slowest_ = unlimited, left_ = unlimited, right_ = unlimited;
};

// Time gap to one agent ahead, local spec (C21). offset: of its centre; unlimited when it is not in the way.
inline double time_gap_speed(Vec2 offset, Vec2 velocity, Vec2 h, double rho, double T_f, double kappa_f, double kappa_s, double top_speed) {
  const double x = dot(offset, h), y = std::abs(cross(h, offset));
  if (!(x > 0) || !(y < rho)) return unlimited;
  const double gap = std::max(0.0, x - std::sqrt(rho * rho - y * y));
  return std::max(gap / T_f + kappa_f * std::max(0.0, dot(velocity, h)), kappa_s * top_speed * (y / rho));
}

// Facing away from the target, local spec (C13): do not hurry.
inline double capped_facing_away(double speed, double cos_x_t, double top_speed, double kappa_b) {
  return std::min(speed, top_speed * (1 - kappa_b * clip01(-cos_x_t)));
}

// Slowing in turns, local spec (37).
inline double slowed_in_turn(double speed, double turn_rate, const AttractorNumbers& p) {
  return speed > 0 ? speed * (1 - p.turn_slowdown * std::min(1.0, std::abs(turn_rate) / p.omega_max)) : speed;
}

// Arrival limit, local spec (38): slower near the target, so that nobody orbits it.
inline double limited_by_arrival(double speed, double distance, double target_speed, double top_speed, const AttractorNumbers& p) {
  if (p.kappa_arr == 0) return speed;
  return std::min(speed, std::max(0.05 * top_speed, p.kappa_arr * p.a * distance + target_speed));
}

}  // namespace wend::steering
