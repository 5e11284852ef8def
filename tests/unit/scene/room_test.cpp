#include "support/scene.hpp"

#include "support/worlds.hpp"

using namespace wend;
using namespace wend::test;

TEST_CASE("scene room: two agents on one place do not load, and the message says which line") {
  CHECK(message_of("agent { at = {0, 0}, direction = 0 }\nagent { at = {0.2, 0}, direction = 0 }") ==
        "test.lua: line 2: agents[1]: add_agent: at = {0.2, 0} with radius 0.25 m is on agent 0 at {0, 0} with radius 0.25 m: clearance -0.3 m, expected 0 or more; "
        "find_room = true takes the nearest free place");
  CHECK(message_of("agent { at = {0, 0}, find_room = 3 }").find("find_room = 3, expected true or false") != std::string::npos);
  CHECK(message_of("group { count = 1, area = box(0, 0, 1, 1), find_room = true }").find("unknown key 'find_room' in group{}") != std::string::npos);
}

TEST_CASE("scene room: find_room keeps away from those whose place is given, also from later ones and from later walls") {
  const auto s = loaded(R"(
    for i = 1, 10 do agent { at = {0, 0}, find_room = true, direction = 0 } end
    agent { at = {0.5, 0}, direction = 0 }
    group { count = 30, area = box(-1.5, -1.5, 1.5, 1.5), direction = 0, radius = 0.15 }
    wall { {-9, 0.4}, {9, 0.4} })");
  const auto agents = s.world().agents();
  REQUIRE(agents.size() == 41);
  CHECK(clearances(s.world()).agents >= -1e-9);
  CHECK(agents[10].at == Vec3{0.5, 0, 0});
  for (std::size_t i = 0; i < 10; ++i) CHECK(agents[i].at.y <= 0.15 + 1e-9);
  const auto copy = scene::from_json(scene::to_json(s.spec()));
  REQUIRE(copy.has_value());
  CHECK(copy->agents[0].spec.find_room);
  CHECK(!copy->agents[10].spec.find_room);
  auto built = scene::build(*copy);
  REQUIRE(built.has_value());
  CHECK(built->hash() == s.world().hash());
}

TEST_CASE("scene room: a source by hand finds room, and without find_room stops with its line") {
  const auto with = [](const std::string& more) {
    return "local out = target { at = {20, 0} }\n"
           "agent { at = {-30, 0}, target = out }\n"
           "on.step(function(t)\n"
           "  agent { at = {0, 0}, target = out" + more + " }\n"
           "  group { count = 2, area = box(-2, -2, 2, 2), target = out }\n"
           "end)";
  };
  auto s = loaded(with(", find_room = true"));
  run(s, 12);
  CHECK(s.world().agent_count() == 37);
  CHECK(clearances(s.world()).agents >= -1e-9);
  const std::string said = message_of(with(""), 12);
  CHECK(said.find("test.lua:4: at = {0, 0} with radius 0.25 m is on agent") != std::string::npos);
}

TEST_CASE("scene room: in a callback find_room knows of jumps that wait, and of walls made in the same call") {
  auto s = loaded(R"(
    local a = agent { at = {10, 0}, direction = 0, speed = 0.01 }
    local once = false
    on.step(function(t)
      if once then return end
      once = true
      a.at = {0, 0}
      wall { {-5, 0.5}, {5, 0.5} }
      agent { at = {0, 0}, direction = 0, speed = 0.01, find_room = true }
    end))");
  run(s, 2);
  const auto agents = s.world().agents();
  REQUIRE(agents.size() == 2);
  CHECK(norm(agents[0].at.xy()) < 0.01);
  CHECK(clearances(s.world()).agents >= -1e-9);
  CHECK(agents[1].at.y <= 0.25 + 1e-9);
}
