#ifdef WEND_PROGRAM
#include <doctest/doctest.h>
#include <wend/io/trajectory.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "golden/cli_support.hpp"

using namespace wend::test;

TEST_CASE("cli: run prints a table of the documented rows") {
  const Folder folder;
  const Said said = call(folder, {"run", folder.file("quick.lua", quick)});
  CHECK(said.code == 0);
  CHECK(said.err.empty());  // no terminal, no progress bar
  CHECK(!has(said.out, "\x1b"));
  CHECK(has(said.out, "\nQuick\n"));
  CHECK(has(said.out, "seed 4, 10 agents, dt 0.25 s, agents = 10\n"));
  CHECK(has(said.out, "  arrived                   10        of 10 (100 %)\n"));
  for (const char* row : {"finished", "stuck", "lost", "contacts", "wall contacts", "min clearance", "mean time", "t95",
                          "path efficiency", "flow", "longest gap", "jitter", "real-time factor", "hash"}) {
    CHECK_MESSAGE(has(said.out, std::string("\n  ") + row + " "), row);
  }
}

TEST_CASE("cli: run counts comings, goings and what walls did, in the table only if there is something") {
  const Folder folder;
  const std::string scene = folder.file("gate.lua", R"(
    scene { dt = 0.25, duration = 12 }
    agent { at = {0, 0}, goal = {90, 0}, speed = 0, watch = 3 }
    agent { at = {-5, 1}, direction = 0, speed = 1 }
    wall { {-1, 6}, {2, 6}, at = function(t) return 0, -t end }
    wall { {-1, -6}, {2, -6}, blocked = "push", at = function(t) return 0, math.min(t, 6) end })");
  const json run = one_object(call(folder, {"run", scene, "--json", "-q"}).out);
  CHECK(run["metrics"]["enters"] == 1);
  CHECK(run["metrics"]["wall_waits"].get<int>() > 0);
  CHECK(run["metrics"]["swept"].get<int>() > 0);
  const Said table = call(folder, {"run", scene});
  for (const char* row : {"entered", "walls waited", "swept"}) CHECK_MESSAGE(has(table.out, std::string("\n  ") + row + " "), row);
  CHECK(!has(call(folder, {"run", folder.file("quick.lua", quick)}).out, "entered"));

  // The environment changes nothing, perception does.
  const auto hash = [&](const char* option, const char* word) { return one_object(call(folder, {"run", scene, "--json", "-q", option, word}).out)["hash"]; };
  for (const char* word : {"auto", "grid", "kinetic"}) CHECK(hash("--environment", word) == run["hash"]);
  CHECK(hash("--perception", "visible") == run["hash"]);
  CHECK(hash("--perception", "near") != run["hash"]);

  // Counts go on in a resumed run.
  call(folder, {"run", scene, "--duration", "6", "-o", folder / "half.wend", "-q"});
  const json resumed = one_object(call(folder, {"resume", folder / "half.wend", "--duration", "12", "--environment", "kinetic", "--json", "-q"}).out);
  CHECK(resumed["hash"] == run["hash"]);
  for (const char* count : {"enters", "exits", "penetrations", "wall_waits", "swept"}) CHECK(resumed["metrics"][count] == run["metrics"][count]);
}

