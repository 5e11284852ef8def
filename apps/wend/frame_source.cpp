#include "frame_source.hpp"

#include "file_kind.hpp"
#include "load_scene.hpp"
#include "plans.hpp"
#include "recording_source.hpp"
#include "simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace wend::cli {

namespace {

class SceneSource final : public FrameSource {
 public:
  SceneSource(scene::Scene scene, std::size_t threads)
      : scene_(std::move(scene)), runner_(make_runner(useful_threads(threads, scene_.world().agent_count()))) {
    const scene::SceneSpec& spec = scene_.spec();
    info_.name = scene_.name();
    info_.title = spec.title;
    info_.step = scene_.world().dt();
    info_.duration = scene_.duration();
    for (const AgentState& agent : scene_.world().agents()) info_.top_speed = std::max(info_.top_speed, agent.top_speed);
    if (spec.view.given) info_.view = io::Box{{spec.view.x0, spec.view.y0}, {spec.view.x1, spec.view.y1}};
    info_.colour = spec.view.colour;
    info_.group_names = spec.group_names;
  }

  Result<bool> advance() override {
    if (!std::exchange(started_, true)) return true;
    if (scene_.finished()) return false;
    agent_steps_ += scene_.world().agent_count();
    if (auto ok = scene_.step(*runner_); !ok) return ok.error();
    return true;
  }
  bool may_gain_agents() const override { return scene_.has_callbacks(); }
  double time() const override { return scene_.world().time(); }
  Result<io::Frame> frame() override {
    const World& world = scene_.world();
    info_.group_names = scene_.spec().group_names;
    io::Frame frame = io::capture(world);
    if (field_of_) {
      frame.field = world.planning_field(io::agent_of_file_id(*field_of_));
    } else if (show_field_) {
      auto fields = world.planning_fields();
      if (!fields.empty()) frame.field = std::move(fields.front());
    }
    return frame;
  }
  Result<void> show_field(std::optional<std::int64_t> agent) override {
    if (auto ok = scene_.world().make_plans(); !ok) return ok;
    if (scene_.world().planning_fields().empty()) {
      return Error{Errc::invalid_value, "--overlay field: nobody in this scene has a planner that needs a field; `wend plan --kind harmonic` draws one", "render"};
    }
    show_field_ = true;
    field_of_ = agent;
    return {};
  }
  std::uint64_t agent_steps() const override { return agent_steps_; }
  std::optional<std::uint64_t> hash() const override { return scene_.world().hash().all; }

 private:
  scene::Scene scene_;
  std::unique_ptr<TaskRunner> runner_;
  std::uint64_t agent_steps_ = 0;
  bool started_ = false, show_field_ = false;
  std::optional<std::int64_t> field_of_;
};

}  // namespace

Result<std::unique_ptr<FrameSource>> open_source(const SceneOptions& o, std::optional<std::uint64_t> seed,
                                                 std::function<void(std::string_view)> log, Progress& progress) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(o.scene, ignored)) {
    if (guess_file(o.scene).kind == FileKind::trajectory) {
      auto recording = io::Recording::open(o.scene);
      if (!recording) return recording.error();
      if (o.seed || seed || !o.sets.empty() || o.duration) {
        return Error{Errc::invalid_value,
                     fmt::format("'{}' is a run that was: --seed, --seeds, --set and --duration belong to a scene", o.scene), "render"};
      }
      return RecordingSource::open(std::move(*recording));
    }
    if (auto ok = expect_scene_file(o.scene, "a scene (.lua) or " + trajectory_words()); !ok) return ok.error();
  }
  auto scene = load_scene(o, seed, std::move(log));
  if (!scene) return scene.error();
  if (auto ok = make_plans(*scene, progress, false); !ok) return ok.error();
  return std::unique_ptr<FrameSource>(std::make_unique<SceneSource>(std::move(*scene), o.threads));
}

}  // namespace wend::cli
