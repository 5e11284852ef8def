#ifdef WEND_PROGRAM
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "golden/cli_support.hpp"

using namespace wend::test;

namespace {

const std::string walkers = WEND_SOURCE_DIR "/scenes/data/walkers.csv";

// A trial of nine rows, without sense but with form.
const std::string head = "trial,time,kind,id,x,y\n", small = R"(1,,goal,,5,0
1,0.0,walker,,0.0,0
1,0.1,walker,,0.1,0
1,0.2,walker,,0.2,0
1,0.3,walker,,0.3,0
1,0.4,walker,,0.4,0
1,0.5,walker,,0.5,0
)";

}  // namespace

TEST_CASE("fit: the shipped data give back the gains they were made with") {
  const Folder folder;
  const Said said = call(folder, {"fit", walkers, "--zero-turn", "--smooth", "1", "--starts", "1", "--json", "--save", folder / "fitted.lua", "-o", folder / "fit.png", "-o", folder / "fit.svg"});
  CAPTURE(said.err);
  REQUIRE(said.code == 0);
  const json all = one_object(said.out);
  CHECK(all["schema"] == 1);
  CHECK(all["model"] == "human");
  CHECK(all["residual"] == "goal-angle");
  CHECK(all["trials"] == 20);
  const std::vector<std::pair<const char*, double>> truth{{"b", 3.25}, {"kg", 7.5}, {"c1", 0.4}, {"c2", 0.4}, {"ko", 198}, {"c3", 6.5}, {"c4", 0.8}};
  for (const auto& [name, value] : truth) {
    CAPTURE(name);
    CHECK(all["values"][name].get<double>() == doctest::Approx(value).epsilon(0.15));
  }
  REQUIRE(all["stages"].size() == 2);
  CHECK(all["stages"][0]["r2"] > 0.9);
  CHECK(all["stages"][0]["trials"].size() == 12);
  CHECK(all["stages"][1]["side_mismatches"] == 0);
  CHECK(all["stages"][1]["sides"] == 8);
  CHECK(all["stages"][0]["correlations"].size() == 4);
  CHECK(has(said.err, "goal set: 12 trials"));
  CHECK(has(said.err, "condition number"));
  CHECK(std::filesystem::file_size(folder / "fit.png") > 5000);
  const std::string saved = read_file(folder / "fitted.lua");
  CHECK(has(saved, "local fitted = human { b = "));
  const Said run = call(folder, {"run", folder / "fitted.lua", "--json", "-q"});
  CAPTURE(run.err);
  REQUIRE(run.code == 0);
  CHECK(one_object(run.out)["arrived"] == 1);
}

TEST_CASE("fit: a recorded run of a scene, its attractor") {
  for (const std::string preset : {"people", "robust", "classic"}) {
    const Folder folder;
    const std::string scene = folder.file("run.lua", R"(
scene { title = "Past a disc", dt = 0.1, duration = 30 }
local goal = target { at = {9, 1}, radius = 0.3 }
obstacle { at = {4, 0.3}, radius = 0.5 }
agent { at = {0, 0}, heading = 0.4, target = goal, agility = 0.6, model = attractor { preset = ")" + preset + R"(", a = 1.5, d0 = 0.8, sigma = 0, t2c = 0.9 } }
)");
    REQUIRE(call(folder, {"run", scene, "-o", folder / "run.sqlite", "-o", folder / "run.csv", "-q"}).code == 0);
    for (const char* file : {"run.sqlite", "run.csv"}) {
      const Said said = call(folder, {"fit", folder / file, "--scene", scene, "-m", "attractor", "--starts", "2", "--start", "a=1", "--start", "d0=1", "--json", "-q", "--save", folder / "fitted.lua"});
      CAPTURE(preset);
      CAPTURE(said.err);
      REQUIRE(said.code == 0);
      const json values = one_object(said.out)["values"];
      CHECK(values["a"].get<double>() == doctest::Approx(1.5).epsilon(0.01));
      CHECK(values["d0"].get<double>() == doctest::Approx(0.8).epsilon(0.01));
      CHECK(values["agility"].get<double>() == doctest::Approx(0.6).epsilon(0.01));
      // The scene that is saved says the preset and what differs from it, no more.
      const std::string saved = read_file(folder / "fitted.lua");
      CAPTURE(saved);
      CHECK(has(saved, "attractor { preset = \"" + preset + "\", a = "));
      CHECK(has(saved, preset == "people" ? ", t2c = 0.9 }" : ", t2c = 0.9, sigma = 0 }"));
      const Said run = call(folder, {"run", folder / "fitted.lua", "--json", "-q"});
      REQUIRE_MESSAGE(run.code == 0, run.err);
      CHECK(one_object(run.out)["arrived"] == 1);
    }
    CHECK(has(call(folder, {"fit", folder / "run.csv"}).err, "give the scene it is of"));
  }
}

