#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/base/rng.hpp>
#include <wend/world.hpp>

#include <algorithm>
#include <cmath>

#include "support/fp_traps.hpp"
#include "support/worlds.hpp"

using namespace wend;
using test::need;

// Questions on the live world against a look at everything, and what hosts set and read.

TEST_CASE("queries: within, nearest and visible_from agree with a look at every agent") {
  World world = need(World::create({.seed = 5}));
  Rng rng = Rng::stream(3, Purpose::test);
  for (int i = 0; i < 150; ++i) (void)test::add_if_free(world, {.at = {rng.uniform(-10, 10), rng.uniform(-10, 10)}, .radius = rng.uniform(0.05, 0.5), .floor = i % 7 == 0 ? 1u : 0u});
  for (int i = 0; i < 12; ++i) (void)world.add_wall({rng.uniform(-10, 10), rng.uniform(-10, 10)}, {rng.uniform(-10, 10), rng.uniform(-10, 10)});
  for (int k = 0; k < 40; ++k) {
    if (k % 10 == 5) world.step();
    const Vec3 at{rng.uniform(-11, 11), rng.uniform(-11, 11)};
    const double radius = rng.uniform(0, 6);
    std::vector<AgentHit> expected;
    for (const AgentState& a : world.agents()) {
      if (a.floor == 0 && norm(a.at - at) <= radius) expected.push_back({a.id, a.at, norm((a.at - at).xy())});
    }
    std::sort(expected.begin(), expected.end(), [](const AgentHit& a, const AgentHit& b) { return a.distance != b.distance ? a.distance < b.distance : a.id < b.id; });
    const auto found = world.within(at, radius);
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i].id == expected[i].id);
    const auto nearest = world.nearest(at, radius);
    CHECK(nearest.has_value() == !expected.empty());
    if (nearest) CHECK(nearest->id == expected[0].id);
    if (!nearest) continue;
    for (const AgentHit& hit : world.visible_from(nearest->id, 5)) {
      CHECK(hit.id != nearest->id);
      CHECK(world.visible(nearest->at, hit.at));
    }
  }
  const test::NoTraps quiet;
  CHECK(world.within({std::nan(""), 0}, 3).empty());
  CHECK_FALSE(world.nearest({0, 0}, -1));
  CHECK(world.visible_from({}, 3).empty());
}

TEST_CASE("queries: a ray meets the first body, and passes what it is told to") {
  World world = need(World::create());
  const AgentId ann = need(world.add_agent({.at = {3, 0.1}, .radius = 0.25}));
  const ObstacleId disc = need(world.add_obstacle({.at = {6, 0}, .radius = 1}));
  const ObstacleId capsule = need(world.add_obstacle({.at = {0, 4}, .to = {2, 4}, .radius = 0.5, .capsule = true}));
  const WallId wall = need(world.add_wall({10, -2}, {10, 2}));
  const WallId door = need(world.add_door({-2, -2}, {-2, 2}, {.open = true}));
  CHECK(world.ray({0, 0}, {1, 0}, 20)->entity == EntityRef(ann));
  CHECK(world.ray({0, 0}, {2, 0}, 20)->distance == doctest::Approx(3 - std::sqrt(0.25 * 0.25 - 0.01)));
  CHECK(world.ray({0, 0}, {1, 0}, 20, {.agents = false})->entity.obstacle() == disc);
  CHECK(world.ray({0, 0}, {1, 0}, 20, {.agents = false})->distance == doctest::Approx(5));
  CHECK(world.ray({0, 0}, {1, 0}, 20, {.except = ann})->entity.obstacle() == disc);
  CHECK(world.ray({0, 0}, {1, 0}, 20, {.agents = false, .obstacles = false})->entity.wall() == wall);
  CHECK(world.ray({1, 0}, {0, 1}, 20)->entity.obstacle() == capsule);
  CHECK(world.ray({1, 0}, {0, 1}, 20)->distance == doctest::Approx(3.5));
  CHECK_FALSE(world.ray({0, 0}, {1, 0}, 2));
  CHECK_FALSE(world.ray({0, 0}, {-1, 0}, 20));  // the door is open
  need(world.set_door(door, false));
  CHECK(world.ray({0, 0}, {-1, 0}, 20)->entity.wall() == door);
  CHECK(world.ray({6, 0.5}, {1, 0}, 20)->distance == 0);
  CHECK_FALSE(world.ray({0, 0}, {0, 0}, 20));
}

