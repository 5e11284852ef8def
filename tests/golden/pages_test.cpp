#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/program.hpp"
#include "transcript.hpp"

using namespace wend;
using namespace wend::golden;

// The commands of docs/cli.md and other pages print what stands below them. WEND_RECORD=1 writes the pages anew from
// the program.

namespace {

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text.append(line).append(1, '\n');
  return text;
}

bool have_ffmpeg() { return std::system("ffmpeg -version > /dev/null 2>&1") == 0; }
bool needs_ffmpeg(const std::string& command) { return command.find(".gif") != command.npos || command.find(".mp4") != command.npos; }

std::vector<Shown> possible_commands_of(const Lines& page) {
  std::vector<Shown> commands = commands_of(page);
  static const bool films = have_ffmpeg();
  if (!films && std::erase_if(commands, [](const Shown& each) { return needs_ffmpeg(each.command); }) > 0) MESSAGE("no ffmpeg: films are left out");
  return commands;
}

// What the commands say, both outputs together, one after the other in one shell: a command finds the files and the
// exit code of those before. They run in a folder that holds the shipped scenes and nothing else.
std::vector<Lines> replay(const std::vector<Shown>& commands) {
  const test::Folder folder;
  for (const char* name : {"bin", "said", "here"}) std::filesystem::create_directory(folder / name);
  std::filesystem::create_symlink(WEND_PROGRAM, folder / "bin/wend");
  std::filesystem::create_directory_symlink(WEND_SOURCE_DIR "/scenes", folder / "here/scenes");
  std::string script = "unset COLUMNS NO_COLOR WEND_SCENES\nPATH=../bin:$PATH\ncd '" + folder / "here" + "' || exit 1\ncode=0\n";
  for (std::size_t i = 0; i < commands.size(); ++i) {
    script += "(exit $code)\n{ " + commands[i].command + "\n} > ../said/" + std::to_string(i) + " 2>&1 < /dev/null\ncode=$?\n";
  }
  const std::string call = "sh '" + folder.file("replay.sh", script + "exit 0\n") + "'";
  REQUIRE(std::system(call.c_str()) == 0);
  std::vector<Lines> said;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    said.push_back(without_empty_ends(lines_of(test::read_file(folder / "said/" + std::to_string(i)))));
  }
  return said;
}

void record(const std::string& path, const Lines& page, const std::vector<Shown>& commands, const std::vector<Lines>& said) {
  Lines now;
  std::size_t row = 0;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    for (; row <= commands[i].row; ++row) now.push_back(page[row]);
    const Lines output = brought_up_to_date(commands[i].output, said[i]);
    now.insert(now.end(), output.begin(), output.end());
    row += commands[i].output.size();
  }
  for (; row < page.size(); ++row) now.push_back(page[row]);
  std::ofstream(path) << joined(now);
}

// Returns how many commands were compared.
std::size_t check_page(const std::string& name) {
  const std::string path = WEND_SOURCE_DIR "/" + name;
  const Lines page = lines_of(test::read_file(path));
  std::vector<Shown> commands = possible_commands_of(page);
  const std::vector<Lines> said = replay(commands);
  if (std::getenv("WEND_RECORD") != nullptr) {
    record(path, page, commands, said);
    commands = possible_commands_of(lines_of(test::read_file(path)));
    REQUIRE(commands.size() == said.size());
  }
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const std::string place = name + ":" + std::to_string(commands[i].row + 1);
    CHECK_MESSAGE(agrees(commands[i].output, said[i]), place, ": $ ", commands[i].command, "\nthe page shows\n", joined(commands[i].output),
                  "the program says\n", joined(said[i]));
  }
  return commands.size();
}

}  // namespace

TEST_CASE("pages: every command of docs/cli.md prints what stands below it") { CHECK(check_page("docs/cli.md") >= 25); }

TEST_CASE("pages: every command of docs/json.md and of the guide prints what stands below it") {
  for (const char* name : {"docs/json.md", "docs/guide/explain.md", "docs/guide/fitting.md", "docs/guide/plans.md"}) {
    CAPTURE(name);
    CHECK(check_page(name) > 0);
  }
}

TEST_CASE("pages: a command shows its lines, up to the next command or the end of its block") {
  const auto commands = commands_of(lines_of("$ outside\n```\n$ wend a\n1\n\n2\n$ wend b\n```\ntext\n```\nwend c\n```\n"));
  REQUIRE(commands.size() == 2);
  CHECK(commands[0].command == "wend a");
  CHECK(commands[0].row == 2);
  CHECK(commands[0].output == Lines{"1", "", "2"});
  CHECK(commands[1].command == "wend b");
  CHECK(commands[1].output.empty());
}

TEST_CASE("pages: empty lines before and after what a command says are left out") {
  CHECK(without_empty_ends({"", "", "a", "", "b", ""}) == Lines{"a", "", "b"});
  CHECK(without_empty_ends({"", ""}).empty());
}

