#ifdef WEND_PROGRAM
#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/ioctl.h>

#include <sstream>
#include <string>
#include <vector>

#include "golden/cli_support.hpp"

// What people read fits the width they have.

using namespace wend::test;

namespace {

std::size_t letters(const std::string& line) {
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// Every line fits, but for one that is a single word.
void check_fits(const std::string& text, std::size_t width) {
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    CAPTURE(line);
    CHECK((letters(line) <= width || words_of(line).size() == 1));
  }
}

Said narrow(const Folder& folder, const std::vector<std::string>& words, const std::string& columns = "COLUMNS=40") {
  return Running(folder, words, "", true, {columns, "WEND_SCENES=" WEND_SOURCE_DIR "/scenes"}).wait();
}

Said wide(const Folder& folder, const std::vector<std::string>& words) { return narrow(folder, words, "COLUMNS="); }

// Standard output is a terminal of so many columns.
std::string on_terminal(const std::vector<std::string>& words, unsigned short columns) {
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY);
  REQUIRE(master >= 0);
  REQUIRE(::grantpt(master) == 0);
  REQUIRE(::unlockpt(master) == 0);
  const int slave = ::open(::ptsname(master), O_RDWR | O_NOCTTY);
  REQUIRE(slave >= 0);
  const winsize size{24, columns, 0, 0};
  REQUIRE(::ioctl(slave, TIOCSWINSZ, &size) == 0);
  std::vector<std::string> all = words;
  all.insert(all.begin(), WEND_PROGRAM);
  std::vector<char*> argv;
  for (std::string& word : all) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::unsetenv("COLUMNS");
    ::setenv("NO_COLOR", "1", 1);
    ::dup2(slave, 1);
    ::dup2(slave, 2);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  ::close(slave);
  std::string text;
  char part[4096];
  for (ssize_t n; (n = ::read(master, part, sizeof part)) > 0;) text.append(part, static_cast<std::size_t>(n));
  ::close(master);
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) == 0);
  std::erase(text, '\r');
  return text;
}

}  // namespace

TEST_CASE("cli width: help of every command fits 40 columns and says the same words") {
  const Folder folder;
  const std::vector<std::vector<std::string>> pages{
      {"--help"}, {"run", "--help"}, {"resume", "--help"}, {"render", "--help"}, {"plan", "--help"}, {"explain", "--help"}, {"fit", "--help"},
      {"diff", "--help"}, {"check", "--help"}, {"reproduce", "--help"}, {"verify", "--help"}, {"info", "--help"}, {"scenes", "--help"}};
  for (const auto& page : pages) {
    CAPTURE(page[0]);
    const Said said = narrow(folder, page);
    CHECK(said.code == 0);
    check_fits(said.out, 40);
    const Said full = wide(folder, page);
    CHECK(words_of(said.out) == words_of(full.out));
    CHECK(full.out != said.out);
  }
}

TEST_CASE("cli width: tables fit 40 columns and say the same words, into a pipe they stay as they are") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick);
  const std::vector<std::vector<std::string>> tables{{"scenes"}, {"info", "--parameters"}, {"info", scene}, {"check", scene}, {"reproduce", "--list"}, {"verify", "--list"}};
  for (const auto& table : tables) {
    CAPTURE(table[0]);
    const Said said = narrow(folder, table), full = wide(folder, table);
    CHECK(said.code == 0);
    check_fits(said.out, 40);
    CHECK(words_of(said.out) == words_of(full.out));
  }
  const Said run = narrow(folder, {"run", scene});
  CHECK(run.code == 0);
  check_fits(run.out, 40);
  for (const char* word : {"arrived", "(100 %)", "path efficiency", "straight distance / length", "agent-steps/s"}) CHECK_MESSAGE(has(run.out, word), run.out);
  CHECK(has(wide(folder, {"run", scene}).out, "  arrived                   10        of 10 (100 %)\n"));

  // What finds no room in the table of seeds is named.
  const Said seeds = narrow(folder, {"run", scene, "--seeds", "1..2"});
  check_fits(seeds.out, 40);
  CHECK(has(seeds.out, "no room for"));
  CHECK(has(seeds.out, "jitter"));
  CHECK_FALSE(has(wide(folder, {"run", scene, "--seeds", "1..2"}).out, "no room for"));

  const Said claims = narrow(folder, {"reproduce", "H1", "--no-report"});
  CHECK(claims.code == 0);
  check_fits(claims.out, 40);
  for (const char* word : {"published", "measured", "verdict"}) CHECK(has(claims.out, word));
  const Said bar = narrow(folder, {"verify", "meetings", "--quick", "--seeds", "1"});
  check_fits(bar.out, 40);
  CHECK(has(bar.out, "resolved, of 4"));
}

TEST_CASE("cli width: on a terminal its own width counts") {
  for (const int columns : {40, 70, 130}) {
    CAPTURE(columns);
    const std::string text = on_terminal({"render", "--help"}, static_cast<unsigned short>(columns));
    check_fits(text, static_cast<std::size_t>(columns));
    CHECK(words_of(text).size() > 200);
  }
}
#endif
