#if defined WEND_PROGRAM && defined WEND_SHIM
#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include <chrono>
#include <thread>

#include "golden/cli_support.hpp"
#include "golden/in_parallel.hpp"
#include "support/shim.hpp"

using namespace wend;
using namespace wend::test;

// A run that writes a checkpoint, trajectories and hashes is killed at any moment; `wend resume` ends as if nothing had
// happened, and tidies up.

namespace {

using Clock = std::chrono::steady_clock;

const std::vector<std::string> trajectories{"run.csv", "run.sqlite", "run.npy"};
const std::vector<std::string> outputs{"run.csv", "run.sqlite", "run.npy", "h.txt"};

std::vector<std::string> running(const Stage& stage) {
  std::vector<std::string> arguments{"run", WEND_SOURCE_DIR "/tests/golden/scenes/busy.lua", "--duration", "6",
                                     "--checkpoint", stage / "c.wend", "--checkpoint-every", "1",
                                     "--hashes", stage / "h.txt", "--json", "-q"};
  for (const std::string& name : trajectories) arguments.insert(arguments.end(), {"-o", stage / name});
  return arguments;
}
std::vector<std::string> resuming(const Stage& stage) { return {"resume", stage / "c.wend", "--json", "-q"}; }

json lasting(const std::string& text) {
  const NoTraps no_traps;
  json run = json::parse(text, nullptr, false);
  if (!run.is_object()) return text;
  for (const char* name : {"wall_time", "files"}) run.erase(name);
  for (const char* name : {"real_time_factor", "agent_steps_per_second", "threads"}) run["metrics"].erase(name);
  return run;
}

struct Whole {
  json result;
  std::vector<std::string> files;
  std::size_t calls = 0;
  double seconds = 0;
};

Whole undisturbed() {
  const Stage stage;
  const Shimmed run = stage.run(running(stage));
  REQUIRE_MESSAGE(run.said.code == 0, run.said.err);
  Whole whole{.result = lasting(run.said.out), .files = {}, .calls = run.calls.size(), .seconds = 0};
  for (const std::string& name : outputs) whole.files.push_back(without_counters(stage.bytes(name)));
  const Stage timed;
  const auto start = Clock::now();
  REQUIRE(call(timed.folder, running(timed)).code == 0);
  whole.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return whole;
}

bool saved(const Stage& stage) { return stage.has("c.wend") || stage.has("c.wend.1") || stage.has("c.wend.2"); }

std::string listed(const Stage& stage) {
  std::string list;
  for (const std::string& name : stage.names()) list += " " + name;
  return list;
}

// What `wend info` says of a file that was being written.
std::string explained(const Stage& stage) {
  for (const std::string& name : stage.names()) {
    if (!has(name, ".partial-")) continue;
    const Said said = call(stage.folder, {"info", stage / name});
    if (said.code > 2 || !has(said.out + said.err, "was being written")) return name + " is not explained: " + said.out + said.err;
  }
  return "";
}

// After the kill: an empty text if everything is as it should be.
std::string after(const Stage& stage, const Whole& whole) {
  const std::string before = listed(stage);
  const bool any = saved(stage);
  const Said said = call(stage.folder, any ? resuming(stage) : running(stage));
  const auto problem = [&](const std::string& text) {
    return text + "; exit code " + std::to_string(said.code) + ", said: " + said.err + "; files before:" + before + ", after:" + listed(stage);
  };
  if (said.code != 0 || !said.err.empty()) return problem(any ? "it should go on" : "it should run");
  if (lasting(said.out) != whole.result) return problem("the result differs: " + said.out);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (without_counters(stage.bytes(outputs[i])) != whole.files[i]) return problem(outputs[i] + " differs");
  }
  for (const std::string& name : stage.names()) {
    if (any && has(name, ".partial-")) return problem(name + " was left");
  }
  return "";
}

// The process dies at these of its calls: the run, then what resumes it, and so on.
std::string killed_at(const std::vector<std::size_t>& calls, const char* kind, const Whole& whole, bool explain = false) {
  const Stage stage;
  std::string what = std::string(kind) + " at call";
  for (const std::size_t number : calls) {
    what += " " + std::to_string(number);
    const Shimmed run = stage.run(saved(stage) ? resuming(stage) : running(stage), {.call = number, .kind = kind});
    if (run.said.code == 0) break;
    if (run.said.code != 128 + SIGKILL) return what + ": it ended with " + std::to_string(run.said.code) + ": " + run.said.err;
    if (!run.calls.empty()) what += " (" + run.calls.back().operation + " " + std::filesystem::path(run.calls.back().path).filename().string() + ")";
  }
  if (explain) {
    if (const std::string bad = explained(stage); !bad.empty()) return what + ": " + bad;
  }
  const std::string bad = after(stage, whole);
  return bad.empty() ? "" : what + ": " + bad;
}

// Dies by the clock, once or several times.
std::string killed_after(const std::vector<double>& delays, const Whole& whole) {
  const Stage stage;
  std::string what = "killed after s:";
  for (const double delay : delays) {
    what += " " + std::to_string(delay);
    Running run(stage.folder, saved(stage) ? resuming(stage) : running(stage));
    std::this_thread::sleep_for(std::chrono::duration<double>(delay));
    run.signal(SIGKILL);
    const Said said = run.wait();
    if (said.code != 0 && said.code != 128 + SIGKILL) return what + ": it ended with " + std::to_string(said.code) + ": " + said.err;
  }
  const std::string bad = after(stage, whole);
  return bad.empty() ? "" : what + ": " + bad;
}

void kill_often(std::size_t kills, std::uint64_t seed) {
  const Whole whole = undisturbed();
  std::vector<std::string> problems(kills);
  golden::in_parallel(kills, [&](std::size_t i) {
    Rng rng = Rng::stream(seed, Purpose::test, i);
    const auto moment = [&] { return 1 + rng.below(whole.calls); };
    const std::size_t share = 100 * i / kills;
    if (share < 60) {
      problems[i] = killed_at({1 + i * whole.calls * 10 / (6 * kills)}, i % 3 == 0 ? "tear" : "kill", whole, i % 8 == 0);
    } else if (share < 75) {
      problems[i] = killed_at({moment(), moment(), moment()}, "kill", whole);
    } else if (share < 95) {
      problems[i] = killed_after({rng.uniform(0, 1.1 * whole.seconds)}, whole);
    } else {
      problems[i] = killed_after({rng.uniform(0, whole.seconds), rng.uniform(0, whole.seconds)}, whole);
    }
  });
  for (const std::string& problem : problems) CHECK_MESSAGE(problem.empty(), problem);
}

}  // namespace

TEST_CASE("kill: 100 moments, each resumed to the end of the uninterrupted run") { kill_often(100, 1); }

TEST_SUITE("long") {
  TEST_CASE("kill: 2000 moments, or WEND_KILLS") {
    const char* wanted = std::getenv("WEND_KILLS");
    kill_often(wanted == nullptr ? 2000 : std::stoul(wanted), 2);
  }
}

#endif
