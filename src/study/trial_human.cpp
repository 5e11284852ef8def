#include <wend/rng.hpp>

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

State along(const State& s, const State& rate, double h) {
  return {s.x + h * rate.x, s.y + h * rate.y, s.phi + h * rate.phi, s.w + h * rate.w, s.v + h * rate.v, s.a + h * rate.a};
}

// Semi-implicit Euler: the rates first, then the heading with the new turn rate, then the place with the new heading.
State kick(const State& s, const State& rate, double h, bool speed_has_rate) {
  State out = along(s, rate, h);
  out.phi = s.phi + h * out.w;
  if (speed_has_rate) out.v = s.v + h * out.a;
  const auto heading = det_sincos(out.phi);
  out.x = s.x + h * out.v * heading.cos;
  out.y = s.y + h * out.v * heading.sin;
  return out;
}

// X6, (h.43): the speed that keeps the time to contact with everything in the swept width at the margin.
double speed_within_margin(const State& me, const std::vector<steering::Sighted>& things, double margin) {
  const auto heading = det_sincos(me.phi);
  double speed = me.v;
  for (const steering::Sighted& thing : things) {
    if (!thing.exists) continue;
    const Vec2 to{thing.x - me.x, thing.y - me.y};
    const double ahead = dot({heading.cos, heading.sin}, to), beside = cross({heading.cos, heading.sin}, to);
    if (!(ahead > 0) || !(std::abs(beside) < thing.radius)) continue;
    const double gap = std::max(0.0, ahead - std::sqrt(thing.radius * thing.radius - beside * beside));
    // Closing speed me.v less what the thing runs away with; speed / (gap + margin * away) = 1 / margin.
    const double away = dot({heading.cos, heading.sin}, {thing.vx, thing.vy});
    speed = std::min(speed, std::max(0.0, gap / margin + away));
  }
  return speed;
}

TrialSample sample_of(double t, const State& s) { return {t, s.x, s.y, s.phi, s.w, s.v}; }

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
  Record record(trial, h, sample_of(0, me));
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
    if (p.margin > 0) {
      if (p.kv == 0) me.v = trial.speed;
      me.v = speed_within_margin(me, sights.things, p.margin);
    }
    const auto slope = [&](const State& s, double tau) {
      if (tau > 0) sights.at(t + tau);
      return steering::derivative(s, sights.goal, sights.things, gains, p, trial.speed);
    };
    const auto semi_implicit = [&](const State& s, const State& rate, double step) { return kick(s, rate, step, p.bv > 0); };
    State next = steering::integrate(method, me, h, slope, along, semi_implicit);
    if (p.sigma > 0) next.w += p.sigma * std::sqrt(h) * noise.normal();  // X3, (h.37)
    const Vec2 from{me.x, me.y}, to{next.x, next.y};
    if (is_broken(next)) return record.finish(TrialEnd::error, t, length, from);

    const double covered = 0.5 * (me.v + next.v) * h;  // (h.14)
    if (const auto fraction = goal.arrival(t, h, from, to)) {
      record.next(sample_of(after, next), *fraction);
      return record.finish(TrialEnd::arrived, t + *fraction * h, length + *fraction * covered, from + *fraction * (to - from));
    }
    length += covered;
    me = next;
    record.next(sample_of(after, me));
    if (trial.ends_at_collision && record.report().collided) return record.finish(TrialEnd::collision, after, length, to);
    if (p.margin > 0 && standing.still(to)) return record.finish(TrialEnd::blocked, after, length, to);
    if (goal.circling()) return record.finish(TrialEnd::orbit, after, length, to);
  }
  return record.finish(TrialEnd::timeout, static_cast<double>(steps) * h, length, {me.x, me.y});
}

}  // namespace wend::study
