#include "core/angles.hpp"
#include "walks.hpp"

#include <wend/base/rng.hpp>
#include <wend/study/fit.hpp>

#include <fmt/format.h>

#include <array>

// Human spec, section 10: what a fit gives, on walks of the law itself.

namespace wend::reproduce {

namespace {

constexpr std::array<std::pair<const char*, double>, 7> truth{
    {{"b", 3.25}, {"kg", 7.5}, {"c1", 0.4}, {"c2", 0.4}, {"ko", 198}, {"c3", 6.5}, {"c4", 0.8}}};

// A walk of the law at 60 Hz until 0.3 m before the goal, with noise on the heading.
study::RecordedTrial recorded(std::string condition, const Trial& trial, double noise, std::uint64_t number) {
  study::RecordedTrial r;
  r.name = condition + (number % 2 == 0 ? " left" : " right");
  r.condition = std::move(condition);
  r.goal = trial.goal;
  r.obstacles = trial.obstacles;
  r.start = study::WalkStart{trial.at, trial.heading, 0};
  Rng rng = Rng::stream(1, Purpose::heading_noise, number);
  Trial fine = trial;
  fine.dt = 1.0 / 600;
  const TrialReport run = walk(fine);
  for (std::size_t i = 0; i < run.samples.size(); i += 10) {
    const auto& s = run.samples[i];
    if (std::hypot(trial.goal.at.x - s.x, trial.goal.at.y - s.y) <= 0.3) break;
    r.times.push_back(s.t);
    r.places.push_back({s.x, s.y});
    r.headings.push_back(s.heading + (noise > 0 ? noise * rng.normal() : 0));
    r.speeds.push_back(s.speed);
  }
  return r;
}

// The designs of H1 and H2, each mirrored: 54 trials.
std::vector<study::RecordedTrial> design(double noise) {
  std::vector<study::RecordedTrial> all;
  for (const double d : {2.0, 4.0, 8.0}) {
    for (const double a : {5.0, 10.0, 15.0, 20.0, 25.0}) {
      for (const double sign : {1.0, -1.0})
        all.push_back(
            recorded(fmt::format("goal {} m {} deg", d, a), scene(study::polar(d, sign * a)), noise, all.size()));
    }
  }
  for (const double d : {3.0, 4.0, 5.0}) {
    for (const double a : {1.0, 2.0, 4.0, 8.0}) {
      for (const double sign : {1.0, -1.0})
        all.push_back(recorded(fmt::format("obstacle {} m {} deg", d, a), scene({10, 0}, {study::polar(d, sign * a)}),
                               noise, all.size()));
    }
  }
  return all;
}

study::FitResult fitted(double noise, const Context& context) {
  study::FitOptions o;
  o.starts = {{"b", 2}, {"kg", 4}, {"c1", 0.8}, {"c2", 0.8}, {"ko", 100}, {"c3", 4}, {"c4", 0.5}};
  o.searches = 1;
  o.smoothing = 0;
  SerialRunner here;
  auto result = study::fit_human(design(noise), o, {}, context.runner != nullptr ? *context.runner : here);
  return std::move(*result);
}

// The largest relative error of the seven.
double worst(const study::FitResult& result) {
  double most = 0;
  for (const auto& [name, value] : truth) {
    for (const auto& [found, estimate] : result.values) {
      if (found == name) most = std::max(most, std::abs(estimate / value - 1));
    }
  }
  return most;
}

io::Plot angles(const study::FitStageResult& stage, std::string title, const std::vector<std::string>& conditions) {
  io::Plot plot = chart(std::move(title), "time, s", "heading, deg");
  plot.zero_line = true;
  for (const auto& trial : stage.trials) {
    const auto which = std::find(conditions.begin(), conditions.end(), trial.condition);
    if (which == conditions.end() || !trial.name.ends_with("left")) continue;
    io::PlotLine line{.points = {}, .colour = static_cast<int>(which - conditions.begin()), .label = trial.condition};
    for (const auto& s : trial.measured)
      plot.points.push_back({.at = {s.t, s.heading * 180 / pi}, .colour = line.colour, .size = 1.6});
    for (const auto& s : trial.fitted) line.points.push_back({s.t, s.heading * 180 / pi});
    plot.lines.push_back(std::move(line));
  }
  return plot;
}

void run_recovery(Claim& claim, const Context& context) {
  const study::FitResult clean = fitted(0, context);
  if (context.progress && !context.progress(0.5)) return;
  const study::FitResult noisy = fitted(deg(1), context);
  const double goal = noisy.stages.at(0).r2, obstacle = noisy.stages.at(1).r2;
  claim.measured = fmt::format(
      "noise-free: every parameter within {:.0e} of the truth; with 1 deg of noise within {:.1f} %, pooled r2 {:.3f} "
      "(goal set) and {:.3f} (obstacle set)",
      worst(clean), 100 * worst(noisy), goal, obstacle);
  judge(claim, worst(clean) < 1e-4 && worst(noisy) < 0.08 && std::abs(goal - 0.976) < 0.005 &&
                   std::abs(obstacle - 0.983) < 0.005);
  claim.figures.push_back(
      {sheet({angles(noisy.stages[0], "Goal set", {"goal 2 m 25 deg", "goal 4 m 15 deg", "goal 8 m 20 deg"}),
              angles(noisy.stages[1], "Obstacle set",
                     {"obstacle 3 m 1 deg", "obstacle 4 m 4 deg", "obstacle 5 m 8 deg"})},
             2, 1100, 440),
       "Synthetic walks with 1 deg of noise (dots) and the fitted law (lines), three conditions of each set."});
}

void run_people(Claim& claim, const Context& context) {
  const study::FitResult noisy = fitted(deg(1), context);
  claim.measured = fmt::format(
      "not measured: the recordings of people are not public. In their place, walks of the law itself with 1 deg of "
      "noise give r2 {:.3f} for the goal set and a mean over the conditions of {:.3f} for the obstacle set, which says "
      "nothing about people",
      noisy.stages.at(0).r2, noisy.stages.at(1).mean_condition_r2);
  claim.verdict = Verdict::not_reproduced;
}

}  // namespace

Runs human_fit() { return {{"fit-people", run_people}, {"fit", run_recovery}}; }

}  // namespace wend::reproduce
