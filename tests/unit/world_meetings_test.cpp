#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include <cmath>
#include <map>
#include <set>

#include "environment/watch.hpp"
#include "support/worlds.hpp"

using namespace wend;
using test::need;
using test::of_kind;

// Contacts, and who comes into whose disk, with the moment inside the step (environment spec, sections 11 and 13.5).

namespace {

AgentId puppet(World& world, Vec3 at, double watch = watch_nobody) { return need(world.add_agent({.at = at, .radius = 0.5, .watch = watch, .goal_order = GoalOrder::all, .driven = true})); }

void drive(World& world, std::initializer_list<std::pair<AgentId, Vec3>> places) {
  world.steer();
  for (const auto& [id, at] : places) need(world.drive(id, at, 0));
  world.commit();
}

}  // namespace

TEST_CASE("meetings: a contact begins and ends at its moment inside the step") {
  World world = need(World::create({.dt = 0.5}));
  const AgentId a = puppet(world, {0, 0}), b = puppet(world, {4, 0});
  drive(world, {{a, {0, 0}}, {b, {4, 0}}});
  CHECK(of_kind(world, EventKind::contact_begin).empty());
  drive(world, {{a, {0, 0}}, {b, {0.5, 0}}});  // at distance 1 after 3 of 3.5 m
  auto begin = of_kind(world, EventKind::contact_begin);
  REQUIRE(begin.size() == 1);
  CHECK(begin[0].agent == a);
  CHECK(begin[0].other.bits == b.bits());
  CHECK(begin[0].time == doctest::Approx(0.5 * (1 + 3 / 3.5)).epsilon(1e-8));
  drive(world, {{a, {0, 0}}, {b, {2.5, 0}}});  // apart after 0.5 of 2 m
  const auto end = of_kind(world, EventKind::contact_end);
  REQUIRE(end.size() == 1);
  CHECK(end[0].time == doctest::Approx(0.5 * (2 + 0.25)).epsilon(1e-8));
  // Through each other within one step.
  drive(world, {{a, {0, 0}}, {b, {-2.5, 0}}});
  CHECK(of_kind(world, EventKind::contact_begin).size() == 1);
  CHECK(of_kind(world, EventKind::contact_end).size() == 1);
  CHECK(of_kind(world, EventKind::contact_begin)[0].time == doctest::Approx(0.5 * (3 + 1.5 / 5)).epsilon(1e-8));
  CHECK(of_kind(world, EventKind::contact_end)[0].time == doctest::Approx(0.5 * (3 + 3.5 / 5)).epsilon(1e-8));
}

TEST_CASE("meetings: contacts with obstacles that stand and that move") {
  World world = need(World::create({.dt = 0.5}));
  const AgentId a = puppet(world, {0, 0});
  const ObstacleId disc = need(world.add_obstacle({.at = {3, 0}, .radius = 0.5, .motion = BodyMotion::driven}));
  const ObstacleId post = need(world.add_obstacle({.at = {0, 3}, .radius = 0.5}));
  need(world.apply(MoveObstacle{disc, {2, 0}, {2, 0}, {1, 0}, {1, 0}}));
  drive(world, {{a, {0.5, 0}}});  // they close 2.5 m of which 2 are free
  auto begin = of_kind(world, EventKind::contact_begin);
  REQUIRE(begin.size() == 1);
  CHECK(begin[0].other.bits == disc.bits());
  CHECK(begin[0].other.kind == BodyKind::disc);
  CHECK(begin[0].time == doctest::Approx(0.5 * 0.8).epsilon(1e-8));
  drive(world, {{a, {0.5, 10}}});  // past the post, grazing it
  begin = of_kind(world, EventKind::contact_begin);
  REQUIRE(begin.size() == 1);
  CHECK(begin[0].other.bits == post.bits());
  CHECK(of_kind(world, EventKind::contact_end).size() == 2);
}

TEST_CASE("meetings: what overlaps from the start is in contact from the start") {
  World world = need(World::create({.dt = 0.5}));
  const AgentId a = puppet(world, {0, 0}), b = puppet(world, {3, 0});
  need(world.teleport(b, {0.5, 0}, 0));
  drive(world, {{a, {0, 0}}, {b, {0.5, 0}}});
  REQUIRE(of_kind(world, EventKind::contact_begin).size() == 1);
  CHECK(of_kind(world, EventKind::contact_begin)[0].time == 0);
  need(world.teleport(b, {9, 0}, 0));
  drive(world, {{a, {0, 0}}, {b, {9, 0}}});
  REQUIRE(of_kind(world, EventKind::contact_end).size() == 1);
  CHECK(of_kind(world, EventKind::contact_end)[0].time == 0.5);
}

