#include <doctest/doctest.h>
#include <wend/io/frame.hpp>
#include <wend/world.hpp>

using namespace wend;

TEST_CASE("io: capture shows the world as it is, in id order") {
  auto world = World::create({.dt = 0.1});
  REQUIRE(world);
  TargetSpec goal;
  goal.at = {9, 1, 0};
  goal.radius = 0.5;
  REQUIRE(world->add_target(goal));
  const std::vector<Vec3> corners{{0, 5, 0}, {1, 5, 0}, {1, 6, 0}};
  REQUIRE(world->add_polygon_target(corners));
  for (int i = 0; i < 3; ++i) {
    AgentSpec spec;
    spec.at = {-4.0 + i, 0.5 * i, 0};
    spec.heading = 0.1 * i;
    spec.radius = 0.2;
    spec.top_speed = 1.5;
    spec.goal_order = GoalOrder::all;
    spec.group = static_cast<std::uint32_t>(i);
    REQUIRE(world->add_agent(spec));
  }
  ObstacleSpec pillar;
  pillar.at = {2, 2, 0};
  REQUIRE(world->add_obstacle(pillar));
  ObstacleSpec cart;
  cart.at = {3, -2, 0};
  cart.to = {4, -2, 0};
  cart.capsule = true;
  cart.motion = BodyMotion::scripted;
  REQUIRE(world->add_obstacle(cart));
  REQUIRE(world->add_wall({-5, -5, 0}, {5, -5, 0}));
  for (int i = 0; i < 5; ++i) world->step();

  const io::Frame frame = io::capture(*world);
  CHECK(frame.time == world->time());
  const std::vector<AgentState> agents = world->agents();
  REQUIRE(frame.agents.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(frame.agents[i].id == agents[i].id);
    CHECK(frame.agents[i].at == agents[i].at);
    CHECK(frame.agents[i].heading == agents[i].heading);
    CHECK(frame.agents[i].speed == agents[i].speed);
    CHECK(frame.agents[i].velocity == agents[i].velocity);
    CHECK(norm(frame.agents[i].velocity) > 0.5);
    CHECK(frame.agents[i].target_weight == world->attribute(agents[i].id, "weight"));
    CHECK(frame.agents[i].group == i);
    CHECK(frame.agents[i].radius == 0.2);
    CHECK(frame.agents[i].top_speed == 1.5);
    if (i > 0) CHECK(frame.agents[i - 1].id < frame.agents[i].id);
  }
  REQUIRE(frame.bodies.size() == 3);
  int discs = 0, capsules = 0, walls = 0;
  for (const io::BodyShape& body : frame.bodies) {
    discs +=
        body.kind == BodyKind::disc && body.at == Vec2{2, 2} && body.to == body.at && body.motion == BodyMotion::fixed;
    capsules += body.kind == BodyKind::capsule && body.to == Vec2{4, -2} && body.motion == BodyMotion::scripted;
    walls += body.kind == BodyKind::wall && body.at == Vec2{-5, -5} && body.to == Vec2{5, -5};
  }
  CHECK(discs == 1);
  CHECK(capsules == 1);
  CHECK(walls == 1);
  REQUIRE(frame.targets.size() == 2);
  CHECK(frame.targets[0].at == Vec2{9, 1});
  CHECK(frame.targets[0].radius == 0.5);
  CHECK(frame.targets[1].polygon == std::vector<Vec2>{{0, 5}, {1, 5}, {1, 6}});
}

TEST_CASE("io: an open door is not among the bodies of a frame") {
  auto world = World::create({.dt = 0.1});
  REQUIRE(world);
  const auto door = world->add_door({0, -1}, {0, 1}, {.thickness = 0.1});
  REQUIRE(door);
  CHECK(io::capture(*world).bodies.size() == 1);
  CHECK(io::capture(*world).open_doors.empty());
  REQUIRE(world->set_door(*door, true));
  const io::Frame open = io::capture(*world);
  CHECK(open.bodies.empty());
  REQUIRE(open.open_doors.size() == 1);
  CHECK(open.open_doors[0].to == Vec2{0, 1});
}
