#include <wend/io/atomic_file.hpp>
#include <wend/io/checkpoint.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>
#include <string_view>

#include "io/error.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{4} << 30;

std::string generation(const std::string& path, int number) {
  return number == 0 ? path : path + "." + number_text(number);
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
    found.path = number == 0 ? path : generation(real_path(path), number);
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
