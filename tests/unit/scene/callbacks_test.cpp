#include "support/scene.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

#include <cmath>

using namespace wend;
using namespace wend::test;

TEST_CASE("callbacks: on.step sees the time before each step") {
  const auto lines = lines_of(
      "scene { dt = 0.25 }\nagent { at = {0, 0} }\non.step(function(t) print(t) end)\non.step(function(t) "
      "print('second') end)",
      2);
  CHECK(lines == std::vector<std::string>{"0.0", "second", "0.25", "second"});
}

TEST_CASE("callbacks: on.arrive gets the agent, and may remove it") {
  std::vector<std::string> lines;
  scene::LoadOptions options;
  options.log = [&](std::string_view l) { lines.emplace_back(l); };
  auto s = loaded(R"(
    local a = agent { at = {0, 0}, goal = {2, 0} }
    agent { at = {0, 9}, goal = {90, 9} }
    on.arrive(function(who) print(who == a, who.status, who.arrived, who.arrival > 0) who:remove() who:remove() end))",
                  options);
  run(s, 20);
  CHECK(lines == std::vector<std::string>{"true\tarrived\ttrue\ttrue"});
  CHECK(s.world().agent_count() == 1);
}

TEST_CASE("callbacks: a run goes on when the last arrival gives a new goal, and ends when nobody does") {
  for (const std::string order : {"set_goal(who, {2, 2})", "who.goal = {2, 2}", "who.target = shop", "assign { agents = who, targets = shop }",
                                  "who.planner = way"}) {
    CAPTURE(order);
    auto s = loaded(std::string("local shop = target { at = {2, 2} }\nlocal way = auto { to = shop }\nagent { at = {0, 0}, goal = {2, 0} }\non.arrive(function(who) if not state.sent then state.sent = true ") + order + " end end)");
    while (!s.finished() && s.world().agents()[0].arrival < 0) run(s, 1);
    CHECK(s.world().time() < 5);
    CHECK_FALSE(s.finished());
    run(s, 1);
    CHECK(s.world().agents()[0].arrival < 0);
  }
  auto plain = loaded("agent { at = {0, 0}, goal = {2, 0} }\non.arrive(function(who) who.speed = 2 end)");
  while (plain.world().agents()[0].arrival < 0) run(plain, 1);
  CHECK(plain.finished());
}

TEST_CASE("callbacks: an agent that left on arrival may still be removed, not changed") {
  CHECK(message_of("agent { at = {0, 0}, goal = {2, 0}, on_arrival = 'remove' }\nagent { at = {0, 9}, goal = {90, 9} "
                   "}\non.arrive(function(a) a:remove() print(a.alive) end)",
                   20) == "");
  CHECK(message_of("agent { at = {0, 0}, goal = {2, 0}, on_arrival = 'remove' }\nagent { at = {0, 9}, goal = {90, 9} "
                   "}\non.arrive(function(a) a.speed = 2 end)",
                   20) == "test.lua:3: agent 0 has left the scene");
}

TEST_CASE("callbacks: on.contact gets both, on.stuck the one who is stuck") {
  const auto contacts = lines_of(
      "scene { dt = 0.25 }\nagent { at = {0, 0}, goal = {9, 0}, radius = 0.3, speed = 1, model = attractor { preset = 'robust' } }\n"
      "obstacle { at = function(t) return 6 - 3 * t, 0 end, radius = 0.5 "
      "}\non.contact(function(a, o) print(a.kind, o.kind, o.radius) end)",
      20);
  REQUIRE(!contacts.empty());
  CHECK(contacts[0] == "agent\tobstacle\t0.5");
  const auto stuck = lines_of(
      "scene { dt = 0.25 }\nagent { at = {0, 0}, goal = {9, 0}, speed = 1 }\nwall { {-.35, -.35}, {.35, -.35}, {.35, .35}, {-.35, .35}, closed = true "
      "}\non.stuck(function(a) print(a.status, a.id) end)",
      120);
  REQUIRE(!stuck.empty());
  CHECK(stuck[0] == "stuck\t0");
}

TEST_CASE("callbacks: on.wait gets the one who begins to wait, and nobody else does") {
  std::vector<std::string> lines;
  scene::LoadOptions options;
  options.log = [&](std::string_view line) { lines.emplace_back(line); };
  auto s = loaded(
      "agent { at = {0, 0}, goal = {90, 0} }\nagent { at = {0, 9}, goal = {90, 9} }\n"
      "on.wait(function(...) print('waits', select('#', ...), (...).id) end)\non.stuck(function(a) print('stuck', a.id) end)",
      options);
  const auto begin = [&](std::size_t who, EventKind kind, Status status) {
    s.world().steer();  // the step that follows keeps what was said since
    world::emit(world::Access::data(s.world()), {.time = s.world().time(), .step = s.world().steps(), .agent = s.agents()[who], .kind = kind, .status = status});
    REQUIRE(s.step());
  };
  begin(1, EventKind::status_begin, Status::waiting);
  begin(1, EventKind::status_end, Status::waiting);
  begin(0, EventKind::status_begin, Status::stuck);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "waits\t1\t1");
  CHECK(lines[1] == "stuck\t0");
  CHECK(message_of("on.waits(function() end)", 1).find("unknown event on.waits, did you mean on.wait?") != std::string::npos);
}

