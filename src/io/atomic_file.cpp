#include <wend/io/atomic_file.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

#include "io/error.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t buffer_size = 1 << 16;

int open_again(const char* path, int flags, mode_t mode = 0) {
  int descriptor;
  do descriptor = ::open(path, flags | O_CLOEXEC, mode);
  while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

int sync_again(int descriptor) {
  int result;
  do result = ::fsync(descriptor);
  while (result != 0 && errno == EINTR);
  return result;
}

int empty_again(int descriptor) {
  int result;
  do result = ::ftruncate(descriptor, 0);
  while (result != 0 && errno == EINTR);
  return result;
}

// A rename is safe only once its directory is on the disk. Some file systems cannot do that: EINVAL is no failure.
bool sync_directory(const std::string& of_file) {
  const fs::path parent = fs::path(of_file).parent_path();
  const int descriptor = open_again(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY);
  if (descriptor < 0) return false;
  const bool done = sync_again(descriptor) == 0 || errno == EINVAL;
  const int code = errno;
  ::close(descriptor);
  errno = code;
  return done;
}

}  // namespace

std::string real_path(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_symlink(path, ignored)) return path;
  const fs::path real = fs::canonical(path, ignored);
  return real.empty() ? path : real.string();
}

void sweep_leftovers(const std::string& given) {
  const fs::path path = real_path(given), parent = path.parent_path();
  const std::string begin = path.filename().string() + ".partial-";
  constexpr std::string_view journal = "-journal";
  std::error_code problem;
  fs::directory_iterator at(parent.empty() ? fs::path(".") : parent, problem);
  for (; !problem && at != fs::directory_iterator(); at.increment(problem)) {
    const std::string name = at->path().string();
    if (!at->path().filename().string().starts_with(begin)) continue;
    // SQLite's journal goes with its file.
    const std::string locked = name.ends_with(journal) ? name.substr(0, name.size() - journal.size()) : name;
    const int file = open_again(locked.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0 && (locked == name || errno != ENOENT)) continue;
    if (file < 0 || ::flock(file, LOCK_EX | LOCK_NB) == 0) ::unlink(name.c_str());
    if (file >= 0) ::close(file);
  }
}

