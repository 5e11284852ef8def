#ifdef WEND_PROGRAM
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "golden/cli_support.hpp"

using namespace wend::test;

TEST_CASE("cli: bad calls answer 2 with one line that says what is wrong") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick);
  const std::string broken = folder.file("broken.lua", "scene { title = \"x\", duraton = 3 }");
  const Refusals calls{
      {{"rnu"}, "unknown command 'rnu'; did you mean 'run'?"},
      {{"view", scene}, "not in this version"},
      {{"run"}, "SCENE is required"},
      {{"run", folder / "missing.lua"}, "no scene"},
      {{"run", scene, "--sede", "3"}, "unknown option --sede; did you mean '--seed'?"},
      {{"run", scene, "--seed", "-1"}, "--seed: '-1', expected a whole number 0 .. 18446744073709551615"},
      {{"run", scene, "--seed", "1.5"}, "--seed"},
      {{"run", scene, "--seeds", "5..1"}, "--seeds: '5..1', expected two whole numbers in order"},
      {{"run", scene, "--seeds", "1..2", "--seed", "3"}, "exclude each other"},
      {{"run", scene, "--duration", "nan"}, "--duration: 'nan', expected 0"},
      {{"run", scene, "--duration", "1,5"}, "--duration: '1,5'"},
      {{"run", scene, "--threads", "0"}, "--threads: '0', expected a whole number 1 .. 256"},
      {{"run", scene, "--environment", "kinetc"}, "--environment: 'kinetc', expected auto or grid or kinetic; did you mean 'kinetic'?"},
      {{"run", scene, "--perception", "all"}, "--perception: 'all', expected visible or reachable or unseparated or near"},
      {{"run", scene, "--set", "agents"}, "--set: 'agents', expected name=value"},
      {{"run", scene, "--set", "agnets=3"}, "did you mean 'agents'?"},
      {{"run", scene, "--set", "agents=3000"}, "1 .. 2000"},
      {{"run", scene, "--set", "agents=many"}, "many"},
      {{"run", scene, "-o", folder / "x.png"}, "wend render"},
      {{"run", scene, "-o", folder / "x.sqlit"}, "did you mean '.sqlite'?"},
      {{"run", scene, "-o", folder / "x.csv", "-o", folder / "x.csv"}, "written twice"},
      {{"run", scene, "-o", folder / "x.csv", "--every", "0.3"}, "a multiple of the time step 0.25 s"},
      {{"run", scene, "more"}, "one argument too many: more"},
      {{"run", broken}, "did you mean 'duration'?"},
      {{"check", broken}, "broken.lua:1"},
      {{"render", scene}, "--output is required"},
      {{"render", scene, "-o", folder / "x.avi"}, ".glb or .pov"},
      {{"render", scene, "-o", folder / "x.txt"}, "unknown ending .txt"},
      {{"render", scene, "-o", folder / "x.mp4", "--supersample", "5"}, "--supersample: '5', expected a whole number 1 .. 4"},
      {{"render", scene, "-o", folder / "x.mp4", "--render"}, "are for a .pov"},
      {{"render", scene, "-o", folder / "x.png", "--fps", "10"}, "are for films"},
      {{"render", scene, "-o", folder / "x.mp4", "--at", "1"}, "--at is for pictures"},
      {{"render", scene, "-o", folder / "x.png", "--size", "10x10"}, "expected WIDTHxHEIGHT with 64 .. 16384"},
      {{"render", scene, "-o", folder / "x.png", "--overlay", "why"}, "'why', expected some of mesh, delaunay, neighbours, visible, field"},
      {{"render", scene, "-o", folder / "x.png", "--overlay", "mesh,neighbors"}, "did you mean 'neighbours'?"},
      {{"render", scene, "-o", folder / "x.png", "--overlay", "visible,"}, "'', expected some of"},
      {{"render", scene, "-o", folder / "x.glb", "--overlay", "mesh"}, "--overlay is for .png"},
      {{"render", scene, "-o", folder / "x.png", "--overlay", "mesh", "--show", "density"}, "--overlay is for --show crowd"},
      {{"render", scene, "-o", folder / "x.png", "--overlay", "mesh", "--overlay-radius", "3"}, "is for --overlay neighbours and visible"},
      {{"render", scene, "-o", folder / "x.png", "--overlay", "visible", "--overlay-radius", "0"}, "--overlay-radius: '0', expected 0.01 .. 10000 m"},
      {{"render", scene, "-o", folder / "x.png", "--overlay", "visible", "--overlay-agent", "-1"}, "--overlay-agent: '-1'"},
      {{"render", folder / "x.sqlite", "-o", folder / "x.png"}, "x.sqlite"},
      {{"info", folder / "missing.sqlite"}, "no file"},
      {{"info", WEND_PROGRAM}, "is not a scene (.lua) or trajectory"},
      {{"info", "--parameters", "agnet"}, "did you mean 'agent'?"},
      {{"scenes", folder / "nowhere"}, "is not a folder"},
  };
  check_refused(folder, calls);
  CHECK(folder.names() == std::vector<std::string>{"broken.lua", "quick.lua"});
  CHECK(call(folder, {}).code == 2);
}

