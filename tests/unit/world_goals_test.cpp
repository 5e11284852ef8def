#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>

#include <array>
#include <cmath>

#include "core/angles.hpp"
#include "support/worlds.hpp"

using namespace wend;
using test::need;

// Capture, arrival and what comes after; which target an agent heads for.

namespace {

// An agent that walks straight on at its top speed: no noise, no obstacles, no slowing near the target.
struct Lane {
  World world = need(World::create({.dt = 0.25}));
  ModelId model = need(world.add_attractor([] {
    AttractorParams p = test::calm();
    p.kappa_arr = 0;
    return p;
  }()));
  AgentId walker(Vec3 at, const std::vector<TargetId>& goals, AgentSpec spec = {.top_speed = 1}) {
    spec.at = at;
    spec.model = model;
    spec.radius = 0.25;
    if (goals.empty()) spec.goal_order = GoalOrder::all;
    return need(world.add_agent(spec, goals));
  }
  std::vector<Event> run(double until) {
    std::vector<Event> all;
    while (world.time() < until) {
      world.step();
      all.insert(all.end(), world.step_events().begin(), world.step_events().end());
    }
    return all;
  }
};

std::vector<Event> of_kind(const std::vector<Event>& events, EventKind kind) {
  std::vector<Event> some;
  for (const Event& e : events) {
    if (e.kind == kind) some.push_back(e);
  }
  return some;
}

}  // namespace

TEST_CASE("arrival: interpolated inside the step, local spec (51)") {
  Lane lane;
  const TargetId goal = need(lane.world.add_target({.at = {3, 0}, .radius = 0.35}));
  const AgentId ann = lane.walker({0, 0}, {goal});
  const auto events = lane.run(6);
  const auto arrived = of_kind(events, EventKind::arrived);
  REQUIRE(arrived.size() == 1);
  // Its centre is 0.6 before the target at x = 2.4, after 2.4 s at 1 m/s: between the steps at 2.25 s and 2.5 s.
  CHECK(arrived[0].time == doctest::Approx(2.4).epsilon(1e-12));
  CHECK(arrived[0].agent == ann);
  CHECK(arrived[0].other.bits == goal.bits());
  CHECK(arrived[0].step == 9);
  CHECK(arrived[0].at.x == doctest::Approx(2.5));
  const auto state = *lane.world.agent(ann);
  CHECK(state.status == Status::arrived);
  CHECK(state.arrival == arrived[0].time);
  CHECK(state.speed == 0);
  CHECK(state.at.x == doctest::Approx(2.5));  // stops where the step ended
  CHECK(lane.world.all_done());
}

TEST_CASE("arrival: on the very edge is not within") {
  Lane lane;
  const TargetId goal = need(lane.world.add_target({.at = {1, 0}, .radius = 0.25}));
  const AgentId ann = lane.walker({0, 0}, {goal}, {.top_speed = 0.5});
  lane.run(1);  // 0.5 of centre distance left: exactly R_a + R_t
  CHECK(lane.world.agent(ann)->at.x == 0.5);
  CHECK(lane.world.agent(ann)->status == Status::moving);
  lane.run(1.25);
  CHECK(lane.world.agent(ann)->status == Status::arrived);
  CHECK(lane.world.agent(ann)->arrival == 1);
}

TEST_CASE("arrival: stop, remove, go on") {
  Lane lane;
  const TargetId goal = need(lane.world.add_target({.at = {2, 0}}));
  const AgentId stops = lane.walker({0, 0}, {goal}, {.top_speed = 1, .on_arrival = OnArrival::stop});
  const TargetId goal2 = need(lane.world.add_target({.at = {2, 10}}));
  const AgentId leaves = lane.walker({0, 10}, {goal2}, {.top_speed = 1, .on_arrival = OnArrival::remove});
  const TargetId goal3 = need(lane.world.add_target({.at = {2, 20}}));
  const AgentId goes_on = lane.walker({0, 20}, {goal3}, {.top_speed = 1, .on_arrival = OnArrival::go_on});
  const auto events = lane.run(2.5);
  CHECK(of_kind(events, EventKind::arrived).size() == 3);
  const auto left = of_kind(events, EventKind::left);
  REQUIRE(left.size() == 1);
  CHECK(left[0].agent == leaves);
  CHECK(left[0].at.y == doctest::Approx(10));
  CHECK_FALSE(lane.world.agent(leaves));
  CHECK(lane.world.agent(stops)->speed == 0);
  CHECK(lane.world.agent(goes_on)->status == Status::arrived);
  CHECK(lane.world.agent(goes_on)->speed == 1);
  CHECK(lane.world.all_done());
  CHECK(lane.world.agents_added() == 3);
  // A new goal sends an arrived agent on its way again.
  need(lane.world.set_goals(stops, std::array{goal3}));
  CHECK(lane.world.agent(stops)->status == Status::moving);
  CHECK(lane.world.agent(stops)->arrival < 0);
  CHECK_FALSE(lane.world.all_done());
  lane.world.step();
  CHECK(lane.world.agent(stops)->speed > 0);
}

