#include "console.hpp"
#include "drawing_kinds.hpp"
#include "interrupt.hpp"
#include "progress.hpp"

#include <wend/io/povray.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace wend::cli {

namespace {

class PovDrawing final : public Drawing {
 public:
  PovDrawing(std::string path, const RenderOptions& o, const io::PovOptions& pov, io::PovFilm film)
      : path_(std::move(path)), window_(o), render_(o.render), quiet_(o.quiet), pov_(pov), film_(std::move(film)) {}

  bool wants(double time) const override { return window_.holds(time); }
  double last_moment(double duration) const override { return window_.end(duration); }
  Result<void> take(const io::Frame& frame) override { return film_.add_step(frame); }
  Result<std::vector<WrittenFile>> finish() override {
    if (auto ok = film_.close(); !ok) return ok.error();
    std::vector<WrittenFile> files{file_of(path_), file_of(beside(".ini"))};
    if (!render_) return files;
    if (auto ok = let_it_render(); !ok) return ok.error();
    files.push_back(file_of(beside(".mp4")));
    return files;
  }
  std::uint64_t pictures() const override { return film_.pictures(); }

 private:
  std::string beside(const char* ending) const {
    return std::filesystem::path(path_).replace_extension(ending).string();
  }

  Result<void> let_it_render() const {
    Progress progress(!quiet_);
    io::PovRender render{.output = beside(".mp4"), .pictures = film_.pictures(), .pov = pov_};
    const double all = static_cast<double>(render.pictures);
    return io::render_pov(path_, render, [&](std::uint64_t done) {
      if (progress.due()) {
        progress.show({.share = static_cast<double>(done) / all,
                       .where = fmt::format("POV-Ray: picture {} of {}", done + 1, render.pictures)});
      }
      return !interrupted();
    });
  }

  std::string path_;
  Window window_;
  bool render_, quiet_;
  io::PovOptions pov_;
  io::PovFilm film_;
};

}  // namespace

Result<std::unique_ptr<Drawing>> open_pov(const std::string& path, const RenderOptions& o, const SourceInfo& source) {
  io::PovOptions pov{.width = o.size.width, .height = o.size.height, .view = source.view};
  pov.fps = o.fps.value_or(pov.fps);
  pov.speed = o.speed.value_or(pov.speed);
  pov.orbit_deg = o.orbit.value_or(pov.orbit_deg);
  pov.height_deg = o.camera_height.value_or(pov.height_deg);
  if (o.render) {  // a film has even sizes
    pov.width += pov.width % 2;
    pov.height += pov.height % 2;
  }
  auto opened = io::PovFilm::open(path, pov);
  if (!opened) return opened.error();
  return std::unique_ptr<Drawing>(std::make_unique<PovDrawing>(path, o, pov, std::move(*opened)));
}

}  // namespace wend::cli
