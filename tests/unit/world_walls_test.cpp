#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include <cmath>

#include "geometry/segments.hpp"
#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

using namespace wend;
using test::need;
using test::of_kind;

// Nobody crosses a wall, and no wall crosses anybody unasked: environment spec 13.6 and 13.7.

namespace {

// A wall that moves to the right by `shift` in the coming step.
void move_right(World& world, WallId wall, double shift) {
  const auto state = *world.body(wall);
  const auto at = [&](Vec3 p, double by) { return Vec3{p.x + by, p.y, 0}; };
  need(world.apply(MoveWall{wall, at(state.at, shift / 2), at(state.to, shift / 2), at(state.at, shift), at(state.to, shift)}));
}

WallId upright_wall(World& world, double x, Blocked blocked, std::uint32_t rig = 0) {
  return need(world.add_wall({x, -2}, {x, 2}, {.motion = BodyMotion::driven, .blocked = blocked, .rig = rig}));
}

// Stands where it is put.
AgentId bystander(World& world, Vec3 at, double radius = 0.3) { return test::add_on_top(world, {.at = at, .radius = radius, .driven = true}); }

void step_without_moving(World& world) {
  world.steer();
  for (const AgentState& a : world.agents()) need(world.drive(a.id, a.at, a.heading));
  world.commit();
}

}  // namespace

TEST_CASE("walls: nobody crosses one, whatever the speed and the step") {
  test::for_seeds(300, [](Rng& rng) {
    World world = need(World::create({.dt = rng.uniform(0.01, 0.5)}));
    std::vector<std::pair<Vec2, Vec2>> walls;
    for (int k = 0; k < 8; ++k) {
      const Vec2 a{rng.uniform(-5, 5), rng.uniform(-5, 5)}, b{rng.uniform(-5, 5), rng.uniform(-5, 5)};
      walls.emplace_back(a, b);
      need(world.add_wall(lift(a), lift(b), {.thickness = k % 2 == 0 ? 0.0 : 0.1}));
    }
    std::vector<AgentId> ids;
    for (int k = 0; k < 5; ++k) ids.push_back(bystander(world, {rng.uniform(-5, 5), rng.uniform(-5, 5)}, rng.uniform(0.001, 0.4)));
    for (int step = 0; step < 20; ++step) {
      world.steer();
      for (const AgentId id : ids) need(world.drive(id, {rng.uniform(-50, 50), rng.uniform(-50, 50)}, 0));
      std::vector<Vec2> before;
      for (const AgentId id : ids) before.push_back(world.agent(id)->at.xy());
      world.commit();
      for (std::size_t k = 0; k < ids.size(); ++k) {
        const Vec2 now = world.agent(ids[k])->at.xy();
        for (const auto& [a, b] : walls) CHECK_FALSE(geometry::segments_meet(before[k], now, a, b));
      }
    }
  });
}

TEST_CASE("walls: a motion is cut where the bodies touch, and said so") {
  World world = need(World::create({.dt = 0.5}));
  const WallId wall = need(world.add_wall({3, -1}, {3, 1}, {.thickness = 0.1}));
  const AgentId ann = bystander(world, {0, 0});
  world.steer();
  need(world.drive(ann, {10, 0}, 0));
  world.commit();
  CHECK(world.agent(ann)->at.x == doctest::Approx(2.6).epsilon(1e-8));
  CHECK(world.agent(ann)->velocity.x == doctest::Approx(5.2).epsilon(1e-8));
  const auto cut = of_kind(world, EventKind::penetration);
  REQUIRE(cut.size() == 1);
  CHECK(cut[0].agent == ann);
  CHECK(cut[0].other.bits == wall.bits());
  CHECK(cut[0].other.kind == BodyKind::wall);
  CHECK(cut[0].time == doctest::Approx(0.5 * 0.26).epsilon(1e-8));
  // Along the wall and away from it are free.
  world.steer();
  need(world.drive(ann, {2.6, 3}, 0));
  world.commit();
  CHECK(world.agent(ann)->at.y == 3);
  CHECK(of_kind(world, EventKind::penetration).empty());
}

TEST_CASE("walls: nobody is put exactly on one") {
  World world = need(World::create());
  need(world.add_wall({0, 0}, {4, 2}));
  const auto refused = world.add_agent({.at = {2, 1}, .goal_order = GoalOrder::all});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().text().find("exactly on the wall") != std::string::npos);
  CHECK(world.add_agent({.at = {2, 1}, .floor = 1, .goal_order = GoalOrder::all}).has_value());
  const AgentId ann = need(world.add_agent({.at = {2, 1.5}, .goal_order = GoalOrder::all}));
  CHECK_FALSE(world.teleport(ann, {0, 0}, 0).has_value());
  CHECK(world.agent(ann)->at == Vec3{2, 1.5, 0});
}

