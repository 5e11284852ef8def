#include "support/scene.hpp"

#include "support/worlds.hpp"

using namespace wend;
using namespace wend::test;
using scene::Scene;

TEST_CASE("scene doors: they open and close by the clock") {
  auto s = loaded(R"(
    scene { dt = 0.5, duration = 10 }
    door { {0, 0}, {1, 0}, thickness = 0.1, opens = 1, closes = 2.6 }
    door { {0, 2}, {1, 2}, opens = {0, 2}, closes = {1.2, 3} }
    door { {0, 4}, {1, 4}, open = true, closes = 1 }
    door { {0, 6}, {1, 6} }
    door { {0, 8}, {1, 8}, opens = 1.01, closes = 1.02 }
    agent { at = {90, 90}, goal = {99, 90} })");
  CHECK(s.world().body(s.walls()[0])->radius == 0.1);
  CHECK(s.world().body(s.walls()[2])->open);
  CHECK_FALSE(s.world().body(s.walls()[1])->open);
  const std::string first = "--oooo--", second = "ooo-oo--", third = "oo------";
  for (std::size_t k = 0; k < 8; ++k) {
    CAPTURE(k);
    run(s, 1);
    const auto open = [&](std::size_t wall) { return s.world().body(s.walls()[wall])->open; };
    CHECK(open(0) == (first[k] == 'o'));
    CHECK(open(1) == (second[k] == 'o'));
    CHECK(open(2) == (third[k] == 'o'));
    CHECK_FALSE(open(3));
    CHECK_FALSE(open(4));
  }
}

TEST_CASE("scene doors: a script opens and shuts them, and reads how they are") {
  const auto lines = lines_of(R"(
    scene { dt = 0.5, duration = 10 }
    local d = door { {0, -1}, {0, 1} }
    print(d.kind, d.open, d.waits)
    agent { at = {-0.2, 5}, goal = {-0.2, 6}, speed = 0 }
    on.step(function(t)
      if t == 0.5 then d.open = true end
      if t == 1 then agent { at = {0.1, 0}, goal = {9, 0}, speed = 0 } end
      if t == 1.5 then d.open = false end
      if t == 2.5 then state.late = door { {0, 3}, {0, 4}, open = true, closes = 3 }; print(state.late.open) end
      print(t, d.open, d.waits, state.late and state.late.open)
    end))",
                              7);
  REQUIRE(lines.size() == 9);
  CHECK(lines[0] == "wall\tfalse\tfalse");
  CHECK(lines[2] == "0.5\tfalse\tfalse\tnil");
  CHECK(lines[3] == "1.0\ttrue\tfalse\tnil");
  CHECK(lines[5] == "2.0\ttrue\ttrue\tnil");
  CHECK(lines[6] == "true");
  CHECK(lines[8] == "3.0\ttrue\ttrue\tfalse");
}

TEST_CASE("scene doors: mistakes name the key and what is accepted") {
  const std::string points = "door { {0, 0}, {1, 0}, ";
  CHECK(message_of(points + "opens = 10, closes = 5 }") ==
        "test.lua:1: door{}: closes = 5: the door is shut then, expected opens and closes to take turns");
  CHECK(message_of(points + "opens = {5, 6} }") == "test.lua:1: door{}: opens = 6: the door is open then, expected opens and closes to take turns");
  CHECK(message_of(points + "open = true, opens = 3 }") ==
        "test.lua:1: door{}: opens = 3: the door is open then, expected opens and closes to take turns");
  CHECK(message_of(points + "closes = 3 }") == "test.lua:1: door{}: closes = 3: the door is shut then, expected opens and closes to take turns");
  CHECK(message_of(points + "opens = {5, 2}, closes = 7 }").find("take turns") != std::string::npos);
  CHECK(message_of(points + "opens = -1 }") == "test.lua:1: door{}: opens = -1, expected 0 .. 1e+07 s");
  CHECK(message_of(points + "opens = {1, 'two'} }").find("opens[2] = 'two', expected a number") != std::string::npos);
  CHECK(message_of(points + "opens = 'soon' }") == "test.lua:1: door{}: opens = 'soon', expected seconds, or a list of them: {10, 30}");
  CHECK(message_of(points + "open = 'yes' }").find("open = 'yes', expected ") != std::string::npos);
  CHECK(message_of(points + "turn = function(t) return t end }").find("unknown key 'turn' in door{}") != std::string::npos);
  CHECK(message_of("door { {0, 0}, {1, 0}, {2, 0} }") == "test.lua:1: door{}: found 3 points, expected door { {x, y}, {x, y} }");
  CHECK(message_of("local w = wall { {0, 0}, {1, 0} } w.open = true") == "test.lua:1: wall.open: this wall is not a door, door { ... } makes one");
  CHECK(message_of("local w = wall { {0, 0}, {1, 0} } print(w.waits)") == "test.lua:1: wall.waits: this wall is not a door, door { ... } makes one");
  CHECK(message_of("local d = door { {0, 0}, {1, 0} } d.open = 7").find("door.open = 7, expected ") != std::string::npos);
  CHECK(message_of("local d = door { {0, 0}, {1, 0}, opens = 1 } d.open = true").find("write open = ... in door{}") != std::string::npos);
  CHECK(message_of("local d = door { {0, 0}, {1, 0} } d.at = {1, 1}") == "test.lua:1: a wall cannot be changed");
}

