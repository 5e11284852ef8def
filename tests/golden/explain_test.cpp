#ifdef WEND_PROGRAM
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "golden/cli_support.hpp"

using namespace wend::test;

namespace {

const std::string spurious = WEND_SOURCE_DIR "/scenes/paper/spurious.lua";
const std::string h3a = WEND_SOURCE_DIR "/scenes/paper/h3a.lua";

// Stable headings within `reach` of straight ahead.
int stable_ahead(const json& points, double reach) {
  int count = 0;
  for (const json& p : points) count += p["stable"] && std::abs(p["heading"].get<double>()) < reach ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("explain: the table, the JSON and the picture of one decision") {
  const Folder folder;
  const Said said = call(folder, {"explain", spurious, "-o", folder / "s.svg", "--json"});
  CAPTURE(said.err);
  REQUIRE(said.code == 0);
  const json all = one_object(said.out);
  CHECK(all["schema"] == 1);
  CHECK(all["model"] == "attractor");
  CHECK(all["law"] == "turn_rate");
  CHECK(all["agent"]["id"] == 0);
  CHECK(all["shares"].size() == 2);
  CHECK(all["portrait"]["headings"].size() == all["portrait"]["rate"].size());
  CHECK(all["portrait"]["curves"].size() == 3);
  CHECK(all["files"].size() == 1);
  CHECK(std::filesystem::file_size(folder / "s.svg") > 5000);
  // The plain sum has an attractor through the closed pair, the weights take it away.
  CHECK(stable_ahead(all["plain_points"], 0.1) == 1);
  CHECK(stable_ahead(all["fixed_points"], 0.1) == 0);
  CHECK(stable_ahead(all["fixed_points"], 1.5) == 2);
  int stable = 0;
  for (const json& e : all["equilibria"]) stable += e["stable"] ? 1 : 0;
  CHECK(stable == 1);
  CHECK(has(said.err, "Spurious attractor"));
  CHECK(has(said.err, "made by"));
  CHECK(has(said.err, "equilibria"));
  CHECK(has(said.err, "the plain sum, every weight 1, would be stable at"));
  CHECK(has(said.err, "disc 0"));

  const Said plain = call(folder, {"explain", spurious, "--set", "competition=false", "--json", "-q"});
  REQUIRE(plain.code == 0);
  const json sum = one_object(plain.out);
  CHECK(stable_ahead(sum["fixed_points"], 0.1) == 1);
  CHECK(sum["equilibria"].empty());
  // A gap as wide as two of it is open: through it leads an attractor with weights as well.
  const Said open = call(folder, {"explain", spurious, "--set", "gap=1.6", "--json", "-q"});
  REQUIRE(open.code == 0);
  CHECK(stable_ahead(one_object(open.out)["fixed_points"], 0.1) == 1);

  const Said human = call(folder, {"explain", h3a, "--at", "1", "-o", folder / "h.png"});
  CAPTURE(human.err);
  CHECK(human.code == 0);
  CHECK(has(human.out, "model human, t = 1 s"));
  CHECK(has(human.out, "rad/s2"));
  CHECK(has(human.out, "wrote "));
}

TEST_CASE("explain: bifurcations over a parameter of the model, of the scene, and along the way") {
  const Folder folder;
  const auto values = [&](const std::vector<std::string>& extra) {
    std::vector<std::string> words{"explain", spurious, "--json", "-q"};
    words.insert(words.end(), extra.begin(), extra.end());
    const Said said = call(folder, words);
    CAPTURE(said.err);
    REQUIRE(said.code == 0);
    return one_object(said.out)["sweep"]["values"];
  };
  const json gaps = values({"--sweep", "gap=0.2..2:4", "-o", folder / "gap.png"});
  REQUIRE(gaps.size() == 4);
  CHECK(gaps[0]["value"] == 0.2);
  CHECK(gaps[3]["value"] == 2.0);
  CHECK(stable_ahead(gaps[0]["fixed_points"], 0.1) == 0);
  CHECK(stable_ahead(gaps[3]["fixed_points"], 0.1) == 1);
  CHECK(std::filesystem::file_size(folder / "gap.png") > 2000);

  const json reach = values({"--sweep", "d0=0.1..2:3"});
  REQUIRE(reach.size() == 3);
  CHECK(stable_ahead(reach[0]["fixed_points"], 0.1) == 1);  // hardly felt
  CHECK(stable_ahead(reach[2]["fixed_points"], 0.1) == 0);

  const json along = values({"--sweep", "time=0..2:5"});
  REQUIRE(along.size() == 5);
  CHECK(along[1]["value"] == 0.5);
  const Said table = call(folder, {"explain", spurious, "--sweep", "gap=0.2..2:2"});
  CHECK(table.code == 0);
  CHECK(has(table.out, "unstable"));
}

TEST_CASE("explain: the map of simulation 3a shows the border at the specified angles") {
  const Folder folder;
  // human spec, section 7, H3a: 7.240, 9.070 and 9.822 degrees
  const std::vector<std::pair<double, double>> borders{{5, 7.240}, {7, 9.070}, {9, 9.822}};
  for (const auto& [dg, border] : borders) {
    // Two rows with nearly the same goal, columns 0.01 degrees on both sides of the border.
    const std::string map = "off=" + std::to_string(border - 0.01) + ".." + std::to_string(border + 0.01) + ":2,dg=" + std::to_string(dg) + ".." + std::to_string(dg + 1e-6) + ":2";
    const Said said = call(folder, {"explain", h3a, "--map", map, "--json", "-q"});
    CAPTURE(said.err);
    REQUIRE(said.code == 0);
    const json all = one_object(said.out)["map"];
    for (const json& row : all["cells"]) {
      CHECK(all["routes"][row[0].get<std::size_t>()]["sides"] == "R");
      CHECK(all["routes"][row[1].get<std::size_t>()]["sides"] == "L");
      CHECK(all["routes"][row[0].get<std::size_t>()]["outcome"] == "arrived");
    }
  }
}

TEST_CASE("explain: start positions by route, the same for any number of threads") {
  const Folder folder;
  const std::string scene = folder.file("one.lua", R"(
scene { title = "One", dt = 0.25, duration = 20, view = box(-4, -3, 4, 3) }
obstacle { at = {0, 0}, radius = 0.6 }
agent { at = {-3, 0.5}, target = target { at = {5, 0} }, model = attractor { sigma = 0 } }
)");
  const Said one = call(folder, {"explain", scene, "--map", "--cells", "8x6", "--threads", "1", "--json", "-q", "-o", folder / "m.png"});
  CAPTURE(one.err);
  REQUIRE(one.code == 0);
  const json map = one_object(one.out)["map"];
  CHECK(map["kind"] == "places");
  REQUIRE(map["cells"].size() == 6);
  REQUIRE(map["cells"][0].size() == 8);
  const auto sides = [&](std::size_t row, std::size_t column) { return map["routes"][map["cells"][row][column].get<std::size_t>()]["sides"].get<std::string>(); };
  CHECK(sides(1, 0) == "R");  // below: the disc is passed on its right
  CHECK(sides(4, 0) == "L");
  CHECK(map["cells"][2][3].is_null());  // inside the disc
  const Said two = call(folder, {"explain", scene, "--map", "--cells", "8x6", "--threads", "3", "--json", "-q"});
  CHECK(one_object(two.out)["map"] == map);
  CHECK(std::filesystem::file_size(folder / "m.png") > 2000);
}

TEST_CASE("explain: bad calls answer 2 with one line that says what is wrong") {
  const Folder folder;
  const std::string crowd = folder.file("quick.lua", quick);
  const Refusals calls{
      {{"explain"}, "SCENE is required"},
      {{"explain", crowd}, "10 agents are there at t = 0 s: which one? --agent 0 .. 9"},
      {{"explain", crowd, "--agent", "77"}, "--agent: there is no agent 77 at t = 0 s, expected 0 .. 9"},
      {{"explain", crowd, "--agent", "-1"}, "--agent"},
      {{"explain", crowd, "--agent", "0", "--at", "1000"}, "--at = 1000 s, but the run is over at t = "},
      {{"explain", spurious, "-o", folder / "x.gif"}, "x.gif': expected .png, .svg or .pdf"},
      {{"explain", spurious, "--sweep", "d0"}, "expected NAME=A..B"},
      {{"explain", spurious, "--sweep", "d0=3..1"}, "with A < B"},
      {{"explain", spurious, "--sweep", "d0=1..3:1"}, "N in 2 .. "},
      {{"explain", spurious, "--sweep", "d0=-3..1:3"}, "--sweep: d0 = -3"},
      {{"explain", spurious, "--sweep", "gap=1..9:3"}, "gap"},
      {{"explain", spurious, "--sweep", "gapp=1..2"}, "did you mean 'gap'?"},
      {{"explain", spurious, "--sweep", "gap=1..2", "--set", "gap=1"}, "--set and --sweep both give 'gap'"},
      {{"explain", spurious, "--sweep", "time=0..1", "--at", "2"}, "--at is not for --sweep time"},
      {{"explain", spurious, "--sweep", "gap=1..2", "--map"}, "exclude each other"},
      {{"explain", spurious, "--map", "1,2,3"}, "--map: '1,2,3', expected a box x0,y0,x1,y1"},
      {{"explain", spurious, "--map", "3,0,1,2"}, "with x0 < x1"},
      {{"explain", spurious, "--map", "gap=1..2,gap=1..2"}, "or two params"},
      {{"explain", spurious, "--map", "gap=1..2,xx=1..2"}, "the scene has no param 'xx'"},
      {{"explain", crowd, "--agent", "0", "--map"}, "the scene has no view"},
      {{"explain", spurious, "--map", "--cells", "0"}, "expected N or NxM"},
      {{"explain", spurious, "--cells", "9"}, "--cells is for --map"},
      {{"explain", spurious, "--map", "--at", "1"}, "--at is not for --map"},
  };
  check_refused(folder, calls);
  // One of ten leaves on arrival.
  const Said gone = call(folder, {"run", crowd, "--json", "-q"});
  double first = 1e9, last = 0;
  std::string who;
  const json run = one_object(gone.out);
  for (const json& a : run["per_agent"]) {
    const double t = a["arrival"].is_null() ? 1e9 : a["arrival"].get<double>();
    if (t < first) first = t, who = std::to_string(a["id"].get<int>());
    last = std::max(last, t);
  }
  REQUIRE(last > first + 1);
  const Said left = call(folder, {"explain", crowd, "--agent", who, "--at", std::to_string(first + 0.5)});
  CHECK(left.code == 2);
  CHECK(has(left.err, "--agent: agent " + who + " has left"));
}

TEST_CASE("explain: of people, what limits the speed and the numbers of the crowd") {
  const Folder folder;
  // Agents 0 behind a slower one, 2 with its back to the target, 3 before a disc, 4 before two that are too close.
  const std::string scene = folder.file("people.lua", R"(
scene { title = "Lanes", dt = 0.1, duration = 20 }
local goal = target { at = {40, 0}, radius = 15 }
agent { at = {0, 0}, heading = 0, target = goal, on_arrival = "remove" }
agent { at = {1.2, 0}, heading = 0, speed = 0.5, target = goal, on_arrival = "remove" }
agent { at = {0, 10}, heading = deg(180), target = goal, on_arrival = "remove" }
obstacle { at = {0.9, -10}, radius = 0.3 }
agent { at = {0, -10}, heading = 0, target = goal, on_arrival = "remove" }
obstacle { at = {0.6, -19.75}, radius = 0.2 }
obstacle { at = {0.6, -20.25}, radius = 0.2 }
agent { at = {0, -20}, heading = 0, target = goal, on_arrival = "remove" }
)");
  const auto explain = [&](const std::string& agent, const std::string& at) {
    const Said said = call(folder, {"explain", scene, "--agent", agent, "--at", at, "--json"});
    CAPTURE(said.err);
    REQUIRE(said.code == 0);
    return std::pair{said.err, one_object(said.out)};
  };
  const auto [away_text, away] = explain("2", "0");
  CHECK(has(away_text, "m/s wanted: it faces away from where it wants to go"));
  CHECK(away["speed"]["limiter"].is_null());
  CHECK(away["crowd"]["facing_cap"] == away["speed"]["wanted"]);
  const auto [disc_text, disc] = explain("3", "0");
  CHECK(has(disc_text, "m/s wanted: disc 0 is in the way, 0.350 m ahead"));
  CHECK(disc["speed"]["limiter"]["kind"] == "disc");
  CHECK(has(explain("4", "0").first, "disc 1 on the left and disc 2 on the right leave no way between"));
  CHECK(has(explain("1", "0").first, "0.500 of 0.500 m/s wanted: nothing limits it"));

  const auto [text, all] = explain("0", "2");
  CHECK(has(text, "m/s wanted: the time gap to agent 1 allows no more"));
  CHECK(has(text, "same way      agent 1 "));
  CHECK(has(text, "impatience "));
  CHECK(has(text, "conflict "));
  CHECK(has(text, "wished ("));
  CHECK(all["speed"]["limiter"] == json{{"kind", "agent"}, {"id", 1}});
  const json& crowd = all["crowd"];
  CHECK(keys(crowd) == std::set<std::string>{"delay", "impatience", "step_back", "following", "conflict", "strangers", "aside", "gain", "left",
                                             "right", "time_gap", "facing_cap", "wished", "walked", "half_planes",
                                             "soft_half_planes", "given_way"});
  CHECK(crowd["delay"] > 0.0);  // it goes slower than it could
  CHECK(crowd["delay"] < 1.0);
  CHECK(crowd["impatience"] >= 0.0);
  CHECK(crowd["conflict"] >= 0.0);
  CHECK(crowd["left"]["body"] == json{{"kind", "agent"}, {"id", 1}});
  CHECK(crowd["left"]["speed"] < crowd["time_gap"]["speed"]);  // the right is free: it may pass there
  CHECK(crowd["right"]["speed"].is_null());
  CHECK(crowd["right"]["body"].is_null());
  CHECK(crowd["time_gap"]["body"] == json{{"kind", "agent"}, {"id", 1}});
  CHECK(crowd["time_gap"]["speed"] == all["speed"]["wanted"]);
  REQUIRE(crowd["wished"].size() == 2);
  REQUIRE(crowd["walked"].size() == 2);
  CHECK(std::hypot(crowd["walked"][0].get<double>(), crowd["walked"][1].get<double>()) <=
        std::hypot(crowd["wished"][0].get<double>(), crowd["wished"][1].get<double>()) + 1e-12);
  for (const json& share : all["shares"]) CHECK(share.contains("same_way"));
  CHECK(one_object(call(folder, {"explain", spurious, "--json", "-q"}).out)["crowd"].is_null());
}

TEST_CASE("explain: a sweep names its own option, and a title cannot paint the terminal") {
  const Folder folder;
  const Said late = call(folder, {"explain", h3a, "--sweep", "time=1000..2000"});
  CHECK(late.code == 2);
  CHECK(has(late.err, "--sweep: time from 1000 s, but the run is over at t = "));
  CHECK_FALSE(has(late.err, "--at"));
  const Said title = call(folder, {"explain", h3a, "--sweep", "time=0..1:2", "--title", "a\x1b[31mred\nb"});
  CHECK(title.code == 0);
  CHECK(has(title.out, "a?[31mred b: agent 0"));
}
#endif
