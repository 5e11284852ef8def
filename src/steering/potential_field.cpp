#include "steering/potential_field.hpp"

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "steering/block.hpp"
#include "steering/category.hpp"
#include "steering/free_distance.hpp"
#include "steering/integrate.hpp"
#include "steering/potential_law.hpp"
#include "steering/substeps.hpp"
#include "steering/surroundings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace wend::steering {

namespace {

// How far ahead the point is that the force moves; 0 for a particle.
double lever(const View& view, const PotentialFieldParams& p) { return p.mode == PotentialFieldMode::particle ? 0 : p.L >= 0 ? p.L : std::max(view.radius, 1e-3); }

// The bodies that can come within reach during the step, in the order of their ids: forces have no bound and their sum depends on it.
std::span<std::uint32_t> near_in_order(const View& view, double reach) {
  auto* const rows = reinterpret_cast<std::uint32_t*>(view.scratch.data());
  std::size_t n = 0;
  for (std::size_t i = 0; i < view.bodies.size(); ++i) {
    const double way = i < view.tracks.size() ? std::max(norm(view.tracks[i].a.moved(view.dt)), norm(view.tracks[i].b.moved(view.dt))) : norm(view.bodies[i].velocity) * view.dt;
    if (view.bodies[i].clearance <= reach + 2 * way) rows[n++] = static_cast<std::uint32_t>(i);
  }
  const auto key = [&](std::uint32_t row) {
    const Neighbour& b = view.bodies[row];
    return std::tuple(b.kind, b.id, b.a.x, b.a.y, b.b.x, b.b.y);
  };
  std::sort(rows, rows + n, [&](std::uint32_t x, std::uint32_t y) { return key(x) < key(y); });
  return {rows, n};
}

// A range of Sighted over chosen rows.
struct Chosen {
  const Surroundings& all;
  std::span<const std::uint32_t> rows;

  struct Iterator {
    const Chosen* of;
    std::size_t i;
    Sighted operator*() const { return of->all[of->rows[i]]; }
    Iterator& operator++() {
      ++i;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return i != other.i; }
  };
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, rows.size()}; }
};

double reach_of(const View& view, const PotentialFieldParams& p) { return p.rho0 + lever(view, p) + 2 * view.top_speed * view.dt; }

Pushed<double> start(const View& view, double L) {
  const auto h = det_sincos(view.heading);
  return {L * h.cos, L * h.sin, view.heading};
}

}  // namespace

PotentialFieldModel::PotentialFieldModel()
    : SteeringModel({.name = "potential_field",
                     .doc = "the artificial potential field that roboticists know",
                     .parameters = infos_of(potential_field_fields()),
                     .category = {category_weight}}) {}

ModelTraits PotentialFieldModel::traits(std::span<const double> params) const {
  return {.obeys = unpack<PotentialFieldParams>(params, potential_field_fields()).safety, .looks_inside_steps = true};
}

// The front point is ahead of the centre, and both it and the bodies move during the step.
double PotentialFieldModel::sense_range(const Sensing& of) const {
  const Physique& me = of.me;
  const PotentialFieldParams p = unpack<PotentialFieldParams>(of.params, potential_field_fields());
  constexpr double widest = 5, longest_step = 1;  // an agent's radius, m; a step, s
  return p.rho0 + (p.mode == PotentialFieldMode::particle ? 0 : p.L >= 0 ? p.L : widest) + 2 * me.top_speed * longest_step;
}

std::size_t PotentialFieldModel::scratch_bytes(std::size_t bodies) const { return bodies * sizeof(std::uint32_t); }

