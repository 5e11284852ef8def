#include <wend/model/model.hpp>
#include <wend/base/rng.hpp>
#include <wend/runner.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "core/angles.hpp"
#include "support/fp_traps.hpp"
#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

using namespace wend;
using test::need;

// A user's own steering model, through the interface ours use.

namespace {

enum Slot : std::size_t { calls, last_dt, nearest_x, memory, drawn };
enum class Fault { none, heading, turn_rate, speed, state };

// Walks along the direction wanted; writes down what it saw. The fault strikes at step 5.
class Toy final : public SteeringModel {
 public:
  explicit Toy(const std::string& name)
      : SteeringModel({.name = name,
                       .doc = "writes down what it saw",
                       .parameters = {{"pace", "", 0, 1, 1, "share of the top speed"},
                                      {"safety", "", 0, 2, 1, "how it is kept apart", ParamKind::choice,
                                       "off|strict|yield"},
                                      {"fault", "", 0, 4, 0, "what becomes NaN", ParamKind::integer}},
                       .state = {{{.name = "calls"}},
                                 {{.name = "last_dt", .unit = "s"}},
                                 {{.name = "nearest_x", .unit = "m"}},
                                 {{.name = "memory", .fallback = 100}, StateAccess::published},
                                 {{.name = "drawn"}}}}) {}

  Result<void> check_together(std::span<const double> p, double, std::string_view place) const override {
    if (p[0] == 0 && p[1] == 0) return Error{Errc::invalid_value, "pace = 0 needs safety", std::string(place)};
    return {};
  }
  double sense_range(const Sensing&) const override { return 3; }
  std::size_t scratch_bytes(std::size_t bodies) const override { return 16 * bodies + 7; }
  Motion steer(const View& view, std::span<double> next) const override {
    if (view.scratch.size() < scratch_bytes(view.bodies.size())) return {.heading = not_a_number};
    if (reinterpret_cast<std::uintptr_t>(view.scratch.data()) % alignof(double) != 0) return {.heading = not_a_number};
    for (std::byte& b : view.scratch) b = std::byte{0xff};
    if (!std::equal(view.state.begin(), view.state.end(), next.begin(), next.end())) return {.heading = not_a_number};
    next[calls] += 1;
    next[last_dt] = view.dt;
    next[memory] += 1;
    Rng random = view.random;
    next[drawn] = random.uniform();
    double nearest = 0;
    for (const Neighbour& n : view.bodies) {
      if (nearest == 0 || n.distance < std::abs(nearest)) nearest = n.nearest.x;
    }
    next[nearest_x] = nearest;
    const bool strikes = view.step == 5;
    const auto fault = static_cast<Fault>(static_cast<int>(view.params[2]));
    if (strikes && fault == Fault::state) next[memory] = not_a_number;
    Motion m;
    m.heading = view.has_goal ? view.goal_angle : view.heading;
    m.speed = view.halted ? 0 : view.params[0] * view.top_speed;
    m.safety = static_cast<Safety>(static_cast<int>(view.params[1]));
    if (strikes && fault == Fault::heading) m.heading = not_a_number;
    if (strikes && fault == Fault::turn_rate) m.turn_rate = not_a_number;
    if (strikes && fault == Fault::speed) m.speed = not_a_number;
    return m;
  }
  Decision explain(const View& view) const override {
    Decision d;
    d.target_rate = view.dt;
    return d;
  }
};

struct Stage {
  World world;
  explicit Stage(double dt = 0.25) : world(need(World::create({.dt = dt}))) {
    need(world.register_model(std::make_shared<Toy>("toy")));
  }
  ModelId toy(double pace = 1, Safety safety = Safety::strict, Fault fault = Fault::none) {
    const std::array<double, 3> p{pace, static_cast<double>(safety), static_cast<double>(fault)};
    return need(world.add_model("toy", p));
  }
  double state(AgentId id, Slot slot) const {
    const world::Data& d = world::Access::data(world);
    return d.agents.state[*d.agent_slots.find(id) * d.widths.state + slot];
  }
};

}  // namespace

