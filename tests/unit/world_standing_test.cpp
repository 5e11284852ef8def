#include <doctest/doctest.h>

#include "support/fp_traps.hpp"
#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace wend;
using test::need;

// Groups that arrive, agents without a goal, waiting: local spec section 20.

namespace {

Vec2 place_of(const AgentState& a) { return a.at.xy(); }

// The smallest clearance between two agents.
double least_clearance(const World& world) {
  const std::vector<AgentState> all = world.agents();
  double least = 1e9;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) least = std::min(least, norm(place_of(all[i]) - place_of(all[j])) - all[i].radius - all[j].radius);
  }
  return least;
}

std::vector<AgentId> block(World& world, int side, Vec2 middle, double gap, TargetId target) {
  std::vector<AgentId> ids;
  for (int k = 0; k < side * side; ++k) {
    const Vec2 p = middle + gap * Vec2{k % side - 0.5 * (side - 1), k / side - 0.5 * (side - 1)};
    ids.push_back(need(world.add_agent({.at = {p.x, p.y}, .target = target})));
  }
  return ids;
}

// Steps until everybody has arrived; the time that took, or infinity.
double time_to_settle(World& world, double most) {
  const double begin = world.time();
  while (world.time() < begin + most) {
    world.step();
    if (world.all_done()) return world.time() - begin;
  }
  return 1e9;
}

double fastest(const World& world) {
  double speed = 0;
  for (const AgentState& a : world.agents()) speed = std::max(speed, norm(a.velocity.xy()));
  return speed;
}

}  // namespace

TEST_CASE("standing: a group sent to one point settles around it, stands still and marches on") {
  World world = need(World::create());
  const TargetId target = need(world.add_target({.at = {0, 0}}));
  const std::vector<AgentId> ids = block(world, 7, {-12, 1}, 1, target);
  const double free = 16.3 / 1.34;  // of the farthest
  CHECK(time_to_settle(world, 60) < 1.6 * free);
  CHECK(least_clearance(world) > -1e-9);
  const double R_g = std::sqrt(49 * .0625 / .8);
  for (AgentId id : ids) CHECK(norm(place_of(*world.agent(id))) < 1.3 * R_g + .25);
  for (int k = 0; k < 50; ++k) world.step();
  CHECK(fastest(world) == 0);

  SUBCASE("ordered on with set_goal()") {
    for (AgentId id : ids) need(world.set_goal(id, {4, 0}));
    CHECK_FALSE(world.all_done());
    CHECK(time_to_settle(world, 60) < 4 * 4 / 1.34);
    CHECK(least_clearance(world) > -1e-9);
    for (AgentId id : ids) CHECK(norm(place_of(*world.agent(id)) - Vec2{4, 0}) < 1.3 * R_g + .25);
  }
  SUBCASE("ordered on by a target that jumps") {
    need(world.teleport(target, {0, 4}));
    CHECK_FALSE(world.all_done());
    CHECK(time_to_settle(world, 60) < 4 * 4 / 1.34);
  }
  SUBCASE("one that is carried away walks back") {
    need(world.teleport(ids[0], {9, 9}, 0));
    world.step();
    CHECK(time_to_settle(world, 60) < 40);
    CHECK(norm(place_of(*world.agent(ids[0]))) < 1.5 * R_g + .25);
  }
}

TEST_CASE("standing: two targets at one point make one group, whatever radii") {
  World world = need(World::create({.seed = 3}));
  const TargetId a = need(world.add_target({.at = {0, 0}})), b = need(world.add_target({.at = {0, 0}, .radius = 0.1}));
  for (int k = 0; k < 40; ++k) {
    const double side = k % 2 == 0 ? -1 : 1;
    need(world.add_agent({.at = {side * (8 + k / 10), 1.1 * (k % 10) - 5}, .radius = 0.2 + 0.005 * k, .target = side < 0 ? a : b}));
  }
  CHECK(time_to_settle(world, 60) < 30);
  CHECK(least_clearance(world) > -1e-9);
}

TEST_CASE("standing: in a large disc people spread and stay where they arrived") {
  World world = need(World::create());
  const TargetId target = need(world.add_target({.at = {0, 0}, .radius = 6, .shape = TargetShape::disc}));
  const std::vector<AgentId> ids = block(world, 5, {-14, 1}, 1, target);
  CHECK(time_to_settle(world, 60) < 30);
  std::vector<Vec2> places;
  double mean = 0;
  for (AgentId id : ids) {
    places.push_back(place_of(*world.agent(id)));
    mean += norm(places.back()) / static_cast<double>(ids.size());
  }
  CHECK(mean > 2);
  for (int k = 0; k < 100; ++k) world.step();
  for (std::size_t i = 0; i < ids.size(); ++i) CHECK(norm(place_of(*world.agent(ids[i])) - places[i]) < 0.3);
}

TEST_CASE("standing: no place behind a wall is chosen") {
  World world = need(World::create());
  const TargetId target = need(world.add_target({.at = {0, 0}}));
  need(world.add_wall({-20, -0.6}, {20, -0.6}));
  const std::vector<AgentId> ids = block(world, 6, {-12, 6}, 1, target);
  world.step();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto row = *world::Access::data(world).agent_slots.find(ids[i]);
    CHECK(world::Access::data(world).agents.place_y[row] > -0.6 + 0.25 - 1e-9);
  }
  CHECK(time_to_settle(world, 90) < 90);
  for (AgentId id : ids) CHECK(world.agent(id)->at.y > -0.6);
}

