#include <wend/base/rng.hpp>
#include "world/access.hpp"
#include "world/data.hpp"
#include "world/ground.hpp"

#include "support/worlds.hpp"

using namespace wend;
using namespace wend::test;

TEST_CASE("ground: the shortest way goes through the gap and has its length") {
  World world = need(World::create());
  need(world.add_wall({0, -20}, {0, 2}));
  need(world.add_wall({0, 3.5}, {0, 20}));
  const TargetId goal = need(world.add_target({.at = {4, 0}, .radius = 0.1}));
  need(world.add_agent({.at = {-4, 0}, .target = goal}));
  const auto ground = world::make_ground(world::Access::data(world), 0.25, 0, world::DoorsTaken::as_now);
  REQUIRE(ground.has_value());
  const auto cells = world::capture_cells(*ground, world::Access::data(world).targets[0], 0.25);
  REQUIRE(!cells.empty());
  CHECK(world::has_way(*ground, {-4, 0}, cells) == true);
  const auto lengths = world::way_lengths(*ground, cells);
  const double length = lengths[*world::standing_cell(*ground, {-4, 0})];
  CHECK(length == doctest::Approx(2 * std::sqrt(4.0 * 4 + 2.25 * 2.25) - 0.35).epsilon(0.06));
  const auto way = world::way_from(*ground, lengths, {-4, 0});
  const auto gaps = world::gaps_on(*ground, way, 0, 2);
  REQUIRE(gaps.size() == 1);
  CHECK(gaps[0].width == doctest::Approx(1.5));
  CHECK(gaps[0].middle == Vec2{0, 2.75});
  CHECK(gaps[0].facing == 0);
  CHECK(world::gaps_on(*ground, way, 0, 1.4).empty());
}

TEST_CASE("ground: random boxes with a gap are open exactly for those who fit") {
  for_seeds(60, [](Rng& rng) {
    const double gap = rng.uniform(0.2, 0.9), radius = rng.uniform(0.1, 0.45), turn = rng.uniform(-3, 3);
    if (std::abs(gap - 2 * radius) < 0.1 * radius) return;  // too near to tell on a grid
    const auto turned = [&](double x, double y) {
      const auto [s, c] = det_sincos(turn);
      return Vec3{c * x - s * y, s * x + c * y, 0};
    };
    World world = need(World::create());
    const double points[][2] = {{4, gap / 2}, {4, 4}, {-4, 4}, {-4, -4}, {4, -4}, {4, -gap / 2}};
    for (int i = 0; i < 5; ++i) need(world.add_wall(turned(points[i][0], points[i][1]), turned(points[i + 1][0], points[i + 1][1])));
    const TargetId goal = need(world.add_target({.at = turned(7, rng.uniform(-3, 3))}));
    const AgentId id = need(world.add_agent({.at = turned(rng.uniform(-3, 3), rng.uniform(-3, 3)), .radius = radius, .target = goal}));
    const auto ground = world::make_ground(world::Access::data(world), radius, 0, world::DoorsTaken::as_now);
    REQUIRE(ground.has_value());
    const auto way = world::has_way(*ground, world.agent(id)->at.xy(), world::capture_cells(*ground, world::Access::data(world).targets[0], radius));
    CAPTURE(gap);
    CAPTURE(radius);
    if (way) CHECK(*way == (gap > 2 * radius));
    if (gap > 2.4 * radius || gap < 2 * radius) CHECK(way.has_value());
  });
}

TEST_CASE("ground: too large a world has none, and says so") {
  World world = need(World::create());
  need(world.add_wall({-50000, 0}, {50000, 1}));
  need(world.add_wall({-50000, 50000}, {50000, 50000}));
  CHECK(!world::make_ground(world::Access::data(world), 0.25, 0, world::DoorsTaken::as_now).has_value());
}