TEST_CASE("fit: another preset than the run had, and people without a radius") {
  const Folder folder;
  const std::string data = folder.file("data.csv", head + small);
  const Said none = call(folder, {"fit", data, "-m", "attractor", "--preset", "people", "-q"});
  CHECK(none.code == 2);
  CHECK(has(none.err, "trial '1' has no radius"));
  const std::string walk = folder.file("walk.lua", R"(
scene { dt = 0.1, duration = 20 }
obstacle { at = {4, 0.3}, radius = 0.5 }
agent { at = {0, 0}, heading = 0.4, target = target { at = {9, 1} }, model = attractor { preset = "robust", sigma = 0 } }
)");
  REQUIRE(call(folder, {"run", walk, "-o", folder / "walk.csv", "-q"}).code == 0);
  const Said people = call(folder, {"fit", folder / "walk.csv", "--scene", walk, "-m", "attractor", "--preset", "people", "--starts", "1", "-q", "--save", folder / "p.lua"});
  CHECK_MESSAGE(people.code == 0, people.err);
  CHECK(has(read_file(folder / "p.lua"), "attractor { preset = \"people\", a = "));
  CHECK(call(folder, {"run", folder / "p.lua", "-q"}).code == 0);
}

TEST_CASE("fit: what is wrong with the data is told with its place") {
  const Folder folder;
  const auto said = [&](const std::string& text, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"fit", folder.file("data.csv", text), "--starts", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Said s = call(folder, arguments);
    CHECK_MESSAGE(s.code == 2, s.err);
    CHECK(one_line(s.err));
    return s.err;
  };
  CHECK(has(said(""), "it is empty"));
  CHECK(has(said(head), "no row after the names of the columns"));
  CHECK(has(said("trial,time,knd,id,x,y\n" + small), "the column 'kind' is missing"));
  CHECK(has(said("trial,time,kind,id,x,x\n"), "the column 'x' is there twice"));
  CHECK(has(said(head + "1,0\n"), "line 2 has 2 fields, expected 6"));
  CHECK(has(said(head + small + "1,0.6,walker,,1 2,0\n"), "data.csv, line 9, column x: '1 2', expected a number"));
  CHECK(has(said(head + small + "1,0.5,walker,,1,0\n"), "line 9, column time: 0.5 after 0.5, expected rising times"));
  CHECK(has(said(head + small + "1,0.6,walker,,nan,0\n"), "line 9, column x: 'nan', expected a number"));
  CHECK(has(said(head + small + "1,0.6,walker,,,0\n"), "line 9, column x: it is empty"));
  CHECK(has(said(head + small + "1,,dog,,1,0\n"), "column kind: 'dog', expected walker, goal or obstacle"));
  CHECK(has(said(head + small + "1,,goal,2,1,0\n"), "a second goal in trial '1'"));
  CHECK(has(said(head + small + "1,0.6,walker,2,1,0\n"), "a second walker in trial '1'"));
  CHECK(has(said(head + small + "2,,goal,,1,0\n"), "trial '2' has no walker"));
  CHECK(has(said(head + "1,0,walker,,1,0\n"), "trial '1' has no goal"));
  CHECK(has(said(head + "1,,goal,,1,0\n1,0,walker,,1,0\n"), "has 1 row of its walker, expected at least 5"));
  CHECK(has(said(head + "\"1,,goal,,1,0\n"), "line 2: a quote is opened and never closed"));
  CHECK(has(said(head + small), "trials with obstacles, and there is none: choose --stage goal"));
  CHECK(has(said(head + small, {"--free", "kgg"}), "did you mean 'kg'?"));
  CHECK(has(said(head + small, {"--free", "b", "--stage", "goal"}), "exclude each other"));
  CHECK(has(said(head + small, {"--hold", "b"}), "expected NAME=VALUE"));
  CHECK(has(said(head + small, {"--hold", "safety=7"}), "safety = 7"));
  CHECK(has(said(head + small, {"--bounds", "b=1"}), "expected NAME=LOW..HIGH"));
  CHECK(has(said(head + small, {"-m", "attractor", "--free", "d0,courage"}), "one number"));
  CHECK(has(said(head + small, {"-o", "x.gif"}), "expected .png, .svg or .pdf"));
  CHECK(has(said(head + small, {"--save", "x.txt"}), "expected a .lua file"));
  const Said none = call(folder, {"fit", folder / "none.csv", "--json"});
  CHECK(none.code == 1);
  CHECK(has(one_object(none.out)["error"], "No such file"));
}

