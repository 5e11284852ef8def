#include <wend/model/attractor.hpp>
#include "support/attributes.hpp"
#include "support/scene.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace wend;
using namespace wend::test;

namespace {

// The scene of the product description, word for word.
constexpr const char* barrier = R"(
scene { title = "Static barrier", dt = 0.25, duration = 60, seed = 1 }

local n = param("agents", 40, 1, 1000)                    -- wend run barrier.lua --set agents=80
local goal = target { at = {8, 0}, radius = 0.3 }
class { name = "guard", d0 = 2.0, competes = true }
for y = -3, 3 do obstacle { at = {0, y}, radius = 0.5 } end
obstacle { at = function(t) return 4 * math.cos(t / 5), 4 end, radius = 0.4, class = "guard" }
wall { {-9, -6}, {9, -6}, {9, 6}, {-9, 6}, closed = true }

agent { at = {-8, 0}, heading = 0, radius = 0.3, target = goal,
        model = attractor { preset = "classic", d0 = 3.0 } }

group { count = n, area = box(-9, -6, -6, 6), target = goal, model = attractor {},
        speed = normal(1.34, 0.26), courage = normal(0.5, 0.15), agility = uniform(0.3, 1.0), lightness = 0.8 }

on.arrive(function(agent) agent:remove() end)             -- also on.contact, on.enter, on.exit, on.stuck
on.step(function(t) if t > 20 then goal.at = {0, 8} end end)
)";

double set_of(const scene::SceneModel& m, std::string_view name) {
  for (const auto& [key, value] : m.set) {
    if (key == name) return value;
  }
  return -1;
}

using Values = Attributes;

}  // namespace

TEST_CASE("scene: the example of the product description runs") {
  auto s = loaded(barrier);
  const scene::SceneSpec& spec = s.spec();
  CHECK(spec.title == "Static barrier");
  CHECK(spec.duration == 60);
  CHECK(spec.obstacles.size() == 8);
  CHECK(spec.obstacles[7].spec.motion == BodyMotion::scripted);
  CHECK(spec.walls.size() == 1);
  CHECK(s.walls().size() == 4);
  CHECK(spec.agents.size() == 41);
  CHECK(spec.models.size() == 2);
  CHECK(spec.models[0].preset == "classic");
  CHECK(spec.models[1].preset == "people");
  CHECK(set_of(spec.models[1], "ref_radius") == 0.25);  // speeds are drawn: all members share the same metres and seconds
  CHECK(set_of(spec.models[1], "ref_speed") == 1.34);
  int steps = 0;
  while (!s.finished()) {
    run(s, 1);
    ++steps;
  }
  CHECK(steps == 240);
  CHECK(s.world().agent_count() < 41);
  CHECK(s.world().target(s.targets()[0])->at == Vec3{0, 8, 0});
}

TEST_CASE("scene: --set changes a param, and only a known one within its range") {
  scene::LoadOptions options;
  options.sets = {{"agents", "8"}};
  CHECK(loaded(barrier, options).spec().agents.size() == 9);
  CHECK(loaded(barrier, options).spec().params[0].value == 8);
  CHECK(loaded(barrier, options).spec().params[0].fallback == 40);
  options.sets = {{"agent", "8"}};
  CHECK(message_of(barrier, 0, options) ==
        "--set agent: the scene has no param 'agent', did you mean 'agents'? (it has: agents)");
  for (const char* bad : {"0", "1001", "many", "", "8x", "nan", "inf", "0x10"}) {
    options.sets = {{"agents", bad}};
    CHECK(message_of(barrier, 0, options) == std::string("--set agents: agents = ") + bad + ", expected 1 .. 1000");
  }
  CHECK(load(barrier, options).error().code == Errc::invalid_value);
}

TEST_CASE("scene: params may be switches and words") {
  constexpr const char* text =
      "print(param('fast', true), param('way', 'left', {'left', 'right'}), param('x', 2, 0, 5), param('y', 2.5, 0, 5))";
  const auto said = [&](std::vector<std::pair<std::string, std::string>> sets) {
    std::string line;
    scene::LoadOptions options;
    options.sets = std::move(sets);
    options.log = [&](std::string_view l) { line = l; };
    auto s = load(text, options);
    return s ? line : s.error().text();
  };
  CHECK(said({}) == "true\tleft\t2\t2.5");
  CHECK(said({{"fast", "off"}, {"way", "right"}, {"x", "4"}, {"y", "4"}}) == "false\tright\t4\t4.0");
  CHECK(said({{"x", "1.5"}}) == "true\tleft\t1.5\t2.5");
  CHECK(said({{"x", "1"}, {"x", "2"}}) == "true\tleft\t2\t2.5");
  CHECK(said({{"way", "up"}}) == "--set way: way = up, expected left or right");
  CHECK(said({{"fast", "maybe"}}) == "--set fast: fast = maybe, expected true or false");
}

