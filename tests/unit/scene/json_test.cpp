#include "support/scene.hpp"

using namespace wend;
using namespace wend::test;

namespace {

constexpr const char* rich = R"(
scene { title = "All \"kinds\" of things", dt = 0.1, duration = 7, seed = 12345678901, view = box(-1, -2, 3.5, 4),
  colour = "weight" }
param("n", 3, 1, 9) param("fast", true) param("way", "left", {"left", "right"})
class { name = "foe", d0 = 1.5, delta = 0.7, weight = 2, competes = true }
local a = target { at = {9, 1 / 3}, radius = 0.2 }
local b = target { from = {0, 9}, to = {1, 9} }
target { polygon = { {20, 20}, {22, 20}, {21, 22} } }
target { at = {5, 5}, radius = 1, shape = "disc" }
obstacle { at = {0.1, 0.7}, radius = 0.3, class = "foe" }
obstacle { from = {3, 3}, to = {4, 5}, radius = 0.1 }
wall { {-9, -6}, {9, -6}, {9, 6}, closed = true, thickness = 0.02, class = "foe" }
agent { at = {-3, 0.1}, targets = {a, b}, order = "listed", on_arrival = "continue",
  model = attractor { preset = "classic", c2 = 2.5 } }
agent { at = {-3, 2.1}, direction = 0.3 }
group { count = 12, area = box(-8, -5, -4, 5), target = a, speed = normal(1.3, 0.2), courage = normal(0.5, 0.3),
  class = "foe", on_arrival = "remove" }
)";

}  // namespace

TEST_CASE("scene json: the round trip keeps every bit") {
  auto s = loaded(rich);
  const std::string text = scene::to_json(s.spec());
  CHECK(text.find("\"schema\":1") != std::string::npos);
  const auto back = scene::from_json(text);
  if (!back) MESSAGE(back.error().text());
  REQUIRE(back.has_value());
  CHECK(scene::to_json(*back) == text);
  auto world = scene::build(*back);
  REQUIRE(world.has_value());
  CHECK(world->hash() == s.world().hash());
  for (int i = 0; i < 30; ++i) {
    world->step();
    run(s, 1);
    REQUIRE(world->hash().all == s.world().hash().all);
  }
}

TEST_CASE("scene json: every key that is missing, unknown or wrong is refused with its place") {
  const auto s = loaded("target { at = {1, 1} }\nagent { at = {0, 0} }");
  const std::string good = scene::to_json(s.spec());
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    const auto spec = scene::from_json(text);
    return spec ? std::string() : spec.error().text();
  };
  CHECK(changed("\"radius\":0.25", "\"radius\":70000") == "agents[0]: radius = 70000, expected 0.001 .. 5 m");
  CHECK(changed("\"schema\":1", "\"schema\":2") == "schema is not 1: written by another version");
  CHECK(changed("\"dt\":0.1", "\"dt\":-1").find("dt = -1") != std::string::npos);
  CHECK(changed("\"seed\":1", "\"sed\":1") == "seed is missing");
  CHECK(changed("\"seed\":1", "\"seed\":1,\"extra\":1") == "unknown key 'extra'");
  CHECK(changed("\"at\":[0.0,0.0]", "\"at\":[0.0]") == "agents[0].at: not a point [x, y]");
  CHECK(changed("\"order\":\"nearest\"", "\"order\":\"never\"").find("agents[0]: order = \"never\"") == 0);
  CHECK(changed("\"agents\":[", "\"agents\":[7,").find("agents[0]: ") == 0);
  CHECK(changed("\"title\":\"\"", "\"title\":5") == "title is no text");
  CHECK(scene::from_json("{").error().code == Errc::damaged);
  CHECK(scene::from_json("").error().code == Errc::damaged);
  CHECK(!scene::from_json("[]").has_value());
  CHECK(!scene::from_json("null").has_value());
  CHECK(!scene::from_json(std::string(100000, '[')).has_value());
}

TEST_CASE("scene json: positions that lead nowhere are refused when a world is built") {
  scene::SceneSpec spec;
  spec.agents.emplace_back();
  CHECK(scene::build(spec).has_value());
  spec.agents[0].targets = {0};
  CHECK(scene::build(spec).error().text() == "agents[0]: there is no target 0");
  spec.agents[0].targets.clear();
  spec.agents[0].model = 3;
  CHECK(!scene::build(spec).has_value());
  spec.agents[0].model = -1;
  spec.agents[0].klass = 3;
  CHECK(!scene::build(spec).has_value());
  spec.agents.clear();
  spec.models.push_back({"attractor", "robust", {{"d00", 1}}});
  CHECK(scene::build(spec).error().message.find("d00") != std::string::npos);
  spec.models = {{"human", "robust", {}}};
  CHECK(scene::build(spec).error().code == Errc::unknown_name);
  spec.models = {{"hunan", "fitted", {}}};
  CHECK(scene::build(spec).error().message.find("expected attractor, human or potential_field") != std::string::npos);
  spec.models = {{"human", "bold", {{"safety", 1}}}, {"potential_field", "default", {{"rho0", 2}}}};
  CHECK(scene::build(spec).has_value());
  spec.models.clear();
  spec.walls.emplace_back();
  CHECK(!scene::build(spec).has_value());
}

TEST_CASE("scene: loaded twice, stepped twice: the same hash at every step") {
  const std::string text =
      std::string(rich) +
      "obstacle { at = function(t) return 6 + math.cos(t), 2 end }\non.arrive(function(a) a:remove() end)\n"
      "on.step(function(t) if math.random() < 0.3 then agent { at = {-20 - t, 0}, target = nil, find_room = true } end end)";
  auto a = loaded(text), b = loaded(text);
  CHECK(hashes(a, 40) == hashes(b, 40));
}

TEST_CASE("scene JSON: a number too large is an error, also for a host with floating-point traps") {
  const std::string json = scene::to_json(loaded("agent { at = {1, 2}, goal = {3, 4} }").spec());
  std::string large = json;
  large.replace(large.find("0.3"), 3, "1e999");
  CHECK(scene::from_json(json));
  const auto refused = scene::from_json(large);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "not JSON");
}
