#include "output_files.hpp"

#include "io/atomic_file.hpp"
#include "scene_text.hpp"

#include <wend/io/frame.hpp>
#include <wend/version.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

namespace wend::cli {

namespace fs = std::filesystem;

namespace {

Result<void> check_ending(const std::string& path) {
  const std::string ending = file_ending(path);
  if (ending == ".sqlite" || ending == ".csv") return {};
  for (const char* drawn : {".png", ".svg", ".pdf", ".gif", ".mp4", ".webm", ".pov"}) {
    if (ending == drawn) {
      return Error{Errc::unknown_name,
                   fmt::format("-o '{}': run writes .sqlite or .csv; pictures and films come from `wend render`", path),
                   ""};
    }
  }
  for (const char* later : {".npy", ".wend"}) {
    if (ending == later) {
      return Error{Errc::unsupported,
                   fmt::format("-o '{}': {} is not in this version, expected .sqlite or .csv", path, ending), ""};
    }
  }
  const std::string found = ending.empty() ? "no ending" : "unknown ending " + ending;
  return Error{
      Errc::unknown_name,
      fmt::format("-o '{}': {}, expected .sqlite or .csv{}", path, found, did_you_mean(ending, {".sqlite", ".csv"})),
      ""};
}

// How many steps lie between two frames.
Result<std::uint64_t> stride_of(std::optional<double> every, double dt) {
  if (!every) return std::uint64_t{1};
  const double steps = std::round(*every / dt);
  if (steps >= 1 && std::abs(*every - steps * dt) <= 1e-6 * dt) return static_cast<std::uint64_t>(steps);
  const double near = std::max(1.0, steps) * dt;
  return Error{Errc::invalid_value,
               fmt::format("--every = {} s, expected a multiple of the time step {} s, such as {} s", *every, dt, near),
               ""};
}

}  // namespace

Result<void> check_folder(const std::string& path) {
  const auto problem = [&](int code) {
    return Error{Errc::io, fmt::format("cannot write '{}': {}", path, std::generic_category().message(code)), ""};
  };
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return problem(EISDIR);
  const fs::path parent = fs::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  if (!fs::exists(folder, ignored)) {
    return Error{Errc::io, fmt::format("cannot write '{}': there is no folder '{}'", path, folder), ""};
  }
  if (!fs::is_directory(folder, ignored)) return problem(ENOTDIR);
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return problem(errno);
  return {};
}

Result<void> check_outputs(const OutputRequest& request) {
  std::vector<std::string> names = request.trajectories;
  for (const std::string& path : names) {
    if (auto ok = check_ending(path); !ok) return ok;
  }
  if (!request.hashes.empty()) names.push_back(request.hashes);
  for (std::string& path : names) {
    if (auto ok = check_folder(path); !ok) return ok;
    path = fs::path(path).lexically_normal().string();
  }
  std::sort(names.begin(), names.end());
  if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end()) {
    return Error{Errc::invalid_value, fmt::format("'{}' is to be written twice", *twice), ""};
  }
  return {};
}

std::string with_seed(const std::string& path, std::uint64_t seed) {
  const std::size_t ending = file_ending(path).size();
  return fmt::format("{}-{}{}", path.substr(0, path.size() - ending), seed, path.substr(path.size() - ending));
}

OutputRequest with_seed(const OutputRequest& request, std::uint64_t seed) {
  OutputRequest of_seed = request;
  for (std::string& path : of_seed.trajectories) path = with_seed(path, seed);
  if (!request.hashes.empty()) of_seed.hashes = with_seed(request.hashes, seed);
  return of_seed;
}

struct OutputFiles::Impl {
  std::uint64_t stride = 1;
  std::vector<std::string> paths;
  std::vector<std::unique_ptr<io::TrajectoryWriter>> writers;
  std::string hashes_path;
  std::optional<io::AtomicFile> hashes;
};

OutputFiles::OutputFiles(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
OutputFiles::OutputFiles(OutputFiles&&) noexcept = default;
OutputFiles& OutputFiles::operator=(OutputFiles&&) noexcept = default;
OutputFiles::~OutputFiles() = default;

Result<OutputFiles> OutputFiles::open(const OutputRequest& request, const scene::Scene& scene) {
  auto impl = std::make_unique<Impl>();
  const double dt = scene.world().dt();
  const auto stride = stride_of(request.every, dt);
  if (!stride) return stride.error();
  impl->stride = *stride;
  const io::RunInfo info{.title = scene.spec().title,
                         .scene_name = std::string(scene.name()),
                         .scene_text = std::string(scene.text()),
                         .parameters_json = params_json(scene.spec()).dump(),
                         .version = std::string(version_string),
                         .seed = scene.world().seed(),
                         .dt = dt,
                         .every = static_cast<double>(*stride) * dt};
  for (const std::string& path : request.trajectories) {
    auto writer = io::open_trajectory(path, info);
    if (!writer) return writer.error();
    impl->paths.push_back(path);
    impl->writers.push_back(std::move(*writer));
  }
  if (!request.hashes.empty()) {
    auto file = io::AtomicFile::create(request.hashes);
    if (!file) return file.error();
    impl->hashes_path = request.hashes;
    impl->hashes.emplace(std::move(*file));
  }
  return OutputFiles(std::move(impl));
}

Result<void> OutputFiles::write(const World& world) {
  if (impl_->hashes && world.steps() > 0) {
    const StateHash h = world.hash();
    std::string line = fmt::format("{}", world.steps());
    for (const std::uint64_t part :
         {h.all, h.clock, h.motion, h.attributes, h.model_state, h.goals, h.statuses, h.bodies, h.targets, h.events}) {
      line += " " + hex(part);
    }
    if (auto ok = impl_->hashes->write(line + "\n"); !ok) return ok;
  }
  if (impl_->writers.empty() || world.steps() % impl_->stride != 0) return {};
  const io::Frame frame = io::capture(world);
  for (const auto& writer : impl_->writers) {
    if (auto ok = writer->write(frame); !ok) return ok;
  }
  return {};
}

Result<std::vector<WrittenFile>> OutputFiles::finish(const World& world) {
  std::vector<WrittenFile> files;
  std::optional<Error> problem;
  const auto take = [&](const std::string& path, const Result<void>& closed) {
    std::error_code ignored;
    if (!closed) {
      if (!problem) problem = closed.error();
    } else {
      files.push_back({path, fs::file_size(path, ignored)});
    }
  };
  const std::uint64_t hash = world.hash().all;
  for (std::size_t i = 0; i < impl_->writers.size(); ++i) take(impl_->paths[i], impl_->writers[i]->finish(hash));
  if (impl_->hashes) take(impl_->hashes_path, impl_->hashes->commit());
  if (problem) return *problem;
  return files;
}

}  // namespace wend::cli
