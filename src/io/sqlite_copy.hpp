#pragma once
#include <string>

namespace wend::io {

// A database of a killed run, copied with its journal into a folder that disappears with it: there, and not in the
// user's file, may the half transaction be taken back.
class ScratchCopy {
 public:
  explicit ScratchCopy(const std::string& path);
  ScratchCopy(const ScratchCopy&) = delete;
  ScratchCopy& operator=(const ScratchCopy&) = delete;
  ~ScratchCopy();
  const std::string& path() const { return path_; }

 private:
  std::string folder_, path_;
};

}  // namespace wend::io
