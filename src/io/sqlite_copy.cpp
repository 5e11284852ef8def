#include "io/sqlite_copy.hpp"

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace wend::io {

namespace fs = std::filesystem;

ScratchCopy::ScratchCopy(const std::string& path) {
  folder_ = (fs::temp_directory_path() / "wend-XXXXXX").string();
  if (::mkdtemp(folder_.data()) == nullptr) throw std::system_error(errno, std::generic_category(), folder_);
  path_ = folder_ + "/copy.sqlite";
  try {
    fs::copy_file(path, path_);
    fs::copy_file(path + "-journal", path_ + "-journal");
    fs::permissions(path_, fs::perms::owner_read | fs::perms::owner_write);
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    throw;
  }
}

ScratchCopy::~ScratchCopy() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

}  // namespace wend::io