TEST_CASE("scene: an agent and a group have their defaults") {
  auto s = loaded(
      "agent { at = {1, 2} }\ngroup { count = 2, area = disc(10, 0, 2) }\ngroup { count = 1, area = disc(20, 0, 2), "
      "model = attractor { d0 = 2 } }");
  const auto& agents = s.spec().agents;
  CHECK(agents[0].spec.radius == 0.25);
  CHECK(agents[0].model == -1);
  CHECK(agents[0].spec.group == 0);
  CHECK(agents[1].spec.radius == 0.25);
  CHECK(agents[1].spec.top_speed == 1.34);
  CHECK(agents[1].model == -1);
  CHECK(agents[1].spec.group == 1);
  CHECK(agents[3].spec.group == 2);
  REQUIRE(s.spec().models.size() == 1);
  CHECK(s.spec().models[0].preset == "people");
  CHECK(s.spec().models[0].set == Values{{"d0", 2}});
  CHECK(s.world().dt() == 0.1);
  CHECK(agents[0].spec.top_speed == 1.34);
  CHECK(agents[0].spec.attributes.empty());
}

TEST_CASE("scene: members of a group with drawn sizes share one reference, an agent has its own") {
  auto s = loaded(R"(
    agent { at = {30, 0}, radius = 0.4, speed = 2 }
    group { count = 3, area = disc(0, 0, 5), radius = uniform(.2, .3), speed = normal(1.34, .26) }
    group { count = 3, area = disc(10, 0, 5), radius = uniform(.2, .4), model = attractor { ref_speed = 2 } }
    group { count = 3, area = disc(20, 0, 5), radius = .2, speed = 1.5 }
    group { count = 3, area = disc(40, 0, 5), radius = uniform(.2, .3), model = attractor { preset = "robust" } })");
  const auto& spec = s.spec();
  const auto model_of = [&](std::size_t agent) { return spec.agents[agent].model; };
  REQUIRE(spec.agents.size() == 13);
  REQUIRE(spec.models.size() == 3);
  CHECK(model_of(0) == -1);
  for (std::size_t i : {1u, 2u, 3u}) CHECK(model_of(i) == 0);
  for (std::size_t i : {4u, 5u, 6u}) CHECK(model_of(i) == 1);
  for (std::size_t i : {7u, 8u, 9u}) CHECK(model_of(i) == -1);
  for (std::size_t i : {10u, 11u, 12u}) CHECK(model_of(i) == 2);
  CHECK(spec.models[0].preset == "people");
  CHECK(spec.models[0].set.size() == 2);
  CHECK(set_of(spec.models[0], "ref_radius") == 0.25);
  CHECK(set_of(spec.models[0], "ref_speed") == 1.34);
  CHECK(set_of(spec.models[1], "ref_radius") == doctest::Approx(0.3));
  CHECK(set_of(spec.models[1], "ref_speed") == 2);  // given
  CHECK(spec.models[2].preset == "robust");
  CHECK(spec.models[2].set.empty());
}

TEST_CASE("scene: parameters of the default people are scaled to each agent") {
  scene::LoadOptions options;
  options.people = {{"T_f", 0.5}, {"kappa_q", 0.6}};
  auto s = loaded(R"(
    agent { at = {0, 0}, radius = 0.25, speed = 1.4 }
    agent { at = {5, 0}, radius = 0.5, speed = 0.7 }
    agent { at = {10, 0}, radius = 0.5, speed = 0.7, model = attractor { T_f = 3 } }
    agent { at = {15, 0}, model = attractor { preset = "robust" } }
    group { count = 2, area = disc(25, 0, 5), radius = uniform(.2, .3), speed = normal(2.8, .2) })",
                  options);
  const auto& spec = s.spec();
  const auto model_of = [&](std::size_t agent) -> const scene::SceneModel& { return spec.models.at(static_cast<std::size_t>(spec.agents[agent].model)); };
  CHECK(set_of(model_of(0), "T_f") == doctest::Approx(0.5));  // the size they are written for
  CHECK(set_of(model_of(1), "T_f") == doctest::Approx(2));    // times go by radius / speed
  CHECK(set_of(model_of(2), "T_f") == 3);                     // the scene's own word wins
  CHECK(set_of(model_of(4), "T_f") == doctest::Approx(0.25));
  CHECK(model_of(4).set == model_of(5).set);
  CHECK(set_of(model_of(4), "ref_radius") == 0.25);
  CHECK(set_of(model_of(4), "ref_speed") == 2.8);
  for (std::size_t i : {0u, 1u, 2u, 4u}) CHECK(set_of(model_of(i), "kappa_q") == 0.6);  // no unit, no scale
  CHECK(model_of(3).preset == "robust");
  CHECK(model_of(3).set.empty());
}

