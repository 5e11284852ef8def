#if defined WEND_PROGRAM && defined WEND_SHIM
#include <doctest/doctest.h>
#include <wend/base/sections.hpp>

#include <cerrno>
#include <cstring>
#include <functional>
#include <span>

#include "golden/cli_support.hpp"
#include "golden/in_parallel.hpp"
#include "support/shim.hpp"

using namespace wend::test;

// Every system call that a writer makes fails in turn. An error is told with path and cause and leaves nothing half done;
// a short or interrupted write is no error.

namespace {

const std::string three = R"(
scene { title = "Three", dt = 0.25, duration = 0.5, seed = 4 }
local goal = target { at = {12, 0}, radius = 2 }
obstacle { at = {4, 0.2}, radius = 0.6 }
group { count = 3, area = box(-30, -20, -5, 20), target = goal, model = attractor {} }
)";

struct Writer {
  std::string file;                    // what is written
  std::vector<std::string> arguments;  // SCENE and FILE are replaced
};

const Writer csv{"x.csv", {"run", "SCENE", "-o", "FILE", "-q"}};
const Writer npy{"x.npy", {"run", "SCENE", "-o", "FILE", "-q"}};
const Writer sqlite{"x.sqlite", {"run", "SCENE", "-o", "FILE", "-q"}};
const Writer checkpoint{"x.wend", {"run", "SCENE", "-o", "FILE", "-q"}};
const Writer hashes{"h.txt", {"run", "SCENE", "--hashes", "FILE", "-q"}};
Writer drawn(const std::string& ending) {
  return {"x" + ending, {"render", "SCENE", "-o", "FILE", "-q", "--size", "64x64"}};
}

enum class Before { nothing, old_file };
const std::string old_text = "what was there before";

// Some files hold the path of the scene: it is the same for all runs.
std::string scene_path() {
  static const Folder folder;
  static const std::string path = folder.file("three.lua", three);
  return path;
}

// In place of ffmpeg: writes the pictures to the file as they come. Written once, before any thread starts programs: a
// child that is being started holds a copy of every open file, and Linux refuses to run a program that is open for writing.
const std::string& encoder_path() {
  static const Folder folder;
  static const std::string path = [] {
    std::string script = folder.file("ffmpeg", "#!/bin/sh\nfor last; do :; done\nexec cat > \"${last#file:}\"\n");
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    return script;
  }();
  return path;
}

std::vector<std::string> command(const Writer& w, const Stage& stage) {
  std::vector<std::string> arguments = w.arguments;
  std::replace(arguments.begin(), arguments.end(), std::string("SCENE"), scene_path());
  std::replace(arguments.begin(), arguments.end(), std::string("FILE"), stage / w.file);
  std::filesystem::create_directory(stage.folder / "bin");
  std::filesystem::create_symlink(encoder_path(), stage.folder / "bin/ffmpeg");
  return arguments;
}

// What does not depend on the clock or on the process that wrote it; "damaged" for a checkpoint that is.
std::string lasting(const Stage& stage, const std::string& file) {
  const std::string bytes = without_counters(stage.bytes(file));
  if (!file.ends_with(".wend") || bytes == old_text) return bytes;
  const auto sections = wend::read_sections(std::as_bytes(std::span(bytes)));
  if (!sections) return "damaged";
  std::string all;
  for (const wend::Section& section : sections->list) {
    if (section.name == "run/so_far") continue;  // knows the process
    all += section.name + std::string(reinterpret_cast<const char*>(section.bytes.data()), section.bytes.size());
  }
  return all;
}

// But for what is left on purpose: the older checkpoint.
std::vector<std::string> unexpected(const Writer& w, const Stage& stage) {
  std::vector<std::string> names = stage.names();
  std::erase(names, w.file);
  if (w.file == checkpoint.file && stage.has(w.file + ".1") && stage.bytes(w.file + ".1") == old_text)
    std::erase(names, w.file + ".1");
  return names;
}

struct Whole {
  std::string bytes;
  std::vector<FileCall> calls;
};

Whole undisturbed(const Writer& w) {
  const Stage stage;
  const Shimmed run = stage.run(command(w, stage));
  REQUIRE_MESSAGE(run.said.code == 0, run.said.err);
  REQUIRE(stage.names() == std::vector{w.file});
  REQUIRE(run.calls.size() >= 9);  // open, cut, write, flush, rename, close, and the folder
  return {lasting(stage, w.file), run.calls};
}

bool is_error(const std::string& kind) { return kind != "short" && kind != std::to_string(EINTR); }

