#ifdef WEND_PROGRAM
#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

#include "golden/cli_support.hpp"

using namespace wend::test;

// `wend diff A B`: the first step, agent and quantity in which two runs differ.

namespace {

// A dozen people; `kick` puts the fifth one a little aside after step 7, `shift` moves the target after step 12.
const std::string walk = R"(
scene { title = "Walk", dt = 0.25, duration = 5, seed = 2 }
local kick, shift = param("kick", 0, 0, 1), param("shift", 0, 0, 1)
local goal = target { at = {12, 0}, radius = 1 }
obstacle { at = {2, 0.2}, radius = 0.6 }
local all = {}
for i = 1, 12 do all[i] = agent { at = {-3, 0.9 * i - 6}, heading = 0.1, speed = 1, target = goal } end
on.step(function(t)
  if kick > 0 and t > 1.7 and t < 1.8 then all[5].speed = 1 + kick end
  if shift > 0 and t > 2.9 and t < 3.1 then goal.at = {12, shift} end
end)
)";

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

struct Walks {
  Folder folder;
  std::string scene = folder.file("walk.lua", walk);

  // Runs it into the files.
  void run(const std::vector<std::string>& options) const {
    std::vector<std::string> arguments{"run", scene, "--quiet"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Said said = call(folder, arguments);
    REQUIRE_MESSAGE(said.code == 0, said.err);
  }
  Said diff(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "diff");
    return call(folder, arguments);
  }
};

// Another text in column `column` of a line, from 0.
void set_column(std::string& line, std::size_t column, const std::string& value, char between = ',') {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < column; ++i) begin = line.find(between, begin) + 1;
  line.replace(begin, line.find(between, begin) - begin, value);
}

// The file with another text in column `column` of line `line`, both from 0.
void plant(const std::string& from, const std::string& to, std::size_t line, std::size_t column, const std::string& value, char between = ',') {
  std::vector<std::string> all = lines(read_file(from));
  REQUIRE(line < all.size());
  set_column(all[line], column, value, between);
  std::ofstream out(to);
  for (const std::string& each : all) out << each << "\n";
}

}  // namespace

TEST_CASE("diff: runs that agree, in every kind of file") {
  const Walks w;
  for (const char* name : {"a", "b"}) {
    const std::string to = w.folder / name;
    w.run({"-o", to + ".sqlite", "-o", to + ".csv", "-o", to + ".npy", "-o", to + ".wend", "--hashes", to + ".hashes", "--threads", name[0] == 'a' ? "1" : "2"});
  }
  const std::string a = w.folder / "a", b = w.folder / "b";
  for (const char* left : {".sqlite", ".csv", ".npy"}) {
    for (const char* right : {".sqlite", ".csv", ".npy"}) {
      const Said said = w.diff({a + left, b + right});
      CHECK(said.code == 0);
      CHECK(said.out == "same: 21 frames, 12 agents\n");
    }
    const Said scene = w.diff({w.scene, a + left});
    CHECK(scene.out == "same: 21 frames, 12 agents\n");
    const Said moment = w.diff({a + left, b + ".wend"});
    CHECK(has(moment.out, "t = 5 s"));
    CHECK(moment.code == 0);
  }
  CHECK(w.diff({a + ".wend", b + ".wend"}).out == "same at step 20 (t = 5 s), 12 agents\n");
  CHECK(w.diff({a + ".hashes", b + ".hashes"}).out == "same: 20 steps\n");
  CHECK(w.diff({a + ".hashes", w.scene}).code == 0);
  CHECK(w.diff({b + ".wend", a + ".hashes"}).code == 0);
  CHECK(w.diff({w.scene, b + ".wend"}).out == "same at step 20 (t = 5 s), 12 agents\n");
  CHECK(w.diff({w.scene, "--threads-b", "3", "--environment", "grid", "--environment-b", "kinetic"}).out == "same: 20 steps, 12 agents\n");
  const Said quiet = w.diff({a + ".csv", b + ".npy", "--quiet"});
  CHECK(quiet.code == 0);
  CHECK(quiet.out.empty());
}