TEST_CASE("scene: every key of an agent reaches the world") {
  auto s = loaded(R"(
    local a, b = target { at = {9, 0} }, target { at = {0, 9} }
    class { name = "foe", weight = 3 }
    agent { at = {1, 2}, heading = deg(90), turn_rate = 0.5, radius = 0.25, speed = 1.5, agility = 0.4,
      lightness = 0.6, courage = 0.7,
            targets = {a, b}, order = "listed", class = "foe", on_arrival = "continue", group = 7, planner = nearest {},
            model = attractor { preset = "classic", speed = "constant", fusion = true, targets = "compete",
              sigma = 0 } }
    agent { at = {5, 5}, direction = 1.25 }
    agent { at = {6, 6}, goal = {7, 8}, goal_radius = 0.1, on_arrival = "remove" })");
  const auto& agents = s.spec().agents;
  const AgentSpec& a = agents[0].spec;
  CHECK(a.heading == doctest::Approx(1.5707963267948966));
  CHECK(a.turn_rate == 0.5);
  CHECK(test::given(a, "agility") == 0.4);
  CHECK(test::given(a, "lightness") == 0.6);
  CHECK(test::given(a, "courage") == 0.7);
  CHECK(a.goal_order == GoalOrder::listed);
  CHECK(a.on_arrival == OnArrival::go_on);
  CHECK(agents[0].targets == std::vector<std::uint32_t>{0, 1});
  CHECK(agents[1].direction == 1.25);
  CHECK(agents[2].spec.on_arrival == OnArrival::remove);
  const auto state = s.world().agent(s.agents()[0]);
  REQUIRE(state.has_value());
  CHECK(state->at == Vec3{1, 2, 0});
  CHECK(state->radius == 0.25);
  CHECK(state->top_speed == 1.5);
  CHECK(state->group == 7);
  CHECK(s.world().class_name(state->klass) == "foe");
  CHECK(set_of(s.spec().models[0], "speed") == 1);
  CHECK(set_of(s.spec().models[0], "targets") == 1);
  CHECK(set_of(s.spec().models[0], "fusion") == 1);
  const auto goal = s.world().target(s.targets()[2]);
  REQUIRE(goal.has_value());
  CHECK(goal->at == Vec3{7, 8, 0});
  CHECK(goal->radius == 0.1);
}

TEST_CASE("scene: targets have four shapes, obstacles two") {
  auto s = loaded(R"(
    target { at = {1, 1} }
    target { at = {2, 1}, radius = 2, shape = "disc" }
    target { from = {0, 0}, to = {0, 4}, radius = 0.1 }
    target { polygon = { {0, 0}, {2, 0}, {1, 2} }, radius = 0 }
    obstacle { at = {3, 3}, radius = 0.7 }
    obstacle { from = {5, 5}, to = {6, 7}, radius = 0.2 }
    wall { {0, 0}, {1, 0}, {1, 1}, thickness = 0.05 })");
  const World& w = s.world();
  CHECK(w.target(s.targets()[0])->shape == TargetShape::point);
  CHECK(w.target(s.targets()[1])->shape == TargetShape::disc);
  CHECK(w.target(s.targets()[2])->shape == TargetShape::segment);
  CHECK(w.target(s.targets()[2])->to == Vec3{0, 4, 0});
  CHECK(w.polygon(s.targets()[3]).size() == 3);
  CHECK(w.body(s.obstacles()[0])->id.kind == BodyKind::disc);
  CHECK(w.body(s.obstacles()[1])->id.kind == BodyKind::capsule);
  CHECK(w.body(s.obstacles()[1])->to == Vec3{6, 7, 0});
  REQUIRE(s.walls().size() == 2);
  CHECK(w.body(s.walls()[1])->at == Vec3{1, 0, 0});
  CHECK(w.body(s.walls()[1])->radius == 0.05);
}

