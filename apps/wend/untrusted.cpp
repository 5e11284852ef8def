#include "untrusted.hpp"

#include "console.hpp"
#include "options.hpp"
#include "scene_text.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <set>
#include <system_error>

namespace wend::cli {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

// A busy machine is slow, a sleeping child is stopped.
double wall_seconds(const Confinement& limits) { return 60 + 4 * static_cast<double>(limits.cpu_seconds); }
constexpr int out_of_memory_code = 99;  // of the child; commands answer 0, 1 or 2

struct Ending {
  int status = 0;
  double cpu_seconds = 0;
  bool too_slow = false;
};

bool given(const CLI::App& command, const char* option) {
  const CLI::Option* found = command.get_option_no_throw(option);
  return found != nullptr && found->count() > 0;
}

std::string scene_of(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional() && option->count() > 0) return option->results().front();
  }
  return {};
}

int refuse(const CLI::App& command, const Error& error) {
  say_error(error);
  if (given(command, "--json")) {
    Json object{{"schema", 1}, {"scene", scene_of(command)}, {"error", error.text()}};
    if (command.get_name() == "check") object["ok"] = false;
    put(json_text(object));
  }
  return failed;
}

// The signals the parent waits for, blocked; what the caller had us ignore (nohup) stays ignored.
sigset_t waited_signals() {
  std::signal(SIGCHLD, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP}) {
    struct sigaction now {};
    sigaction(number, nullptr, &now);
    if (now.sa_handler != SIG_IGN) sigaddset(&set, number);
  }
  return set;
}

// An orderly child: its own group, gone when we are, free to write to the terminal from the background.
void settle(pid_t parent, const sigset_t& mask) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) std::_Exit(failed);
  std::signal(SIGTTOU, SIG_IGN);
  std::signal(SIGTTIN, SIG_IGN);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  std::set_new_handler([] { std::_Exit(out_of_memory_code); });
}

Ending wait_for(pid_t child, const sigset_t& signals, double most_seconds) {
  Ending ending;
  auto deadline = Clock::now() + std::chrono::duration<double>(most_seconds);
  for (;;) {
    const double left = std::max(0.0, std::chrono::duration<double>(deadline - Clock::now()).count());
    const timespec patience{static_cast<time_t>(std::min(left, 3600.0)),
                            static_cast<long>(1e9 * (left - std::floor(left)))};
    const int number = sigtimedwait(&signals, nullptr, &patience);
    if (number == SIGTSTP) {  // Ctrl-Z stops both, and the clock
      const auto stopped = Clock::now();
      ::kill(-child, SIGSTOP);
      std::raise(SIGSTOP);
      ::kill(-child, SIGCONT);
      deadline += Clock::now() - stopped;
    } else if (number > 0 && number != SIGCHLD) {
      ::kill(child, number);  // it alone: an encoder then gets a proper end of its input
    }
    if (number < 0 && Clock::now() >= deadline) {
      ending.too_slow = true;
      ::kill(-child, SIGKILL);
    }
    siginfo_t gone{};
    if (::waitid(P_PID, static_cast<id_t>(child), &gone, WEXITED | WNOWAIT | (ending.too_slow ? 0 : WNOHANG)) != 0)
      continue;
    if (gone.si_pid != child) continue;
    ::kill(-child, SIGKILL);  // an encoder it left behind; before its number is free for others
    rusage used{};
    ::wait4(child, &ending.status, 0, &used);
    while (::waitpid(-child, nullptr, 0) > 0) continue;  // ours since it died
    for (const timeval& part : {used.ru_utime, used.ru_stime})
      ending.cpu_seconds += static_cast<double>(part.tv_sec) + 1e-6 * static_cast<double>(part.tv_usec);
    return ending;
  }
}

// What a killed child left beside its files: FILE.partial-<pid>, and what SQLite puts next to that.
void remove_leftovers(const CLI::App& command, pid_t child) {
  std::set<fs::path> folders;
  std::error_code ignored;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_type_name() != "FILE") continue;
    for (const std::string& path : option->results()) {
      folders.insert(fs::absolute(path, ignored).parent_path());
      if (fs::is_symlink(path, ignored)) folders.insert(fs::weakly_canonical(path, ignored).parent_path());
    }
  }
  const std::string mark = fmt::format(".partial-{}", child);
  for (const fs::path& folder : folders) {
    for (const auto& entry : fs::directory_iterator(folder, fs::directory_options::skip_permission_denied, ignored)) {
      const std::string name = entry.path().filename().string();
      const std::size_t at = name.rfind(mark);
      if (at == name.npos) continue;
      const std::size_t after = at + mark.size();
      if (after == name.size() || name[after] == '-' || name[after] == '.') fs::remove(entry.path(), ignored);
    }
  }
}

