#include <fcntl.h>
#include <netinet/in.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <thread>

#include "../../apps/wend/confine.hpp"
#include "golden/cli_support.hpp"

using namespace wend::test;
using wend::cli::Confinement;
using wend::cli::sanitized;

namespace {

// Exit code of `body` in a confined child, or 128 + the signal that ended it. 90: confine() refused.
template <class Body>
int confined(const Confinement& may, Body body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(wend::cli::confine(may) ? body() : 90);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

template <class Body>
int confined(Body body) {
  return confined(Confinement{}, body);
}

constexpr int killed = 128 + SIGSYS;

// More agents than 64 MiB hold.
const std::string greedy = R"(
scene { title = "Greedy", duration = 5 }
local goal = target { at = {900, 0} }
group { count = 200000, area = box(0, 0, 2000, 2000), target = goal }
)";

// How many live processes have it on their command line.
int processes_about(const std::string& text) {
  int count = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    if (has(read_file(entry.path() / "cmdline"), text)) ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("untrusted: no network, but a pair of streams for the encoder") {
  for (const int family : {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK}) {
    CAPTURE(family);
    CHECK(confined([&] { return ::socket(family, SOCK_DGRAM, 0) < 0 ? errno : 0; }) == EACCES);
  }
  CHECK(confined([] {
          int ends[2];
          char byte = 0;
          if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return 1;
          if (::send(ends[0], "x", 1, MSG_NOSIGNAL) != 1 || ::read(ends[1], &byte, 1) != 1) return 2;
          return byte == 'x' ? 0 : 3;
        }) == 0);
  CHECK(confined([] {
          int ends[2];
          return ::socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0 ? errno : 0;
        }) == EACCES);
  CHECK(confined([] {
          const sockaddr_in nobody{};
          return ::connect(0, reinterpret_cast<const sockaddr*>(&nobody), sizeof nobody) != 0 ? errno : 0;
        }) == EACCES);
}

TEST_CASE("untrusted: calls that no scene needs end the process") {
  CHECK(confined([] { return ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : 1; }) == killed);
  for (const long number : {SYS_process_vm_readv, SYS_mount, SYS_unshare, SYS_bpf, SYS_keyctl, SYS_perf_event_open,
                            SYS_userfaultfd, SYS_io_uring_setup, SYS_kexec_load, SYS_init_module}) {
    CAPTURE(number);
    CHECK(confined([&] { return ::syscall(number, 0, 0, 0, 0, 0) == 0 ? 0 : 1; }) == killed);
  }
  CHECK(confined([] { return ::syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) < 0 ? 1 : 0; }) == killed);
}

TEST_CASE("untrusted: threads always, programs only where a film needs them") {
  const auto thread = [] {
    int x = 0;
    std::thread([&] { x = 7; }).join();
    return x;
  };
  if (!sanitized) CHECK(confined(thread) == 7);
  const auto program = [] {
    const pid_t child = ::fork();
    if (child == 0) {
      ::execl("/bin/true", "true", nullptr);
      ::_exit(1);
    }
    int status = 1;
    ::waitpid(child, &status, 0);
    return status;
  };
  CHECK(confined(program) == killed);
  CHECK(confined({.programs = true}, program) == 0);
  CHECK(confined([] { return ::execl("/bin/true", "true", nullptr); }) == killed);
  // Told that it left the group, which it did not.
  CHECK(confined([] { return ::setsid() == 0 && ::getsid(0) != ::getpid() ? 0 : 1; }) == 0);
}

TEST_CASE("untrusted: limits hold and cannot be raised") {
  const Folder folder;
  const std::string path = folder / "large";
  CHECK(confined({.file_size = 4096}, [&] {
          const int file = ::open(path.c_str(), O_CREAT | O_WRONLY, 0600);
          const char page[8192] = {};
          if (::write(file, page, sizeof page) != 4096) return 1;
          return ::write(file, page, sizeof page) < 0 ? errno : 0;
        }) == EFBIG);
  CHECK(confined({.open_files = 16}, [] {
          for (int i = 0; i < 32; ++i) {
            if (::open("/dev/null", O_RDONLY) < 0) return errno;
          }
          return 0;
        }) == EMFILE);
  CHECK(confined({.cpu_seconds = 1}, [] {
          while (::getpid() > 0) continue;
          return 0;
        }) == 128 + SIGXCPU);
  CHECK(confined([] {
          rlimit limit{};
          if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > 1024) return 1;
          return ::setrlimit(RLIMIT_NOFILE, &limit) != 0 ? errno : 0;
        }) == EPERM);
}

#ifdef WEND_PROGRAM