TEST_CASE("cli: run --json is one object with the documented members") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick);
  const Said said = call(folder, {"run", scene, "--json", "--seed", "9", "--set", "agents=12"});
  CHECK(said.code == 0);
  CHECK(has(said.err, "path efficiency"));  // people read along
  const json run = one_object(said.out);
  CHECK(keys(run) ==
        std::set<std::string>{"schema",      "version",  "scene",         "title",         "params",          "seed",
                              "dt",          "steps",    "sim_time",      "wall_time",     "agents",          "arrived",
                              "stuck",       "contacts", "wall_contacts", "min_clearance", "path_efficiency", "hash",
                              "interrupted", "error",    "files",         "metrics",       "stuck_why",       "per_agent"});
  CHECK(keys(run["metrics"]) == std::set<std::string>{"with_goal", "finished", "waiting", "idle", "waiting_time", "share_stuck", "share_waiting", "orbiting", "lost", "non_finite", "overlap_pairs",
                                                      "deep_pairs", "wall_violations", "enters", "exits",
                                                      "penetrations", "wall_waits", "swept", "mean_time", "t95", "flow",
                                                      "longest_gap", "jitter", "real_time_factor", "agent_steps",
                                                      "agent_steps_per_second", "threads"});
  CHECK(run["schema"] == 1);
  CHECK(run["scene"] == scene);
  CHECK(run["params"] == json{{"agents", 12}});
  CHECK(run["seed"] == 9);
  CHECK(run["agents"] == 12);
  CHECK(run["arrived"] == 12);
  CHECK(run["contacts"] == 0);
  CHECK(run["wall_contacts"] == 0);
  CHECK(run["interrupted"] == false);
  CHECK(run["error"].is_null());
  CHECK(run["sim_time"].get<double>() == doctest::Approx(run["steps"].get<double>() * 0.25));
  CHECK(run["path_efficiency"].get<double>() > 0.5);
  CHECK(run["path_efficiency"].get<double>() <= 1);
  const std::string hash = run["hash"];
  CHECK(hash.size() == 16);
  CHECK(hash.find_first_not_of("0123456789abcdef") == hash.npos);

  REQUIRE(run["per_agent"].size() == 12);
  double smallest = 1e9;
  for (const json& agent : run["per_agent"]) {
    CHECK(keys(agent) == std::set<std::string>{"id", "status", "birth", "arrival", "waited", "length", "clearance", "side",
                                               "obstacle_clearance", "max_turn_rate", "rms_turn_rate", "final"});
    CHECK(agent["id"].is_number_unsigned());
    CHECK(agent["status"] == "arrived");
    CHECK(agent["arrival"].get<double>() > 0);
    CHECK(agent["side"].size() == 1);
    CHECK((agent["side"][0] == "L" || agent["side"][0] == "R"));
    CHECK(agent["obstacle_clearance"][0].get<double>() >= 0);
    CHECK(keys(agent["final"]) == std::set<std::string>{"heading", "x", "y"});
    if (!agent["clearance"].is_null()) smallest = std::min(smallest, agent["clearance"].get<double>());
  }
  CHECK(run["min_clearance"].get<double>() == smallest);

  // Threads change nothing; --quiet leaves only the object.
  const Said again =
      call(folder, {"run", scene, "--json", "-q", "--seed", "9", "--set", "agents=12", "--threads", "3"});
  CHECK(again.err.empty());
  CHECK(one_object(again.out)["hash"] == hash);
  CHECK(one_object(call(folder, {"run", scene, "--json", "-q", "--seed", "10"}).out)["hash"] != hash);
}

TEST_CASE("cli: what is not known is null, and large crowds have no list of agents unless asked") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick);
  const json nobody = one_object(call(folder, {"run", scene, "--json", "-q", "--duration", "0.5"}).out);
  CHECK(nobody["arrived"] == 0);
  CHECK(nobody["steps"] == 2);
  CHECK(nobody["path_efficiency"].is_null());
  for (const char* name : {"mean_time", "t95", "flow", "longest_gap"}) CHECK(nobody["metrics"][name].is_null());
  CHECK(nobody["per_agent"][0]["arrival"].is_null());

  const std::string crowd = folder.file("crowd.lua", R"(
scene { duration = 0.5 }
local goal = target { at = {900, 0} }
for i = 0, 1000 do agent { at = {i % 40, i // 40}, target = goal, model = attractor {} } end
)");
  CHECK(one_object(call(folder, {"run", crowd, "--json", "-q"}).out)["per_agent"].is_null());
  CHECK(one_object(call(folder, {"run", crowd, "--json", "-q", "--per-agent"}).out)["per_agent"].size() == 1001);
}

TEST_CASE("cli: files hold the frames that --every asks for, and the hashes one line per step") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick);
  const Said said = call(folder, {"run", scene, "--json", "-q", "--duration", "5", "--every", "0.5", "-o",
                                  folder / "a.sqlite", "-o", folder / "a.csv", "--hashes", folder / "a.hashes"});
  CHECK(said.code == 0);
  const json run = one_object(said.out);
  CHECK(run["files"] == json{folder / "a.sqlite", folder / "a.csv", folder / "a.hashes"});
  const std::string hashes = read_file(folder / "a.hashes");
  CHECK(std::count(hashes.begin(), hashes.end(), '\n') == 20);
  CHECK(hashes.starts_with("1 "));
  CHECK(has(hashes, "\n20 " + run["hash"].get<std::string>() + " "));
  const std::string csv = read_file(folder / "a.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 2 + 11 * 10);

  const json info = one_object(call(folder, {"info", folder / "a.sqlite", "--json"}).out);
  CHECK(info["frames"] == 11);
  CHECK(info["agents"] == 10);
  CHECK(info["fps"] == 2);
  CHECK(info["duration"] == 5);
  CHECK(info["hash"] == run["hash"]);
  CHECK(info["params"] == json{{"agents", 10}});
  CHECK(has(call(folder, {"info", folder / "a.csv"}).out, "frames      11\n"));
}