TEST_CASE("model: registered once, its parameters are checked like ours") {
  Stage s;
  CHECK(s.world.register_model(nullptr).error().code == Errc::invalid_value);
  CHECK(s.world.register_model(std::make_shared<Toy>("toy")).error().message == "model \"toy\" is registered already");
  CHECK(s.world.register_model(std::make_shared<Toy>("attractor")).error().code == Errc::invalid_value);
  const auto refused = [&](std::array<double, 3> p) { return s.world.add_model("toy", p).error().text(); };
  CHECK(refused({2, 1, 0}) == "add_model \"toy\": pace = 2, expected 0 .. 1");
  CHECK(refused({1, 3, 0}) == "add_model \"toy\": safety = 3, expected \"off\" or \"strict\" or \"yield\"");
  CHECK(refused({1, 1, 0.5}) == "add_model \"toy\": fault = 0.5, expected 0 .. 4, a whole number");
  CHECK(refused({0, 0, 0}) == "add_model \"toy\": pace = 0 needs safety");
  CHECK(s.world.model_name(s.toy()) == "toy");
}

TEST_CASE("model: state of its own, from its first value") {
  Stage s;
  const TargetId goal = need(s.world.add_target({.at = {50, 0}}));
  const AgentId ann = need(s.world.add_agent({.target = goal, .model = s.toy()}));
  const AgentId bob = need(s.world.add_agent({.at = {0, 9}, .target = goal}));  // attractor, with numbers of its own
  CHECK(s.state(ann, memory) == 100);
  for (int k = 0; k < 8; ++k) s.world.step();
  CHECK(s.state(ann, memory) == 108);
  CHECK(s.state(ann, calls) == 8);
  CHECK(s.state(ann, last_dt) == 0.25);
  CHECK(s.world.attribute(ann, "memory") == 108.0);
  CHECK_FALSE(s.world.attribute(ann, "calls"));   // not published
  CHECK_FALSE(s.world.attribute(ann, "weight"));  // of another model
  CHECK(s.world.attribute(bob, "weight").value() == doctest::Approx(1));
  // Another model starts afresh, the same one goes on.
  need(s.world.apply(SetAgentModel{ann, s.toy(0.5)}));
  CHECK(s.state(ann, memory) == 108);
  need(s.world.apply(SetAgentModel{bob, s.toy()}));
  CHECK(s.state(bob, memory) == 100);
  CHECK(s.world.explain(ann).target_rate == 0.25);
}

TEST_CASE("model: a world without agents of it can learn it late") {
  World world = need(World::create());
  const AgentId ann = need(world.add_agent({.goal_order = GoalOrder::all}));
  need(world.add_target({.at = {9, 0}}));
  for (int k = 0; k < 3; ++k) world.step();
  const AgentState before = *world.agent(ann);
  const double weight = world.attribute(ann, "weight").value();
  need(world.register_model(std::make_shared<Toy>("toy")));
  CHECK(world.agent(ann)->at == before.at);
  CHECK(world.attribute(ann, "weight") == weight);
  world.step();
  CHECK(world.agent(ann)->at.x > before.at.x);
}

TEST_CASE("model: asked once in a step, and shown bodies where they are at its beginning") {
  Stage s;
  const TargetId goal = need(s.world.add_target({.at = {50, 0}}));
  const AgentId ann = need(s.world.add_agent({.top_speed = 0.6, .target = goal, .model = s.toy(1, Safety::off)}));
  const ObstacleId mover = need(s.world.add_obstacle({.at = {2, 0}, .radius = 0.1, .motion = BodyMotion::scripted}));
  need(s.world.apply(MoveObstacle{mover, {1.75, 0}, {}, {1.5, 0}, {}}));  // -2 m/s
  s.world.step();
  CHECK(s.state(ann, calls) == 1);
  CHECK(s.state(ann, last_dt) == 0.25);
  CHECK(s.state(ann, nearest_x) == doctest::Approx(2));
  CHECK(s.world.agent(ann)->at.x == doctest::Approx(0.15));
  CHECK(s.world.agent(ann)->speed == doctest::Approx(0.6));
}

