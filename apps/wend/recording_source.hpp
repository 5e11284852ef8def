#pragma once
#include "frame_source.hpp"

#include <wend/io/recording.hpp>

namespace wend::cli {

// Frames of a trajectory file.
class RecordingSource final : public FrameSource {
 public:
  static Result<std::unique_ptr<FrameSource>> open(io::Recording);

  Result<bool> advance() override;
  double time() const override { return frame_.time; }
  Result<io::Frame> frame() override { return frame_; }
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