TEST_CASE("cli: help and version teach on standard output") {
  const Folder folder;
  const Said version = call(folder, {"--version"});
  CHECK(version.code == 0);
  CHECK(version.out.starts_with("wend "));
  CHECK(one_line(version.out));
  for (const char* command : {"run", "render", "check", "info", "scenes"}) {
    CAPTURE(command);
    const Said said = call(folder, {command, "--help"});
    CHECK(said.code == 0);
    CHECK(said.err.empty());
    CHECK(has(said.out, std::string("wend ") + command + ": "));
    CHECK(has(said.out, "Examples\n  wend "));
    CHECK(has(said.out, "\nOptions\n"));
    CHECK(call(folder, {"help", command}).out == said.out);
    CHECK(has(call(folder, {"--help"}).out, std::string("\n  ") + command + " "));
  }
}

TEST_CASE("cli: standard output that is closed or full gives code 1 and no crash") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick);
  CHECK(call(folder, {"run", scene, "--duration", "1"}, "closed").code == 1);
  CHECK(call(folder, {"run", scene, "--duration", "1", "-q"}, "closed").code == 0);
  CHECK(call(folder, {"run", scene, "--duration", "1", "-o", folder / "a.csv"}, "closed").code == 1);
  CHECK(read_file(folder / "a.csv").starts_with("frame,time,id,"));
  // A file must not take the place of a closed standard error, where the scene's print() goes.
  const std::string chatty = folder.file("chatty.lua", quick + "on.step(function(t) print('hello') end)\n");
  Running mute(folder, {"run", chatty, "--duration", "1", "-o", folder / "b.csv"}, "", false);
  CHECK(mute.wait().code == 0);
  CHECK(!has(read_file(folder / "b.csv"), "hello"));
  const Said full = call(folder, {"run", scene, "--duration", "1", "--json", "-q"}, "/dev/full");
  CHECK(full.code == 1);
  CHECK(has(full.err, "cannot write to standard output"));
}

TEST_CASE("cli: names of files and texts of scenes cannot steer the terminal") {
  const Folder folder;
  const std::string text =
      "scene { title = \"a\\27[31mb\", duration = 1 }\nprint(\"c\\27[2Jd\\194\\155e\")\nagent { at = {0, 0} }\n";
  const Said said = call(folder, {"run", folder.file("x\x1b[31m.lua", text)});
  CHECK(said.code == 0);
  CHECK(has(said.out, "x?[31m.lua"));
  CHECK(has(said.err, "[2Jd"));
  const Said missing = call(folder, {"run", "y\x1b[31m\xc2\x9b.lua"});
  CHECK(missing.code == 2);
  CHECK(has(missing.err, "'y?[31m?.lua'"));
  for (const char* evil : {"\x1b", "\xc2\x9b"}) CHECK(!has(said.out + said.err + missing.err, evil));
}

