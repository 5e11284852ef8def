#include <wend/io/checkpoint.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string_view>

#include "io/atomic_file.hpp"
#include "io/error.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{4} << 30;

std::string generation(const std::string& path, int number) {
  return number == 0 ? path : path + "." + number_text(number);
}

// What writers that were killed have left; a live one holds its lock.
void sweep_leftovers(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  const std::string begin = fs::path(path).filename().string() + ".partial-";
  std::error_code problem;
  fs::directory_iterator at(parent.empty() ? fs::path(".") : parent, problem);
  for (; !problem && at != fs::directory_iterator(); at.increment(problem)) {
    if (!at->path().filename().string().starts_with(begin)) continue;
    const int file = ::open(at->path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) continue;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) ::unlink(at->path().c_str());
    ::close(file);
  }
}

}  // namespace

Result<void> save_checkpoint(const std::string& path, std::span<const std::byte> bytes) {
  return guarded(path, [&]() -> Result<void> {
    sweep_leftovers(path);
    auto file = AtomicFile::create(path);
    if (!file) return file.error();
    if (auto ok = file->write({reinterpret_cast<const char*>(bytes.data()), bytes.size()}); !ok) return ok;
    return file->commit(older_checkpoints);
  });
}

Result<Bytes> read_bytes(const std::string& path) {
  return guarded(path, [&]() -> Result<Bytes> {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return system_error("read", path);
    struct stat facts {};
    Bytes bytes;
    std::optional<Error> problem;
    if (::fstat(file, &facts) != 0) {
      problem = system_error("read", path);
    } else if (!S_ISREG(facts.st_mode)) {
      problem = io_error("read", path, "it is not a plain file");
    } else if (static_cast<std::uintmax_t>(facts.st_size) > largest_file) {
      problem = io_error("read", path, "it is larger than 4 GiB");
    } else {
      bytes.resize(static_cast<std::size_t>(facts.st_size));
      std::size_t got = 0;
      while (got < bytes.size()) {
        const ssize_t n = ::read(file, bytes.data() + got, bytes.size() - got);
        if (n > 0) got += static_cast<std::size_t>(n);
        if (n == 0) break;
        if (n < 0 && errno != EINTR) {
          problem = system_error("read", path);
          break;
        }
      }
      bytes.resize(got);
    }
    ::close(file);
    if (problem) return *problem;
    return bytes;
  });
}

Result<FoundCheckpoint> find_checkpoint(const std::string& path) {
  FoundCheckpoint found;
  for (int number = 0; number <= older_checkpoints; ++number) {
    found.path = generation(path, number);
    auto bytes = read_bytes(found.path);
    if (!bytes) {
      found.passed_over.push_back(bytes.error());
      continue;
    }
    const auto sections = read_sections(*bytes);
    if (sections) {
      found.bytes = std::move(*bytes);
      return found;
    }
    found.passed_over.push_back({sections.error().code, sections.error().message, found.path});
  }
  return found.passed_over.front();
}

}  // namespace wend::io