TEST_CASE("goals: nearest of several, ties by id, each captured once") {
  Lane lane;
  const TargetId far = need(lane.world.add_target({.at = {9, 0}}));
  const TargetId near = need(lane.world.add_target({.at = {3, 0}}));
  const AgentId ann = lane.walker({0, 0}, {far, near});
  lane.world.step();
  CHECK(lane.world.agent(ann)->target == near);
  const auto events = lane.run(12);
  const auto captured = of_kind(events, EventKind::captured), arrived = of_kind(events, EventKind::arrived);
  REQUIRE(captured.size() == 1);
  CHECK(captured[0].other.bits == near.bits());
  REQUIRE(arrived.size() == 1);
  CHECK(arrived[0].other.bits == far.bits());
  CHECK(captured[0].time < arrived[0].time);

  World world = need(World::create());
  const TargetId up = need(world.add_target({.at = {0, 4}}));
  need(world.add_target({.at = {0, -4}}));
  const AgentId bob = need(world.add_agent({.goal_order = GoalOrder::all}));  // no list: all targets
  world.step();
  CHECK(world.agent(bob)->target == up);
}

TEST_CASE("goals: listed order is kept, even past a nearer one") {
  Lane lane;
  const TargetId first = need(lane.world.add_target({.at = {6, 0}}));
  const TargetId second = need(lane.world.add_target({.at = {2, 0.5}}));
  const AgentId ann = lane.walker({0, 0}, {first, second}, {.goal_order = GoalOrder::listed});
  lane.world.step();
  CHECK(lane.world.agent(ann)->target == first);
  const auto events = lane.run(30);
  const auto captured = of_kind(events, EventKind::captured), arrived = of_kind(events, EventKind::arrived);
  REQUIRE(captured.size() == 1);
  CHECK(captured[0].other.bits == first.bits());
  REQUIRE(arrived.size() == 1);
  CHECK(arrived[0].other.bits == second.bits());
}

TEST_CASE("goals: segment, disc and polygon are entered at their nearest point") {
  Lane lane;
  const TargetId line =
      need(lane.world.add_target({.at = {4, -5}, .to = {4, 5}, .radius = 0, .shape = TargetShape::segment}));
  const AgentId to_line = lane.walker({0, 3}, {line});
  const TargetId disc = need(lane.world.add_target({.at = {6, 20}, .radius = 2, .shape = TargetShape::disc}));
  const AgentId to_disc = lane.walker({0, 20}, {disc});
  const std::array<Vec3, 4> square{{{4, 38}, {8, 38}, {8, 42}, {4, 42}}};
  const TargetId area = need(lane.world.add_polygon_target(square, {.radius = 0}));
  const AgentId to_area = lane.walker({0, 41}, {area});
  lane.run(8);
  for (AgentId id : {to_line, to_disc, to_area}) {
    const auto state = *lane.world.agent(id);
    CHECK(state.status == Status::arrived);
    CHECK(state.arrival == doctest::Approx(3.75));  // 4 m minus the agent's radius; the disc begins at x = 4
  }
  CHECK(lane.world.agent(to_line)->at.y == doctest::Approx(3));
  CHECK(lane.world.agent(to_area)->at.y == doctest::Approx(41));
  const double now = lane.world.time();
  const AgentId inside = lane.walker({6, 40}, {area});
  lane.world.step();
  CHECK(lane.world.agent(inside)->status == Status::arrived);
  CHECK(lane.world.agent(inside)->arrival == now);
}

