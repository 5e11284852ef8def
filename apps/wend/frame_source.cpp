#include "frame_source.hpp"

#include "scene_files.hpp"
#include "simulate.hpp"

#include <wend/io/recording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace wend::cli {

namespace {

class SceneSource final : public FrameSource {
 public:
  SceneSource(scene::Scene scene, std::size_t threads)
      : scene_(std::move(scene)), runner_(make_runner(useful_threads(threads, scene_.world().agent_count()))) {
    const scene::SceneSpec& spec = scene_.spec();
    info_.name = scene_.name();
    info_.title = spec.title;
    info_.duration = scene_.duration();
    for (const AgentState& agent : scene_.world().agents()) info_.top_speed = std::max(info_.top_speed, agent.top_speed);
    if (spec.view.given) info_.view = io::Box{{spec.view.x0, spec.view.y0}, {spec.view.x1, spec.view.y1}};
    info_.colour = spec.view.colour;
  }

  Result<bool> advance() override {
    if (!std::exchange(started_, true)) return true;
    if (scene_.finished()) return false;
    agent_steps_ += scene_.world().agent_count();
    if (auto ok = scene_.step(*runner_); !ok) return ok.error();
    return true;
  }
  double time() const override { return scene_.world().time(); }
  Result<io::Frame> frame() override { return io::capture(scene_.world()); }
  std::uint64_t agent_steps() const override { return agent_steps_; }
  std::optional<std::uint64_t> hash() const override { return scene_.world().hash().all; }

 private:
  scene::Scene scene_;
  std::unique_ptr<TaskRunner> runner_;
  std::uint64_t agent_steps_ = 0;
  bool started_ = false;
};

// A file that was written earlier, from its first frame to its last.
class RecordingSource final : public FrameSource {
 public:
  RecordingSource(io::Recording recording, io::Frame first, double last)
      : recording_(std::move(recording)), frame_(std::move(first)) {
    const io::RunInfo& run = recording_.info();
    info_.name = recording_.path();
    info_.title = run.title;
    info_.duration = last;
    for (const io::AgentDot& agent : frame_.agents) info_.top_speed = std::max(info_.top_speed, agent.top_speed);
    info_.view = run.view;
    info_.colour = run.colour;
    info_.group_names = run.group_names;
  }

  Result<bool> advance() override {
    if (next_ == recording_.frames()) return false;
    if (next_ > 0) {
      auto frame = recording_.frame(next_);
      if (!frame) return frame.error();
      frame_ = std::move(*frame);
      agent_steps_ += frame_.agents.size();
    }
    ++next_;
    return true;
  }
  double time() const override { return frame_.time; }
  Result<io::Frame> frame() override { return frame_; }
  std::uint64_t agent_steps() const override { return agent_steps_; }
  std::optional<std::uint64_t> hash() const override { return recording_.hash(); }

 private:
  io::Recording recording_;
  io::Frame frame_;
  std::size_t next_ = 0;
  std::uint64_t agent_steps_ = 0;
};

Result<std::unique_ptr<FrameSource>> open_recording(const SceneOptions& o, bool another_seed) {
  const auto wrong = [&](const std::string& what) {
    return Error{Errc::invalid_value, fmt::format("'{}' {}", o.scene, what), ""};
  };
  if (another_seed || o.seed || o.duration || !o.sets.empty())
    return wrong("is a recording: --seed, --seeds, --set, --sweep and --duration need a scene");
  auto recording = io::Recording::open(o.scene);
  if (!recording) return recording.error();
  if (recording->frames() == 0) return wrong("holds no frames");
  auto first = recording->frame(0), last = recording->frame(recording->frames() - 1);
  if (!first) return first.error();
  if (!last) return last.error();
  const double end = last->time;
  return std::unique_ptr<FrameSource>(std::make_unique<RecordingSource>(std::move(*recording), std::move(*first), end));
}

}  // namespace

bool is_recording(const std::string& path) {
  std::string head(16, '\0');
  std::ifstream(path, std::ios::binary).read(head.data(), 16);
  return head.starts_with("SQLite format 3") || head.starts_with("\x93NUMPY") || head.starts_with("frame,time,id,x");
}

Result<std::unique_ptr<FrameSource>> open_source(const SceneOptions& o, std::optional<std::uint64_t> seed,
                                                 std::function<void(std::string_view)> log) {
  if (is_recording(o.scene)) return open_recording(o, seed.has_value());
  auto scene = load_scene(o, seed, std::move(log));
  if (!scene) return scene.error();
  return std::unique_ptr<FrameSource>(std::make_unique<SceneSource>(std::move(*scene), o.threads));
}

}  // namespace wend::cli
