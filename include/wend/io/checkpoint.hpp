#pragma once
#include <wend/base/export.hpp>
#include <wend/base/sections.hpp>
#include <wend/result.hpp>

#include <span>
#include <string>
#include <vector>

namespace wend::io {

// Checkpoint files (.wend): the bytes of Scene::checkpoint() or World::snapshot(), written aside, flushed and renamed.
// The one before stays as FILE.1, and the one before that as FILE.2: at every moment a whole one is there.
constexpr int older_checkpoints = 2;

WEND_API Result<void> save_checkpoint(const std::string& path, std::span<const std::byte>);

struct FoundCheckpoint {
  std::string path;  // the file that was whole
  Bytes bytes;
  std::vector<Error> passed_over;  // newer ones, and why
};

// The newest whole one of FILE, FILE.1 and FILE.2.
WEND_API Result<FoundCheckpoint> find_checkpoint(const std::string& path);

// A whole file of at most 4 GiB.
WEND_API Result<Bytes> read_bytes(const std::string& path);

}  // namespace wend::io
