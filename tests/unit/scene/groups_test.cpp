#include "support/attributes.hpp"
#include "support/scene.hpp"

#include <cmath>

using namespace wend;
using namespace wend::test;

namespace {

double smallest_gap(const scene::SceneSpec& spec) {
  double smallest = 1e9;
  for (std::size_t i = 0; i < spec.agents.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const AgentSpec &a = spec.agents[i].spec, &b = spec.agents[j].spec;
      smallest = std::min(smallest, norm(a.at.xy() - b.at.xy()) - a.radius - b.radius);
    }
  }
  return smallest;
}

}  // namespace

TEST_CASE("group: members stand in their area and touch nobody") {
  auto s = loaded(R"(
    obstacle { at = {0, 0}, radius = 2 }
    obstacle { from = {-5, 4}, to = {5, 4}, radius = 0.3 }
    wall { {-6, -3}, {6, -3} }
    agent { at = {3, 0}, radius = 1 }
    group { count = 60, area = box(-6, -5, 6, 5), radius = uniform(0.1, 0.4) }
    group { count = 20, area = box(-6, -5, 6, 5) })");
  const auto& spec = s.spec();
  REQUIRE(spec.agents.size() == 81);
  CHECK(smallest_gap(spec) >= 0);
  for (std::size_t i = 1; i < spec.agents.size(); ++i) {
    const AgentSpec& a = spec.agents[i].spec;
    CHECK(std::abs(a.at.x) <= 6);
    CHECK(std::abs(a.at.y) <= 5);
    CHECK(norm(a.at.xy()) >= 2 + a.radius);
    if (std::abs(a.at.x) <= 5) CHECK(std::abs(a.at.y - 4) >= 0.3 + a.radius);
    CHECK(std::abs(a.at.y + 3) >= a.radius);
  }
}

TEST_CASE("group: spacing is the smallest distance between centres") {
  auto s = loaded("group { count = 80, area = box(0, 0, 12, 12), radius = 0.2, spacing = 0.9 }");
  CHECK(smallest_gap(s.spec()) >= 0.9 - 0.4);
  CHECK(smallest_gap(s.spec()) < 0.9 - 0.4 + 0.2);
}

TEST_CASE("group: areas are box, disc, ring and line") {
  auto s = loaded(R"(
    group { count = 50, area = disc(10, 0, 3) }
    group { count = 50, area = ring(30, 0, 4, 5) }
    group { count = 10, area = line(0, 20, 10, 30) })");
  const auto& agents = s.spec().agents;
  for (std::size_t i = 0; i < 50; ++i) {
    CHECK(norm(agents[i].spec.at.xy() - Vec2{10, 0}) <= 3);
    const double r = norm(agents[50 + i].spec.at.xy() - Vec2{30, 0});
    CHECK(r >= 4 - 1e-9);
    CHECK(r <= 5 + 1e-9);
  }
  for (std::size_t i = 100; i < 110; ++i) CHECK(agents[i].spec.at.y == doctest::Approx(20 + agents[i].spec.at.x));
}

TEST_CASE("group: distributions are drawn per agent and clipped into the range") {
  auto s = loaded(
      "group { count = 400, area = box(0, 0, 60, 60), courage = normal(0.5, 0.8), speed = normal(1.34, 0.26), agility "
      "= uniform(0.3, 0.5), heading = uniform(-0.5, 0.5) }");
  double sum = 0, sum2 = 0;
  int at_ends = 0;
  for (const auto& a : s.spec().agents) {
    CHECK((test::given(a.spec, "courage") >= 0 && test::given(a.spec, "courage") <= 1));
    CHECK((test::given(a.spec, "agility") >= 0.3 && test::given(a.spec, "agility") <= 0.5));
    CHECK(std::abs(a.spec.heading) <= 0.5);
    at_ends += test::given(a.spec, "courage") == 0 || test::given(a.spec, "courage") == 1;
    sum += a.spec.top_speed;
    sum2 += a.spec.top_speed * a.spec.top_speed;
  }
  CHECK(at_ends > 100);
  CHECK(sum / 400 == doctest::Approx(1.34).epsilon(0.05));
  CHECK(std::sqrt(sum2 / 400 - (sum / 400) * (sum / 400)) == doctest::Approx(0.26).epsilon(0.15));
}

