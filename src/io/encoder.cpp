#include "io/encoder.hpp"

#include <fcntl.h>
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

Result<Encoder> Encoder::start(const std::vector<std::string>& arguments, const std::string& path) {
  Encoder encoder;
  encoder.program_ = arguments.at(0);
  encoder.path_ = path;
  encoder.errors_ = std::tmpfile();  // a file, not a pipe: nobody needs to read along
  if (encoder.errors_ == nullptr) return system_error("make a temporary file for", path);
  ::fcntl(::fileno(encoder.errors_), F_SETFD, FD_CLOEXEC);

  // A socket, not a pipe: send() can refuse politely where write() would raise SIGPIPE.
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return system_error("make a socket for", path);
  encoder.socket_ = ends[0];
  const int room = 1 << 20;
  ::setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ::fileno(encoder.errors_), 2);

  // Its own process group: Ctrl-C ends our run, and the encoder then gets a proper end of input.
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
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t child = -1;
  const int failed = ::posix_spawnp(&child, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (failed == ENOENT) {
    return io_error("write", path, "the program " + encoder.program_ + " is not installed (Debian package ffmpeg)");
  }
  if (failed != 0) return system_error("start " + encoder.program_ + " for", path, failed);
  encoder.child_ = child;
  return encoder;
}

Encoder::Encoder(Encoder&& other) noexcept
    : program_(std::move(other.program_)),
      path_(std::move(other.path_)),
      socket_(std::exchange(other.socket_, -1)),
      child_(std::exchange(other.child_, -1)),
      errors_(std::exchange(other.errors_, nullptr)) {}

Encoder& Encoder::operator=(Encoder&& other) noexcept {
  std::swap(program_, other.program_);
  std::swap(path_, other.path_);
  std::swap(socket_, other.socket_);
  std::swap(child_, other.child_);
  std::swap(errors_, other.errors_);
  return *this;
}

Encoder::~Encoder() {
  kill();
  if (errors_ != nullptr) std::fclose(errors_);
}

void Encoder::kill() {
  if (child_ > 0) ::kill(child_, SIGKILL);
  wait();
}

int Encoder::wait() {
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

std::string Encoder::complaint() {
  char text[2048];
  std::rewind(errors_);
  std::string all(text, std::fread(text, 1, sizeof text, errors_));
  std::replace(all.begin(), all.end(), '\n', ' ');
  while (!all.empty() && all.back() == ' ') all.pop_back();
  return all;
}

Result<void> Encoder::send(std::span<const unsigned char> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
    } else if (errno != EINTR) {
      const int code = errno;
      if (auto done = finish(); !done) return done;  // the child's own words say more than ours
      return system_error("write", path_, code);
    }
  }
  return {};
}

Result<void> Encoder::finish() {
  const int code = wait();
  if (code == 0) return {};
  const std::string cause = complaint();
  std::string text = program_ + (code > 128 ? std::string(" was ended: ") + ::strsignal(code - 128)
                                            : " failed with code " + number_text(code));
  if (!cause.empty()) text += ": " + cause;
  return io_error("write", path_, text);
}

}  // namespace wend::io