TEST_CASE("scene doors: JSON carries them, and refuses what a script may not say") {
  const auto s = loaded("local d = door { {0, 0}, {1, 0}, opens = {1, 3.25}, closes = 2 } local e = door { {0, 2}, {1, 2} } e.open = true wall { {0, 4}, {1, 4} }");
  const std::string text = scene::to_json(s.spec());
  const auto spec = scene::from_json(text);
  REQUIRE_MESSAGE(spec.has_value(), spec.error().text());
  CHECK(spec->walls[0].spec.door);
  CHECK(spec->walls[0].opens == std::vector<double>{1, 3.25});
  CHECK(spec->walls[0].closes == std::vector<double>{2});
  CHECK(spec->walls[1].spec.open);
  CHECK_FALSE(spec->walls[2].spec.door);
  CHECK(scene::to_json(*spec) == text);
  const auto built = scene::build(*spec);
  REQUIRE(built.has_value());
  CHECK(built->bodies()[1].open);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    const auto read = scene::from_json(changed);
    return read ? std::string() : read.error().text();
  };
  CHECK(with("[1.0,3.25]", "[3.25,1.0]").find("take turns") != std::string::npos);
  CHECK(with("[1.0,3.25]", "[-1.0,3.25]").find("expected 0 .. ") != std::string::npos);
  CHECK(with("[[0.0,0.0],[1.0,0.0]]", "[[0.0,0.0],[1.0,0.0],[2.0,0.0]]").find("two points") != std::string::npos);
}

TEST_CASE("scene doors: a resumed run goes on with the same bits") {
  const char* text = R"(
    scene { dt = 0.25, duration = 20 }
    local goal = target { at = {6, 0}, radius = 0.5 }
    wall { {0, -4}, {0, -1} }
    wall { {0, 1}, {0, 4} }
    state.d = door { {0, -1}, {0, 1}, thickness = 0.05, opens = {1, 5}, closes = {4, 8} }
    group { count = 12, area = box(-5, -3, -1, 3), target = goal }
    on.step(function(t)
      if t == 2 then state.late = door { {3, -2}, {3, 2}, open = true, opens = 6, closes = {3, 9} } end
      if t == 7 then state.late.open = false end
      if t == 7.5 then state.d:remove() end
    end))";
  Scene whole = loaded(text);
  std::vector<Bytes> saved;
  std::vector<StateHash> hashes;
  int waits = 0;
  for (int k = 0; k < 44; ++k) {
    saved.push_back(need(whole.checkpoint()));
    hashes.push_back(whole.world().hash());
    run(whole, 1);
    waits += static_cast<int>(of_kind(whole.world(), EventKind::wall_waits).size());
  }
  CHECK(waits > 0);  // else the test says little
  for (const std::size_t k : {0u, 4u, 8u, 9u, 12u, 13u, 16u, 20u, 28u, 29u, 31u, 36u}) {
    CAPTURE(k);
    Scene again = need(Scene::resume(saved[k]));
    CHECK(need(again.checkpoint()) == saved[k]);
    for (std::size_t n = k; n < hashes.size(); ++n) {
      REQUIRE(again.world().hash() == hashes[n]);
      run(again, 1);
    }
  }
}
