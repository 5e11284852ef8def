#include "support/scene.hpp"

#include <cmath>

using namespace wend;
using namespace wend::test;

namespace {

double distance(Vec3 a, Vec2 b) { return norm(a.xy() - b); }

}  // namespace

TEST_CASE("scene walls: a wall turns about its pivot and is then shifted") {
  auto s = loaded(R"(
    scene { dt = 0.5 }
    wall { {1, 0}, {3, 0}, {3, 1}, pivot = {1, 0}, turn = function(t) return t end, at = function(t) return 10 * t, 2 end }
    wall { {0, 20}, {2, 20}, turn = function(t) return deg(90) * t end }   -- about its first point
    agent { at = {90, 90}, goal = {99, 90} })");
  for (int step = 0; step <= 4; ++step) {
    const double t = 0.5 * step, c = std::cos(t), n = std::sin(t);
    CAPTURE(t);
    const BodyState first = *s.world().body(s.walls()[0]), second = *s.world().body(s.walls()[1]);
    CHECK(distance(first.at, {1 + 10 * t, 2}) < 1e-12);
    CHECK(distance(first.to, {1 + 2 * c + 10 * t, 2 * n + 2}) < 1e-12);
    CHECK(distance(second.at, {1 + 2 * c + 10 * t, 2 * n + 2}) < 1e-12);
    CHECK(distance(second.to, {1 + 2 * c - n + 10 * t, 2 * n + c + 2}) < 1e-12);
    const double quarter = 1.5707963267948966 * t;
    CHECK(distance(s.world().body(s.walls()[2])->to, {2 * std::cos(quarter), 20 + 2 * std::sin(quarter)}) < 1e-12);
    run(s, 1);
  }
  CHECK(s.spec().walls[0].spec.motion == BodyMotion::scripted);
}

TEST_CASE("scene walls: mistakes in a wall's motion name the key") {
  const std::string points = "wall { {0, 0}, {1, 0}, ";
  CHECK(message_of(points + "turn = 3 }") ==
        "test.lua:1: wall{}: turn turns the wall: expected a function of time that answers an angle in radians");
  CHECK(message_of(points + "turn = function() return 'far' end }").find("the function `turn` answers 'far' at t = 0, expected 1 number") !=
        std::string::npos);
  CHECK(message_of(points + "pivot = 7, turn = function() return 0 end }") == "test.lua:1: wall{}: pivot = 7, expected {x, y}");
  CHECK(message_of(points + "blocked = 'wait' }") ==
        "test.lua:1: wall{}: blocked = \"wait\", expected \"stop\" or \"push\" or \"report\"");
  CHECK(message_of(points + "turns = 3 }") == "test.lua:1: unknown key 'turns' in wall{}, did you mean 'turn'?");
  CHECK(message_of("scene { dt = 0.25 } " + points + "turn = function(t) return t < 0.3 and 0 or {} end }", 2).find("the motion of wall 0 answers a table") !=
        std::string::npos);
}

TEST_CASE("scene walls: blocked, perception and watch reach the world and JSON") {
  const auto s = loaded(R"(
    scene { perception = "reachable", environment = "kinetic" }
    wall { {0, 0}, {1, 0}, blocked = "push", at = function(t) return t, 0 end }
    wall { {0, 2}, {1, 2}, blocked = "report" }
    wall { {0, 3}, {1, 3} }
    agent { at = {9, 9}, goal = {10, 9}, watch = 4 })");
  std::string text = scene::to_json(s.spec());
  auto spec = scene::from_json(text);
  REQUIRE(spec.has_value());
  CHECK(spec->walls[0].spec.blocked == Blocked::push);
  CHECK(spec->walls[1].spec.blocked == Blocked::report);
  CHECK(spec->walls[2].spec.blocked == Blocked::stop);
  CHECK(spec->perception == "reachable");
  CHECK(spec->environment == "kinetic");
  CHECK(spec->agents[0].spec.watch == 4);
  CHECK(scene::to_json(*spec) == text);
}

TEST_CASE("scene walls: a closed wall that crosses itself is refused with the two sides") {
  CHECK(message_of("agent { at = {9, 9} }\nwall { {0, 0}, {2, 2}, {2, 0}, {0, 2}, closed = true }") ==
        "test.lua:2: wall{}: a closed wall may not cross itself: side 1, from {0, 0} to {2, 2}, crosses side 3, from {2, 0} to {0, 2}");
  CHECK(message_of("wall { {0, 0}, {2, 0}, {2, 2}, {0, 2}, closed = true }") == "");
  CHECK(message_of("wall { {0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}, closed = true }") == "");  // a corner on a side touches
}

TEST_CASE("scene walls: walls that cross are noted with both and the point, once for each crossing") {
  const auto s = loaded(R"(
    wall { {0, 0}, {10, 0} }
    wall { {5, -3}, {5, 3} }
    wall { {7, 0}, {7, 5} }                       -- a corner on another wall is no crossing
    wall { {2, -1}, {3, 1}, {3, -1}, {2, 0.5} }   -- crosses the first three times, and itself
    wall { {8, -1}, {8, 1}, at = function(t) return 0, 0 end })");
  CHECK(s.spec().warnings.size() == 5);
  CHECK(std::count(s.spec().warnings.begin(), s.spec().warnings.end(), "wall 1 and wall 2 cross at {5, 0}: they are split there") == 1);
  CHECK(std::count_if(s.spec().warnings.begin(), s.spec().warnings.end(),
                      [](const std::string& w) { return w.starts_with("wall 1 and wall 4 cross at {"); }) == 3);
  CHECK(std::count_if(s.spec().warnings.begin(), s.spec().warnings.end(),
                      [](const std::string& w) { return w.starts_with("wall 4 crosses itself at {"); }) == 1);
}