TEST_CASE("diff: two scenes, from the step in which their scripts part") {
  const Walks w;
  const Said said = w.diff({w.scene, "--set-b", "kick=0.5", "--max", "1000", "--json"});
  CHECK(said.code == 1);
  const json kicked = one_object(said.out);
  CHECK(keys(kicked) == std::set<std::string>{"schema", "a", "b", "compared_by", "tolerance", "same", "compared", "passed_over", "agents", "step", "time", "ended", "total", "differences"});
  CHECK(kicked["compared_by"] == "state");
  CHECK(kicked["same"] == false);
  CHECK(kicked["step"] == 8);
  CHECK(kicked["time"] == 2.0);
  CHECK(kicked["compared"] == 8);
  CHECK(kicked["total"] == kicked["differences"].size());
  bool found = false;
  for (const json& d : kicked["differences"]) {
    CHECK(d["of"] == "agent");
    CHECK(d["id"] == 4);
    found = found || (d["quantity"] == "top_speed" && d["a"] == 1.0 && d["b"] == 1.5 && d["by"] == 0.5);
  }
  CHECK(found);
  CHECK(has(said.err, "step 8 (t = 2 s): agent 4: top_speed 1 against 1.5 (differs by 0.5)\n"));

  const Said shifted = w.diff({w.scene, w.scene, "--set-b", "shift=1", "--max", "1"});
  CHECK(shifted.code == 1);
  CHECK(lines(shifted.out).at(0) == "step 13 (t = 3.25 s): target 0: at (12, 0) against (12, 1)");
  CHECK(has(lines(shifted.out).at(1), " more there"));
  CHECK(has(w.diff({w.scene, "--seed-b", "9"}).out, "step 0 (t = 0 s): seed 2 against 9 (differs by 7)\n"));
}

TEST_CASE("diff: files, to the number that was changed") {
  const Walks w;
  const std::string a = w.folder / "a", b = w.folder / "b";
  w.run({"-o", a + ".csv", "-o", a + ".sqlite", "-o", a + ".wend", "--hashes", a + ".hashes"});
  // Frame 9, agent 2: line 1 + 9 * 12 + 2, column turn_rate.
  plant(a + ".csv", b + ".csv", 1 + 9 * 12 + 2, 10, "7.5");
  const Said csv = w.diff({a + ".csv", b + ".csv"});
  CHECK(csv.code == 1);
  CHECK(has(csv.out, "t = 2.25 s: agent 2: turn_rate "));
  CHECK(has(csv.out, " against 7.5 (differs by "));
  CHECK(one_line(csv.out));
  CHECK(has(w.diff({a + ".sqlite", b + ".csv"}).out, "step 9 (t = 2.25 s): agent 2: turn_rate "));
  CHECK(has(w.diff({b + ".csv", w.scene}).out, "step 9 (t = 2.25 s): agent 2: turn_rate 7.5 against "));

  // Velocities count where both sides have them.
  plant(a + ".csv", b + ".csv", 1 + 9 * 12 + 2, 13, "9.5");
  CHECK(has(w.diff({a + ".csv", b + ".csv"}).out, "t = 2.25 s: agent 2: vx "));
  CHECK(has(w.diff({w.scene, b + ".csv"}).out, " against 9.5 (differs by "));
  std::ofstream old(b + "-old.csv");
  for (std::string line : lines(read_file(b + ".csv"))) {
    for (int cut = 0; cut < 2 && !line.empty(); ++cut) line.erase(line.rfind(','));
    old << line << "\n";
  }
  old.close();
  CHECK(w.diff({a + ".csv", b + "-old.csv"}).out == "same: 21 frames, 12 agents\n");
  CHECK(w.diff({b + "-old.csv", a + ".sqlite"}).code == 0);

  plant(a + ".csv", b + ".csv", 1 + 9 * 12 + 2, 3, "1e3");
  const Said far = w.diff({a + ".csv", b + ".csv", "--tolerance", "900"});
  CHECK(has(far.out, "agent 2: x "));
  CHECK(w.diff({a + ".csv", b + ".csv", "--tolerance", "2000"}).out == "same: 21 frames, 12 agents, within 2000\n");

  plant(a + ".hashes", b + ".hashes", 4, 3, "0123456789abcdef", ' ');
  plant(b + ".hashes", b + ".hashes", 4, 1, "0000000000000000", ' ');
  const Said hashes = w.diff({a + ".hashes", b + ".hashes"});
  CHECK(hashes.code == 1);
  CHECK(has(hashes.out, "step 5: hash of motion "));
  CHECK(has(hashes.out, " against 0123456789abcdef\n"));
  CHECK(has(w.diff({w.scene, b + ".hashes"}).out, "step 5 (t = 1.25 s): hash of motion "));

  w.run({"--set", "kick=0.5", "-o", b + ".wend", "-o", b + ".sqlite"});
  const Said saved = w.diff({a + ".wend", b + ".wend", "--max", "1"});
  CHECK(saved.code == 1);
  CHECK(has(saved.out, "step 20 (t = 5 s): agent "));
  const Said sqlite = w.diff({a + ".sqlite", b + ".sqlite", "--max", "100"});
  CHECK(has(sqlite.out, "step 8 (t = 2 s): agent 4: top_speed 1 against 1.5 (differs by 0.5)\n"));
}

