#pragma once
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "steering/attractor.hpp"
#include "steering/attractor_numbers.hpp"
#include "steering/block.hpp"
#include "steering/category.hpp"

// Hand-written surroundings for a steering model: no world, no grid.

namespace wend::test {

// The parameters as the inside of the model reads them.
inline steering::AttractorNumbers numbers(const AttractorParams& p) {
  return steering::unpack<steering::AttractorNumbers>(to_block(p));
}

// The memory of an agent as a model receives it.
inline std::vector<double> numbers(const steering::AttractorMemory& memory) {
  std::vector<double> state(sizeof memory / sizeof(double));
  std::memcpy(state.data(), &memory, sizeof memory);
  return state;
}

// Distance, nearest point and clearance of a body as an agent at `from` sees it; the body is given in world
// coordinates.
inline Neighbour seen_from(Vec2 from, double radius, const Neighbour& placed) {
  Neighbour n = placed;
  n.a = placed.a - from;
  n.b = placed.b - from;
  const Vec2 axis = n.b - n.a;
  const double length2 = norm2(axis);
  const double along = length2 > 0 ? std::clamp(-dot(n.a, axis) / length2, 0.0, 1.0) : 0.0;
  n.nearest = n.a + along * axis;
  n.distance = norm(n.nearest);
  n.clearance = n.distance - n.radius - radius;
  return n;
}

// An agent and what is around it. Change anything at any time, then ask for the view: it points into the builder.
struct ViewBuilder {
  Vec2 at;  // of the agent
  View me;  // the agent itself; bodies, goals, categories, params, state and scratch are filled in by view()
  std::vector<Neighbour> placed;  // in world coordinates
  std::vector<double> categories;  // as many numbers for each as the model has
  std::vector<Goal> goals;
  std::vector<double> params, state;

  ViewBuilder() {
    me.dt = 0.25;
    me.radius = 0.3;
  }

  // Bodies get ids in the order they are placed.
  Neighbour& body(BodyKind kind, Vec2 a, Vec2 b, double radius) {
    Neighbour n;
    n.kind = kind;
    n.a = a;
    n.b = b;
    n.radius = radius;
    n.id = placed.size() + 1;
    return placed.emplace_back(n);
  }
  Neighbour& disc(Vec2 centre, double radius) { return body(BodyKind::disc, centre, centre, radius); }
  Neighbour& wall(Vec2 a, Vec2 b, double thickness = 0) { return body(BodyKind::wall, a, b, thickness); }
  Neighbour& moving(Vec2 centre, double radius, Vec2 velocity) {
    Neighbour& n = disc(centre, radius);
    n.velocity = velocity;
    n.conduct = Conduct::moving;
    return n;
  }
  Neighbour& agent(Vec2 centre, double radius, Vec2 velocity = {}) {
    Neighbour& n = body(BodyKind::agent, centre, centre, radius);
    n.velocity = velocity;
    n.conduct = Conduct::obeying;
    return n;
  }

  void toward(double angle, double distance = std::numeric_limits<double>::infinity()) {
    me.has_goal = true;
    me.goal_angle = angle;
    me.goal_distance = distance;
  }
  // A target that competes; `slot` names it.
  void goal(Vec2 offset, std::uint32_t slot) {
    goals.push_back({offset, norm(offset), {}, (std::uint64_t{slot} << 32) | 1u});
  }

  View view(const SteeringModel& model) {
    seen_.clear();
    for (const Neighbour& n : placed) seen_.push_back(seen_from(at, me.radius, n));
    if (state.size() < model.state_size()) {  // what a test does not set is as at the start
      std::vector<double> whole(model.state_size());
      model.first_state(whole);
      std::copy(state.begin(), state.end(), whole.begin());
      state = std::move(whole);
    }
    scratch_.assign(model.scratch_bytes(seen_.size()) / sizeof(double) + 1, 0.0);
    View v = me;
    v.bodies = seen_;
    v.goals = goals;
    v.categories = categories;
    v.params = params;
    v.state = state;
    v.scratch = std::as_writable_bytes(std::span(scratch_));
    return v;
  }

 private:
  std::vector<Neighbour> seen_;
  std::vector<double> scratch_;
};

// The same with the model "attractor" inside. Without noise unless a test wants it.
struct AttractorAgent : ViewBuilder {
  steering::AttractorModel model;
  AttractorParams p = AttractorParams::robust();
  steering::AttractorMemory memory;  // what it is and remembers; becomes the state of the view
  steering::AttractorMemory next;    // the same after steer()
  std::vector<steering::CategoryTraits> classes;

  explicit AttractorAgent(const AttractorParams& preset) : p(preset) { p.sigma = 0; }

  View view() {
    params = to_block(p);
    state = numbers(memory);
    categories.clear();
    for (const steering::CategoryTraits& c : classes) {
      categories.insert(categories.end(), {c.d0, c.delta, c.weight, c.competes});
    }
    return ViewBuilder::view(model);
  }
  steering::AttractorDecision explain() { return model.decide(view()); }
  Motion steer() {
    const View v = view();
    std::vector<double> after = state;
    const Motion motion = model.steer(v, after);
    next = steering::unpack<steering::AttractorMemory>(after);
    return motion;
  }
};

}  // namespace wend::test
