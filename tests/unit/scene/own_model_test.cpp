#include <doctest/doctest.h>
#include <wend/model/model.hpp>
#include <wend/scene.hpp>

#include <memory>
#include <string>

#include "support/scene.hpp"
#include "support/worlds.hpp"

using namespace wend;
using test::need;

// A model of a host's own, named in a scene like ours: one class here, one line of LoadOptions.

namespace {

// Walks towards its goal, the slower the shyer it is.
class Shy final : public SteeringModel {
 public:
  Shy()
      : SteeringModel({.name = "shy",
                       .doc = "a toy",
                       .parameters = {{"gain", "", 0, 5, 1, "how much shyness slows"}, {"bold", "", 0, 1, 0, "a flag", ParamKind::flag}},
                       .state = {{{"shyness", "", 0, 1, 0.25, "0 is not shy"}, StateAccess::attribute},
                                 {{"walked", "m"}, StateAccess::published},
                                 {{"steps"}}},
                       .category = {{"awe", "", 0, 10, 2, "what bodies of this class inspire"}},
                       .presets = {{"plain", {1, 0}}, {"daring", {0, 1}}}}) {}
  double sense_range(const Sensing&) const override { return 2; }
  Motion steer(const View& view, std::span<double> next) const override {
    Motion m{.heading = view.heading};
    if (view.has_goal && view.goal_direction != Vec2{}) m.forward = view.goal_direction;
    m.speed = view.halted ? 0 : view.top_speed * (view.params[1] != 0 ? 1 : 1 / (1 + view.params[0] * view.state[0]));
    next[1] += norm(view.velocity) * view.dt;
    next[2] += 1;
    return m;
  }
  Decision explain(const View& view) const override { return {.wanted_speed = view.top_speed, .values = {{"shyness", view.state[0]}}}; }
};

const scene::LoadOptions with_shy{.seed = {}, .duration = {}, .environment = {}, .perception = {}, .sets = {}, .people = {}, .models = {std::make_shared<Shy>()}, .limits = {}, .log = {}};

const std::string text = R"(
scene { duration = 20 }
class { name = "ghost", awe = 5 }
local goal = target { at = {12, 0} }
local ann = agent { at = {0, 0}, target = goal, model = shy { gain = 2 }, shyness = 0.5 }
local bob = agent { at = {0, 3}, target = goal, model = shy { preset = "daring" } }
agent { at = {0, -3}, target = goal, courage = 0.5 }
obstacle { at = {4, 8}, class = "ghost" }
print(ann.shyness, bob.shyness)
on.step(function(t) if t > 0.95 and t < 1.05 then ann.shyness = 0 end end)
)";

}  // namespace

TEST_CASE("own model: a scene names it, with its parameters, attributes, presets and categories") {
  std::string said;
  scene::LoadOptions options = with_shy;
  options.log = [&](std::string_view line) { said += line; };
  auto s = need(scene::Scene::load(text, "shy.lua", options));
  CHECK(said == "0.5\t0.25");
  const AgentId ann = s.agents()[0], bob = s.agents()[1];
  CHECK(s.world().model_name(s.world().agent(ann)->model) == "shy");
  CHECK(s.world().attribute(ann, "shyness") == 0.5);
  CHECK(s.world().attribute(ann, "steps") == std::nullopt);  // its own business
  for (int k = 0; k < 9; ++k) need(s.step());
  CHECK(norm(s.world().agent(ann)->velocity) == doctest::Approx(1.34 / 2));
  CHECK(norm(s.world().agent(bob)->velocity) == doctest::Approx(1.34));
  for (int k = 0; k < 5; ++k) need(s.step());
  CHECK(s.world().attribute(ann, "shyness") == 0);
  CHECK(norm(s.world().agent(ann)->velocity) == doctest::Approx(1.34));
  CHECK(*s.world().attribute(bob, "walked") > 1);
  CHECK(s.world().explain(ann).value("shyness") == 0);
  CHECK(need(scene::build(s.spec(), with_shy.models)).agent_count() == 3);
}

TEST_CASE("own model: a checkpoint goes on with the same bits, and names the model that is missing") {
  auto straight = need(scene::Scene::load(text, "shy.lua", with_shy));
  for (int k = 0; k < 7; ++k) need(straight.step());
  const Bytes saved = need(straight.checkpoint());
  auto resumed = need(scene::Scene::resume(saved, with_shy));
  for (int k = 0; k < 30; ++k) {
    need(straight.step());
    need(resumed.step());
    REQUIRE(straight.world().hash() == resumed.world().hash());
  }
  const auto without = scene::Scene::resume(saved);
  REQUIRE_FALSE(without);
  CHECK(without.error().text().find("shy") != std::string::npos);
}

TEST_CASE("own model: mistakes are named") {
  const auto message = [&](const std::string& scene) {
    const auto loaded = scene::Scene::load(scene, "shy.lua", with_shy);
    return loaded ? std::string() : loaded.error().text();
  };
  CHECK(message("agent { at = {0, 0}, model = shy { gian = 1 } }").find("did you mean 'gain'?") != std::string::npos);
  CHECK(message("agent { at = {0, 0}, model = shy { gain = 9 } }").find("gain = 9, expected 0 .. 5") != std::string::npos);
  CHECK(message("agent { at = {0, 0}, model = shy { preset = 'dull' } }").find("\"plain\" or \"daring\"") != std::string::npos);
  CHECK(message("agent { at = {0, 0}, model = shy { }, shynes = 1 }").find("did you mean 'shyness'?") != std::string::npos);
  CHECK(message("agent { at = {0, 0}, model = shy { }, shyness = 2 }").find("shyness = 2, expected 0 .. 1") != std::string::npos);
  CHECK(message("agent { at = {0, 0}, shyness = 0.5 }") == "shy.lua:1: agent{}: shyness: the model attractor has no such attribute");
  CHECK(message("agent { at = {0, 0}, model = shy { }, courage = 0.5 }") == "shy.lua:1: agent{}: courage: the model shy has no such attribute");
  CHECK(message("class { name = 'x', awe = 11 }").find("awe = 11, expected 0 .. 10") != std::string::npos);
  CHECK(message("agent { at = {0, 0}, model = shyy { } }").find("did you mean 'shy'?") != std::string::npos);
}
