#include <wend/base/rng.hpp>
#include <wend/world.hpp>

#include "geometry/segments.hpp"
#include "support/worlds.hpp"
#include "world/data.hpp"

#include <chrono>

using namespace wend;
using namespace wend::test;

namespace {

std::string refusal(World& world, const AgentSpec& spec) {
  const auto id = world.add_agent(spec);
  return id ? std::string() : id.error().text();
}

}  // namespace

TEST_CASE("room: an agent on another is refused with both places and the clearance") {
  World world = need(World::create());
  const AgentId first = need(world.add_agent({.at = {1, 2}, .radius = 0.3, .goal_order = GoalOrder::all}));
  CHECK(refusal(world, {.at = {1.5, 2}, .radius = 0.25}) ==
        "add_agent: at = {1.5, 2} with radius 0.25 m is on agent 0 at {1, 2} with radius 0.3 m: clearance -0.05 m, expected 0 or more; find_room = true takes the nearest free place");
  CHECK(world.agent_count() == 1);
  CHECK(world.agents_added() == 1);
  need(world.add_agent({.at = {1.55, 2}, .radius = 0.25, .goal_order = GoalOrder::all}));                     // touching is no overlap
  CHECK(refusal(world, {.at = {1, 2}, .radius = 0.001}).find("on agent 0") != std::string::npos);
  need(world.add_agent({.at = {1, 2}, .floor = 1, .goal_order = GoalOrder::all}));                            // another floor
  need(world.remove(first));
  need(world.add_agent({.at = {1, 2}, .radius = 0.3, .goal_order = GoalOrder::all}));                         // the place is free again
}

TEST_CASE("room: agents are found where they are now: after steps, jumps, new sizes and restores") {
  World world = need(World::create());
  const TargetId goal = need(world.add_target({.at = {20, 0}}));
  const AgentId walker = need(world.add_agent({.at = {0, 0}, .target = goal}));
  CHECK(!refusal(world, {.at = {0.1, 0}}).empty());
  for (int i = 0; i < 50; ++i) world.step();
  need(world.add_agent({.at = {0.1, 0}, .goal_order = GoalOrder::all}));
  CHECK(!refusal(world, {.at = world.agent(walker)->at}).empty());
  need(world.teleport(walker, {-5, 3, 0}, 0));
  CHECK(!refusal(world, {.at = {-5, 3.2}}).empty());
  need(world.add_agent({.at = {-5, 4}, .goal_order = GoalOrder::all}));
  need(world.set(walker, "radius", 4));
  CHECK(refusal(world, {.at = {-8, 3}}).find("on agent 0") != std::string::npos);
  const Snapshot saved = world.snapshot();
  World other = need(World::create());
  need(other.add_agent({.at = {50, 50}, .goal_order = GoalOrder::all}));
  need(other.restore(saved));
  need(other.add_agent({.at = {50, 50}, .goal_order = GoalOrder::all}));
  CHECK(!refusal(other, {.at = {-8, 3}}).empty());
}

TEST_CASE("room: find_room takes the place itself if it is free, else the nearest") {
  World world = need(World::create());
  const AgentId first = need(world.add_agent({.at = {3, 4}, .goal_order = GoalOrder::all, .find_room = true}));
  CHECK(world.agent(first)->at == Vec3{3, 4, 0});
  const AgentId second = need(world.add_agent({.at = {3, 4}, .goal_order = GoalOrder::all, .find_room = true}));
  CHECK(norm(world.agent(second)->at.xy() - Vec2{3, 4}) == doctest::Approx(0.5));  // touching
  for (int i = 0; i < 60; ++i) need(world.add_agent({.at = {3, 4}, .radius = i % 7 == 0 ? 0.4 : 0.2, .goal_order = GoalOrder::all, .find_room = true}));
  CHECK(clearances(world).agents >= -1e-9);
  // The same calls make the same crowd.
  World again = need(World::create());
  for (int i = 0; i < 2; ++i) need(again.add_agent({.at = {3, 4}, .goal_order = GoalOrder::all, .find_room = true}));
  for (int i = 0; i < 60; ++i) need(again.add_agent({.at = {3, 4}, .radius = i % 7 == 0 ? 0.4 : 0.2, .goal_order = GoalOrder::all, .find_room = true}));
  CHECK(again.hash() == world.hash());
}

