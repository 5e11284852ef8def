#include "output_files.hpp"

#include "earlier_files.hpp"
#include "scene_text.hpp"

#include <wend/io/atomic_file.hpp>
#include <wend/io/drawing_format.hpp>
#include <wend/io/frame.hpp>
#include <wend/io/trajectory_format.hpp>
#include <wend/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace wend::cli {

namespace fs = std::filesystem;

namespace {

Result<void> check_ending(const std::string& path) {
  const std::string ending = file_ending(path);
  if (io::find_trajectory_format(path)) return {};
  std::vector<std::string> written = io::trajectory_endings();
  const std::string trajectories = io::either_of(written);
  written.push_back(".wend");
  if (io::find_drawing_format(path)) {
    return Error{Errc::unknown_name,
                 fmt::format("-o '{}': run writes {}; pictures and films come from `wend render`", path,
                             io::either_of(written)),
                 ""};
  }
  const std::string found = ending.empty() ? "no ending" : "unknown ending " + ending;
  return Error{
      Errc::unknown_name,
      fmt::format("-o '{}': {}, expected {}, or .wend for a checkpoint{}", path, found, trajectories,
                  did_you_mean(ending, written)),
      ""};
}

std::optional<io::Box> view_of(const scene::SceneView& view) {
  if (!view.given) return {};
  return io::Box{{view.x0, view.y0}, {view.x1, view.y1}};
}

}  // namespace

Result<std::uint64_t> stride_of(const char* option, double every, double dt) {
  const double steps = std::round(every / dt);
  if (steps >= 1 && std::abs(every - steps * dt) <= 1e-6 * dt) return static_cast<std::uint64_t>(steps);
  const double near = std::max(1.0, steps) * dt;
  return Error{
      Errc::invalid_value,
      fmt::format("{} = {} s, expected a multiple of the time step {} s, such as {} s", option, every, dt, near), ""};
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

namespace {

// "12 0123456789abcdef ...": the step, the whole hash and its parts.
std::string hash_line(const World& world) {
  const StateHash h = world.hash();
  std::string line = fmt::format("{}", world.steps());
  line += " " + hex(h.all);
  StateHash::for_members([&](std::string_view name, auto part) {
    if (name != "all") line += " " + hex(h.*part);
  });
  return line;
}

}  // namespace

struct OutputFiles::Impl {
  OutputRequest request;
  std::uint64_t stride = 1;
  std::vector<std::string> paths;
  std::vector<std::unique_ptr<io::TrajectoryWriter>> writers;
  std::string hashes_path;
  std::optional<io::AtomicFile> hashes;
  bool continued = false;               // the present moment stands in the files already
};

OutputFiles::OutputFiles(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
OutputFiles::OutputFiles(OutputFiles&&) noexcept = default;
OutputFiles& OutputFiles::operator=(OutputFiles&&) noexcept = default;
OutputFiles::~OutputFiles() = default;

Result<OutputFiles> OutputFiles::open(const OutputRequest& request, const scene::Scene& scene) {
  auto impl = std::make_unique<Impl>();
  impl->request = request;
  const double dt = scene.world().dt();
  const auto stride = request.every ? stride_of("--every", *request.every, dt) : Result(std::uint64_t{1});
  if (!stride) return stride.error();
  impl->stride = *stride;
  const io::RunInfo info{.title = scene.spec().title,
                         .scene_name = std::string(scene.name()),
                         .scene_text = std::string(scene.text()),
                         .parameters_json = params_json(scene.spec()).dump(),
                         .version = std::string(version_string),
                         .seed = scene.world().seed(),
                         .dt = dt,
                         .every = static_cast<double>(*stride) * dt,
                         .view = view_of(scene.spec().view),
                         .colour = scene.spec().view.colour,
                         .group_names = scene.spec().group_names};
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

Result<OutputFiles> OutputFiles::go_on(const OutputRequest& request, const scene::Scene& scene, std::uint64_t writer) {
  std::vector<EarlierFile> earlier;
  std::vector<std::string> paths = request.trajectories;
  if (!request.hashes.empty()) paths.push_back(request.hashes);
  for (const std::string& path : paths) {
    auto found = find_earlier(path, writer);
    if (!found) return found.error();
    earlier.push_back(std::move(*found));
  }
  auto files = open(request, scene);
  if (!files) return files;
  Impl& impl = *files->impl_;
  const std::uint64_t steps = scene.world().steps();
  if (steps == 0 && !paths.empty())
    return Error{Errc::invalid_value, "the run has not begun: nothing to continue; -o FILE writes into a file", ""};
  const io::Frame now = io::capture(scene.world());
  const double every = static_cast<double>(impl.stride) * scene.world().dt();
  for (std::size_t i = 0; i < impl.writers.size(); ++i) {
    if (auto ok = copy_frames(earlier[i], *impl.writers[i], every, steps / impl.stride + 1, now); !ok) return ok.error();
  }
  if (impl.hashes) {
    if (auto ok = copy_hashes(earlier.back(), *impl.hashes, steps, hash_line(scene.world())); !ok) return ok.error();
  }
  impl.continued = true;
  return files;
}

const OutputRequest& OutputFiles::request() const { return impl_->request; }

Result<void> OutputFiles::begin(const World& world) {
  if (impl_->writers.empty() || impl_->continued) return {};
  const io::Frame frame = io::capture(world);
  for (const auto& writer : impl_->writers) {
    if (auto ok = writer->write(frame); !ok) return ok;
  }
  return {};
}

Result<void> OutputFiles::flush() {
  if (impl_->hashes) {
    if (auto ok = impl_->hashes->flush(); !ok) return ok;
  }
  for (const auto& writer : impl_->writers) {
    if (auto ok = writer->flush(); !ok) return ok;
  }
  return {};
}

Result<void> OutputFiles::write(const World& world) {
  if (impl_->hashes) {
    if (auto ok = impl_->hashes->write(hash_line(world) + "\n"); !ok) return ok;
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
    if (closed) files.push_back(file_of(path));
    if (!closed && !problem) problem = closed.error();
  };
  const std::uint64_t hash = world.hash().all;
  for (std::size_t i = 0; i < impl_->writers.size(); ++i) take(impl_->paths[i], impl_->writers[i]->finish(hash));
  if (impl_->hashes) take(impl_->hashes_path, impl_->hashes->commit());
  if (problem) return *problem;
  // Now that all of it is in these files; of several earlier parts, if the run was killed more than once.
  if (impl_->continued) {
    for (const WrittenFile& file : files) io::sweep_leftovers(file.path);
  }
  return files;
}

}  // namespace wend::cli