TEST_CASE("callbacks: handles show the world and change it before the next step") {
  auto s = loaded(R"(
    scene { dt = 0.25 }
    local goal = target { at = {90, 0}, radius = 1 }
    local other = target { at = {0, 90} }
    local post = obstacle { at = {50, 50}, radius = 1 }
    local a = agent { at = {0, 0}, target = goal }
    on.step(function(t)
      if t == 0.25 then
        assert(a.x > 0 and a.at[1] == a.x and a.y == a.at[2])
        assert(a.target == goal and a.velocity[1] > 0 and a.current_speed > 0 and a.weight > 0 and a.class == "agent")
        goal.at = {0, -90}
        goal.radius = 2
        post.at = {60, 60}
        post.radius = 3
        a.speed = 1.5
        a.heading = 1
        assert(goal.at[1] == 90, "a request waits for the step")
      elseif t == 0.5 then
        assert(goal.at[2] == -90 and goal.radius == 2 and post.x == 60 and post.radius == 3 and a.speed == 1.5)
        a.target = other
        a.at = {5, 5}
      elseif t == 0.75 then
        assert(a.target == other and math.abs(a.x - 5) < 0.5)
        a.direction = 3.14
        a.model = attractor { preset = "classic", d0 = 3 }
      elseif t == 1 then
        a.direction = nil
        a.targets = {goal, other}
        post:remove()
        assert(post.alive)
      elseif t == 1.25 then
        assert(not post.alive)
        state.done = true
      end
    end))");
  run(s, 8);
  CHECK(s.world().bodies().empty());
  CHECK(s.world().model_name(s.world().agent(s.agents()[0])->model) == "attractor");
}

TEST_CASE("callbacks: agents, groups, targets and bodies may come while it runs") {
  auto s = loaded(R"(
    scene { dt = 0.25 }
    agent { at = {0, 0}, goal = {90, 0} }
    on.step(function(t)
      if t == 0.5 then
        local goal = target { at = {0, 50} }
        local a = agent { at = {3, 3}, target = goal, model = attractor { d0 = 0.7 } }
        assert(a.x == 3 and a.target == goal and a.alive)
        a.speed = 2
        state.a = a
        obstacle { at = function(now) return now, 20 end, radius = 0.2 }
        wall { {-5, -5}, {5, -5}, {5, -6} }
        state.g = group { count = 5, area = box(-3, -3, 3, 3), target = goal }
      elseif t == 0.75 then
        assert(state.a.speed == 2 and state.a.heading ~= nil and #state.g == 5 and state.g[5].alive)
        state.a:remove()
      end
    end))");
  run(s, 2);
  CHECK(s.world().agent_count() == 1);
  run(s, 1);
  CHECK(s.world().agent_count() == 7);
  CHECK(s.world().bodies().size() == 3);
  CHECK(s.world().bodies()[0].at == Vec3{0.75, 20, 0});
  run(s, 1);
  CHECK(s.world().agent_count() == 6);
  for (const AgentState& a : s.world().agents()) {
    for (const AgentState& b : s.world().agents()) {
      if (a.id < b.id) CHECK(norm(a.at.xy() - b.at.xy()) >= a.radius + b.radius - 1e-9);
    }
  }
}

TEST_CASE("callbacks: an agent that waits keeps the run going") {
  auto s = loaded(
      "agent { at = {0, 0}, goal = {1, 0} }\non.arrive(function(a) if not state.more then state.more = true agent { at "
      "= {0, 5}, goal = {1, 5} } end end)");
  while (!s.finished()) run(s, 1);
  CHECK(s.world().agents_added() == 2);
}

TEST_CASE("callbacks: handles are the same thing each time, and keys of tables") {
  const auto lines = lines_of(R"(
    scene { dt = 0.25 }
    local g = group { count = 3, area = box(0, 0, 9, 9), goal = function(x, y) return x + 0.3, y end }
    local seen = {}
    on.arrive(function(a) seen[a] = (seen[a] or 0) + 1 assert(a == g[a.id + 1]) end)
    on.step(function(t) if t == 2 then for a, n in pairs(seen) do print(a, n) end end end))",
                              9);
  CHECK(lines == std::vector<std::string>{"agent 0\t1", "agent 1\t1", "agent 2\t1"});
}

TEST_CASE("callbacks: a slot that is used again does not bring an old handle back to life") {
  CHECK(message_of(R"(
    scene { dt = 0.25 }
    agent { at = {0, 0}, goal = {90, 0} }
    on.step(function(t)
      if t == 0 then state.old = agent { at = {5, 5}, goal = {90, 5} } end
      if t == 0.25 then state.old:remove() end
      if t == 0.5 then state.new = agent { at = {5, 5}, goal = {90, 5} } end
      if t == 0.75 then
        assert(state.new.alive and not state.old.alive and state.new ~= state.old)
        local x = state.old.x
      end
    end))",
                   6)
            .find("has left the scene") != std::string::npos);
}

