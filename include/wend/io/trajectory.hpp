#pragma once
#include <wend/base/export.hpp>
#include <wend/io/frame.hpp>
#include <wend/result.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wend::io {

// What a trajectory file says about its run.
struct RunInfo {
  std::string title{};
  std::string scene_name{};
  std::string scene_text{};
  std::string parameters_json{};
  std::string version{};
  std::uint64_t seed = 0;
  double dt = 0.25;
  double every = 0.25;  // time between two frames
  std::optional<Box> view{};  // how the author wants it drawn
  std::string colour{};       // "speed", "group", "weight" or empty
  std::vector<std::string> group_names{};
};

// A file under way. It has its final name only after finish(); until then it is <path>.partial-<pid> beside it.
// After an error the file is gone and every later call answers the same error.
class WEND_API TrajectoryWriter {
 public:
  virtual ~TrajectoryWriter();  // abandons what is not finished
  virtual Result<void> write(const Frame&) = 0;
  virtual Result<void> flush() = 0;  // what was written so far outlives the process
  virtual Result<void> finish(std::uint64_t final_hash) = 0;
  virtual void abandon() = 0;
};

// The ending chooses one of trajectory_formats(), such as .sqlite, .csv or .npy; see docs/files.md.
WEND_API Result<std::unique_ptr<TrajectoryWriter>> open_trajectory(const std::string& path, const RunInfo&);

}  // namespace wend::io