TEST_CASE("cli: --seeds gives a row per seed, a summary, and files with the seed in their name") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick);
  const Said said = call(folder, {"run", scene, "--seeds", "7..9", "-o", folder / "a.csv", "--threads", "2"});
  CHECK(said.code == 0);
  CHECK(has(said.out, "3 seeds"));
  for (const char* row : {"\n     7 ", "\n     8 ", "\n     9 ", "\n  mean ", "\n   min ", "\n   max "})
    CHECK(has(said.out, row));
  CHECK(folder.names() == std::vector<std::string>{"a-7.csv", "a-8.csv", "a-9.csv", "quick.lua"});

  const json all = one_object(call(folder, {"run", scene, "--seeds", "7..9", "--json", "-q"}).out);
  CHECK(keys(all) == std::set<std::string>{"schema", "version", "scene", "runs", "summary"});
  REQUIRE(all["runs"].size() == 3);
  for (int i = 0; i < 3; ++i) CHECK(all["runs"][static_cast<std::size_t>(i)]["seed"] == 7 + i);
  CHECK(!all["runs"][0].contains("per_agent"));
  CHECK(all["summary"]["runs"] == 3);
  CHECK(all["summary"]["arrived"] == json{{"mean", 10.0}, {"min", 10.0}, {"max", 10.0}});
  // The same world as alone.
  const json alone = one_object(call(folder, {"run", scene, "--seed", "8", "--json", "-q"}).out);
  CHECK(all["runs"][1]["hash"] == alone["hash"]);
  CHECK(has(said.out, alone["hash"]));
}

TEST_CASE("cli: Ctrl-C ends a run after the step, with whole files, the table and code 1") {
  const Folder folder;
  const std::string scene = folder.file("endless.lua", endless);
  for (const int number : {SIGINT, SIGTERM}) {
    Running running(folder, {"run", scene, "--json", "-o", folder / "a.csv", "-o", folder / "a.sqlite"});
    REQUIRE(running.wait_for_bytes("a.csv.partial", 100000));
    running.signal(number);
    const Said said = running.wait();
    CHECK(said.code == 1);
    CHECK(has(said.err, "interrupted at t = "));
    const json run = one_object(said.out);
    CHECK(run["interrupted"] == true);
    CHECK(run["steps"].get<int>() > 0);
    CHECK(folder.names() == std::vector<std::string>{"a.csv", "a.sqlite", "endless.lua"});

    const json info = one_object(call(folder, {"info", folder / "a.sqlite", "--json"}).out);
    CHECK(info["hash"] == run["hash"]);
    CHECK(info["complete"] == true);
    CHECK(info["frames"] == run["steps"].get<int>() + 1);
    const std::string csv = read_file(folder / "a.csv");
    CHECK(csv.ends_with("\n"));
    CHECK(std::count(csv.begin(), csv.end(), '\n') == 2 + 40 * (run["steps"].get<int>() + 1));
  }
}

TEST_CASE("cli: Ctrl-C with --seeds keeps what was done") {
  const Folder folder;
  Running running(folder, {"run", folder.file("endless.lua", endless), "--seeds", "1..9", "--threads", "2", "--json",
                           "-o", folder / "a.csv"});
  REQUIRE(running.wait_for_bytes("a-1.csv.partial", 100000));
  REQUIRE(running.wait_for_bytes("a-2.csv.partial", 1));
  running.signal(SIGINT);
  const Said said = running.wait();
  CHECK(said.code == 1);
  CHECK(has(said.err, "2 of 9 seeds were run"));
  CHECK(one_object(said.out)["runs"].size() == 2);
  CHECK(folder.names() == std::vector<std::string>{"a-1.csv", "a-2.csv", "endless.lua"});
}

TEST_CASE("cli: a file that cannot be written is found before the run, with code 1") {
  const Folder folder;
  const std::string scene = folder.file("endless.lua", endless);
  std::filesystem::create_directory(folder / "taken.csv");
  for (const std::string& path : {folder / "nowhere/a.csv", folder / "taken.csv", folder / "endless.lua/a.sqlite"}) {
    CAPTURE(path);
    const Said said = call(folder, {"run", scene, "-o", path});
    CHECK(said.code == 1);
    CHECK(said.out.empty());
    CHECK(has(said.err, "cannot write '" + path + "'"));
    CHECK(call(folder, {"run", scene, "--hashes", path}).code == 1);
    CHECK(call(folder, {"run", scene, "--seeds", "1..3", "-o", path}).code == 1);
  }
  CHECK(call(folder, {"render", scene, "-o", folder / "nowhere/a.png"}).code == 1);
  const json refused = one_object(call(folder, {"run", scene, "--json", "-o", folder / "nowhere/a.csv"}).out);
  CHECK(keys(refused) == std::set<std::string>{"schema", "scene", "error"});
}

