#include <doctest/doctest.h>
#include <wend/model/model.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "support/fp_traps.hpp"
#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

using namespace wend;
using test::need;

// Each of these failed once.

namespace {

std::vector<Event> run(World& world, double until) {
  std::vector<Event> all;
  while (world.time() < until) {
    world.step();
    all.insert(all.end(), world.step_events().begin(), world.step_events().end());
  }
  return all;
}

std::size_t count(const std::vector<Event>& events, EventKind kind, std::uint64_t other) {
  std::size_t n = 0;
  for (const Event& e : events) n += e.kind == kind && e.other.bits == other ? 1 : 0;
  return n;
}

// Stands still or walks; what it does is given by plain members.
class Puppet : public SteeringModel {
 public:
  Puppet() : SteeringModel({.name = "puppet", .state = std::vector<StateField>(8)}) {}
  double sense_range(const Sensing&) const override { return 1; }
  Motion steer(const View& view, std::span<double> next) const override {
    if (big) next[0] = next[1] = 1e308;
    return {.heading = view.heading, .speed = speed, .safety = safety};
  }
  Decision explain(const View& view) const override {
    Decision d;
    d.rate = view.dt;
    return d;
  }
  double speed = 0;
  Safety safety = Safety::strict;
  bool big = false;
};

}  // namespace

TEST_CASE("goals: the same target may be listed twice, as on a patrol") {
  World world = need(World::create());
  const TargetId a = need(world.add_target({.at = {3, 0}})), b = need(world.add_target({.at = {0, 3}})),
                 c = need(world.add_target({.at = {6, 6}}));
  const std::array patrol{a, b, a, c};
  const AgentId ann = need(world.add_agent({.goal_order = GoalOrder::listed}, patrol));
  const auto events = run(world, 60);
  CHECK(count(events, EventKind::captured, a.bits()) == 2);
  CHECK(count(events, EventKind::captured, b.bits()) == 1);
  CHECK(count(events, EventKind::arrived, c.bits()) == 1);
  CHECK(world.agent(ann)->status == Status::arrived);
}

TEST_CASE("goals: targets captured in one step all have their event") {
  // Both within one step; the first of the list is captured last.
  World world = need(World::create({.dt = 0.5}));
  const TargetId late = need(world.add_target({.at = {1.3, 0}})), early = need(world.add_target({.at = {1.1, 0}}));
  const std::array both{late, early};
  need(world.add_agent({.model = need(world.add_attractor({.sigma = 0, .kappa_arr = 0}))}, both));
  const auto events = run(world, 3);
  CHECK(count(events, EventKind::arrived, late.bits()) == 1);
  CHECK(count(events, EventKind::captured, early.bits()) == 1);
  CHECK(count(events, EventKind::captured, late.bits()) == 0);
}

TEST_CASE("goals: a listed goal on another floor does not block the others") {
  World world = need(World::create());
  const TargetId up = need(world.add_target({.at = {2, 0}, .floor = 1})), here = need(world.add_target({.at = {3, 0}}));
  const std::array list{up, here};
  need(world.add_agent({.goal_order = GoalOrder::listed}, list));
  const auto events = run(world, 8);
  CHECK(count(events, EventKind::arrived, here.bits()) + count(events, EventKind::captured, here.bits()) == 1);
}

TEST_CASE("world: set_goals refuses an unknown order") {
  World world = need(World::create());
  const AgentId ann = need(world.add_agent({.goal_order = GoalOrder::all}));
  CHECK_FALSE(world.set_goals(ann, {}, static_cast<GoalOrder>(7)));
}

TEST_CASE("model: registering between steer and commit is refused") {
  World world = need(World::create());
  need(world.add_agent({.goal_order = GoalOrder::all}));
  world.steer();
  CHECK_FALSE(world.register_model(std::make_shared<Puppet>()));
  world.commit();
  CHECK(world::Access::data(world).agents.state.size() == world::Access::data(world).widths.state);
}

TEST_CASE("model: explain sees the dt that steer sees") {
  World world = need(World::create({.dt = 0.25}));
  need(world.register_model(std::make_shared<Puppet>()));
  const AgentId ann = need(world.add_agent({.model = need(world.add_model("puppet", {})), .goal_order = GoalOrder::all}));
  CHECK(world.explain(ann).rate == 0.25);
}

TEST_CASE("model: large finite state is not a broken number") {
  const test::NoTraps quiet;
  World world = need(World::create());
  auto puppet = std::make_shared<Puppet>();
  puppet->big = true;
  need(world.register_model(puppet));
  const AgentId ann = need(world.add_agent({.model = need(world.add_model("puppet", {})), .goal_order = GoalOrder::all}));
  world.step();
  CHECK(world.agent(ann)->status != Status::non_finite);
}

