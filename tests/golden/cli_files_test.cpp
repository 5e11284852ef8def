#ifdef WEND_PROGRAM
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "golden/cli_support.hpp"

// A file is what its content says, whatever its name.

using namespace wend::test;

namespace {

const std::vector<std::vector<std::string>> scene_commands{{"run"}, {"check"}, {"render"}, {"plan"}, {"explain"}};

Said given(const Folder& folder, const std::vector<std::string>& command, const std::string& file) {
  std::vector<std::string> words = command;
  words.push_back(file);
  if (command[0] == "render") words.insert(words.end(), {"-o", folder / "drawn.png"});
  return call(folder, words);
}

// Every command that wants a scene refuses it with one line that has these words; the file's name stands for @.
void check_no_scene(const Folder& folder, const std::string& file, std::vector<std::string> expected) {
  for (const auto& command : scene_commands) {
    CAPTURE(command[0]);
    const Said said = given(folder, command, file);
    CAPTURE(said.err);
    CHECK(said.code == 2);
    CHECK(one_line(said.err));
    for (std::string words : expected) {
      for (std::size_t at = 0; (at = words.find('@', at)) != words.npos; at += file.size()) words.replace(at, 1, file);
      CHECK_MESSAGE(has(said.err, words), words);
    }
    CHECK_FALSE(has(said.err, "is a trajectory"));
    CHECK_FALSE(has(said.err, "wend info"));
  }
  CHECK_FALSE(std::filesystem::exists(folder / "drawn.png"));
}

std::string noise(std::size_t bytes) {
  std::string text;
  std::uint64_t x = 88172645463325252u;
  while (text.size() < bytes) {
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    text += static_cast<char>(x & 0xff);
  }
  return text;
}

}  // namespace

TEST_CASE("cli files: a checkpoint is named for what it is by the commands that want a scene, whatever its name") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick);
  REQUIRE(call(folder, {"run", scene, "--duration", "1", "-q", "-o", folder / "a.wend"}).code == 0);
  for (const char* name : {"b.lua", "b.sqlite", "b"}) std::filesystem::copy_file(folder / "a.wend", folder / name);
  for (const char* name : {"a.wend", "b.lua", "b.sqlite", "b"}) {
    check_no_scene(folder, folder / name, {"'@' is a checkpoint, expected a scene (.lua)", "`wend resume @` goes on with it"});
    CHECK(has(call(folder, {"info", folder / name}).out, "checkpoint, format"));
    CHECK(call(folder, {"resume", folder / name, "--duration", "2", "-q"}).code == 0);
  }
}

TEST_CASE("cli files: noise is not a text, and no command calls it a trajectory") {
  const Folder folder;
  for (const char* name : {"g.lua", "g.sqlite", "g.csv", "g.npy", "g.wend", "g.txt", "g"}) {
    folder.file(name, noise(100000));
    check_no_scene(folder, folder / name, {"'@' is not a text, expected a scene (.lua)"});
    CHECK(has(call(folder, {"info", folder / name}).err, "it is not a text"));
    CHECK(has(call(folder, {"diff", folder / name, folder / name}).err, "is not a text"));
  }
}

TEST_CASE("cli files: a whole trajectory is a trajectory to those who want a scene, a broken or foreign one says why") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick);
  REQUIRE(call(folder, {"run", scene, "--duration", "2", "-q", "-o", folder / "a.sqlite", "-o", folder / "a.csv", "-o", folder / "a.npy"}).code == 0);
  for (const char* ending : {".sqlite", ".csv", ".npy"}) {
    const std::string whole = folder / ("a" + std::string(ending)), cut = folder / ("cut" + std::string(ending)), renamed = folder / ("a" + std::string(ending) + ".lua");
    CAPTURE(ending);
    std::filesystem::copy_file(whole, renamed);
    for (const std::string& file : {whole, renamed}) {
      const Said said = call(folder, {"run", file});
      CHECK(said.code == 2);
      CHECK(has(said.err, "is a trajectory, expected a scene (.lua); `wend info " + file + "` explains it, `wend render " + file + "` draws it"));
      CHECK(call(folder, {"info", file}).code == 0);
      CHECK(call(folder, {"render", file, "-o", folder / "a.png", "--size", "200x160"}).code == 0);
    }
    const std::string all = read_file(whole);
    // Half of a .csv or .npy can be read, as what a killed run left.
    folder.file("cut" + std::string(ending), all.substr(0, ending == std::string(".sqlite") ? all.size() / 2 : 20));
    check_no_scene(folder, cut, {"cannot read '@'"});
  }
  // An SQLite file of somebody else: its first page is enough.
  std::string other = read_file(folder / "a.sqlite");
  for (std::size_t at = 0; (at = other.find("trajectory_data", at)) != other.npos; ++at) other.replace(at, 15, "trajectory_dat_");
  folder.file("other.sqlite", other);
  check_no_scene(folder, folder / "other.sqlite", {"other.sqlite"});
  // Texts with the names of data, and an empty file.
  check_refused(folder, {{{"run", folder.file("words.csv", "a,b,c\n1,2,3\n")}, "words.csv' is a text, but not a trajectory of wend, expected a scene (.lua)"},
                         {{"render", folder / "words.csv", "-o", folder / "drawn.png"}, "expected a scene (.lua) or trajectory (.sqlite, .csv, .npy)"},
                         {{"run", folder.file("words.wend", "hello\n")}, "words.wend' is a text, not a checkpoint"},
                         {{"render", folder.file("none.sqlite", ""), "-o", folder / "drawn.png"}, "none.sqlite' is empty"},
                         {{"run", folder / "a.png"}, "a.png' is a PNG picture, expected a scene (.lua)"},
                         {{"run", WEND_PROGRAM}, "is a program, expected a scene (.lua)"}});
  CHECK_FALSE(std::filesystem::exists(folder / "drawn.png"));
}

TEST_CASE("cli files: a scene may have any name, letters of any kind, and come through a pipe") {
  const Folder folder;
  CHECK(call(folder, {"check", folder.file("scene.txt", "-- Gr\xfc\xdf\x65, \xe2\x82\xac\n" + quick)}).code == 0);
  CHECK(call(folder, {"check", folder.file("noending", quick)}).code == 0);
}

TEST_CASE("cli files: no scene of that name tells where the names are") {
  const Folder folder;
  check_refused(folder, {{{"run", "nosuch"}, "no scene 'nosuch'; `wend scenes` lists the shipped ones"}});
  const Said near = Running(folder, {"run", "dorway"}, "", true, {"WEND_SCENES=" WEND_SOURCE_DIR "/scenes"}).wait();
  CHECK(has(near.err, "no scene 'dorway'; `wend scenes` lists the shipped ones; did you mean 'doorway'?"));
  check_refused(folder, {{{"run", folder.file("quick.lua", quick), "-o", folder / "x.xyz"}, "unknown ending .xyz, expected .sqlite, .csv or .npy, or .wend for a checkpoint"},
                         {{"run", folder / "quick.lua", "-o", folder / "x.wnd"}, "did you mean '.wend'?"},
                         {{"run", folder / "quick.lua", "--sed", "3"}, "unknown option --sed; did you mean '--seed'?"}});
}
#endif