TEST_CASE("group: goals may be each member's own") {
  auto s = loaded(R"(
    local east, west = target { at = {50, 0} }, target { at = {-50, 0} }
    group { count = 10, area = box(0, 0, 9, 9), goal = function(x, y) return -x, y end, goal_radius = 0.2 }
    group { count = 10, area = box(20, 0, 29, 9), target = function(x, y, i) return i % 2 == 0 and east or west end }
    group { count = 2, area = box(40, 0, 49, 9), goal = {1, 2} })");
  const auto& spec = s.spec();
  for (std::size_t i = 0; i < 10; ++i) {
    REQUIRE(spec.agents[i].targets.size() == 1);
    const TargetSpec& goal = spec.targets[spec.agents[i].targets[0]].spec;
    CHECK(goal.at == Vec3{-spec.agents[i].spec.at.x, spec.agents[i].spec.at.y, 0});
    CHECK(goal.radius == 0.2);
    CHECK(spec.agents[10 + i].targets == std::vector<std::uint32_t>{i % 2 == 0 ? 1u : 0u});
  }
  CHECK(spec.agents[20].targets == spec.agents[21].targets);
  CHECK(spec.targets.size() == 2 + 10 + 1);
}

TEST_CASE("group: the handle has a length, members and works with ipairs") {
  const auto lines = lines_of(
      "local g = group { count = 3, area = box(0, 0, 9, 9) }\nprint(#g, g.count, g[4], g[2].id)\nfor i, a in ipairs(g) "
      "do print(i, a.radius, a.kind) end");
  REQUIRE(lines.size() == 4);
  CHECK(lines[0] == "3\t3\tnil\t1");
  CHECK(lines[3] == "3\t0.25\tagent");
}

TEST_CASE("group: what does not fit says how many did, and where") {
  CHECK(message_of("group { count = 100, area = box(0, 0, 1, 1) }").find("test.lua:1: group{}: only ") == 0);
  CHECK(message_of("group { count = 100, area = box(0, 0, 1, 1) }")
            .find(" of 100 agents fit into box(0, 0, 1, 1) without touching anything") != std::string::npos);
  CHECK(
      message_of("group { count = 30, area = disc(0, 0, 2), spacing = 1.5 }").find("disc(0, 0, 2) with spacing 1.5") !=
      std::string::npos);
}

TEST_CASE("group: finding places is no work of the script, and too many are told with how many fit") {
  // Far beyond the ten million instructions of the script.
  const std::string many = message_of("\ngroup { count = 100000, area = box(0, 0, 100, 100) }");
  CHECK(many.find("test.lua:2: group{}: only 2") == 0);
  CHECK(many.find(" of 100000 agents fit into box(0, 0, 100, 100) without touching anything") != std::string::npos);
  CHECK(loaded("group { count = 20000, area = box(0, 0, 100, 100) }").spec().agents.size() == 20000);
  // A limit of its own, so that loading ends.
  scene::LoadOptions options;
  options.limits.load_placement = 1000;
  const std::string cut = message_of("group { count = 1000, area = box(0, 0, 100, 100) }", 0, options);
  CHECK(cut.find("agents found a place in box(0, 0, 100, 100) within 1000 comparisons, the limit of a scene") != std::string::npos);
  CHECK(message_of("for i = 1, 9 do pcall(group, { count = 1000, area = box(0, 0, 100, 100) }) end\ngroup { count = 1, area = box(0, 0, 9, 9) }", 0, options)
            .find("test.lua:2: group{}: only 0 of 1 agents found a place") == 0);
  options = {};
  options.limits.step_placement = 100;
  const std::string late = "agent { at = {0, 0}, goal = {900, 0} }\non.step(function(t) if t > 0.15 then group { count = 100, area = box(5, 5, 50, 50) } end end)";
  CHECK(message_of(late, 1, options) == "");
  CHECK(message_of(late, 5, options).find("within 100 comparisons, the limit of a step") != std::string::npos);
}

TEST_CASE("group: draws depend on who, not on what else is in the scene") {
  const auto agents = [](const char* before, const char* more) {
    return loaded(std::string(before) + "group { count = 20, area = box(0, 0, 20, 20), speed = normal(1, 0.2)" + more +
                  " }")
        .spec()
        .agents;
  };
  const auto plain = agents("", "");
  const auto other = agents("for i = 1, 9 do obstacle { at = {-50, i} } end target { at = {99, 0} } math.random()\n",
                            ", courage = normal(0.5, 0.1)");
  for (std::size_t i = 0; i < plain.size(); ++i) {
    CHECK(plain[i].spec.at == other[i].spec.at);
    CHECK(plain[i].spec.top_speed == other[i].spec.top_speed);
  }
  scene::LoadOptions options;
  options.seed = 2;
  CHECK(loaded("group { count = 20, area = box(0, 0, 20, 20) }", options).spec().agents[0].spec.at != plain[0].spec.at);
}

