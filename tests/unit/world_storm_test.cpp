#include <wend/metrics.hpp>

#include <doctest/doctest.h>

#include <vector>

#include "support/worlds.hpp"
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
  for (int i = 0; i < 3; ++i) all.push_back(need(world.add_agent({.at = {5.0 * i, 0}})));
  Metrics metrics;
  metrics.start(world);
  for (int i = 3; i < 5; ++i) all.push_back(need(world.add_agent({.at = {5.0 * i, 0}})));
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
  need(world.add_agent({.at = {50, 0}}));  // the world knows faster ones
  const AgentId still = need(world.add_agent({.speed = 0, .model = model}));
  world.step();
  CHECK(world.agent(still)->at == Vec3{});
}
