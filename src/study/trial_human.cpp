#include <wend/base/rng.hpp>

#include "steering/human_law.hpp"
#include "steering/integrate.hpp"
#include "study/check_trial.hpp"
#include "study/objects.hpp"
#include "study/record.hpp"

#include <cmath>

// Runs of the steering law, human spec sections 3, 4 and 11.

namespace wend::study {

namespace {

using State = steering::Walker<double>;

// With the speed it walks with, which X6 may have taken from it.
TrialSample sample_of(double t, const State& s, const Sights& sights, const HumanParams& p) {
  return {t, s.x, s.y, s.phi, s.w, steering::walking_speed(s, det_sincos(s.phi), sights.things, p)};
}

// A state no walker gets into: the step is too long for the gains.
bool is_broken(const State& s) {
  constexpr double beyond = 1e9;
  return !(std::abs(s.x) < beyond && std::abs(s.y) < beyond && std::abs(s.phi) < beyond && std::abs(s.w) < beyond && std::abs(s.v) < beyond);
}

}  // namespace

Result<TrialReport> run_trial(const Trial& trial, const HumanParams& p) {
  if (auto ok = check_trial(trial); !ok) return ok.error();
  if (auto ok = check_fields(human_fields(), p, "human"); !ok) return ok.error();

  const auto gains = steering::gains_of(p);
  const auto method = static_cast<steering::Integrator>(p.integrator);
  const double h = trial.dt;
  const std::size_t steps = steps_of(trial, h);
  State me{.x = trial.at.x, .y = trial.at.y, .phi = trial.heading, .w = trial.turn_rate, .v = trial.speed, .a = 0};
  Sights sights(trial);
  TrialSample here = sample_of(0, me, sights, p);
  Record record(trial, h, here);
  GoalWatch goal(trial);
  StillWatch standing(trial.speed, h);
  Rng noise = Rng::stream(trial.seed, Purpose::heading_noise);
  double length = 0;

  if (goal.reached_at_start(trial.at)) return record.finish(TrialEnd::arrived, 0, 0, trial.at);
  if (trial.ends_at_collision && record.report().collided) return record.finish(TrialEnd::collision, 0, 0, trial.at);
  standing.still(trial.at);

  for (std::size_t k = 0; k < steps; ++k) {
    const double t = static_cast<double>(k) * h, after = static_cast<double>(k + 1) * h;
    sights.begin(t);
    const auto slope = [&](const State& s, double tau) {
      if (tau > 0) sights.at(t + tau);
      return steering::derivative(s, sights.goal, sights.things, gains, p, trial.speed);
    };
    const auto kick = [&](const State& s, const State& rate, double step) { return steering::kicked(s, rate, step, p); };
    State next = steering::integrate(method, me, h, slope, steering::moved<double>, kick);
    if (p.sigma > 0) next.w += p.sigma * std::sqrt(h) * noise.normal();  // X3, (h.37)
    const Vec2 from{me.x, me.y}, to{next.x, next.y};
    if (is_broken(next)) return record.finish(TrialEnd::error, t, length, from);

    sights.at(after);
    const TrialSample there = sample_of(after, next, sights, p);
    const double covered = 0.5 * (here.speed + there.speed) * h;  // (h.14)
    if (const auto fraction = goal.arrival(t, h, from, to)) {
      record.next(there, *fraction);
      return record.finish(TrialEnd::arrived, t + *fraction * h, length + *fraction * covered, from + *fraction * (to - from));
    }
    length += covered;
    me = next;
    here = there;
    record.next(there);
    if (trial.ends_at_collision && record.report().collided) return record.finish(TrialEnd::collision, after, length, to);
    if (p.margin > 0 && standing.still(to)) return record.finish(TrialEnd::blocked, after, length, to);
    if (goal.circling()) return record.finish(TrialEnd::orbit, after, length, to);
  }
  return record.finish(TrialEnd::timeout, static_cast<double>(steps) * h, length, {me.x, me.y});
}

}  // namespace wend::study