// Only these are ever interrupted, or wrote less than they were given.
bool can_happen(const std::string& kind, const FileCall& call) {
  const std::string& o = call.operation;
  if (kind == "short") return call.size > 1;
  if (kind != std::to_string(EINTR)) return true;
  return o != "rename" && o != "link" && o != "unlink" && o != "mkdir";
}

// Calls whose failure costs nothing: what was written is on the disk already, or nothing yet.
bool harmless(const Writer& w, const FileCall& call, const Stage& stage, bool first) {
  if (first && call.operation == "open_folder") return true;  // looks for leftovers of others
  if (call.operation == "close") return call.path == stage.out() || w.file == sqlite.file;
  // SQLite does not ask how the flush of a journal went that is over; the file itself is flushed by us.
  if (call.operation == "fsync" && call.path.ends_with("-journal")) return true;
  return call.operation == "unlink";
}

std::string told(const Said& said, const std::string& path, const FileCall& call, const std::string& kind) {
  if (said.err.find(path) == said.err.npos) return "the path is not named";
  const std::string cause = std::strerror(std::stoi(kind));
  // SQLite says it in its own words, and tries a file that does not open once more, for reading.
  const bool full = kind == std::to_string(ENOSPC) && has(said.err, "database or disk is full");
  const bool closed = call.operation == "open" && (has(said.err, "unable to open database file") ||
                                                   has(said.err, "attempt to write a readonly database"));
  if (call.operation != "send" && !full && !closed && !has(said.err, cause)) return "the cause is not named";
  return one_line(said.err) ? "" : "more than one line";
}

// An empty text is a success: the work is done on several threads.
std::string spoiled(const Writer& w, const Whole& whole, std::size_t number, const std::string& kind, Before before) {
  const Stage stage;
  if (before == Before::old_file) std::ofstream(stage / w.file) << old_text;
  const Shimmed run = stage.run(command(w, stage), {.call = number, .kind = kind});
  const auto problem = [&](const std::string& text) {
    std::string list;
    for (const std::string& name : stage.names()) list += " " + name;
    const std::string what = number <= run.calls.size() ? run.calls[number - 1].operation + " " + run.calls[number - 1].path : "?";
    return text + "; call " + std::to_string(number) + " (" + what + "), kind " + kind + ", exit code " +
           std::to_string(run.said.code) + ", said: " + run.said.err + "; files:" + list;
  };
  const bool as_always = run.said.code == 0 && lasting(stage, w.file) == whole.bytes && unexpected(w, stage).empty() &&
                         run.said.err.empty();
  if (number > run.calls.size()) return as_always ? "" : problem("nothing was spoiled, and yet");
  const FileCall& call = run.calls[number - 1];
  // SQLite takes an interrupted flush for a failed one.
  const bool interrupted = !is_error(kind) && kind != "short";
  const bool unlucky = interrupted && w.file == sqlite.file && call.operation == "fsync";
  if (!is_error(kind) && !unlucky) return as_always ? "" : problem("it should have worked");
  if (as_always && (unlucky || harmless(w, call, stage, number == 1))) return "";

  if (run.said.code != 1) return problem("the exit code should be 1");
  if (const std::string bad = told(run.said, stage / w.file, call, kind); !bad.empty()) return problem(bad);
  bool published = false;
  for (std::size_t i = 0; i + 1 < number; ++i)
    published = published || (run.calls[i].operation == "rename" && run.calls[i].other == stage / w.file);
  const std::string left = stage.has(w.file) ? lasting(stage, w.file) : "";
  const std::string expected = published ? whole.bytes : before == Before::old_file ? old_text : "";
  if (left != expected) return problem("the file is not what it should be");
  return unexpected(w, stage).empty() || call.operation == "unlink" ? "" : problem("something was left");
}

struct Attempt {
  std::size_t call;
  std::string kind;
  Before before;
};

void attempt_all(const Writer& w, const std::function<std::vector<Attempt>(const Whole&)>& choose) {
  CAPTURE(w.file);
  const Whole whole = undisturbed(w);
  std::vector<Attempt> attempts;
  for (const Attempt& a : choose(whole)) {
    if (a.call > whole.calls.size() || can_happen(a.kind, whole.calls[a.call - 1])) attempts.push_back(a);
  }
  std::vector<std::string> problems(attempts.size());
  wend::golden::in_parallel(attempts.size(), [&](std::size_t i) {
    const Attempt& a = attempts[i];
    // An encoder that is gone is what happens to a socket.
    const bool socket = whole.calls[a.call - 1].operation == "send" && is_error(a.kind);
    problems[i] = spoiled(w, whole, a.call, socket ? std::to_string(EPIPE) : a.kind, a.before);
  });
  for (const std::string& problem : problems) CHECK_MESSAGE(problem.empty(), problem);
  MESSAGE(w.file, ": ", whole.calls.size(), " calls, ", attempts.size(), " of them spoiled");
}