TEST_CASE("untrusted: a good scene gives what it gives without") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick);
  const json free = one_object(call(folder, {"run", scene, "--json", "-q"}).out);
  const Said said = call(folder, {"run", scene, "--json", "-q", "--untrusted", "-o", folder / "a.sqlite", "-o",
                                  folder / "a.csv", "--threads", "2"});
  CHECK(said.code == 0);
  CHECK(said.err.empty());
  const json confined = one_object(said.out);
  CHECK(confined["hash"] == free["hash"]);
  CHECK(keys(confined) == keys(free));
  CHECK(folder.names() == std::vector<std::string>{"a.csv", "a.sqlite", "quick.lua"});
  CHECK(has(call(folder, {"run", scene, "--untrusted"}).out, "path efficiency"));
  CHECK(has(call(folder, {"check", scene, "--untrusted"}).out, "  ok\n"));
  CHECK(call(folder, {"render", scene, "--untrusted", "--size", "160x90", "-o", folder / "a.png"}).code == 0);
}

TEST_CASE("untrusted: a film can be encoded") {
  if (std::system("ffmpeg -version >/dev/null 2>&1") != 0) return;
  const Folder folder;
  const Said said = call(folder, {"render", folder.file("quick.lua", quick), "--untrusted", "--to", "1", "--size",
                                  "160x90", "-o", folder / "a.mp4"});
  CHECK_MESSAGE(said.code == 0, said.err);
  CHECK(folder.names() == std::vector<std::string>{"a.mp4", "quick.lua"});
}

TEST_CASE("untrusted: hostile scenes end as they do without") {
  const Folder folder;
  for (const char* name : {"loop_while", "memory_table", "escape_os", "error_tostring", "volume_print"}) {
    CAPTURE(name);
    const std::string scene = WEND_SOURCE_DIR "/tests/faults/hostile/" + std::string(name) + ".lua";
    const Said free = call(folder, {"run", scene, "-q"}), said = call(folder, {"run", scene, "-q", "--untrusted"});
    CHECK(said.code == free.code);
    CHECK(said.err == free.err);
  }
}

TEST_CASE("untrusted: too much CPU time is said in one sentence, and nothing is left behind") {
  const Folder folder;
  const std::string scene = folder.file("endless.lua", endless);
  const Said said = call(folder, {"run", scene, "--json", "-q", "--untrusted", "--untrusted-seconds", "1", "-o",
                                  folder / "a.sqlite", "-o", folder / "a.csv"});
  CHECK(said.code == 1);
  CHECK(one_line(said.err));
  CHECK(has(said.err, "endless.lua: the scene was stopped: it used more than 1 s of CPU time\n"));
  CHECK(has(one_object(said.out)["error"], "1 s of CPU time"));
  CHECK(folder.names() == std::vector<std::string>{"endless.lua"});
}

TEST_CASE("untrusted: too much memory is said in one sentence") {
  if (sanitized) return;
  const Folder folder;
  const std::string scene = folder.file("greedy.lua", greedy);
  const Said said = call(folder, {"check", scene, "--json", "--untrusted", "--untrusted-memory", "64"});
  CHECK(said.code == 1);
  CHECK(has(said.err, "greedy.lua: the scene was stopped: it needs more than 64 MiB of memory\n"));
  CHECK(one_object(said.out)["ok"] == false);
}

TEST_CASE("untrusted: a child that is killed takes its encoder and its files along") {
  if (std::system("ffmpeg -version >/dev/null 2>&1") != 0) return;
  const Folder folder;
  Running film(folder, {"render", folder.file("endless.lua", endless), "--untrusted", "--size", "160x90", "-o",
                        folder / "a.mp4"});
  REQUIRE(film.wait_for_bytes("a.mp4.partial", 1));
  film.signal(SIGQUIT);
  const Said said = film.wait();
  CHECK(said.code == 1);
  CHECK(has(said.err, "the scene was stopped: interrupted\n"));
  CHECK(folder.names() == std::vector<std::string>{"endless.lua"});
  CHECK(processes_about(folder / "a.mp4") == 0);
}

TEST_CASE("untrusted: an interrupted run finishes its files, a second interrupt leaves none") {
  const Folder folder;
  const std::string scene = folder.file("endless.lua", endless);
  Running once(folder, {"run", scene, "--json", "-q", "--untrusted", "-o", folder / "a.csv"});
  REQUIRE(once.wait_for_bytes("a.csv.partial", 1));
  once.signal(SIGINT);
  const Said said = once.wait();
  CHECK(said.code == 1);
  CHECK(one_object(said.out)["interrupted"] == true);
  CHECK(folder.names() == std::vector<std::string>{"a.csv", "endless.lua"});

  const Folder other;
  Running dead(other, {"run", scene, "-q", "--untrusted", "-o", other / "a.csv"});
  REQUIRE(dead.wait_for_bytes("a.csv.partial", 1));
  dead.signal(SIGQUIT);
  const Said last = dead.wait();
  CHECK(last.code == 1);
  CHECK(has(last.err, "the scene was stopped: interrupted\n"));
  CHECK(other.names().empty());
}

TEST_CASE("untrusted: its limits need it") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick);
  CHECK(has(call(folder, {"run", scene, "--untrusted-seconds", "5"}).err, "--untrusted-seconds requires --untrusted"));
  const Said said = call(folder, {"run", scene, "--untrusted", "--untrusted-memory", "1"});
  CHECK(said.code == 2);
  CHECK(has(said.err, "'1', expected 64 .. 1000000 MiB"));
}

#endif