TEST_CASE("walls: one with blocked = stop waits for an agent in its way, and goes on") {
  World world = need(World::create({.dt = 0.1}));
  const AgentId ann = bystander(world, {1, 0});
  const WallId wall = upright_wall(world, 0.6, Blocked::stop);
  move_right(world, wall, 0.2);
  step_without_moving(world);
  CHECK(world.body(wall)->at.x == 0.6);
  CHECK(world.body(wall)->velocity == Vec3{});
  const auto waits = of_kind(world, EventKind::wall_waits);
  REQUIRE(waits.size() == 1);
  CHECK(waits[0].agent == ann);
  CHECK(waits[0].other.bits == wall.bits());
  CHECK(waits[0].time == doctest::Approx(0.1 * 0.5).epsilon(1e-6));  // it touches half way
  CHECK(world::Access::data(world).bodies[0].waited == 1);

  // Somebody who walks ahead of it, as fast, is not in its way.
  move_right(world, wall, 0.05);
  world.steer();
  need(world.drive(ann, {1.05, 0}, 0));
  world.commit();
  CHECK(of_kind(world, EventKind::wall_waits).empty());
  CHECK(world.body(wall)->at.x == doctest::Approx(0.65));
}

TEST_CASE("walls: one with blocked = push takes the agent along on its side") {
  World world = need(World::create({.dt = 0.1}));
  const AgentId ann = bystander(world, {1, 0.5});
  const WallId wall = upright_wall(world, 0, Blocked::push);
  for (int step = 0; step < 20; ++step) {
    move_right(world, wall, 0.2);
    step_without_moving(world);
  }
  CHECK(world.body(wall)->at.x == doctest::Approx(4));
  CHECK(world.agent(ann)->at.x == doctest::Approx(4.3));
  CHECK(world.agent(ann)->at.y == doctest::Approx(0.5));
  CHECK(of_kind(world, EventKind::swept).size() == 1);
  CHECK(of_kind(world, EventKind::wall_waits).empty());

  // Against another wall there is no room: it waits.
  need(world.add_wall({4.8, -2}, {4.8, 2}));
  for (int step = 0; step < 5; ++step) {
    move_right(world, wall, 0.2);
    step_without_moving(world);
  }
  CHECK(world.agent(ann)->at.x + 0.3 <= 4.8 + 1e-9);
  CHECK(world.body(wall)->at.x <= world.agent(ann)->at.x - 0.3 + 1e-8);
  CHECK(of_kind(world, EventKind::wall_waits).size() == 1);
}

TEST_CASE("walls: nobody is pushed into somebody or something: the wall waits") {
  for (const bool into_body : {false, true}) {
    CAPTURE(into_body);
    World world = need(World::create({.dt = 0.1}));
    const AgentId ann = bystander(world, {1, 0.5});
    if (into_body) need(world.add_obstacle({.at = {3, 0.5}, .radius = 0.3}));
    if (!into_body) bystander(world, {3, 0.5});
    const WallId wall = upright_wall(world, 0, Blocked::push);
    for (int step = 0; step < 30; ++step) {
      move_right(world, wall, 0.13);
      step_without_moving(world);
      REQUIRE(world.agent(ann)->at.x <= 2.4 + 1e-9);
    }
    CHECK(world.agent(ann)->at.x > 2.2);
    CHECK(world.body(wall)->waited > 0.9);
  }
}

TEST_CASE("walls: those side by side are pushed together") {
  World world = need(World::create({.dt = 0.1}));
  for (const double y : {-0.6, 0.0, 0.6}) bystander(world, {1, y});
  const WallId wall = upright_wall(world, 0, Blocked::push);
  for (int step = 0; step < 20; ++step) {
    move_right(world, wall, 0.2);
    step_without_moving(world);
  }
  CHECK(world.body(wall)->waited == 0);
  for (const AgentState& a : world.agents()) CHECK(a.at.x == doctest::Approx(4.3));
}

TEST_CASE("walls: a turning one pushes as well") {
  World world = need(World::create({.dt = 0.1}));
  const AgentId ann = bystander(world, {1, 0.5});
  const WallId wall = need(world.add_wall({0, 0}, {3, 0}, {.motion = BodyMotion::driven, .blocked = Blocked::push}));
  for (int step = 1; step <= 31; ++step) {
    const auto tip = [&](double angle) { return Vec3{3 * std::cos(angle), 3 * std::sin(angle), 0}; };
    need(world.apply(MoveWall{wall, {}, tip(0.05 * step - 0.025), {}, tip(0.05 * step)}));
    step_without_moving(world);
    const Vec2 p = world.agent(ann)->at.xy(), to = world.body(wall)->to.xy();
    REQUIRE(cross(to, p) > 0);  // still on its left
    REQUIRE(std::abs(cross(to, p)) / norm(to) > 0.3 - 1e-9);
  }
  CHECK(world.agent(ann)->at.x < 0);  // a quarter turn
}

TEST_CASE("walls: one with blocked = report passes over, and says so") {
  World world = need(World::create({.dt = 0.1}));
  const AgentId ann = bystander(world, {1, 0});
  const WallId wall = upright_wall(world, 0, Blocked::report);
  std::size_t told = 0;
  for (int step = 0; step < 10; ++step) {
    move_right(world, wall, 0.2);
    step_without_moving(world);
    told += of_kind(world, EventKind::swept).size();
  }
  CHECK(world.body(wall)->at.x == doctest::Approx(2));
  CHECK(world.agent(ann)->at == Vec3{1, 0, 0});
  CHECK(told >= 1);
}