Motion PotentialFieldModel::steer(const View& view, std::span<double>) const {
  const PotentialFieldParams p = unpack<PotentialFieldParams>(view.params, potential_field_fields());
  Motion motion;
  motion.safety = p.safety ? Safety::yield : Safety::off;
  motion.yield_time = std::max(view.dt, 0.25);
  motion.displaced = true;
  motion.heading = view.heading;
  if (view.halted) return motion;

  const auto gains = gains_of(p);
  const double L = lever(view, p), V = view.top_speed;
  const Substeps steps(view.dt, p.substep);
  const std::span<const std::uint32_t> rows = near_in_order(view, reach_of(view, p));
  Pushed<double> at = start(view, L);
  const auto flow_at = [&](const Pushed<double>& from, double tau) {
    const Surroundings all(view, {from.x, from.y}, tau, false);
    return flow(from, goal_of(view, tau), Chosen{all, rows}, gains, V, L);
  };
  const auto along = [](const Pushed<double>& from, const Pushed<double>& rate, double h) { return moved(from, rate, h); };
  for (std::size_t k = 0; k < steps.count; ++k) {
    const double begin = steps.time(k);
    const auto slope = [&](const Pushed<double>& from, double tau) { return flow_at(from, begin + tau); };
    at = integrate(Integrator::midpoint, at, steps.h, slope, along, along);
  }

  const Pushed<double> now = flow_at(at, view.dt);
  const bool stands = now.x == 0 && now.y == 0;
  motion.blocked = stands && view.has_goal;
  if (L > 0) {
    const auto h = det_sincos(at.heading);
    motion.displacement = {at.x - L * h.cos, at.y - L * h.sin};
    motion.heading = wrap(at.heading);
    motion.turn_rate = now.heading;
    motion.speed = now.x * h.cos + now.y * h.sin;  // (h.28)
  } else {
    motion.displacement = {at.x, at.y};
    if (!stands) motion.heading = det_atan2(now.y, now.x);
    motion.turn_rate = wrap(motion.heading - view.heading) / view.dt;
    motion.speed = stands ? 0 : V;
  }
  return motion;
}

// The shares of a front point add up to its turn rate, those of a particle to the sine of the angle to its direction.
Decision PotentialFieldModel::explain(const View& view) const {
  const PotentialFieldParams p = unpack<PotentialFieldParams>(view.params, potential_field_fields());
  const auto gains = gains_of(p);
  const double L = lever(view, p);
  const Pushed<double> at = start(view, L);
  const Surroundings all(view, {at.x, at.y}, 0, false);
  const Sighted goal = goal_of(view, 0);
  const std::span<const std::uint32_t> rows = near_in_order(view, infinity);
  const Force<double> force = force_at(at.x, at.y, goal, Chosen{all, rows}, gains);
  const Force<double> u = direction_of(force);
  const bool stands = u.x == 0 && u.y == 0;
  const auto h = det_sincos(view.heading);
  const double scale = stands ? 0 : (L > 0 ? view.top_speed / L : 1) / sqrt_of(force.x * force.x + force.y * force.y);
  const auto turning = [&](const Force<double>& part) { return scale * (part.y * h.cos - part.x * h.sin); };

  Decision d;
  d.law = L > 0 ? Law::turn_rate : Law::direction;
  d.target_rate = turning(goal_pull(at.x, at.y, goal, gains));
  double f_obs = 0;
  for (const std::uint32_t row : rows) {
    const Neighbour& body = view.bodies[row];
    const Sighted thing = all[row];
    const double f = turning(obstacle_push(at.x, at.y, thing, gains));
    f_obs += f;
    d.shares.push_back({.id = body.id, .kind = body.kind, .angle = det_atan2(thing.y, thing.x), .clearance = body.clearance, .f = f});
    d.free_distance = std::min(d.free_distance, free_distance_capsule(body.a, body.b, thing.radius, {h.cos, h.sin}));
  }
  const Drive<double> drive = follow(u, view.heading, view.top_speed, L > 0 ? L : 1.0);
  d.rate = d.plain = L > 0 ? drive.w : stands ? 0 : wrap(det_atan2(u.y, u.x) - view.heading);
  d.values = {{"f_tar", d.target_rate}, {"f_obs", f_obs}};
  d.wanted_turn_rate = L > 0 ? d.rate : 0;
  d.wanted_speed = view.halted ? 0 : L > 0 ? drive.v : stands ? 0 : view.top_speed;
  return d;
}

}  // namespace wend::steering