TEST_CASE("room: find_room stays on this side of walls, off obstacles, and says when there is none") {
  World world = need(World::create());
  need(world.add_wall({-2, -0.6}, {2, -0.6}));
  need(world.add_obstacle({.at = {0, 1}, .radius = 0.5}));
  for (int i = 0; i < 20; ++i) {
    const AgentId id = need(world.add_agent({.at = {0, 0}, .goal_order = GoalOrder::all, .find_room = true}));
    CHECK(!geometry::blocks({-2, -0.6}, {2, -0.6}, {0, 0}, world.agent(id)->at.xy()));
  }
  CHECK(clearances(world).agents >= -1e-9);
  CHECK(clearances(world).fixed_bodies >= -1e-9);

  // A closet with room for one.
  need(world.add_wall({20, 20}, {20.6, 20}));
  need(world.add_wall({20.6, 20}, {20.6, 20.6}));
  need(world.add_wall({20.6, 20.6}, {20, 20.6}));
  need(world.add_wall({20, 20.6}, {20, 20}));
  const AgentId inside = need(world.add_agent({.at = {20.1, 20.3}, .goal_order = GoalOrder::all, .find_room = true}));  // would overlap the wall there
  CHECK(world.agent(inside)->at.x > 20.2);
  CHECK(refusal(world, {.at = {20.3, 20.3}, .find_room = true}) ==
        "add_agent: at = {20.3, 20.3} with radius 0.25 m: no room within 5 m (20 radii, on this side of the walls)");
}

TEST_CASE("room: a hundred thousand agents are added in little time, giants among them too") {
  for (const bool giants : {false, true}) {
    World world = need(World::create());
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 100'000; ++i) {
      const double x = 0.5 * (i % 400), y = 0.5 * (i / 400);
      const bool giant = giants && i % 1000 == 0;
      need(world.add_agent({.at = {giant ? -20.0 - 10 * (i / 1000) : x, y}, .radius = giant ? 5 : 0.2, .goal_order = GoalOrder::all}));
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    MESSAGE("100 000 adds, giants: ", giants, ": ", seconds, " s");
    CHECK(seconds < 10);  // a look at every pair takes minutes
  }
}

TEST_CASE("room: brute force agrees with the grid in crowds of mixed sizes") {
  for_seeds(200, [](Rng& rng) {
    World world = need(World::create());
    for (int i = 0; i < 60; ++i) {
      const double kind = rng.uniform();
      const AgentSpec spec{.at = {rng.uniform(-6, 6), rng.uniform(-6, 6)}, .radius = kind < 0.1 ? rng.uniform(1, 3) : kind < 0.3 ? rng.uniform(0.001, 0.02) : rng.uniform(0.1, 0.4), .floor = kind > 0.8 ? 1u : 0u};
      double least = 1;
      for (const AgentState& other : world.agents()) {
        if (other.floor == spec.floor) least = std::min(least, norm(other.at.xy() - spec.at.xy()) - other.radius - spec.radius);
      }
      CHECK(world.add_agent(spec).has_value() == (least >= -1e-9));
      const auto agents = world.agents();
      if (!agents.empty() && rng.uniform() < 0.2) need(world.teleport(agents[static_cast<std::size_t>(rng.uniform(0, 0.999) * static_cast<double>(agents.size()))].id, {rng.uniform(-6, 6), rng.uniform(-6, 6)}, 0));
      if (rng.uniform() < 0.1) world.step();
    }
  });
}
