#include "written_files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace wend::cli {

namespace fs = std::filesystem;

WrittenFile file_of(const std::string& path) {
  std::error_code ignored;
  return {path, fs::file_size(path, ignored)};
}

Result<void> check_folder(const std::string& path) {
  const auto problem = [&](int code) {
    return Error{Errc::io, fmt::format("cannot write '{}': {}", path, std::generic_category().message(code)), ""};
  };
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return problem(EISDIR);
  const fs::path parent = fs::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  if (!fs::exists(folder, ignored)) {
    return Error{Errc::io, fmt::format("cannot write '{}': there is no folder '{}'", path, folder), ""};
  }
  if (!fs::is_directory(folder, ignored)) return problem(ENOTDIR);
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return problem(errno);
  return {};
}

}  // namespace wend::cli
