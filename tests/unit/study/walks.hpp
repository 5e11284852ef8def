#pragma once
#include <wend/model/human.hpp>
#include <wend/study/trial.hpp>

#include <string>
#include <utility>
#include <vector>

// The scenes of the human spec, section 7: from the origin, heading 0, r_goal 0.1.

namespace wend::test {

using namespace wend::study;

inline Trial scene(Vec2 goal, const std::vector<Vec2>& obstacles = {}) {
  Trial trial;
  trial.r_goal = 0.1;
  trial.goal.at = goal;
  for (Vec2 at : obstacles) trial.obstacles.push_back({.at = at});
  return trial;
}

template <class Params = HumanParams>
TrialReport walk(const Trial& trial, const Params& p = {}) {
  auto report = run_trial(trial, p);
  return std::move(*report);
}

inline Trial field(std::uint64_t seed, double radius = 0) {
  Trial trial = scene({9, 0});
  trial.obstacles = random_field(seed);
  trial.radius = radius;
  trial.keep_samples = false;
  return trial;
}

inline bool near(double a, double b, double tolerance) { return a - b <= tolerance && b - a <= tolerance; }

}  // namespace wend::test
