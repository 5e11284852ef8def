#include "support/scene.hpp"

using namespace wend;
using namespace wend::test;

TEST_CASE("scene: what is assigned while loading is where the run starts") {
  auto s = loaded(R"(
    local goal, other = target { at = {9, 0} }, target { from = {0, 9}, to = {2, 9} }
    local a, b = agent { at = {0, 0}, target = goal }, agent { at = {0, 3}, target = goal }
    a.at = {1, 2}
    a.speed = 1.25
    a.targets = {goal, other}
    b.direction = 1.5
    b.model = attractor { preset = "classic" }
    b.radius = 0.25
    goal.at = {8, 1}
    goal.radius = 0.75
    other.at = {5, 5}
    local post, bar = obstacle { at = {3, 3}, radius = 0.2 }, obstacle { from = {4, 4}, to = {6, 4} }
    post.at = {-3, 3}
    post.radius = 0.4
    bar.at = {4, 6})");
  const auto& spec = s.spec();
  CHECK(spec.agents[0].spec.at == Vec3{1, 2, 0});
  CHECK(spec.agents[0].spec.top_speed == 1.25);
  CHECK(spec.agents[0].targets == std::vector<std::uint32_t>{0, 1});
  CHECK(spec.agents[1].direction == 1.5);
  CHECK(spec.agents[1].spec.radius == 0.25);
  CHECK(spec.models[static_cast<std::size_t>(spec.agents[1].model)].preset == "classic");
  CHECK(spec.targets[0].spec.at == Vec3{8, 1, 0});
  CHECK(spec.targets[0].spec.radius == 0.75);
  CHECK(spec.targets[1].spec.at == Vec3{5, 5, 0});
  CHECK(spec.targets[1].spec.to == Vec3{7, 5, 0});  // a segment goes along as a whole
  CHECK(spec.obstacles[0].spec.at == Vec3{-3, 3, 0});
  CHECK(spec.obstacles[0].spec.radius == 0.4);
  CHECK(spec.obstacles[1].spec.at == Vec3{4, 6, 0});
  CHECK(spec.obstacles[1].spec.to == Vec3{6, 6, 0});
  CHECK(s.world().agent(s.agents()[0])->at == Vec3{1, 2, 0});
  run(s, 4);
}

TEST_CASE("scene: a direction is taken back, a target gets a motion and loses it") {
  auto s = loaded(R"(
    scene { dt = 0.25 }
    local goal = target { at = {9, 0} }
    local a = agent { at = {0, 0}, target = goal }
    a.direction = 2
    a.direction = nil
    a.target = nil
    a.target = goal
    goal.at = function(t) return 9, t end
    goal.at = function(t) return 7, t end
    local cart = obstacle { at = function(t) return t, 4 end, radius = 0.2 }
    cart.at = function(t) return 2 + t, 5 end
    on.step(function(t) if t == 0.5 then goal.at = {6, 6} end end))");
  CHECK(!s.spec().agents[0].direction);
  CHECK(s.spec().agents[0].targets == std::vector<std::uint32_t>{0});
  CHECK(s.spec().targets[0].scripted);
  CHECK(s.world().bodies()[0].at == Vec3{2, 5, 0});
  run(s, 2);
  CHECK(s.world().targets()[0].at == Vec3{7, 0.5, 0});
  run(s, 2);
  CHECK(s.world().targets()[0].at == Vec3{6, 6, 0});  // and there it stays
}

TEST_CASE("scene: what cannot be assigned is told at its line") {
  const std::string things =
      "local g, p = target { at = {9, 0} }, target { polygon = { {0, 5}, {1, 5}, {1, 6} } }\n"
      "local a, o = agent { at = {0, 0}, target = g }, obstacle { at = {5, 5}, radius = 0.2 }\n"
      "local c = obstacle { from = function(t) return t, 8 end, to = function(t) return t, 9 end, radius = 0.1 }\n"
      "local w = wall { {-5, -5}, {-5, -6} }\n";
  const auto said = [&](const char* line) {
    const std::string message = message_of(things + line);
    CHECK(message.find("test.lua:5: ") == 0);
    return message.substr(std::min<std::size_t>(message.size(), 12));
  };
  CHECK(said("a.targets = 7") == "agent.targets = 7, expected {a, b, ...}");
  CHECK(said("a.targets = {}").find("agent.targets has 0 values, expected 1 .. ") == 0);
  CHECK(said("a.targets = {g, 7}").find("agent.targets[2]") == 0);
  CHECK(said("a.target = o").find("agent.target") == 0);
  CHECK(said("a.direction = 'north'").find("agent.direction") == 0);
  CHECK(said("a.at = 5").find("agent.at") == 0);
  CHECK(said("a.speed = -1").find("agent.speed = -1") == 0);
  CHECK(said("a.model = 5").find("agent.model") == 0);
  CHECK(said("o.at = {1}").find("obstacle.at") == 0);
  CHECK(said("o.radius = -1").find("obstacle.radius = -1") == 0);
  CHECK(said("o.at = function(t) return t, 0 end") ==
        "obstacle.at = a function: only an obstacle that was made with a function can move");
  CHECK(said("c.at = function(t) return t, 0 end") == "obstacle.at = a function: a capsule has two ends");
  CHECK(said("p.at = {1, 1}") == "a polygon target has no `at`");
  CHECK(said("w.at = {1, 1}") == "a wall cannot be changed");
  CHECK(said("a.sped = 2").find("speed") != std::string::npos);
}
