#include "recording_source.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wend::cli {

Result<std::unique_ptr<FrameSource>> RecordingSource::open(io::Recording recording) {
  const std::size_t frames = recording.frames();
  if (frames == 0) return Error{Errc::invalid_value, fmt::format("'{}' holds no frame", recording.path()), "render"};
  const auto first = recording.frame(0), last = recording.frame(frames - 1);
  if (!first) return first.error();
  if (!last) return last.error();
  std::unique_ptr<RecordingSource> source(new RecordingSource(std::move(recording)));
  const io::RunInfo& run = source->recording_.info();
  SourceInfo& info = source->info_;
  info.name = source->recording_.path();
  info.title = run.title;
  info.step = run.every;
  info.duration = last->time;
  if (source->recording_.exact()) {
    for (const AgentState& dot : first->agents) info.top_speed = std::max(info.top_speed, dot.top_speed);
  }
  info.view = run.view;
  info.colour = run.colour;
  info.group_names = run.group_names;
  return std::unique_ptr<FrameSource>(std::move(source));
}

Result<bool> RecordingSource::advance() {
  if (next_ == recording_.frames()) return false;
  auto frame = recording_.frame(next_);
  if (!frame) return frame.error();
  if (next_++ > 0) agent_steps_ += frame_.agents.size();
  frame_ = std::move(*frame);
  return true;
}

}  // namespace wend::cli
