#include <doctest/doctest.h>
#include <wend/model/model.hpp>

#include <cmath>

#include "support/worlds.hpp"

using namespace wend;
using test::need;

// Steering sees what the scene's perception lets it see; keeping apart sees everybody.

namespace {

bool minds(const World& world, AgentId who, std::uint64_t other, BodyKind kind) {
  const Decision decision = world.explain(who);
  return std::any_of(decision.shares.begin(), decision.shares.end(), [&](const Share& s) { return s.id == other && s.kind == kind; });
}

struct Pair {
  World world;
  AgentId ann, bob;
};

// Two people, and a wall between them from the origin to the left.
Pair beside_wall(Relation perception, Vec3 wall_a = {-9, 0}, Vec3 wall_b = {0.5, 0}) {
  World world = need(World::create({.dt = 0.1, .perception = perception}));
  need(world.add_wall(wall_a, wall_b));
  const TargetId goal = need(world.add_target({.at = {9, 0}}));
  const AgentId ann = need(world.add_agent({.at = {-1, 0.6}, .target = goal}));
  const AgentId bob = need(world.add_agent({.at = {-1, -0.6}, .target = goal}));
  return {std::move(world), ann, bob};
}

}  // namespace

TEST_CASE("perception: a wall between two agents means they do not steer around each other") {
  const Pair hidden = beside_wall(Relation::visible);
  CHECK_FALSE(minds(hidden.world, hidden.ann, hidden.bob.bits(), BodyKind::agent));
  const Pair seen = beside_wall(Relation::near);
  CHECK(minds(seen.world, seen.ann, seen.bob.bits(), BodyKind::agent));
}

TEST_CASE("perception: each relation shows what it says") {
  // Round the tip there is a way inside the disk, and no wall cuts the disk.
  CHECK(minds(beside_wall(Relation::reachable).world, {0, 1}, AgentId{1, 1}.bits(), BodyKind::agent));
  CHECK(minds(beside_wall(Relation::unseparated).world, {0, 1}, AgentId{1, 1}.bits(), BodyKind::agent));
  // A wall through the whole disk separates.
  CHECK_FALSE(minds(beside_wall(Relation::reachable, {-50, 0}, {50, 0}).world, {0, 1}, AgentId{1, 1}.bits(), BodyKind::agent));
  CHECK_FALSE(minds(beside_wall(Relation::unseparated, {-50, 0}, {50, 0}).world, {0, 1}, AgentId{1, 1}.bits(), BodyKind::agent));
  CHECK(minds(beside_wall(Relation::near, {-50, 0}, {50, 0}).world, {0, 1}, AgentId{1, 1}.bits(), BodyKind::agent));
}

TEST_CASE("perception: obstacles can be hidden, walls cannot") {
  for (const Relation perception : {Relation::visible, Relation::near}) {
    World world = need(World::create({.dt = 0.1, .perception = perception}));
    const WallId wall = need(world.add_wall({-9, 0}, {9, 0}));
    const ObstacleId disc = need(world.add_obstacle({.at = {0, -1}, .radius = 0.3}));
    const ObstacleId capsule = need(world.add_obstacle({.at = {2, -1}, .to = {4, -1}, .radius = 0.3, .capsule = true}));
    const AgentId ann = need(world.add_agent({.at = {0, 0.6}, .target = need(world.add_target({.at = {9, 1}}))}));
    CHECK(minds(world, ann, wall.bits(), BodyKind::wall));
    CHECK(minds(world, ann, disc.bits(), BodyKind::disc) == (perception == Relation::near));
    CHECK(minds(world, ann, capsule.bits(), BodyKind::capsule) == (perception == Relation::near));
  }
}

TEST_CASE("perception: two agents hidden by a wall do not overlap round its tip") {
  for (const double dt : {0.05, 0.1, 0.25}) {
    CAPTURE(dt);
    World world = need(World::create({.dt = dt}));
    need(world.add_wall({-5, 0}, {0, 0}));
    // One walks along the wall past its tip, the other up past the tip: straight into each other.
    const TargetId right = need(world.add_target({.at = {6, 0.300}})), up = need(world.add_target({.at = {0.328, 6}}));
    const AgentId ann = need(world.add_agent({.at = {-0.297, 0.300}, .radius = 0.3, .top_speed = 2, .target = right}));
    const AgentId bob = need(world.add_agent({.at = {0.328, -0.362}, .heading = 1.5707963267948966, .radius = 0.3, .top_speed = 2, .target = up}));
    CHECK_FALSE(minds(world, ann, bob.bits(), BodyKind::agent));
    CHECK_FALSE(minds(world, bob, ann.bits(), BodyKind::agent));
    for (int step = 0; step < 40; ++step) {
      world.step();
      REQUIRE(norm(world.agent(ann)->at.xy() - world.agent(bob)->at.xy()) >= 0.6 - 1e-9);
    }
  }
}

TEST_CASE("perception: somebody hidden straight ahead limits the speed, and does not turn") {
  World world = need(World::create({.dt = 0.1}));
  need(world.add_wall({-5, 0}, {0, 0}));
  const TargetId goal = need(world.add_target({.at = {6, 0.31}}));
  const AgentId ann = need(world.add_agent({.at = {-0.5, 0.31}, .radius = 0.3, .target = goal}));
  const AgentId bob = need(world.add_agent({.at = {0.3, -0.2}, .radius = 0.3, .target = goal}));
  CHECK_FALSE(minds(world, ann, bob.bits(), BodyKind::agent));
  // 0.8 m ahead, 0.51 m aside, 0.6 m apart when they touch.
  CHECK(world.explain(ann).free_distance == doctest::Approx(0.8 - std::sqrt(0.6 * 0.6 - 0.51 * 0.51)).epsilon(1e-9));
}
