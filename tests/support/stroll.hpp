#pragma once
#include <wend/model/human.hpp>
#include <wend/model/potential_field.hpp>
#include <wend/base/rng.hpp>
#include <cmath>
#include <vector>

#include "steering/human.hpp"
#include "steering/potential_field.hpp"
#include "support/view_builder.hpp"

namespace wend::test {

// An agent of a model that integrates through the step, carried from step to step as a world would, among hand-written bodies.
template <class Model, class Params>
struct Stroll : ViewBuilder {
  Model model;
  Params p;
  Vec2 goal{10, 0};
  Vec2 goal_velocity{};
  std::vector<double> next;
  double time = 0;

  Stroll() {
    me.dt = 0.01;
    me.radius = 0;
    me.has_goal = true;
  }

  View view() {
    const Vec2 offset = goal - at;
    me.goal_offset = offset;
    me.goal_distance = norm(offset);
    me.goal_angle = std::atan2(offset.y, offset.x);
    me.goal_path.rate = goal_velocity;
    return plain_view();
  }
  // Without looking at `goal`: what the test has put into `me`.
  View plain_view() {
    params = to_block(p);
    return ViewBuilder::view(model);
  }

  Motion look() { return steer(view()); }
  Motion steer(const View& v) {
    next.assign(model.state_size(), -1.0);
    return model.steer(v, next);
  }
  Motion step() {
    const Motion motion = look();
    at = at + motion.displacement;
    me.heading = motion.heading;
    me.turn_rate = motion.turn_rate;
    me.speed = motion.speed;
    me.velocity = motion.displacement / me.dt;
    ++me.step;
    me.random = Rng::stream(1, Purpose::heading_noise, 0, me.step);
    state = next;
    goal = goal + me.dt * goal_velocity;
    for (Neighbour& n : placed) {
      n.a = n.a + me.dt * n.velocity;
      n.b = n.b + me.dt * n.velocity;
    }
    time += me.dt;
    return motion;
  }
  void walk(double seconds) {
    for (int n = static_cast<int>(std::lround(seconds / me.dt)); n > 0; --n) step();
  }
};

using HumanStroll = Stroll<steering::HumanModel, HumanParams>;
using FieldStroll = Stroll<steering::PotentialFieldModel, PotentialFieldParams>;

}  // namespace wend::test
