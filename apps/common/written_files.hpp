#pragma once
#include <wend/result.hpp>

#include <cstdint>
#include <string>

namespace wend::cli {

struct WrittenFile {
  std::string path;
  std::uintmax_t bytes = 0;
};

WrittenFile file_of(const std::string& path);

// Before anything is run: the folder of a file to come exists and can be written.
Result<void> check_folder(const std::string& path);

}  // namespace wend::cli
