#ifdef WEND_PROGRAM
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "golden/cli_support.hpp"

using namespace wend::test;

namespace {

// Four walk out of a U to a target behind its bottom; a fifth sees it; a sixth is walled in.
const std::string u_trap = R"(
scene { title = "Out of the U", dt = 0.25, duration = 60, seed = 3 }
local goal = target { at = {8, 0}, radius = 0.5 }
wall { {-3, 3}, {3, 3}, {3, -3}, {-3, -3} }
group { count = 4, area = box(0, -2, 2, 2), radius = 0.25, planner = harmonic { to = goal, cell = 0.25 } }
agent { at = {7, 5}, radius = 0.25, planner = harmonic { to = goal, cell = 0.25 } }
wall { {-9, -1}, {-7, -1}, {-7, 1}, {-9, 1}, closed = true }
agent { at = {-8, 0}, radius = 0.25, planner = harmonic { to = goal, cell = 0.25 } }
)";

}  // namespace

TEST_CASE("plan: the table, the JSON, the picture and the warnings") {
  const Folder folder;
  const std::string scene = folder.file("u.lua", u_trap);
  const Said said = call(folder, {"plan", scene, "-o", folder / "u.png", "-o", folder / "u.svg", "--json", "--size", "640x360"});
  CAPTURE(said.err);
  REQUIRE(said.code == 0);
  const json all = one_object(said.out);
  CHECK(all["schema"] == 1);
  CHECK(all["agents"] == 6);
  CHECK(all["direct"] == 1);
  CHECK(all["asking"] == 4);
  CHECK(all["lost"] == json::array({5}));
  CHECK(all["files"].size() == 2);
  CHECK(all["cache"].is_null());
  CHECK(std::filesystem::file_size(folder / "u.png") > 5000);
  REQUIRE(all["fields"].size() >= 1);
  const json& field = all["fields"][0];
  CHECK(field["number"] == 1);
  CHECK(field["kind"] == "harmonic");
  CHECK(field["cell"] == 0.25);
  CHECK(field["radius"] == 0.25);
  CHECK(field["unreachable"] > 10);
  CHECK(field["target"] > 0);
  CHECK(field["drawn"] == true);
  CHECK(field["free"].get<int>() + field["target"].get<int>() + field["solid"].get<int>() + field["unreachable"].get<int>() ==
        field["columns"].get<int>() * field["rows"].get<int>());
  CHECK(has(said.err, "warning: one agent has no way to its target; the first is agent 5 at (-8, 0)"));
  CHECK(has(said.err, "Out of the U"));
  CHECK(has(said.err, "without a way: 1"));

  const Said table = call(folder, {"plan", scene});
  CHECK(table.code == 0);
  CHECK(has(table.out, "harmonic"));
  CHECK(has(table.out, "in sight of their target: 1, on the way by a field: 4"));
  CHECK(!has(table.out, "wrote"));
}

TEST_CASE("plan: a moment later, another field, an agent's field, a kind for everybody") {
  const Folder folder;
  const std::string scene = folder.file("u.lua", u_trap), plain = folder.file("quick.lua", quick);
  const Said later = call(folder, {"plan", scene, "--at", "2", "--agent", "0", "--json", "-q"});
  CAPTURE(later.err);
  REQUIRE(later.code == 0);
  CHECK(one_object(later.out)["time"] == 2.0);
  const Said kind = call(folder, {"plan", plain, "--kind", "distance", "--cell", "0.5", "--json", "-q"});
  CAPTURE(kind.err);
  REQUIRE(kind.code == 0);
  const json all = one_object(kind.out);
  CHECK(all["fields"][0]["kind"] == "distance");
  CHECK(all["fields"][0]["cell"] == 0.5);
  CHECK(all["fields"][0]["users"] == 10);
}

TEST_CASE("plan: bad calls answer 2 with one line that says what is wrong") {
  const Folder folder;
  const std::string scene = folder.file("u.lua", u_trap), plain = folder.file("quick.lua", quick);
  const std::string walled = folder.file("walled.lua", "obstacle { at = {6, 0}, radius = 2 }\nagent { at = {0, 0}, planner = distance { to = target { at = {6, 0} } } }\n");
  const Refusals calls{
      {{"run", walled}, "target 0"},
      {{"run", walled, "--seeds", "1..2"}, "target 0"},
      {{"plan"}, "SCENE is required"},
      {{"plan", plain}, "nobody in this scene asks a field: give agents a planner, such as planner = harmonic {}, or draw one with --kind"},
      {{"plan", scene, "-o", folder / "x.mp4"}, "x.mp4': expected .png, .svg or .pdf"},
      {{"plan", scene, "-o", folder / "x.png", "-o", folder / "x.png"}, "written twice"},
      {{"plan", scene, "--field", "9"}, "--field: 9, expected 1 .. "},
      {{"plan", scene, "--field", "0"}, "--field: '0', expected a whole number 1 .. "},
      {{"plan", scene, "--agent", "77"}, "--agent: there is no agent 77 at t = 0 s"},
      {{"plan", scene, "--field", "1", "--agent", "1"}, "exclude each other"},
      {{"plan", scene, "--cell", "0.5"}, "--cell is for --kind"},
      {{"plan", scene, "--kind", "harmonc"}, "did you mean 'harmonic'?"},
      {{"plan", scene, "--at", "1000000"}, "--at = 1000000 s, but the run is over at t = "},
      {{"plan", scene, "--stremlines"}, "unknown option --stremlines"},
      {{"render", plain, "-o", folder / "x.png", "--overlay", "field"}, "--overlay field: nobody in this scene has a planner"},
  };
  check_refused(folder, calls);
  CHECK(!std::filesystem::exists(folder / "x.png"));
}

TEST_CASE("plan: the field cache is filled, used, repaired, and never a failure") {
  const Folder folder;
  const std::string scene = folder.file("u.lua", u_trap), cache = folder / "cache";
  const auto plan = [&](const std::string& where) { return call(folder, {"plan", scene, "--field-cache", where, "--json", "-q"}); };
  const json first = one_object(plan(cache).out);
  CHECK(first["cache"]["loaded"] == 0);
  REQUIRE(first["cache"]["saved"] > 0);
  const json again = one_object(plan(cache).out);
  CHECK(again["cache"]["loaded"] == first["cache"]["saved"]);
  CHECK(again["cache"]["saved"] == 0);
  CHECK(again["fields"] == first["fields"]);
  for (const auto& file : std::filesystem::directory_iterator(cache)) std::filesystem::resize_file(file.path(), file.file_size() / 2);
  const json repaired = one_object(plan(cache).out);
  CHECK(repaired["cache"]["loaded"] == 0);
  CHECK(repaired["cache"]["saved"] == first["cache"]["saved"]);
  CHECK(repaired["fields"] == first["fields"]);

  const Said nowhere = plan(folder / "u.lua/cache");
  CHECK(nowhere.code == 0);
  CHECK(has(nowhere.err, "warning: cannot create the folder"));
  const Said run = call(folder, {"run", scene, "--field-cache", cache, "--duration", "1", "--json", "-q"});
  const Said bare = call(folder, {"run", scene, "--duration", "1", "--json", "-q"});
  REQUIRE(run.code == 0);
  CHECK(one_object(run.out)["hash"] == one_object(bare.out)["hash"]);
}
#endif