Result<PendingFile> PendingFile::create(const std::string& path) {
  if (path.empty() || path.find('\0') != path.npos) return io_error("write", path, "not a file name");
  PendingFile file;
  file.path_ = path;
  file.final_ = real_path(path);
  std::error_code ignored;
  const fs::file_status there = fs::status(file.final_, ignored);
  if (fs::is_directory(there)) return system_error("write", path, EISDIR);
  if (fs::exists(there) && !fs::is_regular_file(there))
    return io_error("write", path, "it exists and is not a plain file");

  file.pending_ = file.final_ + ".partial-" + number_text(::getpid());
  // Without O_TRUNC and O_EXCL: a leftover of a killed process with our number is taken over, a live writer is not.
  file.descriptor_ = open_again(file.pending_.c_str(), O_RDWR | O_CREAT, 0666);
  if (file.descriptor_ < 0) return system_error("create", path);
  if (::flock(file.descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const int code = errno;
    ::close(std::exchange(file.descriptor_, -1));
    if (code == EWOULDBLOCK) return io_error("write", path, "it is already being written");
    return system_error("lock", path, code);
  }
  if (empty_again(file.descriptor_) != 0) return system_error("write", path);
  return file;
}

PendingFile::PendingFile(PendingFile&& other) noexcept
    : path_(std::move(other.path_)),
      final_(std::move(other.final_)),
      pending_(std::move(other.pending_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      published_(other.published_) {}

PendingFile& PendingFile::operator=(PendingFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(final_, other.final_);
  std::swap(pending_, other.pending_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(published_, other.published_);
  return *this;
}

PendingFile::~PendingFile() { discard(); }

void PendingFile::discard() {
  if (descriptor_ < 0) return;
  ::unlink(pending_.c_str());
  ::close(std::exchange(descriptor_, -1));
}

// FILE.1 becomes FILE.2, then FILE also gets the name FILE.1: FILE itself stays until the new one takes its place.
Result<void> PendingFile::keep_older(int count) {
  const auto name = [&](int n) { return n == 0 ? final_ : final_ + "." + number_text(n); };
  std::error_code ignored;
  // Somebody came this far and no further, by a kill or an error: nothing is to be moved once more.
  if (count < 1 || fs::equivalent(final_, name(1), ignored)) return {};
  for (int n = count; n >= 2; --n) {
    // Two names of one file stay as they are by a rename.
    if (fs::equivalent(name(n - 1), name(n), ignored)) ::unlink(name(n).c_str());
    if (::rename(name(n - 1).c_str(), name(n).c_str()) != 0 && errno != ENOENT)
      return system_error("rename", name(n - 1));
  }
  if (::link(final_.c_str(), name(1).c_str()) == 0 || errno == ENOENT) return {};
  // A file system without links: for a moment the older name is the only one.
  if (errno != EPERM && errno != ENOTSUP && errno != ENOSYS && errno != EMLINK) return system_error("keep", path_);
  if (::rename(final_.c_str(), name(1).c_str()) != 0 && errno != ENOENT) return system_error("keep", path_);
  return {};
}

Result<void> PendingFile::publish(int keep) {
  if (descriptor_ < 0) return io_error("write", path_, "it is already closed");
  if (sync_again(descriptor_) != 0) {
    const Error error = system_error("write", path_);
    discard();
    return error;
  }
  if (auto ok = keep_older(keep); !ok) {
    discard();
    return ok;
  }
  if (::rename(pending_.c_str(), final_.c_str()) != 0) {
    const Error error = system_error("rename to", path_);
    discard();
    return error;
  }
  published_ = true;
  if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) return system_error("close", path_);
  if (!sync_directory(final_)) return system_error("flush the directory of", path_);
  return {};
}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  auto file = PendingFile::create(path);
  if (!file) return file.error();
  return AtomicFile(std::move(*file));
}

Result<void> AtomicFile::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > buffer_size) {
    if (auto done = flush(); !done) return done;
  }
  if (bytes.size() > buffer_size) return write_all(bytes);
  buffer_.append(bytes);
  return {};
}

Result<void> AtomicFile::flush() {
  auto done = write_all(buffer_);
  buffer_.clear();
  return done;
}

Result<void> AtomicFile::rewrite_start(std::string_view bytes) {
  if (auto done = flush(); !done) return done;
  const auto seek = [&](off_t to, int whence) -> Result<void> {
    if (::lseek(file_.descriptor(), to, whence) >= 0) return {};
    const Error error = system_error("write", file_.path());
    discard();
    return error;
  };
  if (auto done = seek(0, SEEK_SET); !done) return done;
  if (auto done = write_all(bytes); !done) return done;
  return seek(0, SEEK_END);
}

Result<void> AtomicFile::commit(int keep) {
  if (auto done = flush(); !done) return done;
  return file_.publish(keep);
}

Result<void> AtomicFile::write_all(std::string_view bytes) {
  if (file_.descriptor() < 0) return io_error("write", file_.path(), "it is already closed");
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_.descriptor(), bytes.data(), bytes.size());
    if (written > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (written == 0 || errno != EINTR) {
      const Error error = system_error("write", file_.path(), written == 0 ? ENOSPC : errno);
      discard();
      return error;
    }
  }
  return {};
}

Result<void> write_file(const std::string& path, std::string_view bytes) {
  return guarded(path, [&]() -> Result<void> {
    auto file = AtomicFile::create(path);
    if (!file) return file.error();
    if (auto done = file->write(bytes); !done) return done;
    return file->commit();
  });
}

}  // namespace wend::io
