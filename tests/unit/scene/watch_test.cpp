#include "support/scene.hpp"

#include <algorithm>

using namespace wend;
using namespace wend::test;

TEST_CASE("watch: on.enter and on.exit get both and the time inside the step") {
  // They pass each other head on in a distance of 1 m, 1 m/s each: within 2 m for sqrt(3) s around t = 5.
  const auto lines = lines_of(R"(
    scene { dt = 0.25 }
    local a = agent { at = {-5, 0}, direction = 0, speed = 1, watch = 2, model = attractor { sigma = 0 } }
    local b = agent { at = {5, 8}, direction = math.pi, heading = math.pi, speed = 1, model = attractor { sigma = 0 } }
    b.at = {5, 3}
    a.watch = 4
    on.enter(function(x, y, t) print("enter", x == a, y == b, t % 0.25 > 0, t > 2, t < 5) end)
    on.exit(function(x, y, t) print("exit", x == a, y == b, t % 0.25 > 0, t > 5, t < 9) end))",
                              44);
  CHECK(lines == std::vector<std::string>{"enter\ttrue\ttrue\ttrue\ttrue\ttrue", "exit\ttrue\ttrue\ttrue\ttrue\ttrue"});
}

TEST_CASE("watch: the time is that at which the distance is the radius") {
  const auto lines = lines_of(R"(
    scene { dt = 0.25 }
    local a = agent { at = {0, 0}, goal = {0, 90}, speed = 0, watch = 3 }
    local post = target { at = {0, 0} }
    agent { at = {-6.1, 9}, direction = 0, speed = 1, model = attractor { sigma = 0 } }
    local b = agent { at = {6.1, 2}, direction = math.pi, heading = math.pi, speed = 1, model = attractor { sigma = 0, a = 0.5 } }
    on.enter(function(x, y, t) state.at = t  state.before = {y.x, y.y} end)
    on.step(function(t)
      if state.at and not state.told then
        state.told = true
        print(state.at <= t, state.at > t - 0.25, math.sqrt(b.x * b.x + b.y * b.y) <= 3)
      end
    end))",
                              40);
  CHECK(lines == std::vector<std::string>{"true\ttrue\ttrue"});
}

TEST_CASE("watch: who is there at the start enters at 0, whoever is removed exits, and a stale handle is no crash") {
  const auto lines = lines_of(R"(
    scene { dt = 0.25 }
    local a = agent { at = {0, 0}, goal = {90, 0}, speed = 0, watch = 3 }
    local b = agent { at = {2, 0}, goal = {90, 9}, speed = 0 }
    local names = { [a] = "a", [b] = "b" }
    on.enter(function(x, y, t) print("enter", names[x], names[y] or "new", t, y.alive) end)
    on.exit(function(x, y, t) print("exit", names[x], names[y] or "new", t, y.alive, pcall(function() return y.x end) == false) end)
    on.step(function(t)
      if t == 0.5 then b:remove() end
      if t == 1 then state.c = agent { at = {0, 2}, goal = {90, 9}, speed = 0 } end
      if t == 2 then a.watch = 1 end
      if t == 3 then a.watch = nil; assert(a.watch == 1) end
      if t == 4 then assert(a.watch == nil) end
    end))",
                              20);
  CHECK(lines == std::vector<std::string>{"enter\ta\tb\t0.0\ttrue", "exit\ta\tb\t0.5\tfalse\ttrue", "enter\ta\tnew\t1.0\ttrue",
                                          "exit\ta\tnew\t2.0\ttrue\tfalse"});
}

TEST_CASE("watch: somebody who comes and goes between two steps was never there") {
  const auto lines = lines_of(R"(
    scene { dt = 0.25 }
    agent { at = {0, 0}, goal = {90, 0}, speed = 0, watch = 3 }
    on.enter(function(x, y, t) print("enter", y.kind, y.alive) end)
    on.exit(function(x, y, t) print("exit", y.kind, y.alive) end)
    on.step(function(t)
      if t == 0.5 then
        local c = agent { at = {1, 0}, goal = {9, 9}, watch = 2 }
        c:remove()
        agent { at = {0, 2}, goal = {0, 9}, speed = 0 }
      end
    end))",
                              5);
  CHECK(lines == std::vector<std::string>{"enter\tagent\ttrue"});  // only the one who stays
}

TEST_CASE("watch: who leaves on arrival exits in the same step under its own name") {
  const auto lines = lines_of(R"(
    scene { dt = 0.25 }
    local a = agent { at = {0, 0}, goal = {2, 0}, on_arrival = "remove" }
    local b = agent { at = {0, 3}, goal = {90, 3}, speed = 0, watch = 9 }
    on.exit(function(x, y, t) print(x == b, y == a, y.id, y.alive) end))",
                              20);
  CHECK(lines == std::vector<std::string>{"true\ttrue\t0\tfalse"});
}

TEST_CASE("watch: works in agent{}, group{} and by assignment") {
  const auto s = loaded(R"(
    agent { at = {0, 0}, watch = 3 }
    local a = agent { at = {2, 0} }
    a.watch = 1.5
    local b = agent { at = {4, 0}, watch = 2 }
    b.watch = nil
    assert(a.watch == 1.5 and b.watch == nil)
    group { count = 4, area = disc(20, 0, 4), watch = uniform(1, 2) })");
  const auto agents = s.world().agents();
  CHECK(agents[0].watch == 3);
  CHECK(agents[1].watch == 1.5);
  CHECK(agents[2].watch == watch_nobody);
  for (std::size_t k = 3; k < 7; ++k) CHECK((agents[k].watch >= 1 && agents[k].watch <= 2));
  CHECK(message_of("agent { at = {0, 0}, watch = -1 }") == "test.lua:1: agent{}: watch = -1, expected 0 .. 1e+05 m");
  CHECK(message_of("agent { at = {0, 0}, speed = 1 }.speed = nil") == "test.lua:1: agent.speed = nil, expected a number, 0 .. 100 m/s");
}

