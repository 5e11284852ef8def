#include "support/scene.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <cerrno>
#include <optional>

using namespace wend;

// Scripts reach nothing outside: a process that loads and runs them makes no system call that opens, connects, executes
// or starts anything. The filter refuses those calls and counts them.

namespace {

#if defined(__x86_64__)
constexpr unsigned this_machine = AUDIT_ARCH_X86_64;
#else
constexpr unsigned this_machine = AUDIT_ARCH_AARCH64;
#endif

constexpr int no_filter = 200;  // exit codes of the child; below: how many calls were counted
constexpr int most_counted = 100;

constexpr unsigned watched[] = {
#if defined(__x86_64__)
    SYS_open,    SYS_creat,  SYS_fork,    SYS_vfork,    SYS_rename,    SYS_unlink,       SYS_mkdir,      SYS_rmdir,
    SYS_symlink, SYS_link,   SYS_chmod,
#endif
    SYS_openat,  SYS_clone,  SYS_clone3,  SYS_execve,   SYS_execveat,  SYS_socket,       SYS_socketpair, SYS_connect,
    SYS_bind,    SYS_listen, SYS_accept4, SYS_sendto,   SYS_renameat2, SYS_unlinkat,     SYS_mkdirat,    SYS_symlinkat,
    SYS_linkat,  SYS_ptrace, SYS_kill,    SYS_fchmodat, SYS_truncate,  SYS_memfd_create,
#if defined(SYS_openat2)
    SYS_openat2,
#endif
};

volatile sig_atomic_t counted = 0;

// The refused call answers EPERM and the program goes on.
void count(int, siginfo_t*, void* context) {
  counted = counted + 1;
  auto& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  machine.gregs[REG_RAX] = -EPERM;
#else
  machine.regs[0] = static_cast<unsigned long long>(-EPERM);
#endif
}

bool watch() {
  struct sigaction action {};
  action.sa_sigaction = count;
  action.sa_flags = SA_SIGINFO;
  if (::sigaction(SIGSYS, &action, nullptr) != 0) return false;
  std::vector<sock_filter> rules{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
                                 BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, this_machine, 1, 0),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
                                 BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  for (const unsigned number : watched) {
    rules.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1));
    rules.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP));
  }
  rules.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog program{static_cast<unsigned short>(rules.size()), rules.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// Does the work in a child under the filter: how many watched calls it made, or nothing where filters are not
// available.
template <class Work>
std::optional<int> calls_of(Work&& work) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (!watch()) ::_exit(no_filter);
    work();
    ::_exit(std::min(static_cast<int>(counted), most_counted));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  REQUIRE_MESSAGE(WIFEXITED(status), "the child died of signal ", WTERMSIG(status));
  if (WEXITSTATUS(status) == no_filter) return std::nullopt;
  return WEXITSTATUS(status);
}

std::vector<std::string> texts_of(const char* folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(std::filesystem::path(WEND_SOURCE_DIR) / folder)) {
    if (file.path().extension() == ".lua") files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return texts;
}

}  // namespace

TEST_CASE("system calls: the filter counts what it should") {
  const auto calls = calls_of([] {
    if (::open("/dev/null", O_RDONLY) >= 0) ::_exit(most_counted);
    if (::socket(AF_INET, SOCK_STREAM, 0) >= 0) ::_exit(most_counted);
    if (::fork() >= 0) ::_exit(most_counted);
    (void)::execl("/bin/true", "true", nullptr);
  });
  if (calls)
    CHECK(*calls == 4);
  else
    MESSAGE("no system-call filters here: skipped");
}

TEST_CASE("system calls: scenes and hostile scripts open, connect, execute and start nothing") {
  std::vector<std::string> texts = texts_of("tests/faults/hostile");
  for (std::string& text : texts_of("scenes")) texts.push_back(std::move(text));
  CHECK(texts.size() >= 70);
  const auto calls = calls_of([&] {
    scene::LoadOptions options;
    options.limits.load_instructions = 1'000'000;
    options.limits.load_placement = 1'000'000;
    options.limits.step_instructions = 200'000;
    options.log = [](std::string_view) {};
    for (const std::string& text : texts) {
      auto scene = scene::Scene::load(text, "watched.lua", options);
      for (int k = 0; scene && k < 10; ++k) {
        if (!scene->step()) break;
      }
    }
  });
  if (calls)
    CHECK(*calls == 0);
  else
    MESSAGE("no system-call filters here: skipped");
}

#endif