TEST_CASE("cli: check summarises and doubts") {
  const Folder folder;
  const Said good = call(folder, {"check", folder.file("quick.lua", quick)});
  CHECK(good.code == 0);
  CHECK(has(good.out, "agents      10\n"));
  CHECK(has(good.out, "    agents  10   1 .. 2000\n"));
  CHECK(has(good.out, "\n  ok\n"));

  const std::string odd = folder.file("odd.lua", R"(
scene { dt = 0.5, duration = 10 }
local goal = target { at = {20, 0}, radius = 0.1 }
obstacle { at = {20, 0}, radius = 2 }
wall { {-5, -5}, {5, -5}, {5, 5}, {-5, 5}, closed = true }
agent { at = {0, 0}, radius = 0.3, target = goal, model = attractor {} }
agent { at = {0.7, 0}, radius = 0.3, target = goal, model = attractor {} }
agent { at = {4.9, 0}, radius = 0.3, target = goal, model = attractor {} }
agent { at = {9, 9}, radius = 0.3, target = goal, model = attractor {} }
)");
  const Said said = call(folder, {"check", odd, "--json"});
  CHECK(said.code == 0);
  const json check = one_object(said.out);
  CHECK(check["ok"] == true);
  CHECK(check["agents"] == 4);
  CHECK(check["wall_segments"] == 4);
  const std::string warnings = check["warnings"].dump();
  for (const char* words :
       {"dt = 0.5 s", "agent 2 (line 8) by 0.200 m on the wall of line 5; try find_room = true",
        "the closed wall 1 stands between 3 agents", "target 1 lies inside obstacle 1"}) {
    CHECK_MESSAGE(has(warnings, words), words, " not in ", warnings);
  }
  const json broken = one_object(call(folder, {"check", folder.file("broken.lua", "scene("), "--json"}).out);
  CHECK(broken["ok"] == false);
  CHECK(has(broken["error"], "broken.lua:1"));
}

TEST_CASE("cli: scenes and parameters are listed") {
  const Folder folder;
  folder.file("quick.lua", "-- Ten people and a disc.\n" + quick);
  folder.file("broken.lua", "scene(");
  const Said said = call(folder, {"scenes", folder / "."});
  CHECK(said.code == 0);
  CHECK(has(said.out, "Quick (10 agents)"));
  CHECK(has(said.out, "Ten people and a disc.\n"));
  CHECK(has(said.out, "does not load: "));

  const Said table = call(folder, {"info", "--parameters"});
  CHECK(table.code == 0);
  for (const char* owner : {"world", "agent", "target", "obstacle", "wall", "attractor", "attractor agent", "attractor class", "human"}) {
    CHECK(has("\n" + table.out, std::string("\n") + owner + ": "));
  }
  const json parameters = one_object(call(folder, {"info", "--parameters", "agent", "--json"}).out)["parameters"];
  const auto radius =
      std::find_if(parameters.begin(), parameters.end(), [](const json& p) { return p["name"] == "radius"; });
  REQUIRE(radius != parameters.end());
  CHECK((*radius)["default"] == 0.25);
  CHECK((*radius)["unit"] == "m");
}

TEST_CASE("cli: render draws the moment and the film that were asked for") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick);
  const Said picture = call(folder, {"render", scene, "-o", folder / "a.png", "-o", folder / "a.svg", "--at", "5",
                                     "--size", "320x200", "--dark", "--no-legend", "--colour", "speed", "--json"});
  CHECK(picture.code == 0);
  const json drawn = one_object(picture.out);
  CHECK(drawn["sim_time"] == 5);
  CHECK(drawn["pictures"] == 2);
  CHECK(read_file(folder / "a.png").starts_with("\x89PNG"));
  CHECK(has(read_file(folder / "a.svg"), "<svg"));
  const Said film = call(folder, {"render", scene, "-o", folder / "a.gif", "--from", "1", "--to", "3", "--fps", "10",
                                  "--size", "160x120"});
  CHECK(film.code == 0);
  CHECK(has(film.out, "21 pictures"));
  CHECK(read_file(folder / "a.gif").starts_with("GIF8"));
}

