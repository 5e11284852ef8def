#include <doctest/doctest.h>

#include <wend/model/attractor.hpp>
#include <wend/model/human.hpp>
#include <wend/base/rng.hpp>
#include <wend/runner.hpp>

#include <cmath>
#include <vector>

#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

// Random crowds of default people among walls, moving walls, doors and movers: nobody overlaps anybody or anything that stands.

using namespace wend;
using test::need;

namespace {

struct Crowd {
  World world = need(World::create({.dt = 0.1, .seed = 1}));
  std::vector<ObstacleId> movers;
  std::vector<WallId> moving_walls;
  std::vector<WallId> doors;
};

double between(Rng& rng, double a, double b) { return a + (b - a) * rng.uniform(); }

// Agents of all models that keep apart, with mixed radii, speeds and temper.
Crowd random_crowd(Rng& rng, std::size_t count) {
  Crowd c{need(World::create({.dt = rng.uniform() < 0.5 ? 0.1 : 0.05, .seed = 1 + rng.below(1000)})), {}, {}, {}};
  World& w = c.world;
  const double side = std::sqrt(static_cast<double>(count)) * between(rng, 0.9, 1.6) + 2;
  HumanParams careful;
  careful.safety = true;
  careful.sense = 4;
  AttractorParams left;
  left.beta_h = -0.2;
  left.kappa_theta = 1;
  const std::vector<ModelId> models{ModelId{}, ModelId{}, need(w.add_attractor(AttractorParams::robust())), need(w.add_human(careful)), need(w.add_attractor(left))};
  for (int k = 0; k < 6; ++k) {
    const Vec3 a{between(rng, -side, side), between(rng, -side, side), 0};
    need(w.add_wall(a, {a.x + between(rng, -2, 2), a.y + between(rng, -2, 2), 0}, {.thickness = k % 2 == 0 ? 0.0 : 0.1}));
  }
  for (int k = 0; k < 4; ++k) need(w.add_obstacle({.at = {between(rng, -side, side), between(rng, -side, side), 0}, .radius = between(rng, 0.1, 0.8)}));
  for (int k = 0; k < 3; ++k) c.movers.push_back(need(w.add_obstacle({.at = {between(rng, -side, side), side + 3, 0}, .radius = 0.4, .motion = BodyMotion::scripted})));
  for (int k = 0; k < 2; ++k) {
    const double y = (k == 0 ? -1 : 1) * (side + 1.5);
    c.moving_walls.push_back(need(w.add_wall({-side, y, 0}, {side, y, 0}, {.motion = BodyMotion::scripted, .blocked = k == 0 ? Blocked::stop : Blocked::push})));
  }
  c.doors.push_back(need(w.add_door({0, -side, 0}, {0, 0, 0})));
  const TargetId there = need(w.add_target({.at = {side, side, 0}, .radius = 1})), line = need(w.add_target({.at = {-side, -side, 0}, .to = {-side, side, 0}, .shape = TargetShape::segment}));
  std::size_t placed = 0;
  for (int tries = 0; placed < count && tries < 40000; ++tries) {
    AgentSpec spec;
    spec.at = {between(rng, -side, side), between(rng, -side, side), 0};
    spec.radius = between(rng, 0.12, 0.4);
    spec.top_speed = between(rng, 0.5, 2);
    spec.heading = between(rng, -3, 3);
    const double agility = rng.uniform() < 0.5 ? 1 : between(rng, 0.3, 1);
    const double lightness = rng.uniform() < 0.5 ? 1 : between(rng, 0.3, 1);
    const double courage = rng.uniform() < 0.5 ? courage_unset : rng.uniform();
    spec.model = models[static_cast<std::size_t>(rng.below(models.size()))];
    const bool has_temper = !spec.model || w.model_name(spec.model) == "attractor";
    if (has_temper) spec.attributes = {{"agility", agility}, {"lightness", lightness}, {"courage", courage}};
    spec.target = rng.uniform() < 0.5 ? there : line;
    bool free = true;
    for (const AgentState& other : w.agents()) free = free && norm(other.at.xy() - spec.at.xy()) > other.radius + spec.radius + 1e-6;
    for (const BodyState& b : w.bodies()) {
      const Vec2 to = b.id.kind == BodyKind::disc ? b.at.xy() : b.to.xy();
      free = free && norm(nearest_on_segment(spec.at.xy(), b.at.xy(), to).point - spec.at.xy()) > b.radius + spec.radius + 1e-6;
    }
    if (!free) continue;
    need(w.add_agent(spec));
    ++placed;
  }
  return c;
}

void step(Crowd& c, int k, TaskRunner& runner) {
  const double t = k * c.world.dt();
  for (std::size_t i = 0; i < c.movers.size(); ++i) {
    const auto body = c.world.body(c.movers[i]);
    REQUIRE(body.has_value());
    const double phase = 2.0 * static_cast<double>(i);
    const Vec2 by{0.15 * std::cos(0.7 * t + phase), -0.1 * std::sin(0.4 * t + phase) - 0.05};
    const Vec3 half = lift(body->at.xy() + 0.5 * by), end = lift(body->at.xy() + by);
    REQUIRE(c.world.apply(MoveObstacle{c.movers[i], half, half, end, end}).has_value());
  }
  for (const WallId wall : c.moving_walls) {
    const auto body = c.world.body(wall);
    REQUIRE(body.has_value());
    const Vec2 by{0, (body->at.y < 0 ? 1 : -1) * 0.04}, a = body->at.xy(), b = body->to.xy();
    REQUIRE(c.world.apply(MoveWall{wall, lift(a + 0.5 * by), lift(b + 0.5 * by), lift(a + by), lift(b + by)}).has_value());
  }
  if (k % 40 == 20) need(c.world.set_door(c.doors[0], true));
  if (k % 40 == 0) need(c.world.set_door(c.doors[0], false));
  c.world.step(runner);
  c.world.clear_events();
}

void step(Crowd& c, int k) {
  ThreadRunner one(1);
  step(c, k, one);
}

}  // namespace

