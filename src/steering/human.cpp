#include "steering/human.hpp"

#include "core/angles.hpp"
#include "core/dual.hpp"
#include "core/text.hpp"
#include "steering/block.hpp"
#include "steering/category.hpp"
#include "steering/escape.hpp"
#include "steering/free_distance.hpp"
#include "steering/human_law.hpp"
#include "steering/integrate.hpp"
#include "steering/substeps.hpp"
#include "steering/surroundings.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace wend::steering {

namespace {

// What an agent of this model remembers between steps, besides what the world knows.
struct Memory {
  double speed_rate = 0;  // X2
  Escape escape;          // X6
};

// Other parameters may have left something that nobody counts any more.
Memory read(std::span<const double> state, const HumanParams& p) {
  Memory memory;
  if (p.kv > 0 && p.bv > 0) memory.speed_rate = state[0];
  if (p.margin > 0) memory.escape = {state[1], state[2]};
  return memory;
}

void write(const Memory& memory, std::span<double> state) {
  state[0] = memory.speed_rate;
  state[1] = memory.escape.stood;
  state[2] = memory.escape.side;
}

Walker<double> walker(const View& view, const HumanParams& p, const Memory& memory) {
  return {.phi = view.heading, .w = view.turn_rate, .v = p.kv > 0 ? std::max(view.speed, 0.0) : view.top_speed, .a = memory.speed_rate};
}

Surroundings around(const View& view, const Walker<double>& me, double tau, const HumanParams& p) {
  return {view, {me.x, me.y}, tau, p.margin > 0};
}

// Who walks around a body minds nothing but the margin, (h.47).
HumanParams while_escaping(HumanParams p) {
  p.ko = p.km = 0;
  return p;
}

// How far something that falls like most exp(-c d) is felt.
double reach(double most, double c) {
  constexpr double nothing = 1e-12, everywhere = 1e8;
  if (!(most > nothing)) return 0;
  return c * everywhere > det_log(most / nothing) ? det_log(most / nothing) / c : everywhere;
}

// The largest x exp(-c x) of 0 <= x <= top.
double peak(double c, double top) { return c * top > 1 ? 1 / (c * det_exp(1.0)) : top * det_exp(-c * top); }

}  // namespace

HumanModel::HumanModel()
    : SteeringModel({.name = "human",
                     .doc = "a walking person as a damped angular mass between goal and obstacles",
                     .parameters = infos_of(human_fields()),
                     .state = {{{"speed_rate", "m/s^2"}}, {{"stood", "s"}}, {{"side"}}},  // in the order of write()
                     .category = {category_weight},
                     .presets = {{"fitted", to_block(HumanParams::fitted())},
                                 {"bold", to_block(HumanParams::bold())},
                                 {"wide_berth", to_block(HumanParams::wide_berth())},
                                 {"short_range", to_block(HumanParams::short_range())}},
                     .preset_key = "set"}) {}

Result<void> HumanModel::check_together(std::span<const double> params, double dt, std::string_view place) const {
  const HumanParams p = unpack<HumanParams>(params, human_fields());
  const Substeps steps(dt, p.substep);
  for (const auto& [name, rate] : {std::pair{"b", p.b}, std::pair{"bt", p.bt}, std::pair{"bv", p.bv}, std::pair{"kv", p.bv > 0 ? 0 : p.kv}, std::pair{"b_p", p.b_p}}) {
    if (rate * steps.h <= 2) continue;
    return Error{Errc::invalid_value, concat("substep = ", p.substep, " s is too long for ", name, " = ", rate, " 1/s, expected at most 2 / ", name), std::string(place)};
  }
  return {};
}

ModelTraits HumanModel::traits(std::span<const double> params) const {
  return {.obeys = unpack<HumanParams>(params, human_fields()).safety, .looks_inside_steps = true};
}

double HumanModel::sense_range(const Sensing& of) const {
  const Physique& me = of.me;
  const HumanParams p = unpack<HumanParams>(of.params, human_fields());
  if (p.sense >= 0) return p.sense;
  double heaviest = 1;
  for (const double weight : of.categories) heaviest = std::max(heaviest, weight);
  constexpr double mover = 5;          // m/s: nobody is faster in a crowd
  constexpr double fastest_turn = 10;  // rad/s: no bearing worth seeing turns faster
  const double c3 = p.width >= HumanWidth::reach ? p.c3 / (1 + p.c3 * pi / 2) : p.c3;
  double range = reach(heaviest * p.ko * peak(c3, pi), p.c4);
  if (p.time_to_contact) range *= 1 + mover / std::max(me.top_speed, 1e-3);  // what comes seems nearer, (h.45)
  if (p.km > 0) range = std::max(range, reach(heaviest * p.km * peak(p.c5, fastest_turn), p.c6));
  if (p.margin > 0) range = std::max(range, p.margin * (me.top_speed + mover));
  return std::min(range, 1e8);
}