TEST_CASE("scene walls: many crossings are counted, not all told") {
  const auto s = loaded("for i = 1, 5 do wall { {i, 0}, {i, 9} } wall { {0, i + 0.5}, {9, i + 0.5} } end");
  REQUIRE(s.spec().warnings.size() == 9);
  CHECK(s.spec().warnings.back() == "walls cross at 17 more places");
}

TEST_CASE("scene walls: a wall that had to wait goes on where it was, and says for how long") {
  // The wall wants to be at x = t / 2 - 2; somebody who does not move stands at x = 0 until 6 s.
  const auto lines = lines_of(R"(
    scene { dt = 0.25, duration = 30 }
    local block = agent { at = {0, 0}, goal = {90, 0}, radius = 0.3, speed = 0 }
    local w = wall { {-2, -3}, {-2, 3}, at = function(t) return t / 2, 0 end }
    on.step(function(t)
      if t == 6 then block:remove() end
      if t == 10 then print(w.waited) end
      state.waited = w.waited
    end))",
                              60);
  REQUIRE(lines.size() == 1);
  // It touches the agent of radius 0.3 at t = 3.4, in the step from 3.25: it waits from there until 6.
  CHECK(lines[0] == "2.75");
}

TEST_CASE("scene walls: the way of a wall that waited is that of its functions, later") {
  auto s = loaded(R"(
    scene { dt = 0.25, duration = 30 }
    local block = agent { at = {0, 0}, goal = {90, 0}, radius = 0.3, speed = 0 }
    local w = wall { {-2, -3}, {-2, 3}, at = function(t) return t / 2, 0 end }
    on.step(function(t) if t == 6 then block:remove() end end))");
  run(s, 60);
  const BodyState wall = *s.world().body(s.walls()[0]);
  CHECK(wall.waited == 2.75);
  CHECK(wall.at.x == doctest::Approx(-2 + (15 - 2.75) / 2));
}

TEST_CASE("scene walls: all segments of one wall{} wait together") {
  auto s = loaded(R"(
    scene { dt = 0.25 }
    agent { at = {0, 0}, goal = {90, 0}, speed = 0 }
    wall { {-2, -3}, {-2, 3}, {-4, 3}, {-4, 5}, at = function(t) return t / 2, 0 end }
    wall { {-2, 8}, {-2, 9}, at = function(t) return t / 2, 0 end })");
  run(s, 40);
  for (int k = 0; k < 3; ++k) CHECK(s.world().body(s.walls()[static_cast<std::size_t>(k)])->waited > 5);
  CHECK(s.world().body(s.walls()[3])->waited == 0);
}

TEST_CASE("scene walls: push takes the agent along, report passes over it") {
  const auto x_after = [](const std::string& blocked) {
    auto s = loaded("scene { dt = 0.25 }\nagent { at = {0, 0}, goal = {0, 90}, radius = 0.3, speed = 0 }\nwall { {-2, -3}, {-2, 3}, blocked = '" + blocked +
                    "', at = function(t) return t / 2, 0 end }");
    run(s, 40);
    CHECK(s.world().body(s.walls()[0])->waited == 0);
    return s.world().agents()[0].at.x;
  };
  CHECK(x_after("push") == doctest::Approx(-2 + 5 + 0.3));
  CHECK(x_after("report") == 0);
}

TEST_CASE("scene walls: an agent exactly on a wall is refused with both") {
  const std::string said = message_of("wall { {0, -1}, {0, 1} }\nagent { at = {0, 0}, goal = {5, 0} }");
  CHECK(said.find("at = {0, 0} is exactly on the wall from {0, -1} to {0, 1}") != std::string::npos);
  CHECK(said.find("agents[0]") != std::string::npos);
  CHECK(message_of("wall { {0, -1}, {0, 1} }\nlocal a = agent { at = {2, 0}, goal = {5, 0} }\non.step(function() a.at = {0, 0.5} end)", 1)
            .find("is exactly on the wall") != std::string::npos);
}

TEST_CASE("scene walls: a wall comes and goes") {
  auto s = loaded(R"(
    scene { dt = 0.25 }
    agent { at = {0, 0}, goal = {6, 0} }
    agent { at = {0, 50}, goal = {90, 50} }
    local gate = wall { {3, -9}, {3, 9} }
    on.step(function(t)
      if t == 10 then gate:remove() end
      if t == 12 then
        assert(not gate.alive)
        wall { {40, -1}, {40, 1}, turn = function(now) return now end }
      end
    end))");
  run(s, 40);
  CHECK(s.world().agents()[0].at.x < 3);
  run(s, 40);
  CHECK(s.world().agents()[0].status == Status::arrived);
  REQUIRE(s.world().bodies().size() == 1);
  CHECK(norm(s.world().bodies()[0].to.xy() - Vec2{40, -1}) == doctest::Approx(2));
}