TEST_CASE("scene: functions of time move targets, discs, capsules and walls") {
  auto s = loaded(R"(
    scene { dt = 0.5 }
    target { at = function(t) return t, 2 * t end }
    obstacle { at = function(t) return 10 - t, 0 end, radius = 0.5 }
    obstacle { from = function(t) return 0, 20 + t, 5, 20 end, radius = 0.1 }
    obstacle { from = {0, 30}, to = function(t) return 3, 30 + t end, radius = 0.1 }
    wall { {0, 40}, {5, 40}, {5, 45}, at = function(t) return t, -t end })");
  const World& w = s.world();
  CHECK(w.body(s.obstacles()[0])->at == Vec3{10, 0, 0});
  run(s, 3);
  CHECK(w.target(s.targets()[0])->at == Vec3{1.5, 3, 0});
  CHECK(w.target(s.targets()[0])->velocity == Vec3{1, 2, 0});
  CHECK(w.body(s.obstacles()[0])->at == Vec3{8.5, 0, 0});
  CHECK(w.body(s.obstacles()[0])->velocity == Vec3{-1, 0, 0});
  CHECK(w.body(s.obstacles()[1])->at == Vec3{0, 21.5, 0});
  CHECK(w.body(s.obstacles()[1])->to == Vec3{5, 20, 0});
  CHECK(w.body(s.obstacles()[2])->at == Vec3{0, 30, 0});
  CHECK(w.body(s.obstacles()[2])->to == Vec3{3, 31.5, 0});
  CHECK(w.body(s.walls()[0])->at == Vec3{1.5, 38.5, 0});
  CHECK(w.body(s.walls()[1])->to == Vec3{6.5, 43.5, 0});
}

TEST_CASE("scene: a class of the world can be changed by its name") {
  auto s = loaded(
      "class { name = 'obstacle', d0 = 4 }\nobstacle { at = {0, 0} }\nobstacle { at = {5, 0}, class = 'agent' }");
  CHECK(s.spec().classes.size() == 2);
  CHECK(s.world().class_name(s.world().body(s.obstacles()[1])->klass) == "agent");
}

TEST_CASE("scene: view, colour, seed and duration are told to the host, and options win") {
  constexpr const char* text =
      "scene { seed = 5, dt = 0.25, duration = 3, view = box(-1, -2, 3, 4), colour = 'group', environment = 'grid' }";
  auto s = loaded(text);
  CHECK(s.spec().view.given);
  CHECK(s.spec().view.y1 == 4);
  CHECK(s.spec().view.colour == "group");
  CHECK(s.spec().environment == "grid");
  CHECK(s.world().seed() == 5);
  CHECK(s.duration() == 3);
  scene::LoadOptions options;
  options.seed = 9;
  options.duration = 1.0;
  auto o = loaded(text, options);
  CHECK(o.world().seed() == 9);
  int steps = 0;
  while (!o.finished()) run(o, 1), ++steps;
  CHECK(steps == 4);
  CHECK(loaded("scene { dt = 0.4 }").spec().warnings.size() == 1);
}

TEST_CASE("scene: a run ends when everybody has arrived or gone") {
  auto s = loaded("agent { at = {0, 0}, goal = {2, 0} }\nagent { at = {0, 5}, goal = {2, 5}, on_arrival = 'remove' }");
  while (!s.finished()) run(s, 1);
  CHECK(s.world().time() < 20);
  CHECK(s.world().agent_count() == 1);
}

TEST_CASE("scene: a file is read, and a missing one is named") {
  const auto s = scene::Scene::load_file("no/such/scene.lua");
  REQUIRE(!s.has_value());
  CHECK(s.error().code == Errc::io);
  CHECK(s.error().place == "no/such/scene.lua");
  CHECK(!scene::Scene::load_file(WEND_SOURCE_DIR).has_value());
}

TEST_CASE("scene: a first line for the shell and a byte order mark are skipped") {
  CHECK(message_of("#!/usr/bin/env wend\nerror('here')") == "test.lua:2: here");
  CHECK(message_of("\xef\xbb\xbf"
                   "agent { at = {0, 0} }") == "");
}
