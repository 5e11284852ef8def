#if defined WEND_PROGRAM && defined WEND_SHIM
#include <doctest/doctest.h>
#include <wend/io/checkpoint.hpp>
#include <wend/scene.hpp>

#include <cerrno>
#include <cstring>
#include <map>

#include "golden/cli_support.hpp"
#include "golden/in_parallel.hpp"
#include "support/shim.hpp"

using namespace wend;
using namespace wend::test;

// A run that saves itself meets an error in every call of every save: it goes on to its end, and whole checkpoints stay.

namespace {

const std::string walkers = R"(
scene { title = "Walkers", dt = 0.25, duration = 2, seed = 4 }
local goal = target { at = {12, 0}, radius = 2 }
group { count = 2, area = box(-30, -20, -5, 20), target = goal, model = attractor {} }
)";

std::string scene_path() {
  static const Folder folder;
  static const std::string path = folder.file("walkers.lua", walkers);
  return path;
}

std::vector<std::string> saving(const Stage& stage, const std::string& seed) {
  return {"run", scene_path(), "--seed", seed, "--checkpoint", stage / "c.wend", "--checkpoint-every", "0.5", "--json", "-q"};
}

// Seed and step of a whole checkpoint.
struct Moment {
  std::uint64_t seed = 0, step = 0;
  bool operator==(const Moment&) const = default;
};

std::optional<Moment> moment_of(std::span<const std::byte> bytes) {
  const NoTraps no_traps;
  auto scene = scene::Scene::resume(bytes);
  if (!scene) return {};
  return Moment{scene->world().seed(), scene->world().steps()};
}

// Three older checkpoints of another run (seed 9, steps 4, 6 and 8), each as its bytes.
std::map<std::string, std::string> older() {
  const Stage stage;
  REQUIRE(stage.run(saving(stage, "9")).said.code == 0);
  std::map<std::string, std::string> files;
  for (const std::string& name : stage.names()) files[name] = stage.bytes(name);
  REQUIRE(files.size() == 3);
  return files;
}

struct Whole {
  std::map<std::string, std::string> older;
  json result;
  std::vector<FileCall> calls;
};

json told(const std::string& text) {
  const NoTraps no_traps;
  const json run = json::parse(text, nullptr, false);
  return run.is_object() ? json{run.value("steps", 0), run.value("hash", "")} : json(text);
}

std::string spoiled(const Whole& whole, std::size_t number, const std::string& kind) {
  const Stage stage;
  for (const auto& [name, bytes] : whole.older) std::ofstream(stage / name, std::ios::binary) << bytes;
  const Shimmed run = stage.run(saving(stage, "4"), {.call = number, .kind = kind});
  const FileCall call = number <= run.calls.size() ? run.calls[number - 1] : FileCall{};
  const auto problem = [&](const std::string& text) {
    std::string list;
    for (const std::string& name : stage.names()) list += " " + name;
    return text + "; call " + std::to_string(number) + " (" + call.operation + " " + call.path + "), kind " + kind + ", exit code " +
           std::to_string(run.said.code) + ", said: " + run.said.err + "; files:" + list;
  };
  if (told(run.said.out) != whole.result) return problem("the run should have gone on to the same end: " + run.said.out);
  const bool error = kind != "short" && kind != std::to_string(EINTR);
  // The folder is opened twice per save: to look for leftovers before the file is opened, and to flush it.
  const bool looks = call.operation == "open_folder" && number < run.calls.size() && run.calls[number].operation == "open";
  const bool harmless = call.path == stage.out() && (call.operation == "close" || looks);
  if (!error || harmless) {
    if (run.said.code != 0 || !run.said.err.empty()) return problem("it should have worked");
  } else {
    if (run.said.code != 1) return problem("the exit code should be 1");
    if (!has(run.said.err, stage / "c.wend") || !has(run.said.err, std::strerror(std::stoi(kind)))) return problem("path or cause not named");
  }
  std::size_t there = 0;
  for (const std::string& name : stage.names()) {
    if (has(name, ".partial-")) return problem("something was left");
    const std::string bytes = stage.bytes(name);
    if (!moment_of(std::as_bytes(std::span(bytes)))) return problem(name + " is damaged");
    ++there;
  }
  if (there < 2) return problem("older checkpoints are gone");
  const auto found = io::find_checkpoint(stage / "c.wend");
  if (!found || found->path != stage / "c.wend") return problem("the newest checkpoint is gone");
  const Moment newest = *moment_of(found->bytes);
  // Only an error in the last save keeps the end from being saved, and then the one before is there.
  const bool last_save = number + 12 > run.calls.size();
  if (newest != Moment{4, 8} && !(error && last_save && newest == Moment{4, 6})) return problem("the newest checkpoint is old");
  return "";
}

void attempt_all(const std::vector<std::string>& kinds) {
  Whole whole{.older = older(), .result = {}, .calls = {}};
  const Stage stage;
  for (const auto& [name, bytes] : whole.older) std::ofstream(stage / name, std::ios::binary) << bytes;
  const Shimmed run = stage.run(saving(stage, "4"));
  REQUIRE(run.said.code == 0);
  whole.result = told(run.said.out);
  REQUIRE(whole.result[0] == 8);
  whole.calls = run.calls;
  struct Attempt {
    std::size_t call;
    std::string kind;
  };
  std::vector<Attempt> attempts;
  for (std::size_t n = 1; n <= whole.calls.size(); ++n) {
    const FileCall& call = whole.calls[n - 1];
    const bool names = call.operation == "rename" || call.operation == "link" || call.operation == "unlink";
    for (const std::string& kind : kinds) {
      if ((kind == "short" && call.size < 2) || (kind == std::to_string(EINTR) && names)) continue;
      attempts.push_back({n, kind});
    }
  }
  std::vector<std::string> problems(attempts.size());
  golden::in_parallel(attempts.size(), [&](std::size_t i) { problems[i] = spoiled(whole, attempts[i].call, attempts[i].kind); });
  for (const std::string& problem : problems) CHECK_MESSAGE(problem.empty(), problem);
  MESSAGE(whole.calls.size(), " calls, ", attempts.size(), " of them spoiled");
}

}  // namespace

TEST_CASE("write faults: saves of a run, every call: the run goes on and whole checkpoints stay") {
  attempt_all({std::to_string(ENOSPC), "short", std::to_string(EINTR)});
}

TEST_SUITE("long") {
  TEST_CASE("write faults: saves of a run, every call and every kind") {
    attempt_all({std::to_string(EIO), std::to_string(EDQUOT), std::to_string(EACCES)});
  }
}

#endif