TEST_CASE("host: typed setters, movers and user data") {
  World world = need(World::create());
  const TargetId goal = need(world.add_target({.at = {5, 0}, .user_data = 8}));
  const AgentId ann = need(world.add_agent({.at = {0, 0}, .target = goal, .user_data = 7}));
  const ObstacleId cart = need(world.add_obstacle({.at = {0, 5}, .to = {1, 5}, .capsule = true, .motion = BodyMotion::scripted}));
  const WallId wall = need(world.add_wall({-5, -5}, {-5, 5}, {.motion = BodyMotion::driven}));
  const StateHash before = world.hash();
  need(world.set_user_data(ann, 99));
  need(world.set_user_data(cart, 98));
  CHECK(world.hash() == before);  // the host's own number
  CHECK(world.agent(ann)->user_data == 99);
  CHECK(world.body(cart)->user_data == 98);
  CHECK(world.target(goal)->user_data == 8);
  CHECK(world.columns().user_data[0] == 99);
  World copy = need(World::create());
  need(copy.restore(world.snapshot()));
  CHECK(copy.agent(ann)->user_data == 99);
  need(world.set_radius(ann, 0.4));
  need(world.set_top_speed(ann, 2));
  need(world.set_attribute(ann, "courage", 0.9));
  need(world.set_weight(goal, 3));
  need(world.set_capacity(goal, 2));
  need(world.set_thickness(wall, 0.2));
  need(world.set_blocked(wall, Blocked::push));
  need(world.set_on_arrival(ann, OnArrival::remove));
  CHECK(world.agent(ann)->radius == 0.4);
  CHECK(world.agent(ann)->top_speed == 2);
  CHECK(world.agent(ann)->on_arrival == OnArrival::remove);
  CHECK(world.attribute(ann, "courage") == 0.9);
  CHECK(world.target(goal)->weight == 3);
  CHECK(world.body(wall)->blocked == Blocked::push);
  CHECK(world.body(wall)->radius == 0.2);
  CHECK_FALSE(world.set(wall, "door", 1));
  need(world.move_obstacle(cart, {0, 6}));
  need(world.move_wall(wall, {-6, -5}, {-6, 5}));
  need(world.move_target(goal, {5, 1}));
  world.step();
  CHECK(world.body(cart)->at == Vec3{0, 6, 0});
  CHECK(world.body(cart)->to == Vec3{1, 6, 0});
  CHECK(world.body(wall)->at == Vec3{-6, -5, 0});
  CHECK(world.target(goal)->at == Vec3{5, 1, 0});
  CHECK(world.columns().old_x[0] == 0);
}

TEST_CASE("host: the parts of a step are timed with the host's clock") {
  World world = need(World::create());
  need(world.add_agent({.goal_order = GoalOrder::all}));
  world.step();
  CHECK(world.step_report().seconds.steer == 0);
  static double now = 0;
  world.time_steps([] { return now += 1; });
  world.step();
  const StepTimes t = world.step_report().seconds;
  CHECK(t.prepare == 1);
  CHECK(t.plan == 1);
  CHECK(t.steer == 1);
  CHECK(t.commit == 1);
}

TEST_CASE("goals: with order all every target is visited, also beyond the 64th") {
  World world = need(World::create({.dt = 0.25}));
  for (int i = 0; i < 70; ++i) need(world.add_target({.at = {0.4 * i, 0}, .radius = 0.3}));
  const AgentId ann = need(world.add_agent({.at = {-1, 0}, .top_speed = 2, .model = need(world.add_attractor(AttractorParams::robust())), .goal_order = GoalOrder::all}));
  for (int k = 0; k < 400 && !world.all_done(); ++k) {
    if (k == 60) {
      World copy = need(World::create());
      need(copy.restore(world.snapshot()));
      CHECK(copy.hash() == world.hash());
    }
    world.step();
  }
  CHECK(world.agent(ann)->status == Status::arrived);
  CHECK(world.agent(ann)->at.x > 26);
}
