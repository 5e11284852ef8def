#pragma once
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>

#include "core/order_free.hpp"
#include "steering/crowd.hpp"
#include "steering/field.hpp"

// Bodies without a walking heading: agents that find their place in a group, that have arrived, that have no goal.
// Local spec section 20. Each is a point that wishes a velocity; the world finds the nearest one that is allowed.

namespace wend::steering {

// What an agent remembers while it settles.
struct Settling {
  static constexpr double walks = 0, settles = 1, marches = 2;  // marches: in formation, to a place not far away
  double phase = walks;
  double time = 0;  // t_s: settling and not arrived, s
  double side = 0;  // s of (D7): +1 left, -1 right, 0 not chosen
  double wished = 0;  // |q| of the last step, m/s
};

// Constants of section 20 in units of the reference radius r and speed v.
struct StandingScale {
  double r = 0.25, v = 1.4;
  double tau_g() const { return 22.4 * r / v; }        // growth of the arrival radius
  double reach() const { return 2 * r; }               // of neighbours in (D7)
  double at_place() const { return 0.4 * r; }          // (D8)
  double at_home() const { return 0.08 * r; }          // (D11)
  double way_home_time() const { return 2.8 * r / v; }
  double room_time() const { return 8.4 * r / v; }     // (D9)
  double room_margin() const { return 0.4 * r; }
};

inline constexpr double roll_angle_most = 1.75;   // beta_r, rad: a little more than a right angle
inline constexpr double roll_delay = 0.4;         // Q at which the whole angle is used
inline constexpr double held_delay = 0.3;         // Q above which an agent is held up
inline constexpr double touch_share = 1;          // of its radius: clearance to a settling member at which an agent settles as well
inline constexpr double chain_share = 2.5;        // of R_g: no farther away than this
inline constexpr double growth_most = 4;          // radii by which the arrival radius grows
inline constexpr double still_share = 0.02;       // of the top speed: slower is standing

// (D4): within this distance of the target an agent may stop.
template <class T>
T arrival_radius(T R_g, T radius, T time, T tau_g) {
  return R_g + radius * min_of(T(growth_most), time / tau_g);
}

// (D6): angle by which an agent that is held up outside rolls along the rim.
template <class T>
T roll_angle(T outside, T radius, T delay) {
  return T(roll_angle_most) * clip01(delay / T(roll_delay)) * clip01(outside / radius);
}

// (D7): the side with fewer neighbours; kept unless the other side is clearly better.
inline double roll_side(double side, double g) {
  const double better = g > 0 ? -1 : 1;
  return side == 0 || (std::abs(g) > 1.5 && better != side) ? better : side;
}

// (D3): does an agent that walks begin to settle?
inline bool begins_to_settle(const View& view) {
  const Settlement& s = view.settlement;
  const double distance = norm(s.target);
  if (distance <= s.radius + view.radius) return true;
  if (distance > chain_share * s.radius + 4 * view.radius) return false;
  for (const Neighbour& n : view.bodies) {
    if (n.same_group && n.settling && n.clearance <= touch_share * view.radius) return true;
  }
  return false;
}

// (D5): the velocity a settling agent wishes. gain: kappa_arr a, 1/s.
inline Vec2 settling_wish(const View& view, const StandingScale& scale, double top_speed, double gain, double delay, Settling& memory) {
  const Settlement& s = view.settlement;
  const double distance = norm(s.target), way = norm(s.place);
  const Vec2 e = distance > 1e-9 ? s.target / distance : Vec2{};
  const Vec2 e_place = way > 1e-9 ? s.place / way : Vec2{};
  if (s.arrived) return std::min(top_speed, gain * distance) * e;
  const double speed = std::min(top_speed, gain * way);
  const double R_a = arrival_radius(s.radius, view.radius, memory.time, scale.tau_g());
  if (distance <= R_a || memory.phase == Settling::marches) return speed * e_place;
  const Vec2 left{-e.y, e.x};
  double g = 0;
  bool wall_left = false, wall_right = false;
  for (const Neighbour& n : view.bodies) {
    if (n.distance < 1e-9) continue;
    const double beside = dot(n.nearest, left) / n.distance;
    if (n.conduct == Conduct::fixed && n.clearance <= 0.2 * view.radius && std::abs(beside) > 0.5) (beside > 0 ? wall_left : wall_right) = true;
    if (n.same_group && n.settling) g += to_grid(beside * det_exp(-std::max(n.clearance, 0.0) / scale.reach()));
  }
  memory.side = wall_left == wall_right ? roll_side(memory.side, g) : wall_left ? -1 : 1;
  const Vec2 straight = delay > held_delay ? e : e_place;
  const double beta = roll_angle(distance - R_a, view.radius, delay);
  const auto sc = det_sincos(beta);
  return std::max(0.5 * top_speed, speed) * (sc.cos * straight + (memory.side * sc.sin) * left);
}

// (D8): has a settling agent found its place? pace: |V| of the last step.
inline bool has_settled(const View& view, const StandingScale& scale, double top_speed, double pace, double delay, const Settling& memory) {
  const Settlement& s = view.settlement;
  const double way = norm(s.place);
  if (way < scale.at_place()) return true;
  if (memory.phase == Settling::marches && way < 4 * view.radius && pace < 0.1 * top_speed && delay > held_delay) return true;
  const double R_a = arrival_radius(s.radius, view.radius, memory.time, scale.tau_g());
  return norm(s.target) <= R_a + view.radius && pace < 0.1 * top_speed && delay > held_delay;
}

// (D13): age of an agent that is held up or not; hope: the youngest age of those ahead, infinite without.
template <class T>
T held_age(bool held_up, T age, T hope, T dt) {
  return held_up ? dt + min_of(age, hope) : T(0.0);
}

// (D11): an agent that stands goes back to where it stood.
inline Vec2 way_home(Vec2 home, const StandingScale& scale, double top_speed) {
  const double away = norm(home);
  if (!(away > scale.at_home())) return {};
  return (std::min(0.3 * top_speed, away / scale.way_home_time()) / away) * home;
}

}  // namespace wend::steering