TEST_CASE("cli: a run without agents warns as check does, one whose callbacks add some does not") {
  const Folder folder;
  const std::string empty = folder.file("empty.lua", "scene { duration = 2 }\ntarget { at = {5, 0} }\n");
  const Said run = call(folder, {"run", empty});
  CHECK(run.code == 0);
  CHECK(run.err == "wend: warning: " + empty + ": there are no agents\n");
  CHECK(has(call(folder, {"check", empty}).out, "warning: there are no agents\n"));
  CHECK(one_line(call(folder, {"run", empty, "--seeds", "1..3"}).err));
  CHECK(call(folder, {"run", empty, "-q"}).err.empty());
  const std::string later = folder.file("later.lua", R"(
scene { duration = 2 }
local came = false
on.step(function(t) if not state.came then state.came = true agent { at = {0, 0}, goal = {9, 0} } end end)
)");
  CHECK(call(folder, {"run", later}).err.empty());
  CHECK(has(call(folder, {"check", later}).out, "there are no agents at the start"));
}

TEST_CASE("cli: a stuck agent counts only with --strict") {
  const Folder folder;
  const std::string scene = folder.file("locked_in.lua", locked_in);
  const Said said = call(folder, {"run", scene});
  CHECK(said.code == 0);
  CHECK(has(said.out, "  stuck                      1        at the end; "));
  const Said strict = call(folder, {"run", scene, "--strict"});
  CHECK(strict.code == 1);
  CHECK(has(strict.err, "1 agent stuck (--strict)"));
}

TEST_CASE("cli: a script that fails on the way ends the run with 2, and the files hold what was done") {
  const Folder folder;
  const std::string scene =
      folder.file("fails.lua", quick + "on.step(function(t) if t > 1 then error('enough') end end)\n");
  const Said said = call(folder, {"run", scene, "--json", "-o", folder / "a.csv"});
  CHECK(said.code == 2);
  CHECK(has(said.err, "enough"));
  const json run = one_object(said.out);
  CHECK(has(run["error"], "enough"));
  CHECK(run["steps"] == 5);
  const std::string csv = read_file(folder / "a.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 2 + 10 * 6);
}
#endif

TEST_CASE("cli: times of agents that come later count from their birth, and groups go by their names") {
  const Folder folder;
  const std::string scene = folder.file("source.lua", R"(
scene { dt = 0.1, duration = 60 }
local out = target { from = {10, -3}, to = {10, 3} }
agent { at = {-20, 2}, target = out, on_arrival = "remove", group = "early" }
on.step(function(t) if t == 20 then agent { at = {0, 0}, target = out, on_arrival = "remove", group = "late" } end end)
)");
  const json run = one_object(call(folder, {"run", scene, "--json", "-q", "-o", folder / "a.sqlite"}).out);
  REQUIRE(run["per_agent"].size() == 2);
  CHECK(run["per_agent"][1]["birth"] == doctest::Approx(20));
  const double early = run["per_agent"][0]["arrival"], late = run["per_agent"][1]["arrival"];
  CHECK(run["metrics"]["mean_time"].get<double>() == doctest::Approx((early + late - 20) / 2));
  CHECK(run["metrics"]["t95"].get<double>() == early);  // the late one arrives later, after a shorter time
  CHECK(late > early);
  CHECK(run["metrics"]["flow"].get<double>() == doctest::Approx(1 / (late - early)));
  const json again = one_object(call(folder, {"info", folder / "a.sqlite", "--metrics", "--json"}).out);
  CHECK(again["metrics"]["mean_time"] == run["metrics"]["mean_time"]);
  CHECK(again["per_agent"] == run["per_agent"]);

  const json check = one_object(call(folder, {"check", scene, "--json"}).out);
  CHECK(check["group_list"] == json::array({{{"group", 1}, {"name", "early"}, {"agents", 1}}}));
  CHECK(has(call(folder, {"check", scene}).out, "groups      1 early"));
  CHECK(one_object(call(folder, {"info", folder / "a.sqlite", "--json"}).out)["groups"] == json{{"1", "early"}});
}
