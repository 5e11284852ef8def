#pragma once
#include <wend/study/trial.hpp>

#include "steering/sighted.hpp"

#include <algorithm>
#include <vector>

// The goal and the obstacles of a trial at a moment.

namespace wend::study {

struct Moving {
  Vec2 at, velocity;
};

inline Moving moving(const TrialObject& o, double t) {
  if (o.times.empty()) return {o.at + t * o.velocity, o.velocity};
  if (t < o.times.front()) return {o.places.front(), {}};
  const auto next = static_cast<std::size_t>(std::upper_bound(o.times.begin(), o.times.end(), t) - o.times.begin());
  if (next == o.times.size()) return {o.places.back(), {}};
  const Vec2 velocity = (o.places[next] - o.places[next - 1]) / (o.times[next] - o.times[next - 1]);
  return {o.places[next - 1] + (t - o.times[next - 1]) * velocity, velocity};
}

// For the step that begins at t: things appear and vanish at step boundaries only, and k dt may lie a rounding beside `from`.
inline bool is_there(const TrialObject& o, double t) {
  constexpr double rounding = 1e-9;
  return o.from <= t + rounding && t + rounding < o.until;
}

inline steering::Sighted sighted(const TrialObject& o, double t, double walker_radius) {
  const Moving now = moving(o, t);
  return {.x = now.at.x, .y = now.at.y, .vx = now.velocity.x, .vy = now.velocity.y, .radius = walker_radius + o.radius, .weight = o.weight};
}

// What a walker of a trial sees. begin() decides what is there during a step, at() moves what moves to a time within it.
class Sights {
 public:
  explicit Sights(const Trial& trial) : trial_(trial), things(trial.obstacles.size()) {
    for (std::size_t i = 0; i < things.size(); ++i) {
      things[i] = sighted(trial.obstacles[i], 0, trial.radius);
      if (moves(trial.obstacles[i])) movers_.push_back(i);
    }
    begin(0);
  }

  void begin(double t) {
    at(t);
    for (std::size_t i = 0; i < things.size(); ++i) things[i].exists = is_there(trial_.obstacles[i], t);
    goal.exists = is_there(trial_.goal, t);
  }

  void at(double t) {
    const bool exists = goal.exists;
    goal = sighted(trial_.goal, t, trial_.radius);
    goal.exists = exists;
    for (std::size_t i : movers_) {
      const bool there = things[i].exists;
      things[i] = sighted(trial_.obstacles[i], t, trial_.radius);
      things[i].exists = there;
    }
  }

 private:
  static bool moves(const TrialObject& o) { return !o.times.empty() || o.velocity != Vec2{}; }

  const Trial& trial_;
  std::vector<std::size_t> movers_;

 public:
  steering::Sighted goal;
  std::vector<steering::Sighted> things;
};

}  // namespace wend::study