TEST_CASE("walls: a move that makes walls cross is refused") {
  World world = need(World::create({.dt = 0.1}));
  need(world.add_wall({1, 0}, {3, 0}));
  const WallId wall = upright_wall(world, 0.9, Blocked::stop);
  move_right(world, wall, 0.2);
  step_without_moving(world);
  CHECK(world.body(wall)->at.x == 0.9);
  const auto waits = of_kind(world, EventKind::wall_waits);
  REQUIRE(waits.size() == 1);
  CHECK_FALSE(waits[0].agent);
  CHECK(waits[0].other.bits == wall.bits());
  // Over the whole of it in one step is crossing, too.
  move_right(world, wall, 3);
  step_without_moving(world);
  CHECK(world.body(wall)->at.x == 0.9);
  move_right(world, wall, -0.2);
  step_without_moving(world);
  CHECK(world.body(wall)->at.x == doctest::Approx(0.7));
}

TEST_CASE("walls: a door on its hinge does not cross the wall it hangs on") {
  World world = need(World::create({.dt = 0.1}));
  need(world.add_wall({-3, 0}, {0, 0}));
  const WallId door = need(world.add_wall({0, 0}, {1, 0}, {.motion = BodyMotion::driven}));
  for (int step = 1; step <= 30; ++step) {
    const auto tip = [&](double angle) { return Vec3{std::cos(angle), std::sin(angle), 0}; };
    need(world.apply(MoveWall{door, {}, tip(0.1 * step - 0.05), {}, tip(0.1 * step)}));
    step_without_moving(world);
    REQUIRE(of_kind(world, EventKind::wall_waits).empty());
  }
  CHECK(world.body(door)->to.x == doctest::Approx(std::cos(3.0)));
}

TEST_CASE("walls: those of one rig wait as one, others go on") {
  World world = need(World::create({.dt = 0.1}));
  bystander(world, {1, 0});
  const WallId left = upright_wall(world, 0.6, Blocked::stop, 7);
  const WallId mate = need(world.add_wall({0.6, 3}, {0.6, 4}, {.motion = BodyMotion::driven, .rig = 7}));
  const WallId free = need(world.add_wall({0.6, 5}, {0.6, 6}, {.motion = BodyMotion::driven}));
  for (const WallId wall : {left, mate, free}) move_right(world, wall, 0.2);
  step_without_moving(world);
  CHECK(world.body(left)->at.x == 0.6);
  CHECK(world.body(mate)->at.x == 0.6);
  CHECK(world.body(free)->at.x == doctest::Approx(0.8));
}

TEST_CASE("walls: moving ones among a crowd never change anybody's side") {
  test::for_seeds(20, [](Rng& rng) {
    World world = need(World::create({.dt = 0.1, .seed = rng.below(1000)}));
    const TargetId east = need(world.add_target({.at = {9, 0}})), west = need(world.add_target({.at = {-9, 0}}));
    const WallId bar = need(world.add_wall({-3, 0}, {3, 0}, {.motion = BodyMotion::driven, .blocked = rng.below(2) == 0 ? Blocked::push : Blocked::stop}));
    for (int k = 0; k < 40; ++k) {
      test::add_if_free(world, {.at = {rng.uniform(-6, 6), rng.uniform(-4, 4)}, .top_speed = 1.3, .target = k % 2 == 0 ? east : west});
    }
    double angle = 0;
    for (int step = 0; step < 100; ++step) {
      const auto before = world.agents();
      const BodyState old = *world.body(bar);
      const auto tip = [](double a) { return Vec3{3 * std::cos(a), 3 * std::sin(a), 0}; };
      const auto back = [](Vec3 p) { return Vec3{-p.x, -p.y, 0}; };
      need(world.apply(MoveWall{bar, back(tip(angle + 0.02)), tip(angle + 0.02), back(tip(angle + 0.04)), tip(angle + 0.04)}));
      world.step();
      const BodyState now = *world.body(bar);
      if (!(now.at == old.at)) angle += 0.04;
      for (const AgentState& a : before) {
        const auto after = world.agent(a.id);
        REQUIRE(after);
        // Its side of the bar's line can change only beyond the tips.
        const double s0 = cross(old.to.xy() - old.at.xy(), a.at.xy() - old.at.xy()), s1 = cross(now.to.xy() - now.at.xy(), after->at.xy() - now.at.xy());
        const auto along = [](const BodyState& b, Vec3 p) { return dot(p.xy() - b.at.xy(), b.to.xy() - b.at.xy()) / norm2(b.to.xy() - b.at.xy()); };
        const double u0 = along(old, a.at), u1 = along(now, after->at);
        if (s0 * s1 < 0) CHECK((u0 < 0.05 || u0 > 0.95 || u1 < 0.05 || u1 > 0.95));
      }
    }
  });
}
