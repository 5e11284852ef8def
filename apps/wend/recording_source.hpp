#pragma once
#include "frame_source.hpp"

#include <wend/io/recording.hpp>

#include <fmt/format.h>

namespace wend::cli {

// Frames of a trajectory file.
class RecordingSource final : public FrameSource {
 public:
  static Result<std::unique_ptr<FrameSource>> open(io::Recording);

  Result<bool> advance() override;
  bool may_gain_agents() const override { return true; }
  double time() const override { return frame_.time; }
  Result<io::Frame> frame() override { return frame_; }
  Result<void> show_field(std::optional<std::int64_t>) override {
    return Error{Errc::invalid_value, fmt::format("--overlay field: '{}' is a run that was and holds no planners, expected a scene", info_.name), "render"};
  }
  std::uint64_t agent_steps() const override { return agent_steps_; }
  std::optional<std::uint64_t> hash() const override { return recording_.hash(); }

 private:
  explicit RecordingSource(io::Recording recording) : recording_(std::move(recording)) {}

  io::Recording recording_;
  io::Frame frame_;
  std::size_t next_ = 0;
  std::uint64_t agent_steps_ = 0;
};

}  // namespace wend::cli