TEST_CASE("fit: quoted cells, other line ends, unknown columns, an SQLite table") {
  const Folder folder;
  std::string text = "\xef\xbb\xbftrial,time,kind,id,x,y,shoe\r\n";
  for (int k = 0; k < 2; ++k) {
    const double side = k == 0 ? 1 : -1;
    text += "\"a, \"\"" + std::to_string(k) + "\"\"\",,goal,,6," + std::to_string(side) + ",\r\n";
    for (int i = 0; i < 30; ++i) {
      const double x = 0.1 * i;
      text += "\"a, \"\"" + std::to_string(k) + "\"\"\"," + std::to_string(0.1 * i) + ",walker,," + std::to_string(x) + "," + std::to_string(side * 0.02 * x * x) + ",42\r\n";
    }
  }
  const std::string path = folder.file("odd.csv", text);
  const Said said = call(folder, {"fit", path, "--free", "kg", "--starts", "1", "--json"});
  CAPTURE(said.err);
  REQUIRE(said.code == 0);
  CHECK(has(said.err, "the column 'shoe' is not used"));
  const json all = one_object(said.out);
  CHECK(all["stages"][0]["trials"][1]["name"] == "a, \"1\"");
  CHECK(has(call(folder, {"fit", folder.file("not.sqlite", "SQLite format 3 and then nothing")}).err, "it is cut off"));
}

TEST_CASE("fit: what lies on a bound stays in it, and the warning says something") {
  const Folder folder;
  std::string rows = head + "1,,goal,,0,0\n";  // a walker that goes away from its goal
  for (int i = 0; i < 30; ++i) rows += "1," + std::to_string(0.1 * i) + ",walker,," + std::to_string(0.1 * i) + ",0\n";
  const Said said = call(folder, {"fit", folder.file("away.csv", rows), "--stage", "goal", "--json", "-q", "--save", folder / "away.lua"});
  CAPTURE(said.err);
  REQUIRE(said.code == 0);
  const json all = one_object(said.out);
  int bound = 0;
  for (const json& p : all["stages"][0]["parameters"]) {
    CHECK(p["estimate"] >= p["bounds"][0]);
    CHECK(p["estimate"] <= p["bounds"][1]);
    bound += p["at_bound"] ? 1 : 0;
  }
  CHECK(bound > 0);
  CHECK(all["values"]["c1"] == 100);
  CHECK(has(said.err, "would help"));
  const Said checked = call(folder, {"check", folder / "away.lua"});
  CHECK_MESSAGE(checked.code == 0, checked.err);
  const Said large = call(folder, {"fit", folder.file("large.csv", head + "1,,goal,,1e10,0\n" + "1,0,walker,,0,0\n")});
  CHECK(large.code == 2);
}
#endif
