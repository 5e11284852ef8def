#pragma once
#include "measure.hpp"

#include <wend/study/trial.hpp>

// What the experiments of the human spec share: scenes of its section 7, and pictures of them.

namespace wend::reproduce {

using study::Trial;
using study::TrialEnd;
using study::TrialReport;

// From the origin along x at 1 m/s to a goal, past points.
inline Trial scene(Vec2 goal, const std::vector<Vec2>& obstacles = {}) {
  Trial trial;
  trial.r_goal = 0.1;
  trial.goal.at = goal;
  for (const Vec2 at : obstacles) trial.obstacles.push_back({.at = at});
  return trial;
}

// The scenes are ours: one that is refused is our mistake, and ends the program with its reason.
template <class Params = HumanParams>
TrialReport walk(const Trial& trial, const Params& p = {}) {
  auto report = study::run_trial(trial, p);
  return std::move(*report);
}

// The state at a moment that is a sample.
inline study::TrialSample state_at(const TrialReport& report, double t) {
  for (const study::TrialSample& s : report.samples) {
    if (std::abs(s.t - t) < 1e-9) return s;
  }
  return {};
}

template <class F>
io::PlotLine over_time(const TrialReport& report, int colour, std::string label, F&& value) {
  io::PlotLine line;
  for (const study::TrialSample& s : report.samples) line.points.push_back({s.t, value(s)});
  line.colour = colour;
  line.label = std::move(label);
  return line;
}

inline io::PlotLine path_of(const TrialReport& report, int colour, std::string label, bool dashed = false) {
  io::PlotLine line;
  for (const study::TrialSample& s : report.samples) line.points.push_back({s.x, s.y});
  line.colour = colour;
  line.label = std::move(label);
  line.dashed = dashed;
  return line;
}

// The plan of a scene: where it starts, the points to avoid, the goal.
inline io::Plot plan(const Trial& trial, std::string title) {
  io::Plot plot = chart(std::move(title), "x, m", "y, m");
  plot.equal = true;
  for (const auto& o : trial.obstacles) plot.discs.push_back({.at = o.at, .radius = o.radius > 0 ? o.radius : 0.08});
  io::PlotPoint start, goal;
  start.at = trial.at, start.mark = io::PlotMark::arrow, start.size = 12, start.angle = trial.heading;
  goal.at = trial.goal.at, goal.colour = io::target, goal.size = 9, goal.text = "goal";
  plot.points = {start, goal};
  return plot;
}

// The largest difference so far from what the tables of the spec say.
struct Off {
  double most = 0;
  void compare(double measured, double expected) { most = std::max(most, std::abs(measured - expected)); }
};

}  // namespace wend::reproduce
