#include "moments.hpp"

#include "file_kind.hpp"
#include "load_scene.hpp"
#include "plans.hpp"
#include "simulate.hpp"

#include <wend/io/checkpoint.hpp>
#include <wend/io/recording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

namespace wend::cli {

namespace {

class RunningScene final : public Moments {
 public:
  RunningScene(scene::Scene scene, const SceneOptions& o)
      : scene_(std::move(scene)), runner_(make_runner(useful_threads(o.threads, scene_.world().agent_count()))) {
    info_ = {.name = o.scene, .kind = "scene", .has_world = true, .has_frames = true, .has_hashes = true};
  }

  Result<bool> advance() override {
    if (started_) {
      if (scene_.finished()) return false;
      if (auto ok = scene_.step(*runner_); !ok) return ok.error();
    }
    started_ = true;
    step_ = scene_.world().steps();
    time_ = scene_.world().time();
    share_ = time_ / scene_.duration();
    return true;
  }
  const World* world() const override { return &scene_.world(); }
  Result<io::Frame> frame() override { return io::capture(scene_.world()); }
  StateHash hash() const override { return scene_.world().hash(); }
  std::uint64_t agents() const override { return scene_.world().agents_added(); }

 private:
  scene::Scene scene_;
  std::unique_ptr<TaskRunner> runner_;
  bool started_ = false;
};

class SavedWorld final : public Moments {
 public:
  SavedWorld(std::string path, Bytes bytes, World world) : bytes_(std::move(bytes)), world_(std::move(world)) {
    info_ = {.name = std::move(path), .kind = "checkpoint", .has_world = true, .has_frames = true, .has_hashes = true, .has_events = false, .single = true};
  }

  Result<bool> advance() override {
    step_ = world_.steps();
    time_ = world_.time();
    return !std::exchange(passed_, true);
  }
  const World* world() const override { return &world_; }
  Result<io::Frame> frame() override { return io::capture(world_); }
  StateHash hash() const override { return world_.hash(); }
  std::uint64_t agents() const override { return world_.agents_added(); }
  const Bytes* checkpoint() const override { return &bytes_; }

 private:
  Bytes bytes_;
  World world_;
  bool passed_ = false;
};

class RecordedRun final : public Moments {
 public:
  explicit RecordedRun(io::Recording recording) : recording_(std::move(recording)) {
    info_ = {.name = recording_.path(), .kind = "trajectory", .has_frames = true, .has_steps = recording_.exact(), .velocities = recording_.velocities(), .exact = recording_.exact()};
  }

  Result<bool> advance() override {
    if (next_ == recording_.frames()) return false;
    auto frame = recording_.frame(next_++);
    if (!frame) return frame.error();
    frame_ = std::move(*frame);
    step_ = frame_.step;
    time_ = frame_.time;
    share_ = static_cast<double>(next_) / static_cast<double>(recording_.frames());
    return true;
  }
  Result<io::Frame> frame() override { return frame_; }
  std::uint64_t agents() const override { return recording_.agents(); }

 private:
  io::Recording recording_;
  io::Frame frame_;
  std::size_t next_ = 0;
};

class HashList final : public Moments {
 public:
  explicit HashList(const std::string& path) : stream_(path) {
    info_ = {.name = path, .kind = "hashes", .has_hashes = true};
  }

  Result<bool> advance() override {
    std::string line;
    if (!std::getline(stream_, line)) return false;
    ++line_;
    const auto read = read_hash_line(line);
    if (!read) {
      return Error{Errc::damaged, fmt::format("line {} is '{:.40}', expected a step and ten hashes of 16 digits", line_, line), info_.name};
    }
    if (line_ > 1 && read->first <= step_) {
      return Error{Errc::damaged, fmt::format("line {} is step {} after step {}, expected a later one", line_, read->first, step_), info_.name};
    }
    step_ = read->first;
    hash_ = read->second;
    return true;
  }
  StateHash hash() const override { return hash_; }

 private:
  std::ifstream stream_;
  std::uint64_t line_ = 0;
  StateHash hash_;
};

using Opened = Result<std::unique_ptr<Moments>>;

Opened open_checkpoint(const std::string& path) {
  const auto in_file = [&](const Error& e) { return Error{e.code, e.text(), path}; };
  auto bytes = io::read_bytes(path);
  if (!bytes) return bytes.error();
  auto world = World::create();
  if (!world) return in_file(world.error());
  if (auto ok = world->restore(*bytes); !ok) return in_file(ok.error());
  return std::unique_ptr<Moments>(std::make_unique<SavedWorld>(path, std::move(*bytes), std::move(*world)));
}

Opened open_scene(const SceneOptions& o, Progress& progress) {
  auto scene = load_scene(o);
  if (!scene) return scene.error();
  if (auto ok = make_plans(*scene, progress, false); !ok) return ok.error();
  return std::unique_ptr<Moments>(std::make_unique<RunningScene>(std::move(*scene), o));
}

}  // namespace

Result<std::unique_ptr<Moments>> open_moments(const SceneOptions& o, Progress& progress) {
  const std::string& path = o.scene;
  std::error_code ignored;
  const std::string ending = file_ending(path);
  if (!std::filesystem::exists(path, ignored)) {
    if (ending == ".lua" || ending.empty()) return open_scene(o, progress);  // a shipped one, or none: finding it tells
    return Error{Errc::io, fmt::format("no file '{}'", path), ""};
  }
  if (std::filesystem::is_directory(path, ignored)) return Error{Errc::io, fmt::format("'{}' is a folder", path), ""};
  switch (guess_file(path).kind) {
    case FileKind::checkpoint: return open_checkpoint(path);
    case FileKind::hashes: return std::unique_ptr<Moments>(std::make_unique<HashList>(path));
    case FileKind::trajectory: {
      auto recording = io::Recording::open(path);
      if (!recording) return recording.error();
      return std::unique_ptr<Moments>(std::make_unique<RecordedRun>(std::move(*recording)));
    }
    default: break;
  }
  const std::string expected =
      fmt::format("a scene (.lua), {}, checkpoint (.wend) or list of hashes", trajectory_words());
  if (auto ok = expect_scene_file(path, expected); !ok) return ok.error();
  if (ending == ".lua") return open_scene(o, progress);
  return Error{Errc::unknown_name, fmt::format("'{}' is not {}", path, expected), ""};
}

}  // namespace wend::cli
