#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>

#include <algorithm>
#include <array>
#include <limits>

#include "support/fp_traps.hpp"
#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

using namespace wend;
using test::need;

// Statuses with both edges, and the order, number and hash of events.

namespace {

struct Edge {
  double time;
  EventKind kind;
  Status status;
};

// Steps until `until` and keeps the edges of one agent's statuses.
std::vector<Edge> edges(World& world, AgentId who, double until) {
  std::vector<Edge> list;
  while (world.time() < until - 1e-9) {
    world.step();
    for (const Event& e : world.step_events()) {
      if (e.agent == who && (e.kind == EventKind::status_begin || e.kind == EventKind::status_end))
        list.push_back({e.time, e.kind, e.status});
    }
  }
  return list;
}

bool ordered(std::span<const Event> events) {
  return std::is_sorted(events.begin(), events.end(), [](const Event& p, const Event& q) {
    if (p.step != q.step) return p.step < q.step;
    if (p.time != q.time) return p.time < q.time;
    if (p.kind != q.kind) return p.kind < q.kind;
    if (p.agent != q.agent) return p.agent < q.agent;
    if (p.other.kind != q.other.kind) return p.other.kind < q.other.kind;
    return p.other < q.other;
  });
}

}  // namespace

TEST_CASE("status: waiting after 5 s on the spot, stuck after 2 more, free again by itself, local spec (52), (D14)") {
  for (const double dt : {0.05, 0.1, 0.25, 0.5}) {
    CAPTURE(dt);
    World world = need(World::create({.dt = dt}));
    need(world.add_target({.at = {20, 0}}));
    const AgentId ann = need(world.add_agent({.model = need(world.add_attractor(test::calm())), .goal_order = GoalOrder::all}));
    // A box around it, with no way out.
    std::vector<WallId> box;
    const std::array<Vec3, 5> corners{{{-0.4, -0.4}, {0.4, -0.4}, {0.4, 0.4}, {-0.4, 0.4}, {-0.4, -0.4}}};
    for (int i = 0; i < 4; ++i)
      box.push_back(
          need(world.add_wall(corners[static_cast<std::size_t>(i)], corners[static_cast<std::size_t>(i) + 1])));
    const auto caught = edges(world, ann, 9);
    REQUIRE(caught.size() == 3);
    CHECK(caught[0].kind == EventKind::status_begin);
    CHECK(caught[0].status == Status::waiting);
    CHECK(caught[0].time >= 5);
    CHECK(caught[0].time <= 5.6);
    CHECK(caught[1].kind == EventKind::status_begin);  // of one moment: begins before ends
    CHECK(caught[1].status == Status::stuck);
    CHECK(caught[2].kind == EventKind::status_end);
    CHECK(caught[2].status == Status::waiting);
    CHECK(caught[1].time - caught[0].time > 1.4);
    CHECK(caught[1].time - caught[0].time < 2.6);
    CHECK(world.agent(ann)->status == Status::stuck);
    for (WallId wall : box) need(world.remove(wall));
    const auto freed = edges(world, ann, 13);
    REQUIRE(freed.size() == 1);
    CHECK(freed[0].kind == EventKind::status_end);
    CHECK(freed[0].status == Status::stuck);
    CHECK(world.agent(ann)->status == Status::moving);
  }
}

TEST_CASE("status: a walker, an arrived agent and one without speed are not stuck") {
  World world = need(World::create());
  const TargetId goal = need(world.add_target({.at = {100, 0}})), near = need(world.add_target({.at = {0, 20}}));
  const AgentId walker = need(world.add_agent({.target = goal}));
  const AgentId home = need(world.add_agent({.at = {0, 20}, .target = near}));
  const AgentId parked = need(world.add_agent({.at = {0, 40}, .top_speed = 0, .target = goal}));
  CHECK(edges(world, walker, 12).empty());
  CHECK(world.agent(walker)->status == Status::moving);
  CHECK(world.agent(home)->status == Status::arrived);
  CHECK(world.agent(parked)->status == Status::moving);  // |p - p'| < 0 never holds
}