TEST_CASE("cli: overlays of a recorded run are those of the run, walls that move included") {
  const Folder folder;
  const std::string scene = folder.file("gate.lua", R"(
scene { dt = 0.25, duration = 2 }
wall { {0, -2}, {0, 2}, pivot = {0, 0}, turn = function(t) return t / 4 end }
wall { {-4, 3}, {4, 3} }
group { count = 12, area = box(-4, -2, -1, 2), spacing = 0.7, goal = {6, 0} }
)");
  REQUIRE(call(folder, {"run", scene, "-o", folder / "gate.sqlite", "-q"}).code == 0);
  std::vector<std::string> drawn;
  for (const std::string& source : {scene, folder / "gate.sqlite", scene}) {
    const Said said = call(folder, {"render", source, "-o", folder / "a.svg", "--overlay", "mesh,delaunay,neighbours,visible", "--trails", "0",
                                    "--title", "Gate", "--camera", "-6,-4,6,4", "--colour", "group", "-q"});
    CAPTURE(said.err);
    REQUIRE(said.code == 0);
    drawn.push_back(read_file(folder / "a.svg"));
  }
  CHECK(drawn[0] == drawn[2]);
  CHECK(drawn[0] == drawn[1]);
  CHECK(has(drawn[0], "stroke-dasharray"));
}

TEST_CASE("cli: render shows what it is asked to show") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick);
  const auto png = folder / "a.png";
  const std::vector<std::vector<std::string>> good = {
      {"--show", "density"},
      {"--show", "speed", "--at", "2", "--bandwidth", "0.3", "--camera", "-5,-5,5,5"},
      {"--show", "space-time", "--axis", "-4,0,4,0,2", "--from", "1", "--to", "3"},
      {"--show", "series", "--line", "0,-3,0,3", "--window", "2"},
      {"--seeds", "1..3", "--at", "1"},
      {"--camera", "follow:0:6", "--at", "2"},
      {"--camera", "action", "--at", "2"},
      {"--overlay", "visible", "--at", "2"},
      {"--overlay", "neighbours", "--overlay-agent", "1", "--overlay-radius", "2.5", "--at", "2"},
      {"--overlay", "delaunay", "--at", "2"},
      {"--overlay", "mesh", "--overlay", "delaunay", "--seeds", "1..3", "--at", "1"},
      {"--show", "density", "--seeds", "4..5", "--to", "2"}};
  std::vector<std::string> seen;
  for (std::vector<std::string> words : good) {
    words.insert(words.begin(), {"render", scene, "-o", png, "--size", "200x160"});
    const Said said = call(folder, words);
    CAPTURE(said.err);
    CHECK(said.code == 0);
    seen.push_back(read_file(png));
    CHECK(seen.back().starts_with("\x89PNG"));
  }
  std::sort(seen.begin(), seen.end());
  CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());  // each its own picture

  const std::vector<std::pair<std::vector<std::string>, std::string>> bad = {
      {{"--show", "heat"}, "expected crowd or density or speed or space-time or series"},
      {{"--camera", "folow:1"}, "expected scene, action, follow:ID, follow:ID:METRES or x0,y0,x1,y1"},
      {{"--camera", "follow:1:0"}, "expected 0.5 .. "},
      {{"--camera", "0,0,0,1"}, "x0 < x1"},
      {{"--show", "space-time", "--axis", "1,2"}, "expected x, y or x1,y1,x2,y2,width"},
      {{"--show", "space-time", "--axis", "0,0,1,0,0"}, "two different points and a width"},
      {{"--show", "series", "--line", "1,1,1,1"}, "two different points"},
      {{"--axis", "x"}, "--axis is for --show space-time"},
      {{"--line", "0,0,1,1"}, "--line is for --show series"},
      {{"--bandwidth", "1"}, "--bandwidth is for --show density and speed"},
      {{"--show", "series", "--at", "1"}, "--show series has --from and --to"},
      {{"--show", "series", "--camera", "action"}, "--camera is for"},
      {{"--show", "series", "--seeds", "1..2"}, "--seeds and --sweep are for"},
      {{"--seeds", "1..101"}, "101 panels, expected 1 .. 100"},
      {{"--seeds", "1..2", "--seed", "3"}, "--seed and --seeds exclude each other"},
      {{"--seeds", "1..2", "--sweep", "a=1"}, "--seeds and --sweep exclude each other"},
      {{"--seeds", "1..2", "--camera", "action"}, "share one view"},
      {{"--sweep", "a="}, "expected name=a,b,c"},
      {{"--sweep", "nobody=1,2"}, "no param"},
      {{"--show", "density", "-o", folder / "b.mp4"}, "--show density is for .png, .svg or .pdf"}};
  for (const auto& [more, expected] : bad) {
    std::vector<std::string> words{"render", scene, "-o", folder / "b.png"};
    words.insert(words.end(), more.begin(), more.end());
    const Said said = call(folder, words);
    CAPTURE(expected);
    CHECK(said.code == 2);
    CHECK_MESSAGE(has(said.err, expected), said.err);
  }
  CHECK(read_file(folder / "b.png").empty());
}

