#include <wend/analysis/metrics.hpp>
#include <wend/model/attractor.hpp>

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <vector>

#include "support/fp_traps.hpp"
#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

using namespace wend;
using test::need;

// What storms and fuzzers found in the world, each as small as it gets.

TEST_CASE("world: a disc that is teleported stays a disc") {
  World world = need(World::create());
  const ObstacleId id = need(world.add_obstacle({.at = {4.7, -0.3}}));
  for (const double x : {0.1, 1e7, 0.3, 1e-9}) {
    need(world.teleport(id, {x, -x}));
    CHECK(world.body(id)->at == Vec3{x, -x});
    CHECK(world.body(id)->to == world.body(id)->at);
  }
}

TEST_CASE("metrics: agents are in order of creation also when rows changed places") {
  World world = need(World::create());
  std::vector<AgentId> all;
  for (int i = 0; i < 3; ++i) all.push_back(need(world.add_agent({.at = {5.0 * i, 0}, .goal_order = GoalOrder::all})));
  Metrics metrics;
  metrics.start(world);
  for (int i = 3; i < 5; ++i) all.push_back(need(world.add_agent({.at = {5.0 * i, 0}, .goal_order = GoalOrder::all})));
  need(world.remove(all[0]));  // the last row takes its place
  world.step();
  metrics.observe(world);
  std::vector<AgentId> seen;
  for (const AgentReport& agent : metrics.agents()) seen.push_back(agent.id);
  CHECK(seen == all);
}

TEST_CASE("world: an agent backs off no faster than its top speed") {
  World world = need(World::create());
  need(world.add_target({.at = {9, 0}}));
  need(world.add_obstacle({.at = {0.85, 0}}));
  const ModelId model = need(world.add_attractor(test::calm(AttractorParams::classic())));
  need(world.add_agent({.at = {50, 0}, .goal_order = GoalOrder::all}));  // the world knows faster ones
  const AgentId still = need(world.add_agent({.top_speed = 0, .model = model, .goal_order = GoalOrder::all}));
  world.step();
  CHECK(world.agent(still)->at == Vec3{});
}

TEST_CASE("world: no part of a capsule or target is moved out of the range of coordinates") {
  World world = need(World::create());
  const ObstacleId capsule = need(world.add_obstacle({.at = {0, 0}, .to = {9e6, 0}, .capsule = true}));
  const TargetId line = need(world.add_target({.at = {0, 0}, .to = {0, 9e6}, .shape = TargetShape::segment}));
  const std::array<Vec3, 3> corners{{{0, 0}, {9e6, 0}, {0, 1}}};
  const TargetId area = need(world.add_polygon_target(corners));
  const StateHash before = world.hash();
  CHECK_FALSE(world.teleport(capsule, {2e6, 0}));
  CHECK_FALSE(world.teleport(line, {0, 2e6}));
  CHECK_FALSE(world.teleport(area, {2e6, 0}));
  CHECK_FALSE(world.apply(MoveTarget{line, {0, 0}, {0, 2e6}}));
  CHECK(world.teleport(area, {2e6, 0}).error().text() ==
        "teleport target: corner.x = 1.1e+07, expected -1e+07 .. 1e+07 m");
  CHECK(world.hash() == before);
  CHECK(world.teleport(capsule, {1e6, 0}));
  CHECK(world.teleport(line, {0, 1e6}));
}

TEST_CASE("world: an agent that had arrived, was frozen and is teleported has arrived") {
  const test::NoTraps quiet;
  World world = need(World::create());
  need(world.add_target({}));
  const AgentId ann = need(world.add_agent({.goal_order = GoalOrder::all}));
  world.step();
  REQUIRE(world.agent(ann)->status == Status::arrived);
  world::Access::data(world).agents.speed[0] = std::numeric_limits<double>::quiet_NaN();
  world.step();
  REQUIRE(world.agent(ann)->status == Status::non_finite);
  need(world.teleport(ann, {5, 0}, 0));
  CHECK(world.agent(ann)->status == Status::arrived);
}