TEST_CASE("status: orbit after 10 s around a target, local spec (53)") {
  World world = need(World::create({.dt = 0.1}));
  AttractorParams p = test::calm();
  p.kappa_arr = 0;  // no slowing on arrival, and a wide turning circle: it can never get there
  p.a = 0.5;
  const ModelId wide = need(world.add_attractor(p));
  const TargetId goal = need(world.add_target({.at = {0, 2}, .radius = 0}));
  const AgentId ann = need(world.add_agent({.at = {0, 0}, .radius = 0.1, .top_speed = 1, .target = goal, .model = wide}));
  auto caught = edges(world, ann, 30);
  REQUIRE(caught.size() >= 2);
  CHECK(caught[0].time >= 10);
  for (std::size_t i = 0; i < caught.size();
       ++i) {  // a lap a millimetre nearer ends it, until the next 10 s have passed
    CHECK(caught[i].kind == (i % 2 == 0 ? EventKind::status_begin : EventKind::status_end));
    CHECK(caught[i].status == Status::orbit);
  }
  while (world.agent(ann)->status != Status::orbit) caught = edges(world, ann, world.time() + 0.1);
  need(world.teleport(goal, {30, 0}));
  const auto freed = edges(world, ann, world.time() + 1);
  REQUIRE(freed.size() == 1);
  CHECK(freed[0].kind == EventKind::status_end);
  CHECK(freed[0].status == Status::orbit);
}

TEST_CASE("status: non_finite freezes the agent at its last good pose, once and for all") {
  const test::NoTraps quiet;
  World world = need(World::create());
  need(world.add_target({.at = {100, 0}}));
  const AgentId ann = need(world.add_agent({.goal_order = GoalOrder::all}));
  const AgentId bob = need(world.add_agent({.at = {0, 5}, .goal_order = GoalOrder::all}));
  for (int k = 0; k < 8; ++k) world.step();
  const Pose good = *world.pose(ann, 0);
  world::Access::data(world).agents.x[0] = std::numeric_limits<double>::quiet_NaN();
  world.step();
  REQUIRE(world.step_events().size() == 1);
  CHECK(world.step_events()[0].kind == EventKind::status_begin);
  CHECK(world.step_events()[0].status == Status::non_finite);
  CHECK(world.step_events()[0].agent == ann);
  CHECK(world.agent(ann)->at == good.at);
  const double bobs = world.agent(bob)->at.x;
  for (int k = 0; k < 8; ++k) {
    world.step();
    CHECK(world.step_events().empty());
  }
  CHECK(world.agent(ann)->at == good.at);
  CHECK(world.agent(ann)->velocity == Vec3{});
  CHECK(world.agent(ann)->status == Status::non_finite);
  CHECK(world.agent(bob)->at.x > bobs + 1);
  CHECK_FALSE(world.all_done());
  // A host that knows better puts it back.
  need(world.teleport(ann, {0, 0}, 0));
  world.step();
  CHECK(world.agent(ann)->status == Status::moving);
  CHECK(world.agent(ann)->speed > 0);
}

TEST_CASE("events: contacts begin and end once for a pair") {
  World world = need(World::create());
  const TargetId west = need(world.add_target({.at = {-30, 0}})), east = need(world.add_target({.at = {30, 0}}));
  const AgentId ann = need(world.add_agent({.at = {0, 0}, .heading = 3.1, .target = west}));
  const AgentId bob = test::add_on_top(world, {.at = {0.3, 0}, .target = east});
  const ObstacleId disc = need(world.add_obstacle({.at = {0, 0.7}}));
  std::vector<Event> all;
  for (int k = 0; k < 40; ++k) {
    world.step();
    all.insert(all.end(), world.step_events().begin(), world.step_events().end());
  }
  std::vector<Event> contacts;
  for (const Event& e : all) {
    if (e.kind == EventKind::contact_begin || e.kind == EventKind::contact_end) contacts.push_back(e);
  }
  std::size_t pair_begin = 0, pair_end = 0, disc_begin = 0, disc_end = 0;
  for (const Event& e : contacts) {
    const bool begins = e.kind == EventKind::contact_begin;
    if (e.other.kind == BodyKind::agent) {
      CHECK(e.agent == ann);  // the lower id
      CHECK(e.other.bits == bob.bits());
      ++(begins ? pair_begin : pair_end);
    } else if (e.agent == ann) {
      CHECK(e.other.kind == BodyKind::disc);
      CHECK(e.other.bits == disc.bits());
      ++(begins ? disc_begin : disc_end);
    }
  }
  CHECK(pair_begin == 1);
  CHECK(pair_end == 1);
  CHECK(disc_begin == 1);
  CHECK(disc_end == 1);
}