TEST_CASE("model: safety off walks through, strict stops") {
  const auto reached = [&](Safety safety) {
    Stage s;
    const TargetId goal = need(s.world.add_target({.at = {5, 0}}));
    need(s.world.add_obstacle({.at = {1, -2}, .to = {1, 2}, .radius = 0, .capsule = true}));
    const AgentId ann =
        need(s.world.add_agent({.radius = 0.3, .top_speed = 1, .target = goal, .model = s.toy(1, safety)}));
    for (int k = 0; k < 40; ++k) s.world.step();
    return s.world.agent(ann)->at.x;
  };
  CHECK(reached(Safety::off) > 4);
  CHECK(reached(Safety::strict) <= 0.7 + 1e-9);
  CHECK(reached(Safety::strict) > 0.69);
  CHECK(reached(Safety::yield) <= 0.7 + 1e-9);
}

TEST_CASE("model: yield backs off from a mover, strict waits to be hit") {
  const auto clearance = [&](Safety safety) {
    Stage s;
    const TargetId goal = need(s.world.add_target({.at = {20, 0}}));
    const ObstacleId mover = need(s.world.add_obstacle({.at = {3, 0}, .radius = 0.5, .motion = BodyMotion::scripted}));
    const AgentId ann =
        need(s.world.add_agent({.radius = 0.3, .top_speed = 1, .target = goal, .model = s.toy(1, safety)}));
    double least = 10;
    for (int k = 0; k < 20; ++k) {
      const double t = s.world.time();
      need(s.world.apply(MoveObstacle{mover, {3 - 0.8 * (t + 0.125), 0}, {}, {3 - 0.8 * (t + 0.25), 0}, {}}));
      s.world.step();
      least = std::min(least, s.world.body(mover)->at.x - s.world.agent(ann)->at.x - 0.8);
    }
    return least;
  };
  CHECK(clearance(Safety::yield) > -1e-9);
  CHECK(clearance(Safety::strict) < -0.5);
}

TEST_CASE("model: mixed with attractor agents, nobody overlaps and threads do not matter") {
  const auto run = [](std::size_t threads) {
    Stage s(0.1);
    const std::array models{ModelId{0, 1}, s.toy(1, Safety::strict), s.toy(0.7, Safety::yield)};
    const TargetId east = need(s.world.add_target({.at = {12, 0}})), west = need(s.world.add_target({.at = {-12, 0}}));
    Rng rng = Rng::stream(3, Purpose::test);
    for (int i = 0; i < 400; ++i) {
      const double x = rng.uniform(-9, 9), y = rng.uniform(-9, 9);
      (void)test::add_if_free(s.world, {.at = {x, y},
                                        .radius = 0.2,
                                        .target = i % 2 == 0 ? east : west,
                                        .model = models[static_cast<std::size_t>(i) % 3]});
    }
    ThreadRunner runner(threads);
    for (int k = 0; k < 60; ++k) s.world.step(runner);
    CHECK(test::clearances(s.world).agents > -1e-9);
    return s.world.hash();
  };
  const StateHash one = run(1);
  CHECK(run(3) == one);
}

TEST_CASE("model: a NaN freezes that agent alone, with an event in that step") {
  const test::NoTraps quiet;
  for (const Fault fault : {Fault::heading, Fault::turn_rate, Fault::speed, Fault::state}) {
    for (const Safety safety : {Safety::off, Safety::strict, Safety::yield}) {
      CAPTURE(static_cast<int>(fault));
      CAPTURE(static_cast<int>(safety));
      Stage s;
      const TargetId goal = need(s.world.add_target({.at = {50, 0}}));
      const AgentId sane = need(s.world.add_agent({.at = {0, 1.5}, .target = goal, .model = s.toy()}));
      const AgentId sick = need(s.world.add_agent({.target = goal, .model = s.toy(1, safety, fault)}));
      const AgentId ours = need(s.world.add_agent({.at = {0, -1.5}, .target = goal}));
      for (int k = 0; k < 5; ++k) s.world.step();
      const AgentState before = *s.world.agent(sick);
      s.world.step();
      REQUIRE(s.world.step_events().size() == 1);
      CHECK(s.world.step_events()[0].agent == sick);
      CHECK(s.world.step_events()[0].status == Status::non_finite);
      for (int k = 0; k < 10; ++k) s.world.step();
      CHECK(s.world.agent(sick)->at == before.at);
      CHECK(s.world.agent(sick)->heading == before.heading);
      CHECK(s.world.agent(sick)->status == Status::non_finite);
      for (AgentId id : {sane, ours}) {
        CHECK(s.world.agent(id)->status == Status::moving);
        CHECK(s.world.agent(id)->at.x > 3);
      }
    }
  }
}