TEST_CASE("explain: an arrived agent wants nothing") {
  World world = need(World::create());
  need(world.add_target({.at = {0, 0.2}}));
  const AgentId ann = need(world.add_agent({.goal_order = GoalOrder::all}));
  for (int k = 0; k < 4; ++k) world.step();
  REQUIRE(world.agent(ann)->status == Status::arrived);
  CHECK(world.explain(ann).wanted_speed == 0);
  CHECK(world.explain(ann).wanted_turn_rate == 0);
}

TEST_CASE("safety: an agent that was fast a moment ago does not pass through a wall") {
  World world = need(World::create());
  need(world.add_target({.at = {1000, 0}}));
  const AgentId ann = need(world.add_agent({.at = {-300, 0},
                                            .top_speed = 100,
                                            .attributes = {{"lightness", 0}},
                                            .model = need(world.add_attractor({.d0 = 0.1, .d1 = 0, .sigma = 0})), .goal_order = GoalOrder::all}));
  while (world.agent(ann)->speed < 60) world.step();
  const double x = world.agent(ann)->at.x + 8;
  need(world.add_wall({x, -50}, {x, 50}));
  need(world.set(ann, "speed", 0.5));
  for (int k = 0; k < 8; ++k) world.step();
  CHECK(world.agent(ann)->at.x < x);
}

TEST_CASE("safety: nobody backs through a wall") {
  World world = need(World::create({.dt = 0.5}));
  need(world.add_target({.at = {30, 0}}));
  need(world.add_wall({-3, -50}, {-3, 50}));
  need(world.add_obstacle({.at = {1.2, 0}, .radius = 0.5}));
  const ModelId timid =
      need(world.add_attractor({.d0 = 0.1, .d1 = 5, .t2c = 0.5, .v_back = 20, .sigma = 0, .sense = 1}));
  const AgentId ann = need(world.add_agent({.model = timid, .goal_order = GoalOrder::all}));
  for (int k = 0; k < 8; ++k) world.step();
  CHECK(world.agent(ann)->at.x > -3);
}

TEST_CASE("safety: a model faster than its top speed does not pass through a wall") {
  World world = need(World::create());
  auto puppet = std::make_shared<Puppet>();
  puppet->speed = 50;
  need(world.register_model(puppet));
  need(world.add_wall({4, -5}, {4, 5}));
  const AgentId ann = need(world.add_agent({.model = need(world.add_model("puppet", {})), .goal_order = GoalOrder::all}));
  world.step();
  CHECK(world.agent(ann)->at.x < 4);
}

TEST_CASE("status: a NaN is told also when the host steers twice") {
  const test::NoTraps quiet;
  World world = need(World::create());
  need(world.add_target({.at = {9, 0}}));
  need(world.add_agent({.goal_order = GoalOrder::all}));
  world.step();
  world::Access::data(world).agents.speed[0] = not_a_number;
  world.steer();
  world.steer();
  world.commit();
  REQUIRE(world.step_events().size() == 1);
  CHECK(world.step_events()[0].status == Status::non_finite);
}

TEST_CASE("status: every begin has its end, also when the next status is non_finite") {
  const test::NoTraps quiet;
  World world = need(World::create());
  const AgentId ann = need(world.add_agent({.goal_order = GoalOrder::all}));
  world.step();
  REQUIRE(world.agent(ann)->status == Status::lost);
  world::Access::data(world).agents.speed[0] = not_a_number;
  world.step();
  REQUIRE(world.step_events().size() == 2);
  CHECK(world.step_events()[0].kind == EventKind::status_begin);
  CHECK(world.step_events()[1].kind == EventKind::status_end);
  CHECK(world.step_events()[1].status == Status::lost);
}

TEST_CASE("status: a teleport revives an agent whose model state was the bad number") {
  const test::NoTraps quiet;
  World world = need(World::create());
  need(world.add_target({.at = {9, 0}}));
  const AgentId ann = need(world.add_agent({.model = need(world.add_attractor({.hysteresis = 1, .fatigue = 1})), .goal_order = GoalOrder::all}));
  world.step();
  for (double& s : world::Access::data(world).agents.state) s = not_a_number;
  world.step();
  REQUIRE(world.agent(ann)->status == Status::non_finite);
  need(world.teleport(ann, {0, 0}, 0));
  world.step();
  CHECK(world.agent(ann)->status == Status::moving);
}
