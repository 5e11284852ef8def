#ifdef WEND_PROGRAM
#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

#include "golden/cli_support.hpp"
#include "golden/in_parallel.hpp"

using namespace wend::test;

// A run that is saved at step k and resumed by another process ends with the same bits, metrics and files.

namespace {

struct Case {
  const char* scene;
  double dt;
  std::vector<std::string> options;
};

const std::vector<Case> cases = {
    {"tests/golden/scenes/busy.lua", 0.25, {}},
    {"scenes/demo.lua", 0.1, {"--set", "agents=20"}},
    {"scenes/doorway.lua", 0.1, {"--set", "agents=20"}},
    {"scenes/roundabout.lua", 0.1, {"--set", "agents=4"}},
    {"scenes/paper/exp2_movers.lua", 0.25, {}},
    {"scenes/paper/exp3_moving_target.lua", 0.25, {}},
};
constexpr int last = 200;

std::string seconds(const Case& c, int steps) {
  std::ostringstream text;
  text << steps * c.dt;
  return text.str();
}

std::vector<std::string> with(std::vector<std::string> list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

// What does not depend on the clock or on how often the run was interrupted.
json lasting(const std::string& text) {
  const NoTraps no_traps;
  json run = json::parse(text, nullptr, false);
  if (!run.is_object()) return text;
  for (const char* name : {"wall_time", "files"}) run.erase(name);
  for (const char* name : {"real_time_factor", "agent_steps_per_second", "threads"}) run["metrics"].erase(name);
  return run;
}

// An empty text is a success: the work is done on several threads, doctest's checks are not.
std::string resumed_at(const Case& c, int k, const json& whole, const std::string& hashes) {
  const Folder folder;
  const std::string file = folder / "k.wend";
  const Said first = call(folder, with({"run", c.scene, "--duration", seconds(c, k), "-o", file, "-q"}, c.options));
  if (first.code != 0) return "run: " + first.err;
  const Said second = call(folder, {"resume", file, "--duration", seconds(c, last), "--hashes", folder / "h.txt", "--json", "-q"});
  if (second.code != 0) return "resume: " + second.err;
  const std::string rest = read_file(folder / "h.txt");
  if (!hashes.ends_with(rest) || (rest.empty() && !hashes.empty() && hashes.find("\n" + std::to_string(k + 1) + " ") != hashes.npos))
    return "the hashes differ";
  return lasting(second.out) == whole ? "" : "the results differ: " + second.out + " instead of " + whole.dump();
}

void resume_everywhere(int stride) {
  for (const Case& c : cases) {
    CAPTURE(c.scene);
    const Folder folder;
    const Said said = call(folder, with({"run", c.scene, "--duration", seconds(c, last), "--hashes", folder / "h.txt", "--json", "-q"}, c.options));
    REQUIRE_MESSAGE(said.code == 0, said.err);
    const json whole = lasting(said.out);
    const std::string hashes = read_file(folder / "h.txt");
    std::vector<int> moments;
    for (int k = 1; k <= last; k += stride) moments.push_back(k);
    std::vector<std::string> problems(moments.size());
    wend::golden::in_parallel(moments.size(), [&](std::size_t i) { problems[i] = resumed_at(c, moments[i], whole, hashes); });
    for (std::size_t i = 0; i < moments.size(); ++i) CHECK_MESSAGE(problems[i].empty(), "step ", moments[i], ": ", problems[i]);
  }
}

}  // namespace

TEST_CASE("resume: six scenes go on with the same bits in another process") { resume_everywhere(23); }

TEST_SUITE("long") {
  TEST_CASE("resume: six scenes from every step 1 to 200 in another process") { resume_everywhere(1); }
}

TEST_CASE("resume: files that were being written are continued") {
  const Folder whole, parts;
  const std::string scene = "tests/golden/scenes/busy.lua";
  const auto files = [](const Folder& f) {
    return std::vector<std::string>{"-o", f / "run.csv", "-o", f / "run.sqlite", "-o", f / "run.npy", "--hashes", f / "h.txt", "--every", "0.5", "-q"};
  };
  REQUIRE(call(whole, with({"run", scene, "--duration", "30"}, files(whole))).code == 0);
  // Interrupted in the middle of nowhere: the first part ends by itself, the second goes on with its files.
  const Said first = call(parts, with({"run", scene, "--duration", "12.25", "--checkpoint", parts / "c.wend"}, files(parts)));
  REQUIRE_MESSAGE(first.code == 0, first.err);
  const Said second = call(parts, {"resume", parts / "c.wend", "--duration", "30", "-q"});
  REQUIRE_MESSAGE(second.code == 0, second.err);
  CHECK(read_file(parts / "run.csv") == read_file(whole / "run.csv"));
  CHECK(read_file(parts / "run.npy") == read_file(whole / "run.npy"));
  CHECK(read_file(parts / "h.txt") == read_file(whole / "h.txt"));
  CHECK(parts.names() == std::vector<std::string>{"c.wend", "c.wend.1", "c.wend.2", "h.txt", "run.csv", "run.npy", "run.sqlite"});
}

TEST_CASE("resume: bad input is refused with the reason, older checkpoints are taken instead of damaged ones") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick), file = folder / "c.wend";
  CHECK(has(call(folder, {"resume", file}).err, "cannot read '" + file + "': No such file"));
  CHECK(call(folder, {"resume", file}).code == 2);
  CHECK(has(call(folder, {"resume", scene}).err, "this is not a snapshot or checkpoint of ours"));
  REQUIRE(call(folder, {"run", scene, "--checkpoint", file, "--checkpoint-every", "5", "--duration", "16"}).code == 0);
  std::string bytes = read_file(file);
  bytes[bytes.size() / 2] ^= 4;
  folder.file("c.wend", bytes);
  const Said said = call(folder, {"resume", file, "--json"});
  CHECK(said.code == 0);
  CHECK(has(said.err, "is damaged or cut off"));
  CHECK(has(said.err, "going on from the older '" + file + ".1'"));
  CHECK(one_object(said.out)["hash"] == one_object(call(folder, {"run", scene, "--duration", "16", "--json"}).out)["hash"]);
  CHECK(has(call(folder, {"run", scene, "--checkpoint-every", "5"}).err, "--checkpoint-every needs --checkpoint"));
  CHECK(has(call(folder, {"run", scene, "--checkpoint", file, "--checkpoint-every", "0.3"}).err, "expected a multiple of the time step 0.25 s"));
  CHECK(has(call(folder, {"run", scene, "--checkpoint", folder / "no/c.wend"}).err, "there is no folder"));
}

