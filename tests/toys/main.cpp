#include <wend/analysis/difference.hpp>
#include <wend/analysis/planning_field.hpp>
#include <wend/scene.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

// Sees that the toys of run.cmake are known everywhere.

using namespace wend;

namespace {

void check(bool ok, const char* what) {
  if (ok) return;
  std::printf("toys: %s\n", what);
  std::exit(1);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const char* const text = R"(
scene { duration = 10 }
local goal = target { at = {9, 0}, shade = 0.25 }
local ann = agent { at = {0, 0}, target = goal, shoe_size = 55 }
local bob = agent { at = {0, 4}, model = toy { pace = 0.5 }, mood = 0.75 }
wall { {4, -2}, {4, -1} }
local eve = agent { at = {0, -6}, planner = beeline { to = goal, cell = 0.5 } }
group { count = 3, area = box(-4, -4, -2, -2), shoe_size = uniform(30, 48), target = goal }
print(ann.shoe_size, goal.shade, bob.mood)
on.sneezed(function(who, t) state.sneezed = who.shoe_size; who.shoe_size = 33; target { at = {5, 5}, shade = 0.75 } end)
)";

}  // namespace

int main() {
  std::string said;
  scene::LoadOptions options;
  options.log = [&](std::string_view line) { said += line; };
  auto loaded = scene::Scene::load(text, "toys.lua", options);
  if (!loaded) std::printf("%s\n", loaded.error().text().c_str());
  check(loaded.has_value(), "the scene does not load");
  scene::Scene& s = *loaded;
  check(said == "55.0\t0.25\t0.75", said.c_str());
  const AgentId ann = s.agents()[0], bob = s.agents()[1];
  check(s.world().agent(ann)->shoe_size == 55 && s.world().columns().shoe_size.size() == 6, "AgentState and columns");
  check(s.world().attribute(bob, "mood") == 0.75 && s.world().model_name(s.world().agent(bob)->model) == "toy", "the model");

  // JSON, set, range, suggestion.
  const auto spec = scene::from_json(scene::to_json(s.spec()));
  check(spec && spec->agents[0].spec.shoe_size == 55 && spec->targets[0].spec.shade == 0.25, "JSON");
  check(has(s.world().set(ann, "shoe_size", 99).error().text(), "shoe_size = 99, expected 1 .. 60 EU"), "the range");
  check(has(scene::Scene::load("agent { at = {0, 0}, shoe_sise = 4 }", "x.lua").error().text(), "did you mean 'shoe_size'?"), "the suggestion");

  // The planner: in scenes, JSON and errors, and its field leads to the target.
  check(spec && spec->planners.size() == 1 && spec->planners[0].spec.kind == PlannerKind::beeline && spec->planners[0].spec.cell == 0.5, "the planner in JSON");
  check(has(scene::Scene::load("agent { at = {0, 0}, planner = beeline { refresh = 1 } }", "x.lua").error().text(), "refresh"), "a key of another planner");
  check(std::string(name(PlannerKind::beeline)) == "beeline" && find_planner_kind("beeline") != nullptr, "the name of the planner");
  check(s.world().make_plans().has_value() && s.world().planning_fields().size() == 1, "the field");
  const double far_off = norm(s.world().agent(s.agents()[2])->at - s.world().target(s.targets()[0])->at);

  // Hash, difference, snapshot.
  auto twin = World::create();
  check(twin && twin->restore(s.world().snapshot()), "the snapshot");
  check(twin->agent(ann)->shoe_size == 55 && twin->target(s.targets()[0])->shade == 0.25 && twin->hash() == s.world().hash(), "the restored values");
  check(twin->set(ann, "shoe_size", 54).has_value() && !(twin->hash() == s.world().hash()), "the hash");
  check(differences(s.world(), *twin).list.at(0).quantity == "shoe_size", "the difference");
  check(twin->set(s.targets()[0], "shade", 0.9).has_value() && twin->target(s.targets()[0])->shade == 0.9, "set of a target");

  // The event, its hook, and a request that waits in a checkpoint.
  for (int k = 0; k < 4; ++k) check(s.step().has_value(), "a step");
  bool sneezed = false;
  for (const Event& e : s.world().step_events()) sneezed = sneezed || (e.kind == EventKind::sneezed && std::string(name(e.kind)) == "sneezed");
  check(sneezed, "the event");
  const auto saved = s.checkpoint();
  check(saved.has_value(), "the checkpoint");
  auto resumed = scene::Scene::resume(*saved);
  check(resumed.has_value(), "resuming");
  for (int k = 0; k < 5; ++k) {
    check(s.step().has_value() && resumed->step().has_value(), "a later step");
    check(s.world().hash() == resumed->world().hash(), "the same bits after resuming");
  }
  check(s.world().agent(ann)->shoe_size == 33, "what the hook set");
  check(s.world().targets().size() == 2 && s.world().targets()[1].shade == 0.75, "the target that waited");
  for (int k = 0; k < 40; ++k) check(s.step().has_value(), "a step of the planner");
  check(norm(s.world().agent(s.agents()[2])->at - s.world().target(s.targets()[0])->at) < far_off - 2, "the way of the planner");
  std::printf("toys: all known\n");
}
