#pragma once
#include <wend/model/human.hpp>
#include <wend/base/rng.hpp>
#include <wend/study/fit.hpp>

#include <cmath>
#include <string>
#include <vector>

#include "core/angles.hpp"
#include "core/text.hpp"
#include "steering/human_law.hpp"

// The 54 synthetic trials of the human spec, section 10: walks of the law itself, with or without noise.

namespace wend::test {

inline Vec2 at_polar(double d, double degrees) { return {d * std::cos(deg(degrees)), d * std::sin(deg(degrees))}; }

// An RK4 of its own, ten steps for each sample.
inline study::RecordedTrial walked(const std::string& condition, Vec2 goal, const std::vector<Vec2>& obstacles, const HumanParams& p = {}, double speed = 1) {
  study::RecordedTrial r;
  r.name = concat(condition, goal.y < 0 || (!obstacles.empty() && obstacles[0].y < 0) ? " right" : " left");
  r.condition = condition;
  r.goal.at = goal;
  std::vector<steering::Sighted> things;
  for (const Vec2 o : obstacles) {
    r.obstacles.push_back({.at = o});
    things.push_back({.x = o.x, .y = o.y});
  }
  using W = steering::Walker<double>;
  const steering::Sighted to{.x = goal.x, .y = goal.y};
  const auto slope = [&](const W& s) { return steering::derivative(s, to, things, steering::gains_of(p), p, speed); };
  const auto plus = [](const W& a, const W& d, double h) { return W{a.x + h * d.x, a.y + h * d.y, a.phi + h * d.phi, a.w + h * d.w, a.v, a.a}; };
  W me{.v = speed};
  constexpr double h = 1.0 / 600;
  for (int i = 0; std::hypot(goal.x - me.x, goal.y - me.y) > 0.3 && i < 60000; ++i) {
    if (i % 10 == 0) {
      r.times.push_back(i / 600.0);
      r.places.push_back({me.x, me.y});
      r.headings.push_back(me.phi);
      r.speeds.push_back(speed);
    }
    const W k1 = slope(me), k2 = slope(plus(me, k1, h / 2)), k3 = slope(plus(me, k2, h / 2)), k4 = slope(plus(me, k3, h));
    me = plus(plus(plus(plus(me, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
  }
  return r;
}

// H1 at these distances, mirrored.
inline std::vector<study::RecordedTrial> goal_trials(const std::vector<double>& distances) {
  std::vector<study::RecordedTrial> all;
  for (const double d : distances) {
    for (const double a : {5., 10., 15., 20., 25.}) {
      for (const double sign : {1., -1.}) all.push_back(walked(concat("goal ", d, " m ", a, " deg"), at_polar(d, sign * a), {}));
    }
  }
  return all;
}

// H2 at these distances, mirrored.
inline std::vector<study::RecordedTrial> obstacle_trials(const std::vector<double>& distances) {
  std::vector<study::RecordedTrial> all;
  for (const double d : distances) {
    for (const double a : {1., 2., 4., 8.}) {
      for (const double sign : {1., -1.}) all.push_back(walked(concat("obstacle ", d, " m ", a, " deg"), {10, 0}, {at_polar(d, sign * a)}));
    }
  }
  return all;
}

inline std::vector<study::RecordedTrial> joined(std::vector<study::RecordedTrial> a, const std::vector<study::RecordedTrial>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

inline std::vector<study::RecordedTrial> all_54() { return joined(goal_trials({2, 4, 8}), obstacle_trials({3, 4, 5})); }

// The start is known: the walker was told to go straight on.
inline void know_start(std::vector<study::RecordedTrial>& trials) {
  for (auto& trial : trials) trial.start = study::WalkStart{trial.places.front(), trial.headings.front(), 0};
}
inline void add_angle_noise(std::vector<study::RecordedTrial>& trials, double degrees, std::uint64_t seed) {
  know_start(trials);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    Rng rng = Rng::stream(seed, Purpose::test, i);
    for (double& heading : trials[i].headings) heading += deg(degrees) * rng.normal();
  }
}
inline void add_place_noise(std::vector<study::RecordedTrial>& trials, double metres, std::uint64_t seed) {
  know_start(trials);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    Rng rng = Rng::stream(seed, Purpose::test, i);
    for (Vec2& place : trials[i].places) place = place + Vec2{metres * rng.normal(), metres * rng.normal()};
  }
}

inline study::FitOptions spec_options() {
  study::FitOptions o;
  o.starts = {{"b", 2}, {"kg", 4}, {"c1", 0.8}, {"c2", 0.8}, {"ko", 100}, {"c3", 4}, {"c4", 0.5}};
  o.searches = 1;
  o.smoothing = 0;
  return o;
}

}  // namespace wend::test