TEST_CASE("resume: a checkpoint cannot have a file replaced that is not its own run's") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick);
  const auto run = [&](const std::string& seed) {
    return call(folder, {"run", scene, "--seed", seed, "--duration", "4", "--checkpoint", folder / "c.wend", "-o", folder / "r.csv",
                         "--hashes", folder / "h.txt", "-q"});
  };
  REQUIRE(run("1").code == 0);
  const std::string csv = read_file(folder / "r.csv"), hashes = read_file(folder / "h.txt");
  for (const bool trajectory : {true, false}) {
    REQUIRE(run("1").code == 0);
    REQUIRE(call(folder, {"run", scene, "--seed", "2", "--duration", "4", "-q", trajectory ? "-o" : "--hashes", folder / (trajectory ? "r.csv" : "h.txt")}).code == 0);
    const std::string others = read_file(folder / (trajectory ? "r.csv" : "h.txt"));
    const Said said = call(folder, {"resume", folder / "c.wend", "--duration", "8"});
    CHECK(said.code == 2);
    CHECK_MESSAGE(has(said.err, "is not the earlier part of this run"), said.err);
    CHECK(read_file(folder / (trajectory ? "r.csv" : "h.txt")) == others);
  }
  folder.file("h.txt", "my notes\n");
  const Said said = call(folder, {"resume", folder / "c.wend", "--duration", "8"});
  CHECK(said.code == 2);
  CHECK(read_file(folder / "h.txt") == "my notes\n");
}

TEST_CASE("resume: a variable outside state is told once") {
  const Folder folder;
  const std::string scene = folder.file("forgetful.lua", quick + "local n = 0 on.step(function() n = n + 1 end)\n");
  const Said said = call(folder, {"run", scene, "--checkpoint", folder / "c.wend", "--checkpoint-every", "1", "--duration", "4"});
  CHECK(said.code == 0);
  const std::string warning = "a callback has changed the variable `n`";
  REQUIRE(has(said.err, warning));
  CHECK(said.err.find(warning) == said.err.rfind(warning));
  CHECK(has(call(folder, {"check", scene}).err + call(folder, {"check", scene}).out, "the variable `n`"));
}

#endif
