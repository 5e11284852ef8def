#include "drawing_kinds.hpp"

#include <wend/io/all.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace wend::cli {

namespace {

class Picture final : public Drawing {
 public:
  Picture(std::string path, const RenderOptions& o, const SourceInfo& source)
      : path_(std::move(path)),
        at_(o.at.value_or(INFINITY)),
        style_(style_of(o, source)),
        trails_(o.trails.value_or(source.duration)),
        by_density_(!o.trails) {}

  bool wants(double time) const override { return time <= at_ + 1e-9; }
  double last_moment(double duration) const override { return std::min(duration, at_); }
  Result<void> take(const io::Frame& frame) override {
    trails_.add(frame);
    moment_ = frame;
    return {};
  }
  void know_groups(const std::vector<std::string>& names) override { style_.group_names = names; }
  Result<std::vector<WrittenFile>> finish() override {
    if (by_density_) trails_.forget_before(moment_->time - io::trail_seconds(*moment_, trails_.trails(), style_));
    if (auto ok = io::draw_picture(path_, *moment_, trails_.trails(), style_); !ok) return ok.error();
    return std::vector{file_of(path_)};
  }
  std::uint64_t pictures() const override { return 1; }

 private:
  std::string path_;
  double at_;
  io::Style style_;
  io::TrailRecorder trails_;
  bool by_density_;  // as long as the crowd leaves room for
  std::optional<io::Frame> moment_;  // what the picture shows
};

class FilmDrawing final : public Drawing {
 public:
  FilmDrawing(std::string path, const RenderOptions& o, io::Film film)
      : path_(std::move(path)), window_(o), film_(std::move(film)) {}

  bool wants(double time) const override { return window_.holds(time); }
  double last_moment(double duration) const override { return window_.end(duration); }
  Result<void> take(const io::Frame& frame) override { return film_.add_step(frame); }
  Result<std::vector<WrittenFile>> finish() override {
    if (auto ok = film_.close(); !ok) return ok.error();
    return std::vector{file_of(path_)};
  }
  std::uint64_t pictures() const override { return film_.pictures(); }

 private:
  std::string path_;
  Window window_;
  io::Film film_;
};

Result<std::unique_ptr<Drawing>> open_film(const std::string& path, const RenderOptions& o, const SourceInfo& source) {
  io::FilmOptions film{.style = style_of(o, source)};
  if (o.fps || file_ending(path) == ".gif") film.fps = o.fps.value_or(20);
  film.speed = o.speed.value_or(film.speed);
  film.supersample = o.supersample.value_or(film.supersample);
  film.style.camera.seconds *= film.speed;  // what the viewer has to react
  film.trail_seconds = o.trails.value_or(film.trail_seconds);
  auto opened = io::Film::open(path, film);
  if (!opened) return opened.error();
  return std::unique_ptr<Drawing>(std::make_unique<FilmDrawing>(path, o, std::move(*opened)));
}

}  // namespace

bool is_picture(const std::string& path) {
  const io::DrawingFormat* format = io::find_drawing_format(path);
  return format != nullptr && format->kind == io::DrawingKind::picture;
}

bool is_film(const std::string& path) { return io::find_drawing_format(path) != nullptr && !is_picture(path); }

std::string picture_endings() { return io::either_of(io::drawing_endings({io::DrawingKind::picture})); }

Result<std::unique_ptr<Drawing>> open_drawing(const std::string& path, const RenderOptions& o,
                                              const SourceInfo& source) {
  const io::DrawingFormat* format = io::find_drawing_format(path);
  if (format && format->kind == io::DrawingKind::povray) return open_pov(path, o, source);
  if (format && format->kind == io::DrawingKind::gltf) return open_gltf(path, o, source);
  if (o.show != "crowd" || o.seeds || o.sweep) return open_plot(path, o, source);
  if (format && format->kind == io::DrawingKind::film) return open_film(path, o, source);
  return std::unique_ptr<Drawing>(std::make_unique<Picture>(path, o, source));
}

io::Style style_of(const RenderOptions& o, const SourceInfo& source) {
  io::Style style;
  style.width = o.size.width;
  style.height = o.size.height;
  style.view = o.camera && o.camera->box ? o.camera->box : source.view;
  if (o.camera) style.camera = o.camera->camera;
  style.overlays = o.overlays;
  style.overlays.radius = o.overlay_radius.value_or(style.overlays.radius);
  const std::string colour = o.colour.empty() ? source.colour : o.colour;
  style.colour = colour == "speed"    ? io::ColourBy::speed
                 : colour == "weight" ? io::ColourBy::weight
                                      : io::ColourBy::group;
  style.title = o.title.empty() ? source.title : o.title;
  style.group_names = source.group_names;
  style.top_speed = source.top_speed;
  style.dark = o.dark;
  style.trails = !o.trails || *o.trails > 0;
  style.legend = !o.no_legend;
  style.grid = !o.no_grid;
  return style;
}

}  // namespace wend::cli
