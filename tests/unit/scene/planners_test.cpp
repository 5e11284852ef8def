#include <wend/analysis/planning_field.hpp>
#include "support/scene.hpp"

using namespace wend;
using namespace wend::test;

namespace {

constexpr const char* building = R"(
  scene { dt = 0.1, duration = 60 }
  local a, b, c = target { at = {-6, 0} }, target { at = {6, 3}, weight = 2 }, target { at = {6, -3} }
  wall { {0, -5}, {0, 2} }
  door { {0, 2}, {0, 5}, opens = 2, closes = 8 }
  local out = distance { to = {b, c}, avoid_crowds = 0.5, refresh = 1, cell = 0.2 }
  local round = waypoints { a, {b, c}, a, by = harmonic { wall_weight = 0.5, area = box(-9, -8, 9, 8) } }
  local lane = field { strokes = { { {-6, 3}, {0, 4}, {6, 3}, width = 2, strength = 0.7 } }, to = b, over = "hitting" }
  local swirl = field { function(x, y) return -y, x, 0.5 end, area = box(-9, -8, 9, 8), cell = 0.5, to = b }
  agent { at = {-3, 1}, planner = out }
  agent { at = {-3, 0}, planner = round }
  agent { at = {-4, 1}, planner = lane }
  agent { at = {-4, -1}, planner = swirl }
  agent { at = {-5, 2}, planner = blend { {out, 2}, {lane, 1}, to = c } }
  agent { at = {-5, -2}, target = a, planner = auto { } }
)";

}  // namespace

TEST_CASE("planners: what a scene says reaches the world") {
  auto s = loaded(building);
  const auto& spec = s.spec();
  REQUIRE(spec.planners.size() == 6);
  CHECK(spec.planners[0].spec.kind == PlannerKind::distance);
  CHECK(spec.planners[0].spec.avoid_crowds == 0.5);
  CHECK(spec.planners[1].spec.wall_weight == 0.5);
  CHECK(spec.planners[1].spec.high == Vec3{9, 8, 0});
  CHECK(spec.planners[2].strokes[0].strength == 0.7);
  CHECK(spec.planners[2].spec.over == PlannerKind::hitting);
  CHECK(spec.planners[3].drawn.columns == 36);
  CHECK(spec.planners[4].parts[0] == std::pair<std::int32_t, double>(0, 2));
  CHECK(spec.agents[0].targets == std::vector<std::uint32_t>{1, 2});
  CHECK(spec.agents[0].spec.goal_order == GoalOrder::any);
  CHECK(spec.agents[1].targets == std::vector<std::uint32_t>{0, 1, 2, 0});
  CHECK(spec.agents[1].stages == std::vector<std::uint32_t>{1, 2, 1});
  CHECK(spec.agents[5].planner == 5);
  run(s, 100);
  CHECK(s.world().planning_fields().size() >= 3);
}

TEST_CASE("planners: JSON carries all of them") {
  auto s = loaded(building);
  const std::string json = scene::to_json(s.spec());
  const auto back = scene::from_json(json);
  REQUIRE_MESSAGE(back.has_value(), back.error().text());
  CHECK(scene::to_json(*back) == json);
  auto built = scene::build(*back);
  REQUIRE(built.has_value());
  CHECK(built->hash() == s.world().hash());
}

TEST_CASE("planners: a resumed run goes on with the same bits") {
  auto s = loaded(building), copy = loaded(building);
  run(s, 35);
  const auto file = s.checkpoint();
  REQUIRE_MESSAGE(file.has_value(), file.error().text());
  auto again = scene::Scene::resume(*file);
  REQUIRE_MESSAGE(again.has_value(), again.error().text());
  CHECK(hashes(*again, 60) == hashes(s, 60));
}

TEST_CASE("planners: callbacks hand them out, also to those who come later") {
  constexpr const char* text = R"(
    scene { dt = 0.1 }
    local goal = target { at = {6, 0} }
    wall { {0, -5}, {0, 2} }
    local home = harmonic { to = goal }
    state.way = home
    local ann = agent { at = {-3, 0}, direction = 3 }
    on.step(function(t)
      if t > 0.45 and t < 0.55 then ann.planner = state.way end
      if t > 0.65 and t < 0.75 then agent { at = {-3, -3}, planner = home } end
      if t > 30 then ann.planner = nearest { } end
    end)
  )";
  auto s = loaded(text);
  run(s, 3);
  auto again = scene::Scene::resume(*s.checkpoint());
  REQUIRE_MESSAGE(again.has_value(), again.error().text());
  run(*again, 9), run(s, 9);
  CHECK(again->world().hash() == s.world().hash());
  REQUIRE(s.world().agent_count() == 2);
  for (const AgentState& a : s.world().agents()) CHECK(a.planner == PlannerId{0, 1});
  run(s, 280);
  CHECK(s.world().all_done());
  CHECK(message_of(text, 310) == "test.lua:11: nearest belongs to the loading of a scene, not into a callback");
}
