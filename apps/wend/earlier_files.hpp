#pragma once
#include <wend/io/atomic_file.hpp>
#include <wend/io/trajectory.hpp>

#include <cstdint>
#include <string>

namespace wend::cli {

// Files of an earlier part of a run: what it had written of `path` when it was saved, to be continued.
struct EarlierFile {
  std::string path;  // where it is
};

// The leftover of process `writer`, else the file itself.
Result<EarlierFile> find_earlier(const std::string& path, std::uint64_t writer);

// Copies what was before the moment `now` into the new file; an Error when the earlier part ends too soon, or is not of
// this run: a checkpoint from somewhere else must not be able to name a file of the user's and have it replaced.
Result<void> copy_frames(const EarlierFile&, io::TrajectoryWriter& to, double every, std::uint64_t frames,
                         const io::Frame& now);
Result<void> copy_hashes(const EarlierFile&, io::AtomicFile& to, std::uint64_t steps, const std::string& now);

}  // namespace wend::cli