TEST_CASE("goals: a moving target is followed and its velocity published") {
  Lane lane;
  const TargetId goal = need(lane.world.add_target({.at = {3, 0}}));
  const AgentId ann = lane.walker({0, 0}, {goal});
  for (int k = 0; k < 40 && lane.world.agent(ann)->status == Status::moving; ++k) {
    const double t = lane.world.time();
    need(lane.world.apply(MoveTarget{goal, {3, 0.5 * (t + 0.125)}, {3, 0.5 * (t + 0.25)}}));
    lane.world.step();
    CHECK(lane.world.target(goal)->velocity.y == doctest::Approx(0.5));
    CHECK(lane.world.target(goal)->at.y == doctest::Approx(0.5 * lane.world.time()));
  }
  CHECK(lane.world.agent(ann)->status == Status::arrived);
  lane.world.step();  // nobody moved it
  CHECK(lane.world.target(goal)->velocity == Vec3{});
}

TEST_CASE("goals: a given direction replaces the target") {
  Lane lane;
  const TargetId goal = need(lane.world.add_target({.at = {20, 0}}));
  const AgentId ann = lane.walker({0, 0}, {goal}, {.heading = pi / 2, .top_speed = 1});
  need(lane.world.set_direction(ann, pi / 2 + 2 * pi));
  lane.run(5);
  CHECK(std::abs(lane.world.agent(ann)->at.x) < 1e-9);
  CHECK(lane.world.agent(ann)->at.y == doctest::Approx(5));
  CHECK(lane.world.agent(ann)->status == Status::moving);
  need(lane.world.clear_direction(ann));
  lane.run(40);
  CHECK(lane.world.agent(ann)->status == Status::arrived);

  const AgentId nobody = lane.walker({0, 50}, {goal});
  need(lane.world.set_direction(nobody, 0));
  need(lane.world.remove(goal));
  lane.world.step();
  CHECK(lane.world.agent(nobody)->status == Status::moving);  // a direction is enough
}

TEST_CASE("goals: the last target removed makes an agent lost, a new one finds it again") {
  World world = need(World::create());
  const AgentId ann = need(world.add_agent({.goal_order = GoalOrder::all}));
  world.step();
  CHECK(world.agent(ann)->status == Status::lost);
  REQUIRE(world.step_events().size() == 1);
  CHECK(world.step_events()[0].kind == EventKind::status_begin);
  CHECK(world.step_events()[0].status == Status::lost);
  world.step();
  CHECK(world.step_events().empty());
  const TargetId goal = need(world.add_target({.at = {5, 0}}));
  world.step();
  CHECK(world.agent(ann)->status == Status::moving);
  REQUIRE(world.step_events().size() == 1);
  CHECK(world.step_events()[0].kind == EventKind::status_end);
  CHECK(world.step_events()[0].status == Status::lost);
  need(world.remove(goal));
  world.step();
  CHECK(world.agent(ann)->status == Status::lost);
  CHECK(world.agent(ann)->speed == doctest::Approx(0));
}

TEST_CASE("goals: a new target in a used slot starts uncaptured") {
  Lane lane;
  const TargetId here = need(lane.world.add_target({.at = {0, 0}}));
  const TargetId there = need(lane.world.add_target({.at = {50, 0}}));
  const AgentId ann = lane.walker({0, 0}, {});
  lane.world.step();
  CHECK(lane.world.step_events().size() == 1);  // captured `here`
  need(lane.world.remove(here));
  const TargetId again = need(lane.world.add_target({.at = {3, 0}}));
  CHECK(again.index == here.index);
  lane.world.step();
  CHECK(lane.world.agent(ann)->target == again);
  (void)there;
}

TEST_CASE("goals: floors do not see each other's targets") {
  Lane lane;
  const TargetId up = need(lane.world.add_target({.at = {2, 0}, .floor = 1}));
  const TargetId down = need(lane.world.add_target({.at = {8, 0}}));
  const AgentId ann = lane.walker({0, 0}, {up, down});
  lane.run(4);
  CHECK(lane.world.agent(ann)->target == down);
  for (const Event& e : lane.world.events()) CHECK(e.other.bits != up.bits());
}