TEST_CASE("diff: lengths, intervals and people that are missing") {
  const Walks w;
  const std::string a = w.folder / "a", b = w.folder / "b";
  w.run({"-o", a + ".sqlite", "-o", a + ".csv", "--hashes", a + ".hashes"});
  w.run({"-o", b + ".sqlite", "-o", b + ".npy", "--duration", "3", "--hashes", b + ".hashes"});
  const Said longer = w.diff({a + ".sqlite", b + ".sqlite"});
  CHECK(longer.code == 1);
  CHECK(longer.out == "step 12 (t = 3 s): B ends here, A goes on; the same until then\n");
  CHECK(w.diff({b + ".npy", a + ".csv"}).out == "t = 3 s: A ends here, B goes on; the same until then\n");
  CHECK(w.diff({a + ".hashes", b + ".hashes"}).out == "step 12: B ends here, A goes on; the same until then\n");
  const json ended = one_object(w.diff({b + ".sqlite", w.scene, "--json"}).out);
  CHECK(ended["ended"] == "a");
  CHECK(ended["same"] == false);
  CHECK(ended["differences"].empty());

  // Every third step only: the last of them comes before the end.
  w.run({"-o", b + ".sqlite", "--every", "0.75"});
  const Said sparse = w.diff({a + ".sqlite", b + ".sqlite"});
  CHECK(sparse.code == 0);
  CHECK(sparse.out == "same: 7 frames, 12 agents; 14 frames in only one of them not compared\n");

  w.run({"-o", b + ".wend", "--duration", "3"});
  CHECK(w.diff({a + ".csv", b + ".wend"}).out == "same at step 12 (t = 3 s), 12 agents\n");
  const Said early = w.diff({b + ".wend", w.scene, "--duration", "2"});
  CHECK(early.code == 1);
  CHECK(has(early.out, "step 8 (t = 2 s): B ends here, A goes on"));

  // The agents' own file without agent 6 in one frame.
  std::string text;
  std::vector<std::string> all = lines(read_file(a + ".csv"));
  for (std::string& line : all) {
    if (line.starts_with("4,")) set_column(line, 12, "11");  // present
    if (!line.starts_with("4,1,6,")) text += line + "\n";
  }
  const std::string less = w.folder.file("less.csv", text);
  const Said missing = w.diff({a + ".csv", less});
  CHECK(missing.code == 1);
  CHECK(missing.out == "t = 1 s: agent 6: only in A\n");
}

TEST_CASE("diff: what cannot be compared is said, with code 2") {
  const Walks w;
  const std::string a = w.folder / "a";
  w.run({"-o", a + ".csv", "--hashes", a + ".hashes"});
  const std::string words = w.folder.file("words.txt", "hello\n");
  const std::string cut = w.folder.file("cut.hashes", lines(read_file(a + ".hashes"))[0] + "\n2 0123\n");
  const std::string broken = w.folder.file("broken.lua", "scene { duraton = 3 }");
  const std::string half = w.folder.file("half.wend", "WENDSNAP and nothing");
  const std::string fails = w.folder.file("fails.lua", walk + "on.step(function(t) if t > 1 then error('enough') end end)");
  struct Case {
    std::vector<std::string> arguments;
    std::string error;
  };
  const std::vector<Case> cases = {
      {{a + ".csv", w.folder / "none.csv"}, "no file"},
      {{a + ".csv", words}, "is not a scene (.lua), trajectory"},
      {{a + ".csv", a + ".hashes"}, "nothing to compare"},
      {{a + ".hashes", cut}, "line 2 is '2 0123', expected a step and ten hashes"},
      {{broken}, "did you mean 'duration'?"},
      {{half, half}, "half.wend"},
      {{w.scene, fails}, "enough"},
      {{a + ".hashes", a + ".hashes", "--tolerance", "1"}, "--tolerance: hashes are equal or not"},
      {{w.scene, "--set", "kick=1", "--set-b", "kick=0"}, "'kick' is in --set as well"},
      {{w.scene, "--threads-b", "0"}, "--threads-b: "},
      {{w.scene, "--max", "0"}, "--max: "},
  };
  for (const Case& c : cases) {
    const Said said = w.diff(c.arguments);
    CAPTURE(c.error);
    CHECK(said.code == 2);
    CHECK_MESSAGE(has(said.err, c.error), said.err);
    CHECK(said.out.empty());
  }
  const json object = one_object(w.diff({a + ".csv", words, "--json"}).out);
  CHECK(keys(object) == std::set<std::string>{"schema", "a", "b", "error"});
}


TEST_CASE("diff: what is for scenes is not passed over in silence for files") {
  const Walks walks;
  walks.run({"-o", walks.folder / "a.csv"});
  const std::string file = walks.folder / "a.csv";
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{{file, file, "--seed", "3"}, {file, file, "--set-b", "kick=1"}, {walks.scene, file, "--seed-b", "3"}}) {
    const Said said = walks.diff(arguments);
    CHECK(said.code == 2);
    CHECK(has(said.err, "is a file: --set, --seed"));
  }
  CHECK(walks.diff({walks.scene, file, "--seed", "2"}).code == 0);
  CHECK(walks.diff({file, file, "--threads", "2"}).code == 0);
}
#endif