TEST_CASE("watch: enter and exit at their moment, for the one who watches") {
  World world = need(World::create({.dt = 0.5}));
  const AgentId a = puppet(world, {0, 0}, 2), b = puppet(world, {10, 0}, 3);
  drive(world, {{a, {0, 0}}, {b, {0.1, 0}}});
  const auto enters = of_kind(world, EventKind::enter);
  REQUIRE(enters.size() == 2);
  CHECK(enters[0].agent == b);
  CHECK(enters[0].other.bits == a.bits());
  CHECK(enters[0].time == doctest::Approx(0.5 * 7 / 9.9).epsilon(1e-12));
  CHECK(enters[1].agent == a);
  CHECK(enters[1].time == doctest::Approx(0.5 * 8 / 9.9).epsilon(1e-12));
  drive(world, {{a, {0, 0}}, {b, {0, 2.5}}});
  REQUIRE(of_kind(world, EventKind::exit).size() == 1);
  CHECK(of_kind(world, EventKind::exit)[0].agent == a);
  // In and out within one step.
  drive(world, {{a, {0, 0}}, {b, {0, -2.5}}});
  CHECK(of_kind(world, EventKind::enter).size() == 1);
  CHECK(of_kind(world, EventKind::exit).size() == 1);
}

TEST_CASE("watch: births, removals, jumps and changed radii are told at the start of the next step") {
  World world = need(World::create({.dt = 0.5}));
  const AgentId a = puppet(world, {0, 0}, 2);
  const auto stay = [&] {
    world.steer();
    for (const AgentState& s : world.agents()) need(world.drive(s.id, s.at, s.heading));
    world.commit();
  };
  stay();
  const AgentId b = puppet(world, {1, 0});
  stay();
  REQUIRE(of_kind(world, EventKind::enter).size() == 1);
  CHECK(of_kind(world, EventKind::enter)[0].other.bits == b.bits());
  CHECK(of_kind(world, EventKind::enter)[0].time == 0.5);
  need(world.teleport(b, {5, 0}, 0));
  stay();
  CHECK(of_kind(world, EventKind::exit).size() == 1);
  need(world.set(a, "watch", 6));
  stay();
  CHECK(of_kind(world, EventKind::enter).size() == 1);
  need(world.set(a, "watch", watch_nobody));
  stay();
  CHECK(of_kind(world, EventKind::exit).size() == 1);
  need(world.set(a, "watch", 6));
  stay();
  need(world.remove(b));
  const AgentId c = puppet(world, {2, 0});
  need(world.remove(puppet(world, {3, 0})));  // came and went: nothing to tell
  // Also after a snapshot: what was noted is part of the state.
  World copy = need(World::create());
  need(copy.restore(world.snapshot()));
  CHECK(copy.hash() == world.hash());
  stay();
  CHECK(of_kind(world, EventKind::enter).size() == 1);
  CHECK(of_kind(world, EventKind::exit).size() == 1);
  copy.steer();
  for (const AgentState& s : copy.agents()) need(copy.drive(s.id, s.at, s.heading));
  copy.commit();
  CHECK(of_kind(copy, EventKind::enter)[0].other.bits == c.bits());
  CHECK(copy.hash() == world.hash());
}

TEST_CASE("watch: enters and exits keep the books, with churn") {
  test::for_seeds(30, [](Rng& rng) {
    World world = need(World::create({.dt = 0.25, .seed = rng.below(1000)}));
    const TargetId goal = need(world.add_target({.at = {0, 0}, .radius = 1}));
    need(world.add_wall({-3, 2}, {3, 2}));
    std::set<std::pair<AgentId, std::uint64_t>> books;
    const auto add = [&] {
      const double watch = rng.below(3) == 0 ? watch_nobody : rng.uniform(0, 5);
      const AgentSpec spec{.at = {rng.uniform(-8, 8), rng.uniform(-8, 8)}, .top_speed = rng.uniform(0.5, 2), .watch = watch, .target = goal,
                           .on_arrival = rng.below(2) == 0 ? OnArrival::remove : OnArrival::stop};
      test::add_if_free(world, spec);
    };
    for (int k = 0; k < 25; ++k) add();
    for (int step = 0; step < 60; ++step) {
      if (rng.below(4) == 0) add();
      const auto all = world.agents();
      if (!all.empty()) {
        const AgentId who = all[rng.below(all.size())].id;
        if (rng.below(10) == 0) {
          need(world.remove(who));
          std::erase_if(books, [&](const auto& entry) { return entry.first == who; });
        } else if (rng.below(6) == 0) {
          need(world.teleport(who, {rng.uniform(-8, 8), rng.uniform(-8, 8)}, 0));
        } else if (rng.below(6) == 0) {
          need(world.set(who, "watch", rng.uniform(0, 4)));
        }
      }
      world.step();
      for (const Event& e : world.step_events()) {
        if (e.kind == EventKind::enter) CHECK(books.insert({e.agent, e.other.bits}).second);
        if (e.kind == EventKind::exit) CHECK(books.erase({e.agent, e.other.bits}) == 1);
      }
      std::erase_if(books, [&](const auto& entry) { return !world.agent(entry.first); });
      std::set<std::pair<AgentId, std::uint64_t>> truth;
      for (const AgentState& p : world.agents()) {
        for (const AgentState& q : world.agents()) {
          if (p.id != q.id && p.watch >= 0 && environment::inside(q.at.x - p.at.x, q.at.y - p.at.y, p.watch)) truth.insert({p.id, q.id.bits()});
        }
      }
      REQUIRE(books == truth);
    }
  });
}