TEST_CASE("watch: on.enter that can never be called is a warning, but not when a callback may give somebody a watch") {
  const std::string said = "on.enter is never called: no agent has watch";
  CHECK(loaded("agent { at = {0, 0} }\non.enter(function() end)").spec().warnings == std::vector<std::string>{said});
  CHECK(loaded("agent { at = {0, 0} } -- watch\non.exit(function() end)").spec().warnings ==
        std::vector<std::string>{"on.exit is never called: no agent has watch"});
  CHECK(loaded("agent { at = {0, 0}, watch = 1 }\non.enter(function() end)").spec().warnings.empty());
  CHECK(loaded("local a = agent { at = {0, 0} }\non.enter(function() end)\non.step(function(t) a.watch = 2 end)").spec().warnings.empty());
}

TEST_CASE("watch: on.arrive and on.contact get the time, on.stuck only the agent") {
  const auto lines = lines_of(R"(
    scene { dt = 0.25 }
    agent { at = {0, 0}, goal = {2, 0} }
    agent { at = {0, 9}, goal = {9, 9}, radius = 0.3, speed = 1, model = attractor { preset = "robust" } }
    obstacle { at = function(t) return 6 - 3 * t, 9 end, radius = 0.5 }
    on.arrive(function(a, t) print("arrive", t == a.arrival) end)
    on.contact(function(a, o, t) if not state.told then state.told = true print("contact", t > 0 and t < 6, o.kind) end end)
    on.stuck(function(...) print("stuck", select("#", ...)) end))",
                              16);
  CHECK(std::count(lines.begin(), lines.end(), "arrive\ttrue") == 1);
  CHECK(std::count(lines.begin(), lines.end(), "contact\ttrue\tobstacle") == 1);
}

TEST_CASE("watch: meetings survive a checkpoint, those that wait included") {
  const char* text = R"(
    scene { dt = 0.25, duration = 60 }
    local far = target { at = {40, 0}, radius = 1 }
    group { count = 12, area = box(-8, -4, 0, 4), watch = 2, target = far }
    state.told = {}
    on.enter(function(x, y, t) state.told[#state.told + 1] = t * 1000 + x.id end)
    on.exit(function(x, y, t) state.told[#state.told + 1] = -t * 1000 - y.id end)
    local w = wall { {6, -9}, {6, 9}, turn = function(t) return 0.1 * t end, at = function(t) return 0, t / 4 end }
    on.arrive(function() end)
    on.step(function(t)
      if t % 5 == 0 and t > 0 then
        agent { at = {-20, t}, target = far, watch = t }
        wall { {-30, t}, {-31, t}, blocked = "push" }
      end
    end))";
  auto whole = loaded(text);
  for (int k = 0; k < 60; ++k) {
    const auto saved = whole.checkpoint();
    REQUIRE_MESSAGE(saved.has_value(), saved.error().text());
    auto again = scene::Scene::resume(*saved);
    REQUIRE_MESSAGE(again.has_value(), again.error().text());
    run(whole, 1);
    run(*again, 1);
    REQUIRE(again->world().hash() == whole.world().hash());
    const auto a = whole.checkpoint(), b = again->checkpoint();
    REQUIRE(*a == *b);
  }
}

TEST_CASE("perception: the scene says it, an option overrides it, and a checkpoint keeps it") {
  const char* text = "scene { perception = \"reachable\" }\nagent { at = {0, 0}, goal = {9, 0} }";
  CHECK(loaded("agent { at = {0, 0} }").spec().perception == "visible");
  CHECK(loaded(text).spec().perception == "reachable");
  scene::LoadOptions options;
  options.perception = "near";
  options.environment = "grid";
  auto s = loaded(text, options);
  CHECK(s.spec().perception == "near");
  CHECK(s.spec().environment == "grid");
  const auto saved = s.checkpoint();
  REQUIRE(saved.has_value());
  auto again = scene::Scene::resume(*saved);
  REQUIRE(again.has_value());
  CHECK(again->spec().perception == "near");
  CHECK(again->world().hash() == s.world().hash());
  CHECK(loaded(text).world().hash() != s.world().hash());
  CHECK(message_of("scene { perception = 'seen' }") ==
        "test.lua:1: scene{}: perception = \"seen\", expected \"near\" or \"unseparated\" or \"reachable\" or \"visible\"");
  options.perception = "all";
  CHECK(message_of(text, 0, options) == "--perception: perception = \"all\", expected \"near\" or \"unseparated\" or \"reachable\" or \"visible\"");
  CHECK(message_of("scene { environment = 'fast' }").find("expected \"auto\" or \"grid\" or \"kinetic\"") != std::string::npos);
}

TEST_CASE("perception: every environment gives the same bits") {
  const char* text = R"(
    scene { dt = 0.25 }
    wall { {0, -3}, {0, -0.6} } wall { {0, 0.6}, {0, 3} }
    wall { {3, -1}, {3, 1}, pivot = {3, 0}, turn = function(t) return t / 5 end, blocked = "push" }
    group { count = 20, area = box(-8, -3, -2, 3), watch = 2, goal = {9, 0}, goal_radius = 2 })";
  std::vector<std::vector<std::uint64_t>> all;
  for (const char* word : {"auto", "grid", "kinetic"}) {
    scene::LoadOptions options;
    options.environment = word;
    auto s = loaded(text, options);
    all.push_back(hashes(s, 60));
  }
  CHECK(all[0] == all[1]);
  CHECK(all[0] == all[2]);
}
