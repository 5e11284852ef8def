#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/text.hpp"
#include "steering/integrate.hpp"
#include "steering/potential_law.hpp"
#include "study/check_trial.hpp"
#include "study/objects.hpp"
#include "study/record.hpp"

#include <cmath>

// Runs of the potential field, human spec section 5.

namespace wend::study {

namespace {

// The point the force acts on, and the direction the body looks into.
struct State {
  Vec2 p{};
  double theta = 0;
};

class Field {
 public:
  Field(const Trial& trial, const PotentialFieldParams& k)
      : sights(trial), trial_(trial), k_(k), lever_(k.mode != 0 ? 0 : k.L < 0 ? trial.radius : k.L) {}

  State start() const { return {trial_.at + lever_ * direction(trial_.heading), trial_.heading}; }

  // Velocity of p, (h.26), and the turn rate of the body that follows it, (h.28).
  State velocity(const State& s) const {
    Vec2 force = sights.goal.exists ? steering::attraction(s.p, {sights.goal.x, sights.goal.y}, k_) : Vec2{};
    for (const steering::Sighted& thing : sights.things) {
      if (thing.exists) force = force + thing.weight * steering::repulsion(s.p, {thing.x, thing.y}, thing.radius, k_);
    }
    const double size = norm(force);
    if (size < 1e-12) return {};  // (h.27)
    const Vec2 u = trial_.speed / size * force;
    return {u, lever_ > 0 ? cross(direction(s.theta), u) / lever_ : 0};
  }

  // The pose of the body; a particle looks where it goes and has no turn rate.
  TrialSample pose(double t, const State& s) const {
    const State rate = velocity(s);
    if (lever_ == 0) {
      const bool stands = rate.p == Vec2{};
      return {t, s.p.x, s.p.y, stands ? s.theta : det_atan2(rate.p.y, rate.p.x), 0, norm(rate.p)};
    }
    const Vec2 ahead = direction(s.theta), centre = s.p - lever_ * ahead;
    return {t, centre.x, centre.y, s.theta, rate.theta, dot(ahead, rate.p)};
  }

  Sights sights;

 private:
  static Vec2 direction(double angle) {
    const auto h = det_sincos(angle);
    return {h.cos, h.sin};
  }

  const Trial& trial_;
  const PotentialFieldParams& k_;
  double lever_;  // L; 0 for a particle
};

State along(const State& s, const State& rate, double h) { return {s.p + h * rate.p, s.theta + h * rate.theta}; }

}  // namespace

Result<TrialReport> run_trial(const Trial& trial, const PotentialFieldParams& k) {
  if (auto ok = check_trial(trial); !ok) return ok.error();
  if (auto ok = check_fields(potential_field_fields(), k, "potential_field"); !ok) return ok.error();
  if (k.mode == 0 && (k.L < 0 ? trial.radius : k.L) == 0) {
    return Error{Errc::invalid_value, concat("L = ", k.L, " of a walker of radius ", trial.radius, ", expected a front point more than 0 m ahead"), "potential_field"};
  }

  const double h = trial.dt / std::ceil(trial.dt / k.substep - 1e-6);
  const std::size_t steps = steps_of(trial, h);
  Field field(trial, k);
  State me = field.start();
  Record record(trial, h, field.pose(0, me));
  GoalWatch goal(trial);
  StillWatch standing(trial.speed, h);
  double length = 0;

  if (goal.reached_at_start(me.p)) return record.finish(TrialEnd::arrived, 0, 0, me.p);
  if (trial.ends_at_collision && record.report().collided) return record.finish(TrialEnd::collision, 0, 0, me.p);
  standing.still(me.p);

  for (std::size_t i = 0; i < steps; ++i) {
    const double t = static_cast<double>(i) * h, after = static_cast<double>(i + 1) * h;
    field.sights.begin(t);
    const auto slope = [&](const State& s, double tau) {
      if (tau > 0) field.sights.at(t + tau);
      return field.velocity(s);
    };
    const State next = steering::integrate(steering::Integrator::midpoint, me, h, slope, along, along);
    field.sights.at(after);
    const double covered = norm(next.p - me.p);
    if (const auto fraction = goal.arrival(t, h, me.p, next.p)) {
      record.next(field.pose(after, next), *fraction);
      return record.finish(TrialEnd::arrived, t + *fraction * h, length + *fraction * covered, me.p + *fraction * (next.p - me.p));
    }
    length += covered;
    me = next;
    record.next(field.pose(after, me));
    if (trial.ends_at_collision && record.report().collided) return record.finish(TrialEnd::collision, after, length, me.p);
    if (standing.still(me.p)) return record.finish(TrialEnd::stuck, after, length, me.p);
    if (goal.circling()) return record.finish(TrialEnd::orbit, after, length, me.p);
  }
  return record.finish(TrialEnd::timeout, static_cast<double>(steps) * h, length, me.p);
}

}  // namespace wend::study
