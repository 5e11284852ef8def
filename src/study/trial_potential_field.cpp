#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/text.hpp"
#include "steering/integrate.hpp"
#include "steering/potential_law.hpp"
#include "steering/substeps.hpp"
#include "study/check_trial.hpp"
#include "study/objects.hpp"
#include "study/record.hpp"

// Runs of the potential field, human spec section 5.

namespace wend::study {

namespace {

using State = steering::Pushed<double>;

Vec2 place(const State& s) { return {s.x, s.y}; }

// A walker, and what it sees at a moment.
class Walk {
 public:
  Walk(const Trial& trial, const PotentialFieldParams& k, double lever) : sights(trial), trial_(trial), gains_(steering::gains_of(k)), lever_(lever) {}

  State start() const {
    const auto h = det_sincos(trial_.heading);
    return {trial_.at.x + lever_ * h.cos, trial_.at.y + lever_ * h.sin, trial_.heading};
  }

  State rate(const State& s) const { return steering::flow(s, sights.goal, sights.things, gains_, trial_.speed, lever_); }

  // The pose of the body; a particle looks where it goes and has no turn rate.
  TrialSample pose(double t, const State& s) const {
    const State u = rate(s);
    if (lever_ == 0) return {t, s.x, s.y, u.x == 0 && u.y == 0 ? s.heading : det_atan2(u.y, u.x), 0, norm(place(u))};
    const auto h = det_sincos(s.heading);
    return {t, s.x - lever_ * h.cos, s.y - lever_ * h.sin, s.heading, u.heading, u.x * h.cos + u.y * h.sin};
  }

  Sights sights;

 private:
  const Trial& trial_;
  steering::FieldGains<double> gains_;
  double lever_;  // L; 0 for a particle
};

}  // namespace

Result<TrialReport> run_trial(const Trial& trial, const PotentialFieldParams& k) {
  if (auto ok = check_trial(trial); !ok) return ok.error();
  if (auto ok = check_fields(potential_field_fields(), k, "potential_field"); !ok) return ok.error();
  const double lever = k.mode == PotentialFieldMode::particle ? 0 : k.L < 0 ? trial.radius : k.L;
  if (k.mode == PotentialFieldMode::front_point && lever == 0) {
    return Error{Errc::invalid_value, concat("L = ", k.L, " of a walker of radius ", trial.radius, ", expected a front point more than 0 m ahead"), "potential_field"};
  }

  const double h = steering::Substeps(trial.dt, k.substep).h;
  const std::size_t steps = steps_of(trial, h);
  Walk walk(trial, k, lever);
  State me = walk.start();
  Record record(trial, h, walk.pose(0, me));
  GoalWatch goal(trial);
  StillWatch standing(trial.speed, h);
  double length = 0;

  if (goal.reached_at_start(place(me))) return record.finish(TrialEnd::arrived, 0, 0, place(me));
  if (trial.ends_at_collision && record.report().collided) return record.finish(TrialEnd::collision, 0, 0, place(me));
  standing.still(place(me));

  for (std::size_t i = 0; i < steps; ++i) {
    const double t = static_cast<double>(i) * h, after = static_cast<double>(i + 1) * h;
    walk.sights.begin(t);
    const auto slope = [&](const State& s, double tau) {
      if (tau > 0) walk.sights.at(t + tau);
      return walk.rate(s);
    };
    const auto along = [](const State& s, const State& rate, double step) { return steering::moved(s, rate, step); };
    const State next = steering::integrate(steering::Integrator::midpoint, me, h, slope, along, along);
    walk.sights.at(after);
    const double covered = norm(place(next) - place(me));
    if (const auto fraction = goal.arrival(t, h, place(me), place(next))) {
      record.next(walk.pose(after, next), *fraction);
      return record.finish(TrialEnd::arrived, t + *fraction * h, length + *fraction * covered, place(me) + *fraction * (place(next) - place(me)));
    }
    length += covered;
    me = next;
    record.next(walk.pose(after, me));
    if (trial.ends_at_collision && record.report().collided) return record.finish(TrialEnd::collision, after, length, place(me));
    if (standing.still(place(me))) return record.finish(TrialEnd::stuck, after, length, place(me));
    if (goal.circling()) return record.finish(TrialEnd::orbit, after, length, place(me));
  }
  return record.finish(TrialEnd::timeout, static_cast<double>(steps) * h, length, place(me));
}

}  // namespace wend::study
