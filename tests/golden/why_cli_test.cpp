#ifdef WEND_PROGRAM
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "golden/cli_support.hpp"

using namespace wend::test;

namespace {

// A room of 8 x 8 m with one gap in its east wall, filled by `filling`.
std::string room(double gap, const std::string& filling) {
  const std::string half = std::to_string(gap / 2);
  return "scene { duration = 20 }\n"
         "local out = target { at = {9, 0} }\n"
         "wall { {4, " + half + "}, {4, 4}, {-4, 4}, {-4, -4}, {4, -4}, {4, -" + half + "} }\n" + filling;
}

const std::string people = "group { count = 6, area = box(-3, -3, 0, 3), target = out, on_arrival = \"remove\" }\n";

std::string warnings_of(const Folder& folder, const std::string& text) {
  const Said said = call(folder, {"check", folder.file("doubt.lua", text), "--json"});
  REQUIRE(said.code == 0);
  std::string all;
  const json check = one_object(said.out);
  for (const json& warning : check["warnings"]) all += warning.get<std::string>() + "\n";
  return all;
}

void check_has(const std::string& text, const std::string& part) { CHECK_MESSAGE(has(text, part), part, " not in ", text); }

}  // namespace

TEST_CASE("cli check: a gap narrower than the people, a shut door, no gap at all, and a room that is well") {
  const Folder folder;
  const std::string narrow = warnings_of(folder, room(0.4, people));
  check_has(narrow, "6 people, such as agent 0 (line 4), at (");
  check_has(narrow, "cannot reach target 1 (line 2): the passage at (4.00, 0.00) between the wall of line 3 and the wall of line 3 is 0.40 m wide, agent 0 needs 0.50 m; try a wider passage");
  check_has(warnings_of(folder, room(1, "door { {4, -0.5}, {4, 0.5} }\n" + people)), "the door of line 4 is shut and never opens; try opens = T or open = true in door{}");
  check_has(warnings_of(folder, room(0, people)), "walls and obstacles leave no way; try a gap of more than 0.50 m");
  for (const std::string& well : {room(0.55, people), room(1, "door { {4, -0.5}, {4, 0.5}, opens = 3 }\n" + people),
                                  room(1, "local d = door { {4, -0.5}, {4, 0.5} }\non.step(function(t) if t > 3 then d.open = true end end)\n" + people)}) {
    CHECK(warnings_of(folder, well) == "");
  }
}

TEST_CASE("cli check: a passage that people cannot use and would have to, and one that saves nothing") {
  const Folder folder;
  const auto wall = [](const std::string& end) {
    return "local out = target { at = {6, 0} }\n"
           "wall { {0, -" + end + "}, {0, -0.2} }\n"
           "wall { {0, 0.2}, {0, " + end + "} }\n"
           "agent { at = {-6, 0}, target = out }\n";
  };
  const std::string long_way = warnings_of(folder, wall("12"));
  check_has(long_way, "the passage at (0.00, 0.00) between the wall of line 2 and the wall of line 3 is 0.40 m wide: agent 0 (line 4) needs 0.50 m and has to go round, ");
  CHECK(warnings_of(folder, wall("1")) == "");
}

TEST_CASE("cli check: rows narrower than twice d0, for those whose walls silence the target") {
  const Folder folder;
  const auto rows = [](const std::string& model) {
    return "local out = target { at = {9, 0} }\n"
           "wall { {-5, -0.5}, {5, -0.5} }\n"
           "wall { {-5, 0.5}, {5, 0.5} }\n"
           "agent { at = {-4, 0}, target = out" + model + " }\n";
  };
  check_has(warnings_of(folder, rows(", model = attractor { preset = \"robust\" }")),
            "the passage at (0.00, 0.00) between the wall of line 2 and the wall of line 3 is 1.00 m wide: d0 = 1.00 m of agent 0 (line 4) is more than half of it, so walls may silence the target; try the preset people, or d0 = 0.25");
  CHECK(warnings_of(folder, rows("")) == "");
  CHECK(warnings_of(folder, rows(", model = attractor { preset = \"robust\", d0 = 0.3 }")) == "");
}

TEST_CASE("cli check: people without a goal are told once a group") {
  const Folder folder;
  const std::string said = warnings_of(folder, "target { at = {6, 0} }\ngroup { count = 5, area = box(-3, -3, 3, 3) }\nagent { at = {9, 9}, direction = 0 }\n");
  check_has(said, "5 people have no goal and will stand idle: agent 0 and others (line 2); try target = ... or direction = ...");
  CHECK(said.find('\n') == said.size() - 1);
}
#endif