TEST_CASE("people: random crowds never overlap anybody or anything that stands") {
  test::for_seeds(12, [](Rng& rng) {
    const std::size_t count = 2 + static_cast<std::size_t>(rng.below(rng.uniform() < 0.25 ? 400 : 80));
    Crowd c = random_crowd(rng, count);
    for (int k = 0; k < 120; ++k) {
      step(c, k);
      const test::Clearances least = test::clearances(c.world);
      REQUIRE(least.agents >= -1e-9);
      REQUIRE(least.fixed_bodies >= -1e-9);
    }
  });
}

TEST_CASE("people: a run resumed from any step goes on with the same bits, on any number of threads") {
  Rng rng = Rng::stream(5, Purpose::test);
  Crowd c = random_crowd(rng, 60);
  Rng same = Rng::stream(5, Purpose::test);
  Crowd copy = random_crowd(same, 60);
  ThreadRunner two(2), three(3);
  for (int k = 0; k < 60; ++k) {
    const Snapshot saved = c.world.snapshot();
    step(c, k);
    need(copy.world.restore(saved));
    world::Access::data(copy.world).shuffle_neighbours = k % 2 == 1;
    k % 3 == 0 ? step(copy, k) : step(copy, k, k % 3 == 1 ? two : three);
    REQUIRE(copy.world.hash() == c.world.hash());
  }
}

TEST_CASE("people: a world a hundred times as large walks the same paths") {
  const auto paths = [](double size, double dt) {
    World w = need(World::create({.dt = dt, .seed = 3}));
    need(w.add_wall({-4 * size, 2 * size, 0}, {6 * size, 2 * size, 0}));
    need(w.add_obstacle({.at = {1 * size, 0.3 * size, 0}, .radius = 0.4 * size}));
    std::vector<AgentId> ids;
    for (int k = 0; k < 8; ++k) {
      const double x = (k % 2 == 0 ? -3 : 4) * size, y = (-1.5 + 0.4 * k) * size;
      const TargetId goal = need(w.add_target({.at = {-x, y, 0}, .radius = 0.1 * size}));
      const AgentSpec spec{.at = {x, y, 0},
                           .heading = k % 2 == 0 ? 0.0 : 3.0,
                           .radius = 0.02 * size,
                           .top_speed = 1.3,
                           .target = goal};
      ids.push_back(need(w.add_agent(spec)));
    }
    std::vector<Vec2> places;
    for (int k = 0; k < 40; ++k) {
      w.step();
      for (const AgentId id : ids) places.push_back(w.agent(id)->at.xy());
    }
    return places;
  };
  // Radii 0.02 m and 2 m, steps 5 ms and 0.5 s: a hundred times as large and as slow to turn, at the same speed.
  const auto small = paths(1, 0.005), large = paths(100, 0.5);
  for (std::size_t i = 0; i < small.size(); ++i) {
    CHECK(std::abs(100 * small[i].x - large[i].x) < 100 * 1e-9);
    CHECK(std::abs(100 * small[i].y - large[i].y) < 100 * 1e-9);
  }
}