TEST_CASE("cli: render refuses a moment beyond the end and an agent that is not there") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick), png = folder / "a.png";
  REQUIRE(call(folder, {"run", scene, "--duration", "5", "-q", "-o", folder / "run.sqlite"}).code == 0);
  const std::string late = folder.file("late.lua", R"(
scene { dt = 0.25, duration = 3 }
agent { at = {0, 0}, goal = {90, 0} }
on.step(function(t) if not state.came and t > 1 then state.came = true agent { at = {0, 5}, goal = {90, 0} } end end)
)");
  const std::string there = "expected 0 .. 9";
  check_refused(folder, {{{"render", scene, "-o", png, "--at", "1e9"}, "render: --at = 1000000000 s, but the run is over at t = 60 s"},
                         {{"render", scene, "-o", png, "--at", "59"}, "--at = 59 s, but the run is over at t = "},  // all have arrived
                         {{"render", scene, "-o", png, "--show", "density", "--at", "1e9"}, "but the run is over"},
                         {{"render", scene, "-o", png, "--seeds", "1..2", "--at", "61"}, "but the run is over"},
                         {{"render", folder / "run.sqlite", "-o", png, "--at", "5.5"}, "--at = 5.5 s, but the run is over at t = 5 s"},
                         {{"render", scene, "-o", png, "--camera", "follow:9999", "--at", "2"}, "render: --camera: there is no agent 9999 at t = 0 s, " + there},
                         {{"render", scene, "-o", folder / "a.gif", "--camera", "follow:9999", "--to", "1"}, "--camera: there is no agent 9999 at t = 0 s, " + there},
                         {{"render", scene, "-o", png, "--overlay", "visible", "--overlay-agent", "10"}, "--overlay-agent: there is no agent 10"},
                         {{"render", scene, "-o", png, "--camera", "follow:3"}, "--camera: agent 3 has left, it is not there at t = "},
                         {{"render", folder / "run.sqlite", "-o", folder / "a.gif", "--camera", "follow:77", "--size", "160x120"}, "there is no agent 77 up to t = 5 s, " + there},
                         {{"render", late, "-o", png, "--camera", "follow:1", "--at", "1"}, "there is no agent 1 at t = 1 s, expected 0 .. 0"}});
  CHECK(folder.names() == std::vector<std::string>{"late.lua", "quick.lua", "run.sqlite"});
  // A film may wait for one who comes later; of panels the end is shown where a run is over early.
  CHECK(call(folder, {"render", late, "-o", folder / "late.gif", "--camera", "follow:1", "--size", "160x120"}).code == 0);
  CHECK(call(folder, {"render", scene, "-o", png, "--seeds", "1..2", "--at", "59", "--size", "200x160"}).code == 0);
  CHECK(call(folder, {"render", folder / "run.sqlite", "-o", png, "--at", "5", "--camera", "follow:9", "--size", "200x160"}).code == 0);
}
#endif
