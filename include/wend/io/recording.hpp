#pragma once
#include <wend/analysis/metrics.hpp>
#include <wend/base/export.hpp>
#include <wend/io/frame.hpp>
#include <wend/io/trajectory.hpp>
#include <wend/io/trajectory_format.hpp>
#include <wend/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace wend::io {

// A trajectory file read back, frame by frame; the user's file is never changed. What each format holds: docs/files.md.
class WEND_API Recording {
 public:
  // The format is found by content, so that what a killed run left behind (run.sqlite.partial-123) opens too.
  static Result<Recording> open(const std::string& path);
  Recording(Recording&&) noexcept;
  Recording& operator=(Recording&&) noexcept;
  ~Recording();

  const std::string& path() const;
  const TrajectoryFormat& format() const;
  const std::string& kind() const;          // what to call the file: mostly the doc of its format
  const RunInfo& info() const;              // as far as the file knows
  std::optional<std::uint64_t> hash() const;  // of the run's last state
  bool complete() const;  // false: left by a run that did not finish, readable to its last whole frame
  bool exact() const;     // frames are equal to those written, bit for bit
  bool velocities() const;  // false: a file without them, everybody goes along its heading
  const std::string& note() const;  // what had to be assumed; empty if nothing
  std::uint64_t agents() const;     // ever seen
  std::uint64_t rows() const;       // an agent in a frame is one
  std::size_t frames() const;
  Result<Frame> frame(std::size_t i);

 private:
  Recording(std::string path, const TrajectoryFormat&, std::unique_ptr<TrajectoryReader>);
  std::string path_;
  const TrajectoryFormat* format_;
  std::unique_ptr<TrajectoryReader> reader_;
};

// Metrics of a recording. They are those of the run if the file holds every step of it, exactly; else `differs` says why not.
struct Measured {
  Metrics metrics;
  std::string differs{};
  std::uint64_t steps = 0;  // from the first frame to the last
  std::uint64_t agent_steps = 0;
  double first = 0, last = 0;  // times of these frames
  std::size_t obstacles = 0;   // discs and capsules of the first
  std::array<std::uint64_t, event_kind_slots> events{};  // how many of each EventKind
};
WEND_API Result<Measured> measure(Recording&);

}  // namespace wend::io