Motion HumanModel::steer(const View& view, std::span<double> next_state) const {
  const HumanParams p = unpack<HumanParams>(view.params, human_fields());
  Memory memory = read(view.state, p);
  Motion motion;
  motion.safety = p.safety ? Safety::yield : Safety::off;
  motion.yield_time = std::max(view.dt, 0.25);
  motion.displaced = true;
  motion.heading = view.heading;
  if (view.halted) {
    write({}, next_state);
    return motion;
  }

  const HumanParams detached = while_escaping(p);
  const auto method = static_cast<Integrator>(p.integrator);
  const Substeps steps(view.dt, p.substep);
  Rng random = view.random;
  Walker<double> me = walker(view, p, memory);
  double speed = me.v;
  for (std::size_t k = 0; k < steps.count; ++k) {  // (h.17)
    const double begin = steps.time(k), end = steps.time(k + 1);
    const Sighted detoured = detour(me, goal_of(view, begin), around(view, me, begin, p), memory.escape);
    const auto slope = [&](const Walker<double>& at, double tau) {
      const bool escaping = memory.escape.side != 0;
      const HumanParams& now = escaping ? detached : p;
      const Sighted goal = escaping ? detoured : goal_of(view, begin + tau);
      return derivative(at, goal, around(view, at, begin + tau, p), gains_of(now), now, view.top_speed);
    };
    const auto along = [](const Walker<double>& from, const Walker<double>& rate, double h) { return moved(from, rate, h); };
    const auto kick = [&](const Walker<double>& at, const Walker<double>& rate, double h) { return kicked(at, rate, h, p); };
    me = integrate(method, me, steps.h, slope, along, kick);
    if (p.sigma > 0) me.w += p.sigma * std::sqrt(steps.h) * random.normal();  // X3, (h.37)
    speed = me.v;
    if (p.margin > 0) {
      const Surroundings things = around(view, me, end, p);
      speed = walking_speed(me, det_sincos(me.phi), things, p);
      wait(memory.escape, me, speed, steps.h, goal_of(view, end), things, p);
    }
  }

  memory.speed_rate = me.a;
  write(memory, next_state);
  motion.displacement = {me.x, me.y};
  motion.heading = wrap(me.phi);
  motion.turn_rate = me.w;
  motion.speed = speed;
  motion.blocked = p.margin > 0 && speed < standing_share * me.v;
  return motion;
}

Decision HumanModel::explain(const View& view) const {
  using Number = Dual<1>;  // by the heading
  HumanParams p = unpack<HumanParams>(view.params, human_fields());
  Memory memory = read(view.state, p);
  const Walker<double> me = walker(view, p, memory);
  const Surroundings things = around(view, me, 0, p);
  const Sighted goal = detour(me, goal_of(view, 0), things, memory.escape);
  if (memory.escape.side != 0) p = while_escaping(p);
  const Walker<Number> turned{.phi = Number::variable(me.phi, 0), .v = me.v};
  const HumanGains<Number> gains{p.b, p.kg, p.c1, p.c2, p.ko, p.c3, p.c4};
  const double scale = turn_acceleration(0.0, 1.0, 0.0, gains_of(p), p);  // 1, or of X8

  Decision d;
  d.law = Law::angular_acceleration;
  const Number pull = Number(scale) * goal_share(turned, goal, gains, p);
  d.target_rate = pull.value;
  double f_obs = 0, slope_obs = 0;
  const auto h = det_sincos(me.phi);
  d.wanted_speed = view.top_speed;
  for (std::size_t i = 0; i < things.size(); ++i) {
    const bool seen = i < view.bodies.size();
    const Neighbour& body = seen ? view.bodies[i] : view.hidden[i - view.bodies.size()];
    const Sighted thing = things[i];
    d.free_distance = std::min(d.free_distance, free_distance_capsule(body.a, body.b, thing.radius, {h.cos, h.sin}));
    const double allowed = p.margin > 0 ? allowed_by(me, h, thing, p) : infinity;
    if (allowed < d.wanted_speed || (d.limited && allowed == d.wanted_speed && body.id < d.limiter)) {
      d.wanted_speed = allowed;
      d.limited = true;
      d.limiter = body.id;
      d.limiter_kind = body.kind;
    }
    if (!seen) continue;
    const Number push = Number(scale) * obstacle_share(turned, thing, gains, p);
    f_obs += push.value;
    slope_obs += push.slope[0];
    d.shares.push_back({.id = body.id, .kind = body.kind, .angle = det_atan2(thing.y, thing.x), .clearance = body.clearance, .f = push.value, .slope = push.slope[0]});
  }
  d.rate = d.plain = d.target_rate + f_obs;
  d.values = {{"f_tar", pull.value}, {"slope_tar", pull.slope[0]}, {"f_obs", f_obs}, {"slope_obs", slope_obs}};
  if (view.halted) d.wanted_speed = 0;
  return d;
}

}  // namespace wend::steering
