#include "io/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "io/error.hpp"
#include "io/text.hpp"

extern char** environ;

namespace wend::io {

Result<Child> Child::start(const Start& how) {
  const std::string& path = how.path;
  Child child;
  child.program_ = how.arguments.at(0);
  child.path_ = path;
  child.patience_ = how.patience;
  child.errors_ = std::tmpfile();  // a file, not a pipe: nobody needs to read along
  if (child.errors_ == nullptr) return system_error("make a temporary file for", path);
  ::fcntl(::fileno(child.errors_), F_SETFD, FD_CLOEXEC);

  // A socket, not a pipe: send() can refuse politely where write() would raise SIGPIPE.
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return system_error("make a socket for", path);
  child.socket_ = ends[0];
  const int room = 1 << 20;
  ::setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
  if (how.output != nullptr) {
    posix_spawn_file_actions_adddup2(&actions, ::fileno(how.output), 1);
  } else {
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  }
  posix_spawn_file_actions_adddup2(&actions, ::fileno(child.errors_), 2);

  // Its own process group: Ctrl-C ends our run, and the child then gets a proper end of input.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) sigaddset(&usual, signal);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);

  std::vector<char*> argv;
  for (const std::string& argument : how.arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const std::string home = "HOME=" + how.home;
  std::vector<char*> variables;
  for (char** v = environ; *v != nullptr; ++v) {
    if (how.home.empty() || std::strncmp(*v, "HOME=", 5) != 0) variables.push_back(*v);
  }
  if (!how.home.empty()) variables.push_back(const_cast<char*>(home.c_str()));
  variables.push_back(nullptr);
  pid_t id = -1;
  const int failed = ::posix_spawnp(&id, argv[0], &actions, &attributes, argv.data(), variables.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (failed == ENOENT) {
    return io_error("write", path,
                    "the program " + child.program_ + " is not installed (Debian package " + how.package + ")");
  }
  if (failed != 0) return system_error("start " + child.program_ + " for", path, failed);
  child.child_ = id;
  return child;
}

Child::Child(Child&& other) noexcept
    : program_(std::move(other.program_)),
      path_(std::move(other.path_)),
      patience_(other.patience_),
      socket_(std::exchange(other.socket_, -1)),
      child_(std::exchange(other.child_, -1)),
      errors_(std::exchange(other.errors_, nullptr)) {}

Child& Child::operator=(Child&& other) noexcept {
  std::swap(program_, other.program_);
  std::swap(path_, other.path_);
  std::swap(patience_, other.patience_);
  std::swap(socket_, other.socket_);
  std::swap(child_, other.child_);
  std::swap(errors_, other.errors_);
  return *this;
}

Child::~Child() {
  kill();
  if (errors_ != nullptr) std::fclose(errors_);
}

void Child::kill() {
  if (child_ > 0) ::kill(-child_, SIGKILL);  // its process group
  wait();
}

int Child::wait() {
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  if (child_ <= 0) return -1;
  int status = 0;
  pid_t done;
  do done = ::waitpid(child_, &status, 0);
  while (done < 0 && errno == EINTR);
  child_ = -1;
  if (done < 0) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string Child::complaint() {
  constexpr long most = 600;  // the end says most
  char text[most];
  std::fseek(errors_, 0, SEEK_END);
  std::fseek(errors_, std::max(std::ftell(errors_) - most, 0L), SEEK_SET);
  std::string all(text, std::fread(text, 1, sizeof text, errors_));
  std::replace(all.begin(), all.end(), '\n', ' ');
  while (!all.empty() && all.back() == ' ') all.pop_back();
  return all;
}

bool Child::gone_within(double seconds) {
  for (int i = 0; i <= 50; ++i) {
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0)
      return true;
    ::usleep(static_cast<useconds_t>(seconds * 1e6 / 50));
  }
  return false;
}

Result<void> Child::send(std::span<const unsigned char> bytes) {
  while (!bytes.empty()) {
    pollfd room{socket_, POLLOUT, 0};
    const int ready = ::poll(&room, 1, static_cast<int>(patience_ * 1000));
    if (ready == 0) {
      kill();
      return io_error("write", path_, program_ + " took nothing for " + number_text(patience_) + " s and was ended");
    }
    const ssize_t sent = ready < 0 ? -1 : ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
    } else if (errno != EINTR && errno != EAGAIN) {
      const int code = errno;
      // The child's own words say more than ours, if it is about to end.
      if (!gone_within(std::min(patience_, 2.0))) {
        kill();
        return io_error("write", path_, program_ + " closed its input before the end");
      }
      if (auto done = finish(); !done) return done;
      return code == EPIPE || code == ECONNRESET
                 ? io_error("write", path_, program_ + " ended before it had everything, without a complaint")
                 : system_error("write", path_, code);
    }
  }
  return {};
}

Result<void> Child::finish() {
  const int code = wait();
  if (code == 0) return {};
  const std::string cause = complaint();
  std::string text = program_ + (code > 128 ? std::string(" was ended: ") + ::strsignal(code - 128)
                                            : " failed with code " + number_text(code));
  if (!cause.empty()) text += ": " + cause;
  return io_error("write", path_, text);
}

}  // namespace wend::io