// Empty for a child that ended by itself.
std::string what_stopped(const Ending& ending, const Confinement& limits) {
  if (ending.too_slow)
    return fmt::format("it took more than {} s", wall_seconds(limits));
  if (WIFEXITED(ending.status)) {
    if (WEXITSTATUS(ending.status) != out_of_memory_code) return {};
    return fmt::format("it needs more than {} MiB of memory", limits.memory >> 20);
  }
  const int number = WTERMSIG(ending.status);
  if (number == SIGXCPU || (number == SIGKILL && ending.cpu_seconds >= static_cast<double>(limits.cpu_seconds)))
    return fmt::format("it used more than {} s of CPU time", limits.cpu_seconds);
  if (number == SIGSYS) return "it made a system call it may not use";
  for (const int asked : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    if (number == asked) return "interrupted";
  }
  return fmt::format("its process ended with signal {} ({})", number, ::strsignal(number));
}

// Standard output of the child under --json: handed on only when it is whole.
int hand_on(int held) {
  std::string text;
  char part[1 << 16];
  ::lseek(held, 0, SEEK_SET);
  for (ssize_t n; (n = ::read(held, part, sizeof part)) > 0;) text.append(part, static_cast<std::size_t>(n));
  return exit_code(text.empty() || put(text));
}

}  // namespace

Confinement Untrusted::limits(bool programs) const {
  Confinement limits;
  limits.programs = programs;
  if (seconds) limits.cpu_seconds = static_cast<std::uint64_t>(std::ceil(*seconds));
  if (memory) limits.memory = static_cast<std::uint64_t>(*memory * 0x1p20);
  return limits;
}

void add_untrusted(CLI::App& command, Untrusted& o) {
  command.add_flag("--untrusted", o.on,
                   "for a scene you do not trust: run it in a child process with limits and no network");
  add_number(command, "--untrusted-seconds", o.seconds, 1, 1e6, "s", "S", "CPU time it may use (default 600)");
  add_number(command, "--untrusted-memory", o.memory, 64, 1e6, "MiB", "MIB", "memory it may use (default 4096)");
  for (const char* name : {"--untrusted-seconds", "--untrusted-memory"}) command.get_option(name)->needs("--untrusted");
}

int run_untrusted(const CLI::App& command, const Untrusted& o, const Action& action) {
  const Confinement limits = o.limits(command.get_name() == "render");
  const auto cannot = [&](const char* what) {
    return refuse(
        command, {Errc::io, fmt::format("cannot {}: {}", what, std::generic_category().message(errno)), "--untrusted"});
  };
  const int held = given(command, "--json") ? ::memfd_create("wend", MFD_CLOEXEC) : -1;
  if (given(command, "--json") && held < 0) return cannot("keep its answer");

  const sigset_t signals = waited_signals();
  sigset_t before;
  sigprocmask(SIG_BLOCK, &signals, &before);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) return cannot("start a process");
  if (child == 0) {
    settle(parent, before);
    if (held >= 0) ::dup2(held, STDOUT_FILENO);
    const int code = confine(limits) ? action() : cannot("confine it");
    if (sanitized) std::_Exit(code);  // looking for leaks needs calls that are forbidden now
    return code;
  }
  ::setpgid(child, child);  // whoever comes first
  const Ending ending = wait_for(child, signals, wall_seconds(limits));
  const std::string stopped = what_stopped(ending, limits);
  if (stopped.empty()) {
    const int written = held >= 0 ? hand_on(held) : static_cast<int>(done);
    return std::max(WEXITSTATUS(ending.status), written);
  }
  if (is_terminal(STDERR_FILENO)) note("\r\x1b[K");  // half a progress bar
  remove_leftovers(command, child);
  return refuse(command, {Errc::limit, "the scene was stopped: " + stopped, scene_of(command)});
}

}  // namespace wend::cli