TEST_CASE("pages: a row of dots stands for any lines, everything else must be there, in order") {
  const Lines said = {"a", "b", "c", "d"};
  for (const Lines& shown : {said, Lines{"..."}, Lines{"a", "...", "d"}, Lines{"...", "c", "d"}, Lines{"a", "b", "..."}, Lines{"...", "b", "...", "d"},
                             Lines{"a", "...", "b", "c", "d", "..."}}) {
    CAPTURE(joined(shown));
    CHECK(agrees(shown, said));
  }
  for (const Lines& shown : {Lines{}, Lines{"a", "b", "c"}, Lines{"b", "c", "d"}, Lines{"a", "b", "c", "e"}, Lines{"a", "b", "c", "d", "e"},
                             Lines{"b", "..."}, Lines{"...", "c"}, Lines{"a", "...", "c", "b", "..."}, Lines{"...", "d", "...", "d"}}) {
    CAPTURE(joined(shown));
    CHECK(!agrees(shown, said));
  }
}

TEST_CASE("pages: times, speeds and sizes may differ, hashes and results may not") {
  const std::string factor = "  real-time factor         106 x      38.7 s in 0.364 s, 31.9 k agent-steps/s";
  CHECK(agrees({factor}, {"  real-time factor        98.4 x      38.7 s in 0.41 s, 1.2 M agent-steps/s"}));
  CHECK(!agrees({factor}, {"  real-time factor         106 x      38.8 s in 0.364 s, 31.9 k agent-steps/s"}));
  const std::string seed = "     1      50   0.052      61  1d9eb781d2193fdd";
  CHECK(agrees({seed}, {"     1      50   0.052     162  1d9eb781d2193fdd"}));
  CHECK(!agrees({seed}, {"     1      50   0.052      61  1d9eb781d2193fde"}));
  CHECK(!agrees({seed}, {"     1      50   0.053      61  1d9eb781d2193fdd"}));
  CHECK(agrees({"  mean    50.0   0.051    66.1"}, {"  mean    50.0   0.051   102.5"}));
  CHECK(!agrees({"  mean    50.0   0.051    66.1"}, {"  mean    50.0   0.052    66.1"}));
  CHECK(agrees({"model human, a.csv, 20 trials, 2.09 s"}, {"model human, a.csv, 20 trials, 11 s"}));
  CHECK(!agrees({"model human, a.csv, 20 trials, 2.09 s"}, {"model human, a.csv, 21 trials, 2.09 s"}));
  CHECK(agrees({R"(  "wall_time": 0.000221,)"}, {R"(  "wall_time": 2.1e-05,)"}));
  CHECK(agrees({R"({"jitter":0.1,"real_time_factor":57736.7,"agent_steps":52)"}, {R"({"jitter":0.1,"real_time_factor":1e+05,"agent_steps":52)"}));
  CHECK(!agrees({R"({"jitter":0.1,"real_time_factor":57736.7,"agent_steps":52)"}, {R"({"jitter":0.2,"real_time_factor":57736.7,"agent_steps":52)"}));
  CHECK(!agrees({R"(  "sim_time": 13.0,)"}, {R"(  "sim_time": 13.25,)"}));
  CHECK(agrees({"  wrote a.wend (31.3 kB)"}, {"  wrote a.wend (31 B)"}));
  CHECK(agrees({"wrote maze.png (193 kB)", "  made in 0.003 s"}, {"wrote maze.png (1.2 MB)", "  made in 1 s"}));
  CHECK(!agrees({"wrote maze.png (193 kB)"}, {"wrote maze.svg (193 kB)"}));
  CHECK(!agrees({"  hash              1d9eb781d2193fdd"}, {"  hash              1d9eb781d2193fde"}));
}

TEST_CASE("pages: recording keeps measurements and dots, and changes what is no longer so") {
  CHECK(brought_up_to_date({"old", "wrote a.png (1 kB)"}, {"new", "more", "wrote a.png (2 kB)"}) == Lines{"new", "more", "wrote a.png (1 kB)"});
  CHECK(brought_up_to_date({"...", "b", "old", "...", "z"}, {"a", "b", "c", "d", "z"}) == Lines{"...", "b", "c", "...", "z"});
  CHECK(brought_up_to_date({"a", "..."}, {"a", "b"}) == Lines{"a", "..."});
  CHECK(brought_up_to_date({"old", "a", "..."}, {"new", "a", "b"}) == Lines{"new", "a", "..."});
  CHECK(brought_up_to_date({"old", "..."}, {"new", "b"}) == Lines{"new", "..."});
  CHECK(brought_up_to_date({"...", "  hash  1"}, {"a", "  hash  2"}) == Lines{"...", "  hash  2"});
  CHECK(brought_up_to_date({"...", "unknown", "..."}, {"a", "b"}) == Lines{"...", "unknown", "..."});
  CHECK(brought_up_to_date({"...", "table", "old"}, {"a", "table", "new", "more"}) == Lines{"...", "table", "new", "more"});
}