TEST_CASE("events: canonical order, whatever the order of the rows") {
  auto m = test::mixed_world(80);
  std::size_t several = 0;
  for (int k = 0; k < 100; ++k) {
    m.step();
    CHECK(ordered(m.world.step_events()));
    several += m.world.step_events().size() > 1 ? 1 : 0;
    for (const Event& e : m.world.step_events()) CHECK(e.step + 1 == m.world.steps());
  }
  CHECK(several > 3);
  CHECK(ordered(m.world.events()));
  CHECK(m.world.events_dropped() == 0);
}

TEST_CASE("events: the oldest are dropped at the limit, and counted") {
  World world = need(World::create({.max_events = 10}));
  std::vector<Event> all;
  std::vector<AgentId> list;
  for (int i = 0; i < 4; ++i) list.push_back(need(world.add_agent({.at = {5.0 * i, 0}, .goal_order = GoalOrder::all})));
  for (int k = 0; k < 12; ++k) {  // lost, found, lost ...: four events a step
    if (k % 2 == 1) {
      need(world.add_target({.at = {0, 500}}));
    } else if (k > 0) {
      need(world.remove(world.targets()[0].id));
    }
    world.step();
    CHECK(world.step_events().size() == 4);
    all.insert(all.end(), world.step_events().begin(), world.step_events().end());
    CHECK(world.events().size() <= 10);
    CHECK(world.events().size() + world.events_dropped() == all.size());
    const std::vector<Event> tail(all.end() - static_cast<std::ptrdiff_t>(world.events().size()), all.end());
    CHECK(std::equal(tail.begin(), tail.end(), world.events().begin()));
  }
  world.clear_events();
  CHECK(world.events().empty());
  CHECK(world.step_events().empty());

  // The number of events kept does not change what the run is.
  World small = need(World::create({.max_events = 0}));
  World large = need(World::create({}));
  for (World* w : {&small, &large}) {
    need(w->add_agent({.goal_order = GoalOrder::all}));
    for (int k = 0; k < 3; ++k) w->step();
  }
  CHECK(small.events().empty());
  CHECK(small.events_dropped() == 1);
  CHECK(small.hash() == large.hash());
  large.clear_events();
  CHECK(small.hash() == large.hash());
}

TEST_CASE("world: time is the step number times dt, never a sum") {
  World world = need(World::create({.dt = 0.1}));
  need(world.add_agent({.goal_order = GoalOrder::all}));
  double summed = 0;
  bool differs = false;
  for (int k = 1; k <= 1000; ++k) {
    world.step();
    CHECK(world.time() == k * 0.1);
    CHECK(world.steps() == static_cast<std::uint64_t>(k));
    summed += 0.1;
    differs = differs || summed != world.time();
  }
  CHECK(differs);
}

TEST_CASE("world: everybody decides on the same picture") {
  // Mirror images behave alike only if neither saw the other's new position.
  World world = need(World::create());
  const ModelId model = need(world.add_attractor(test::calm()));
  const TargetId right = need(world.add_target({.at = {10, 0}})), left = need(world.add_target({.at = {-10, 0}}));
  const AgentId a = need(world.add_agent({.at = {-2, 0.25}, .target = right, .model = model}));
  const AgentId b =
      need(world.add_agent({.at = {2, -0.25}, .heading = 3.141592653589793, .target = left, .model = model}));
  for (int k = 0; k < 40; ++k) {
    world.step();
    CHECK(world.agent(a)->at.x == doctest::Approx(-world.agent(b)->at.x).epsilon(1e-9));
    CHECK(world.agent(a)->at.y == doctest::Approx(-world.agent(b)->at.y).epsilon(1e-9));
  }
  CHECK(world.agent(a)->at.x > 2);
}
