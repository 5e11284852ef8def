// Preloaded into a program (LD_PRELOAD): counts the calls that change what is in one folder, and spoils one of them.
//
// WEND_SHIM_FOLDER   the folder, an absolute path; without it nothing happens
// WEND_SHIM_LOG      a file that gets a record per call: operation, path, other path, offset, bytes given, bytes kept;
//                    separated by tabs, ended by a line end and the bytes kept
// WEND_SHIM_CALL     the number of the call to spoil, from 1
// WEND_SHIM_KIND     an errno as a number; or "short": a write of half the bytes; "kill": the process dies instead of the
//                    call; "tear": it dies in the middle of the write
// WEND_SHIM_KEEP     1: the log keeps the bytes that were written
// WEND_SHIM_PROGRAM  only in programs of this name; others, such as a child, are left alone
//
// A flush is not done: the tests do not cut the power, and their folders need not reach a disk.
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <string>

#undef open
#undef open64
#undef openat
#undef openat64
#undef creat
#undef creat64
#undef pwrite
#undef pwrite64
#undef ftruncate
#undef ftruncate64

#define SHIM extern "C" __attribute__((visibility("default")))

namespace {

constexpr int most_descriptors = 1024;

struct State {
  std::mutex mutex;
  bool on = false;
  std::string folder;
  int log = -1;
  long calls = 0;
  long chosen = 0;
  std::string kind;
  bool keep = false;
  std::string paths[most_descriptors];  // of open files in the folder
};

const char* setting(const char* name) {
  const char* text = getenv(name);
  return text == nullptr ? "" : text;
}

State& state() {
  static State& one = *[] {
    auto* s = new State;  // never destroyed: files are closed until the very end
    s->folder = setting("WEND_SHIM_FOLDER");
    const std::string program = setting("WEND_SHIM_PROGRAM");
    s->on = !s->folder.empty() && (program.empty() || program == program_invocation_short_name);
    s->chosen = atol(setting("WEND_SHIM_CALL"));
    s->kind = setting("WEND_SHIM_KIND");
    s->keep = setting("WEND_SHIM_KEEP")[0] == '1';
    if (s->on && *setting("WEND_SHIM_LOG") != '\0') {
      s->log = static_cast<int>(
          syscall(SYS_openat, AT_FDCWD, setting("WEND_SHIM_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    }
    return s;
  }();
  return one;
}

template <class F>
F* real(F*, const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}
#define REAL(name)                                \
  [] {                                            \
    static const auto f = real(&::name, #name);   \
    return f;                                     \
  }()

std::string whole(const char* path) {
  if (path == nullptr || path[0] == '/') return path == nullptr ? "" : path;
  char folder[PATH_MAX];
  if (syscall(SYS_getcwd, folder, sizeof folder) < 0) return path;
  return strcmp(path, ".") == 0 ? std::string(folder) : std::string(folder) + "/" + path;
}

bool inside(const std::string& path) {
  const std::string& folder = state().folder;
  return state().on && path.compare(0, folder.size(), folder) == 0 &&
         (path.size() == folder.size() || path[folder.size()] == '/');
}

std::string path_of(int descriptor) {
  if (descriptor < 0 || descriptor >= most_descriptors || !state().on) return "";
  const std::lock_guard guard(state().mutex);
  return state().paths[descriptor];
}

void remember(int descriptor, const std::string& path) {
  if (descriptor < 0 || descriptor >= most_descriptors) return;
  const std::lock_guard guard(state().mutex);
  state().paths[descriptor] = path;
}

void die() {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

enum class Verdict { go, fail, half, die_in_it };

void put(const void* bytes, size_t size) {
  if (syscall(SYS_write, state().log, bytes, size) < 0) abort();
}

// Counts a call and says what becomes of it. With `fail`, errno is set.
Verdict judge(const char* operation, const std::string& path, const std::string& other = "", long long offset = -1,
              const void* bytes = nullptr, size_t size = 0) {
  State& s = state();
  const std::lock_guard guard(s.mutex);
  const bool chosen = ++s.calls == s.chosen;
  const bool half = chosen && (s.kind == "short" || s.kind == "tear");
  const bool writes = bytes != nullptr && size > 0;
  if (s.log >= 0) {
    const size_t kept = s.keep && writes ? (half ? size / 2 : size) : 0;
    const std::string line = std::string(operation) + "\t" + path + "\t" + other + "\t" + std::to_string(offset) + "\t" +
                             std::to_string(size) + "\t" + std::to_string(kept) + "\n";
    put(line.data(), line.size());
    if (kept > 0) put(bytes, kept);
  }
  if (!chosen || s.kind.empty()) return Verdict::go;
  if (s.kind == "kill") die();
  if (half) return !writes ? Verdict::go : s.kind == "short" ? Verdict::half : Verdict::die_in_it;
  errno = atoi(s.kind.c_str());
  return Verdict::fail;
}

template <class Call>
ssize_t judged_write(const char* operation, int descriptor, long long offset, const void* bytes, size_t size,
                     Call&& call) {
  const std::string path = path_of(descriptor);
  if (path.empty()) return call(size);
  if (offset < 0 && strcmp(operation, "write") == 0) offset = lseek(descriptor, 0, SEEK_CUR);
  switch (judge(operation, path, "", offset, bytes, size)) {
    case Verdict::fail:
      return -1;
    case Verdict::half:
      return call(size > 1 ? size / 2 : size);
    case Verdict::die_in_it:
      call(size / 2);
      die();
      [[fallthrough]];
    case Verdict::go:
      break;
  }
  return call(size);
}

template <class Call>
int judged_open(const char* name, int flags, Call&& call) {
  const std::string path = whole(name);
  const bool counts = inside(path) && ((flags & O_ACCMODE) != O_RDONLY || (flags & O_DIRECTORY) != 0);
  if (counts && judge((flags & O_DIRECTORY) != 0 ? "open_folder" : "open", path) == Verdict::fail) return -1;
  const int descriptor = call();
  if (counts) remember(descriptor, path);
  return descriptor;
}

template <class Call>
int judged_names(const char* operation, const char* path, const char* other, Call&& call) {
  const std::string one = whole(path), two = other == nullptr ? "" : whole(other);
  if ((inside(one) || inside(two)) && judge(operation, one, two) == Verdict::fail) return -1;
  return call();
}

int judged_flush(const char* operation, int descriptor, int (*call)(int)) {
  const std::string path = path_of(descriptor);
  if (path.empty()) return call(descriptor);
  return judge(operation, path) == Verdict::fail ? -1 : 0;
}

template <class Call>
int judged_cut(int descriptor, long long size, Call&& call) {
  const std::string path = path_of(descriptor);
  if (!path.empty() && judge("ftruncate", path, "", size) == Verdict::fail) return -1;
  return call();
}

mode_t mode_of(int flags, va_list rest) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? static_cast<mode_t>(va_arg(rest, int)) : 0;
}

}  // namespace

#define READ_MODE                          \
  va_list rest;                            \
  va_start(rest, flags);                   \
  const mode_t mode = mode_of(flags, rest); \
  va_end(rest)

SHIM int open(const char* path, int flags, ...) {
  READ_MODE;
  return judged_open(path, flags, [&] { return REAL(open)(path, flags, mode); });
}
SHIM int open64(const char* path, int flags, ...) {
  READ_MODE;
  return judged_open(path, flags, [&] { return REAL(open64)(path, flags, mode); });
}
SHIM int __open_2(const char* path, int flags) {
  return judged_open(path, flags, [&] { return REAL(open)(path, flags); });
}
SHIM int __open64_2(const char* path, int flags) {
  return judged_open(path, flags, [&] { return REAL(open64)(path, flags); });
}
SHIM int openat(int folder, const char* path, int flags, ...) {
  READ_MODE;
  return judged_open(path, flags, [&] { return REAL(openat)(folder, path, flags, mode); });
}
SHIM int openat64(int folder, const char* path, int flags, ...) {
  READ_MODE;
  return judged_open(path, flags, [&] { return REAL(openat64)(folder, path, flags, mode); });
}
SHIM int creat(const char* path, mode_t mode) {
  return judged_open(path, O_WRONLY, [&] { return REAL(creat)(path, mode); });
}
SHIM int creat64(const char* path, mode_t mode) {
  return judged_open(path, O_WRONLY, [&] { return REAL(creat64)(path, mode); });
}

SHIM int close(int descriptor) {
  const std::string path = path_of(descriptor);
  if (path.empty()) return REAL(close)(descriptor);
  const bool fails = judge("close", path) == Verdict::fail;
  const int code = errno;
  remember(descriptor, "");
  const int result = REAL(close)(descriptor);  // gone also when it complains
  if (!fails) return result;
  errno = code;
  return -1;
}

SHIM ssize_t write(int descriptor, const void* bytes, size_t size) {
  return judged_write("write", descriptor, -1, bytes, size,
                      [&](size_t n) { return REAL(write)(descriptor, bytes, n); });
}
SHIM ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t offset) {
  return judged_write("pwrite", descriptor, offset, bytes, size,
                      [&](size_t n) { return REAL(pwrite)(descriptor, bytes, n, offset); });
}
SHIM ssize_t pwrite64(int descriptor, const void* bytes, size_t size, off64_t offset) {
  return judged_write("pwrite", descriptor, offset, bytes, size,
                      [&](size_t n) { return REAL(pwrite64)(descriptor, bytes, n, offset); });
}
SHIM ssize_t writev(int descriptor, const iovec* parts, int count) {
  // The first part stands for all: nobody we know of uses more for files.
  if (count < 1) return REAL(writev)(descriptor, parts, count);
  return judged_write("write", descriptor, -1, parts[0].iov_base, parts[0].iov_len, [&](size_t n) {
    return n == parts[0].iov_len ? REAL(writev)(descriptor, parts, count)
                                 : REAL(write)(descriptor, parts[0].iov_base, n);
  });
}
// To an encoder: a socket has no path, so all of them count.
SHIM ssize_t send(int descriptor, const void* bytes, size_t size, int flags) {
  if (state().on && path_of(descriptor).empty()) {
    switch (judge("send", "(socket)", "", -1, bytes, size)) {
      case Verdict::fail:
        return -1;
      case Verdict::half:
        return REAL(send)(descriptor, bytes, size > 1 ? size / 2 : size, flags);
      case Verdict::die_in_it:
        die();
        break;
      case Verdict::go:
        break;
    }
  }
  return REAL(send)(descriptor, bytes, size, flags);
}

SHIM int ftruncate(int descriptor, off_t size) noexcept {
  return judged_cut(descriptor, size, [&] { return REAL(ftruncate)(descriptor, size); });
}
SHIM int ftruncate64(int descriptor, off64_t size) noexcept {
  return judged_cut(descriptor, size, [&] { return REAL(ftruncate64)(descriptor, size); });
}
SHIM int fsync(int descriptor) { return judged_flush("fsync", descriptor, REAL(fsync)); }
SHIM int fdatasync(int descriptor) { return judged_flush("fsync", descriptor, REAL(fdatasync)); }

SHIM int rename(const char* from, const char* to) noexcept {
  return judged_names("rename", from, to, [&] { return REAL(rename)(from, to); });
}
SHIM int link(const char* from, const char* to) noexcept {
  return judged_names("link", from, to, [&] { return REAL(link)(from, to); });
}
SHIM int unlink(const char* path) noexcept {
  return judged_names("unlink", path, nullptr, [&] { return REAL(unlink)(path); });
}
// std::filesystem::remove
SHIM int remove(const char* path) noexcept {
  return judged_names("unlink", path, nullptr, [&] { return REAL(remove)(path); });
}
SHIM int mkdir(const char* path, mode_t mode) noexcept {
  return judged_names("mkdir", path, nullptr, [&] { return REAL(mkdir)(path, mode); });
}