TEST_CASE("group: ten thousand agents are placed at once") {
  auto s = loaded("group { count = 10000, area = box(-71, -71, 71, 71), spacing = 0.5 }");
  CHECK(s.world().agent_count() == 10000);
}

TEST_CASE("groups: a name is kept by label and survives JSON") {
  auto scene = wend::scene::Scene::load(R"(
    target { at = {9, 0} }
    group { name = "commuters", count = 2, area = box(0, 0, 5, 5) }
    group { count = 2, area = box(10, 0, 15, 5) }
    group { name = "visitors", count = 2, area = box(20, 0, 25, 5), group = 7 }
  )", "scene.lua");
  REQUIRE(scene);
  const std::vector<std::string> names = scene->spec().group_names;
  REQUIRE(names.size() == 8);
  CHECK(names[1] == "commuters");
  CHECK(names[2].empty());
  CHECK(names[7] == "visitors");
  const auto again = wend::scene::from_json(wend::scene::to_json(scene->spec()));
  REQUIRE(again);
  CHECK(again->group_names == names);
  CHECK(!wend::scene::Scene::load("group { name = 5, count = 1, area = box(0, 0, 5, 5) }", "scene.lua"));
}

TEST_CASE("groups: agents and groups join a group by its name") {
  auto s = loaded(R"(
    target { at = {9, 0} }
    agent { at = {0, 0}, group = "staff" }
    group { count = 1, area = box(10, 0, 15, 5) }
    group { name = "visitors", count = 2, area = box(20, 0, 25, 5) }
    agent { at = {2, 0}, group = "visitors" }
    agent { at = {4, 0}, group = "staff" }
    group { count = 1, area = box(30, 0, 35, 5), group = "guards" }
    group { name = "staff", count = 1, area = box(40, 0, 45, 5), group = 1 }   -- the same name again
  )");
  std::vector<std::uint32_t> groups;
  for (const auto& a : s.spec().agents) groups.push_back(a.spec.group);
  CHECK(groups == std::vector<std::uint32_t>{1, 2, 3, 3, 3, 1, 4, 1});
  CHECK(s.spec().group_names == std::vector<std::string>{"", "staff", "", "visitors", "guards"});
}

TEST_CASE("groups: names are checked") {
  const auto refused = [](const std::string& text, const std::string& why) {
    CAPTURE(text);
    const auto scene = wend::scene::Scene::load("target { at = {9, 0} }\n" + text, "scene.lua");
    REQUIRE_FALSE(scene);
    CAPTURE(scene.error().message);
    CHECK(scene.error().text().find(why) != std::string::npos);
  };
  const std::string a = "group { name = \"a\", count = 1, area = box(0, 0, 5, 5) }\n";
  refused(a + "group { name = \"a\", count = 1, area = box(10, 0, 15, 5) }", "name = \"a\" is the name of group 1 already; group = \"a\" adds agents to that group");
  refused(a + "group { name = \"b\", group = 1, count = 1, area = box(10, 0, 15, 5) }", "group 1 has the name \"a\" already");
  refused("group { name = \"\", count = 1, area = box(0, 0, 5, 5) }", "expected a name of 1 .. 64 bytes");
  refused("agent { at = {0, 0}, group = \"  \" }", "expected a name of 1 .. 64 bytes");
  refused("agent { at = {0, 0}, group = string.rep(\"x\", 65) }", "group has 65 bytes, expected at most 64");
  refused("agent { at = {0, 0}, group = true }", "group = ");
  refused("group { name = \"x\", group = 256, count = 1, area = box(0, 0, 5, 5) }", "only groups below 256");
}

TEST_CASE("groups: a name given by a callback survives a checkpoint") {
  const std::string text = R"(
    scene { dt = 0.1, duration = 10 }
    target { at = {9, 0} }
    agent { at = {0, 0}, group = "early" }
    on.step(function(t)
      if t == 0 then agent { at = {0, 3}, group = "late" } end
      if t > 0.75 and t < 0.85 then agent { at = {0, 6}, group = "late" } end
    end)
  )";
  auto scene = loaded(text);
  for (int i = 0; i < 5; ++i) REQUIRE(scene.step());
  CHECK(scene.spec().group_names == std::vector<std::string>{"", "early", "late"});
  auto bytes = scene.checkpoint();
  REQUIRE(bytes);
  auto again = wend::scene::Scene::resume(*bytes);
  REQUIRE(again);
  CHECK(again->spec().group_names == scene.spec().group_names);
  for (int i = 0; i < 5; ++i) REQUIRE(again->step());
  const auto agents = again->world().agents();
  REQUIRE(agents.size() == 3);
  CHECK(agents[2].group == 2);
}
