#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "../../apps/common/interrupt.hpp"

#ifdef WEND_PROGRAM
#include "golden/cli_support.hpp"
#endif

// Ctrl-C: one wish, however often it arrives at once; a second one later ends the program.

using namespace wend;

namespace {

// What becomes of a child that does this: its code, or 128 + signal.
template <class Does>
int ending(Does does) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    cli::catch_interrupts();
    ::_exit(does());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

TEST_CASE("interrupts: several within 0.3 s are one wish, a later one ends the program") {
  CHECK(ending([] { return cli::interrupted() ? 1 : 0; }) == 0);
  for (const int second : {SIGINT, SIGTERM}) {
    CHECK(ending([&] {
            std::raise(SIGINT);
            for (int i = 0; i < 5; ++i) std::raise(second);
            return cli::interrupted() ? 7 : 8;
          }) == 7);
    CHECK(ending([&] {
            std::raise(SIGINT);
            std::this_thread::sleep_for(std::chrono::milliseconds(400));
            std::raise(second);
            return 9;
          }) == 128 + second);
  }
}

#ifdef WEND_PROGRAM
using namespace wend::test;

TEST_CASE("interrupts: two signals at once leave whole files, none of them partial") {
  const Folder folder;
  const std::string scene = folder.file("endless.lua", endless);
  Running running(folder, {"run", scene, "--json", "-q", "-o", folder / "a.csv", "-o", folder / "a.sqlite"});
  REQUIRE(running.wait_for_bytes("a.csv.partial", 100000));
  running.signal(SIGINT);
  running.signal(SIGTERM);  // a second SIGINT might be lost in the first
  const Said said = running.wait();
  CHECK(said.code == 1);
  CHECK(one_object(said.out)["interrupted"] == true);
  CHECK(folder.names() == std::vector<std::string>{"a.csv", "a.sqlite", "endless.lua"});
}

TEST_CASE("interrupts: Ctrl-C is heard while a field is solved, and nothing is written") {
  const Folder folder;
  const std::string scene = folder.file("large.lua", R"(
scene { duration = 10 }
local goal = target { at = {990, 990} }
wall { {500, 0}, {500, 900} }
wall { {0, 0}, {1000, 0}, {1000, 1000}, {0, 1000}, closed = true }
group { count = 10, area = box(1, 1, 20, 20), target = goal, planner = harmonic { cell = 0.6 } }
)");
  using Clock = std::chrono::steady_clock;
  for (const std::vector<std::string>& words : {std::vector<std::string>{"run", scene, "-o", folder / "a.csv", "--checkpoint", folder / "a.wend", "--field-cache", folder / "cache"},
                                                {"render", scene, "-o", folder / "a.png"},
                                                {"plan", scene, "-o", folder / "b.png"}}) {
    CAPTURE(words[0]);
    Running running(folder, words);
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    const auto asked = Clock::now();
    running.signal(SIGTERM);
    const Said said = running.wait();
    const double seconds = std::chrono::duration<double>(Clock::now() - asked).count();
    CHECK(said.code == 1);
    CHECK_MESSAGE(has(said.err, "interrupted while planning"), said.err);
    CHECK(seconds < 1.5);  // 0.02 s on a machine that has nothing else to do
    CHECK(folder.names() == std::vector<std::string>{"large.lua"});
  }
}
#endif