TEST_CASE("standing: an agent on the wrong side of a wall does not count as arrived") {
  World world = need(World::create());
  const TargetId target = need(world.add_target({.at = {0, 0}}));
  need(world.add_wall({-20, -0.6}, {20, -0.6}));
  block(world, 3, {0, 5}, 1, target);
  const AgentId behind = need(world.add_agent({.at = {0, -1.2}, .target = target}));
  for (int k = 0; k < 300; ++k) world.step();
  CHECK(world.agent(behind)->status != Status::arrived);
}

TEST_CASE("standing: set_goal() needs no target, ends on the point and cleans up") {
  World world = need(World::create());
  const AgentId ann = need(world.add_agent({.at = {0, 0}}));
  need(world.set_goal(ann, {5, 2}));
  REQUIRE(world.targets().size() == 1);
  CHECK(world.targets()[0].own);
  CHECK(time_to_settle(world, 30) < 1.6 * std::hypot(5, 2) / 1.34);
  CHECK(norm(place_of(*world.agent(ann)) - Vec2{5, 2}) < .4 * .25 + 1e-9);
  need(world.set_goal(ann, {0, 0}));
  world.step();
  REQUIRE(world.targets().size() == 1);
  CHECK(world.targets()[0].at == Vec3{0, 0, 0});
  need(world.set_goals(ann, {}));
  world.step();
  CHECK(world.targets().empty());
  CHECK(world.agent(ann)->status == Status::idle);
  const test::NoTraps quiet;
  CHECK_FALSE(world.set_goal(ann, {std::nan(""), 0}));
  CHECK_FALSE(world.set_goal(AgentId{77, 1}, {0, 0}));
}

TEST_CASE("standing: no goal means stand, the nearest of all is asked for by name") {
  World world = need(World::create());
  need(world.add_target({.at = {5, 0}}));
  const AgentId idle = need(world.add_agent({.at = {0, 3}}));
  const AgentId goes = need(world.add_agent({.at = {0, 0}, .goal_order = GoalOrder::all}));
  for (int k = 0; k < 20; ++k) world.step();
  CHECK(place_of(*world.agent(idle)) == Vec2{0, 3});
  CHECK(world.agent(idle)->status == Status::idle);
  CHECK(world.agent(goes)->at.x > 1);
  CHECK_FALSE(world.set_goals(goes, std::vector<TargetId>{world.targets()[0].id}, GoalOrder::all));
}

TEST_CASE("standing: idle and arrived agents step aside for one that walks, and go back") {
  World world = need(World::create());
  const TargetId exit = need(world.add_target({.at = {12, 0}}));
  std::vector<AgentId> idle;
  std::vector<Vec2> homes;
  for (int k = 0; k < 40; ++k) {
    const Vec2 p{0.75 * (k % 8) - 2.6, 0.75 * (k / 8) - 1.5 + 0.1 * (k % 3)};
    idle.push_back(need(world.add_agent({.at = {p.x, p.y}})));
    homes.push_back(p);
  }
  const AgentId walker = need(world.add_agent({.at = {-8, 0}, .target = exit}));
  double moved = 0, least = 1e9;
  while (world.time() < 40) {
    world.step();
    least = std::min(least, least_clearance(world));
    for (std::size_t i = 0; i < idle.size(); ++i) moved = std::max(moved, norm(place_of(*world.agent(idle[i])) - homes[i]));
    if (world.agent(walker)->status == Status::arrived) break;
  }
  CHECK(world.time() < 1.15 * 20 / 1.34);
  CHECK(moved > 0.1);
  CHECK(least > -1e-9);
  for (int k = 0; k < 200; ++k) world.step();
  for (std::size_t i = 0; i < idle.size(); ++i) CHECK(norm(place_of(*world.agent(idle[i])) - homes[i]) < 0.05);
}

TEST_CASE("standing: agents in a queue wait, agents before a wall get stuck") {
  World world = need(World::create());
  const TargetId target = need(world.add_target({.at = {10, 0}}));
  for (const auto& [a, b] : std::vector<std::pair<Vec3, Vec3>>{{{-1, -1}, {1, -1}}, {{1, -1}, {1, 1}}, {{1, 1}, {-1, 1}}, {{-1, 1}, {-1, -1}}}) need(world.add_wall(a, b));
  const AgentId front = need(world.add_agent({.at = {0, 0}, .radius = 0.8, .target = target}));
  std::vector<std::pair<double, Status>> changes;
  while (world.time() < 30) {
    world.step();
    for (const Event& e : world.step_events()) {
      if (e.agent == front && e.kind == EventKind::status_begin) changes.emplace_back(e.time, e.status);
    }
  }
  REQUIRE(changes.size() >= 2);
  CHECK(changes[0].second == Status::waiting);  // held up for 5 s
  CHECK(changes[1].second == Status::stuck);    // and nothing moved ahead for 2 s more
  CHECK(changes[1].first - changes[0].first < 2.5);
}

TEST_CASE("standing: a snapshot in the middle of settling goes on with the same bits") {
  World world = need(World::create());
  const TargetId target = need(world.add_target({.at = {0, 0}}));
  const std::vector<AgentId> ids = block(world, 5, {-5, 0}, 0.8, target);
  for (int k = 0; k < 6; ++k) need(world.add_agent({.at = {-2.0 + k, 2.4}}));
  need(world.set_goal(ids[0], {3, 3}));
  StateHash resumed;
  for (int k = 0; k < 400; ++k) {
    if (k % 40 == 35 && k > 20) CHECK(world.hash() == resumed);
    if (k % 40 == 20) {
      World other = need(World::create());
      need(other.restore(world.snapshot()));
      for (int j = 0; j < 15; ++j) other.step();
      resumed = other.hash();
    }
    if (k == 200) {
      for (AgentId id : ids) need(world.set_goal(id, {4, 0}));
    }
    world.step();
  }
  CHECK(world.all_done());
}
