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

TEST_CASE("cli run: people who are stuck are told where, why and what to try, in lines of 80 columns") {
  const Folder folder;
  const std::string trap = folder.file("trap.lua",
                                       "scene { duration = 40 }\nlocal out = target { at = {9, 0} }\n"
                                       "wall { {0, -3}, {3, -3}, {3, 3}, {0, 3} }\n"
                                       "agent { at = {1, 0}, target = out }\n");
  const std::string door = folder.file("door.lua", room(1, "door { {4, -0.5}, {4, 0.5} }\n" + people));
  const struct {
    std::string scene, cause, why, advice;
  } cases[] = {{trap, "no_planner", "wall", "planner = auto{}"}, {door, "shut_door", "is shut", "open the door"}};
  for (const auto& c : cases) {
    const Said said = call(folder, {"run", c.scene});
    CHECK(said.code == 0);
    check_has(said.out, "who does not get on, and why\n");
    check_has(said.out, "    why  ");
    check_has(said.out, "    try  ");
    check_has(said.out, "  look wend explain " + c.scene + " --agent ");
    std::size_t begin = said.out.find("who does not get on");
    for (std::size_t end = 0; (end = said.out.find('\n', begin)) != std::string::npos; begin = end + 1) {
      const std::string_view line = std::string_view(said.out).substr(begin, end - begin);
      if (line.find("look wend") == line.npos) CHECK_MESSAGE(line.size() <= 80, line);
    }
    const json run = one_object(call(folder, {"run", c.scene, "--json"}).out);
    REQUIRE(run["stuck_why"].is_array());
    REQUIRE(!run["stuck_why"].empty());
    const json& first = run["stuck_why"][0];
    CHECK(first["cause"] == c.cause);
    check_has(first["why"], c.why);
    check_has(first["advice"], c.advice);
    CHECK(first["count"].get<int>() >= 1);

    // One description: explain begins with the same words.
    const std::vector<std::string> look{"explain", c.scene, "--agent", std::to_string(first["agent"].get<int>()), "--at", std::to_string(run["sim_time"].get<double>())};
    const Said explained = call(folder, look);
    CHECK(explained.code == 0);
    check_has(explained.out, "  verdict       " + first["why"].get<std::string>());
    check_has(explained.out, "  try           " + first["advice"].get<std::string>());
  }
  const std::string well = folder.file("well.lua", room(1, people));
  const Said said = call(folder, {"run", well});
  CHECK(!has(said.out, "who does not get on"));
  CHECK(one_object(call(folder, {"run", well, "--json"}).out)["stuck_why"] == json::array());
  CHECK(one_object(call(folder, {"run", well, "--seeds", "1..2", "--json"}).out)["runs"][0]["stuck_why"].is_null());
}
#endif