const std::vector<std::string> kinds{std::to_string(ENOSPC), std::to_string(EIO), std::to_string(EDQUOT), "short",
                                     std::to_string(EINTR)};

std::vector<Attempt> everything(const Whole& whole) {
  std::vector<Attempt> all;
  for (std::size_t n = 1; n <= whole.calls.size(); ++n) {
    for (const std::string& kind : kinds) {
      for (const Before before : {Before::nothing, Before::old_file}) all.push_back({n, kind, before});
    }
  }
  return all;
}

// Every call, with one error; every third of the others. Socket calls take seconds of patience: only the first.
std::vector<Attempt> most(const Whole& whole) {
  std::vector<Attempt> all;
  for (std::size_t n = 1; n <= whole.calls.size(); ++n) {
    const bool again = n > 1 && whole.calls[n - 1].operation == "send" && whole.calls[n - 2].operation == "send";
    all.push_back({n, again ? "short" : kinds[n % 3], n % 2 == 0 ? Before::nothing : Before::old_file});
    if (whole.calls[n - 1].size > 1 && n % 3 == 0) all.push_back({n, "short", Before::nothing});
    if (n % 3 == 1) all.push_back({n, std::to_string(EINTR), Before::old_file});
  }
  return all;
}

}  // namespace

TEST_CASE("write faults: csv, every call and every kind") { attempt_all(csv, everything); }
TEST_CASE("write faults: npy, every call and every kind") { attempt_all(npy, everything); }
TEST_CASE("write faults: hashes") { attempt_all(hashes, most); }
TEST_CASE("write faults: checkpoint at the end") { attempt_all(checkpoint, everything); }
TEST_CASE("write faults: sqlite, every call") { attempt_all(sqlite, most); }
TEST_CASE("write faults: pictures, every call") {
  for (const char* ending : {".png", ".svg", ".pdf", ".glb"}) attempt_all(drawn(ending), most);
}
TEST_CASE("write faults: film, every call of ours") { attempt_all(drawn(".mp4"), most); }

// Several files and a folder: the scene has its name last, and all of it is there or nothing.
TEST_CASE("write faults: a series for POV-Ray") {
  const Writer pov{"x.pov", {"render", "SCENE", "-o", "FILE", "-q", "--size", "64x64", "--fps", "4"}};
  const Stage undisturbed;
  const Shimmed whole = undisturbed.run(command(pov, undisturbed));
  REQUIRE_MESSAGE(whole.said.code == 0, whole.said.err);
  REQUIRE(whole.calls.size() > 40);
  std::vector<std::string> problems(whole.calls.size());
  wend::golden::in_parallel(problems.size(), [&](std::size_t i) {
    const Stage stage;
    const std::string kind = kinds[i % 3];
    const Shimmed run = stage.run(command(pov, stage), {.call = i + 1, .kind = kind});
    const FileCall call = i < run.calls.size() ? run.calls[i] : FileCall{};
    std::string left;
    for (const std::string& name : stage.names()) left += " " + name;
    bool published = false;
    for (std::size_t k = 0; k < i && k < run.calls.size(); ++k)
      published = published || (run.calls[k].operation == "rename" && run.calls[k].other == stage / pov.file);
    const bool fine = run.said.code == 0 && stage.names() == undisturbed.names() &&
                      (call.operation == "close" || call.operation == "unlink");
    const bool refused = run.said.code == 1 && told(run.said, stage / "x", call, kind).empty() &&
                         (published ? stage.names() == undisturbed.names() : stage.names().empty());
    if (!fine && !refused)
      problems[i] = "call " + std::to_string(i + 1) + " (" + call.operation + " " + call.path + "), exit code " +
                    std::to_string(run.said.code) + ", said: " + run.said.err + "; files:" + left;
  });
  for (const std::string& problem : problems) CHECK_MESSAGE(problem.empty(), problem);
}

TEST_SUITE("long") {
  TEST_CASE("write faults: every call, every kind, with and without an older file") {
    for (const Writer& w : {sqlite, hashes, drawn(".png"), drawn(".svg"), drawn(".pdf"), drawn(".glb"), drawn(".gif"),
                            drawn(".webm"), drawn(".mp4")})
      attempt_all(w, everything);
  }
}

#endif