TEST_CASE("callbacks: an error leaves the world whole, and the scene does not go on") {
  auto before =
      loaded("scene { dt = 0.25 } agent { at = {0, 0}, goal = {9, 0} }\non.step(function(t) if t == 1 then agent { at = {5, 5} } end end)");
  auto s = loaded(
      "scene { dt = 0.25 } agent { at = {0, 0}, goal = {9, 0} }\non.step(function(t) if t == 1 then agent { at = {5, 5} } error('no') end "
      "end)");
  run(before, 4);
  run(s, 4);
  const auto ok = s.step();
  REQUIRE(!ok.has_value());
  CHECK(ok.error().code == Errc::script);
  CHECK(ok.error().text() == "test.lua:2: no");
  CHECK(s.world().hash().all == before.world().hash().all);
  CHECK(s.world().steps() == 4);
  CHECK(!s.step().has_value());
  CHECK(s.world().steps() == 4);
  s.world().step();
  CHECK(s.world().agent_count() == 1);
}

TEST_CASE("callbacks: an error after the step leaves the step done") {
  auto s = loaded("agent { at = {0, 0}, goal = {1, 0} }\non.arrive(function(a) a:remove() error('late') end)");
  Result<void> ok;
  while (ok) ok = s.step();
  CHECK(ok.error().text() == "test.lua:2: late");
  CHECK(s.world().agent_count() == 1);
  CHECK(s.world().steps() > 0);
}

TEST_CASE("scene: a handle stays a key of its own when its place is taken by another") {
  auto scene = wend::scene::Scene::load(R"(
    target { at = {90, 0} }
    local a = agent { at = {0, 0} }
    on.step(function(t)
      if t == 0 then state.who = a state[a] = "first" a:remove() end
      if t == 0.25 then local b = agent { at = {1, 0} } state.second = b state[b] = "second" end
      if t == 0.5 then
        local n = 0
        for k, v in pairs(state) do if v == "first" or v == "second" then n = n + 1 assert(state[k] == v) end end
        assert(n == 2, n .. " handles found")
        assert(state.who ~= state.second)
      end
    end)
  )", "scene.lua");
  REQUIRE(scene);
  for (int k = 0; k < 4; ++k) {
    const auto stepped = scene->step();
    CHECK_MESSAGE(stepped, (stepped ? "" : stepped.error().text()));
  }
}

TEST_CASE("scene: set_goal() and agent.goal send people to a point, nil and nothing let them stand, nearest is a name") {
  auto s = loaded(R"(
    scene { duration = 60 }
    target { at = {0, 30} }
    local guards = group { count = 6, area = box(-2, -2, 2, 2) }
    local ann = agent { at = {10, 0} }
    local bob = agent { at = {-10, 0}, target = nearest }
    agent { at = {20, 0}, goal = {24, 0} }
    on.step(function(t)
      if t == 1 then set_goal(guards, {6, 0}) end
      if t == 2 then ann.goal = {14, 4} end
      if t == 4 then bob.target = nil end
    end)
  )");
  const auto& world = s.world();
  const auto at = [&](std::size_t who) { return world.agent(s.agents()[who])->at.xy(); };
  const auto status = [&](std::size_t who) { return world.agent(s.agents()[who])->status; };
  while (world.time() < 0.95) REQUIRE(s.step());
  CHECK(status(0) == Status::idle);
  CHECK(status(6) == Status::idle);
  CHECK(status(7) == Status::moving);  // to the target at (0, 30)
  CHECK_FALSE(s.finished());
  while (!s.finished()) REQUIRE(s.step());
  CHECK(world.time() < 30);
  for (std::size_t who = 0; who < 6; ++who) CHECK(norm(at(who) - Vec2{6, 0}) < 1.5);
  CHECK(norm(at(6) - Vec2{14, 4}) < 0.2);
  CHECK(status(7) == Status::idle);
  CHECK(message_of("set_goal(3, {0, 0})", 1).find("set_goal(who, {x, y}): who = 3") != std::string::npos);
  CHECK(message_of("agent { at = {0, 0} }.goal = 4", 1).find("agent.goal = 4") != std::string::npos);
  CHECK(message_of("agent { at = {0, 0}, goal = {1, 1}, order = 'all' }", 1).find("order = 'all' is for agents without") != std::string::npos);
}

TEST_CASE("scene: people without a goal wait for the orders of a callback, without one the run is over") {
  auto waits = loaded("scene { duration = 3 }\nlocal a = agent { at = {0, 0} }\non.step(function(t) if t == 2 then a.goal = {1, 0} end end)");
  while (!waits.finished()) REQUIRE(waits.step());
  CHECK(waits.world().time() > 2.5);
  auto over = loaded("scene { duration = 3 }\nagent { at = {0, 0} }");
  while (!over.finished()) REQUIRE(over.step());
  CHECK(over.world().time() < 0.5);
}
