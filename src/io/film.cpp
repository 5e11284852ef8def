#include <wend/io/atomic_file.hpp>
#include <wend/io/film.hpp>

#include <cairo.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "io/beat.hpp"
#include "io/cairo_ptr.hpp"
#include "io/child.hpp"
#include "io/drawable.hpp"
#include "io/error.hpp"
#include "io/film_command.hpp"
#include "io/painter.hpp"
#include "io/stepwise.hpp"
#include "io/style_check.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

constexpr int max_sheet = 32767;  // pixels of one side, cairo's limit

Result<void> check_options(const FilmOptions& o, FilmKind kind) {
  if (auto ok = check_style(o.style); !ok) return ok;
  if (auto ok = check_range("fps", o.fps, 1, kind == FilmKind::gif ? 50 : 240, ""); !ok) return ok;
  const int most = std::min(4, max_sheet / (std::max(o.style.width, o.style.height) + 1));
  if (auto ok = check_range("supersample", o.supersample, 1, most, ""); !ok) return ok;
  if (auto ok = check_range("patience", o.patience, 0.01, 1e5, " s"); !ok) return ok;
  if (auto ok = check_range("speed", o.speed, 1e-3, 1e4, ""); !ok) return ok;
  if (auto ok = check_range("trail_seconds", o.trail_seconds, 0, 1e6, " s"); !ok) return ok;
  return check_range("crf", o.crf, 0, 51, "");
}

// The mean of S x S pixels of 4 bytes each.
template <int S>
void shrink(const unsigned char* from, std::size_t stride, int width, int height, unsigned char* to) {
  for (int y = 0; y < height; ++y) {
    const unsigned char* row = from + static_cast<std::size_t>(y) * S * stride;
    for (int x = 0; x < width; ++x, row += 4 * S, to += 4) {
      for (std::size_t channel = 0; channel < 4; ++channel) {
        unsigned sum = S * S / 2;
        for (std::size_t j = 0; j < S; ++j) {
          for (std::size_t i = 0; i < S; ++i) sum += row[j * stride + 4 * i + channel];
        }
        to[channel] = static_cast<unsigned char>(sum / (S * S));
      }
    }
  }
}

}  // namespace

struct Film::Impl : Stepwise {
  PendingFile pending;
  Child encoder;
  FilmOptions options;
  FilmKind kind;
  TrailRecorder trails;
  Beat beat;
  std::optional<Painter> painter;
  Surface backdrop, layer, canvas;
  std::vector<unsigned char> shrunk;
  std::uint64_t backdrop_key = 0;
  double layer_time = 0;

  Impl(PendingFile a, Child e, const FilmOptions& o, FilmKind k)
      : Stepwise(a.path()),
        pending(std::move(a)),
        encoder(std::move(e)),
        options(o),
        kind(k),
        trails(o.trail_seconds),
        beat(o.fps, o.speed) {}

  void remove_file() override {
    encoder.kill();
    pending.discard();
  }

  // Everything is drawn larger than the film, in its coordinates.
  Surface sheet() const {
    const int s = options.supersample;
    Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, s * options.style.width, s * options.style.height));
    cairo_surface_set_device_scale(surface.get(), s, s);
    return surface;
  }

  Result<void> send() {
    cairo_surface_flush(canvas.get());
    if (const auto status = cairo_surface_status(canvas.get()); status != CAIRO_STATUS_SUCCESS) {
      return io_error("draw", path(), cairo_status_to_string(status));
    }
    const unsigned char* drawn = cairo_image_surface_get_data(canvas.get());
    const int width = options.style.width, height = options.style.height;
    const std::size_t size = 4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    if (options.supersample == 1) return encoder.send({drawn, size});  // 4 bytes per pixel: no padding
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(canvas.get()));
    shrunk.resize(size);
    switch (options.supersample) {
      case 2:
        shrink<2>(drawn, stride, width, height, shrunk.data());
        break;
      case 3:
        shrink<3>(drawn, stride, width, height, shrunk.data());
        break;
      default:
        shrink<4>(drawn, stride, width, height, shrunk.data());
    }
    return encoder.send(shrunk);
  }

  // Old trails change slowly: they are drawn anew a few times per simulated second, together with the backdrop.
  void refresh_layer(const Frame& frame) {
    const std::uint64_t key = painter->backdrop_key(frame);
    const std::optional<Frame>& before = beat.before();
    const double recorded = before ? before->time : frame.time;
    if (layer && key == backdrop_key && recorded < layer_time + std::clamp(options.trail_seconds / 12, 0.2, 1.0))
      return;
    if (!layer || key != backdrop_key) {
      backdrop = sheet();
      painter->backdrop(Context(cairo_create(backdrop.get())).get(), frame);
      backdrop_key = key;
    }
    if (!layer) layer = sheet();
    const Context cr(cairo_create(layer.get()));
    cairo_set_source_surface(cr.get(), backdrop.get(), 0, 0);
    cairo_paint(cr.get());
    if (before) painter->trails(cr.get(), *before, trails.trails(), -std::numeric_limits<double>::infinity());
    layer_time = recorded;
  }

  Result<void> draw(const Frame& frame) {
    painter->follow(frame);
    refresh_layer(frame);
    const Context cr(cairo_create(canvas.get()));
    cairo_set_source_surface(cr.get(), layer.get(), 0, 0);
    cairo_paint(cr.get());
    painter->trails(cr.get(), frame, trails.trails(), layer_time);
    painter->crowd(cr.get(), frame);
    if (const auto status = cairo_status(cr.get()); status != CAIRO_STATUS_SUCCESS) {
      return io_error("draw", path(), cairo_status_to_string(status));
    }
    return send();
  }

  // A .gif has 256 colours for the whole film. They are sent as a picture of their own, which the graph takes off
  // again: finding them in the film would hold all of it in memory.
  Result<void> send_gif_colours() {
    const Palette& tones = palette(options.style.dark);
    std::vector<Colour> colours;
    for (std::size_t i = 0; i<painter->shades(); i += painter->shades()> 8 ? 2 : 1) {
      for (const double alpha : {0.15, 0.3, 0.45, 0.6, 0.8, 1.0})
        colours.push_back(blend(tones.paper, painter->shade(i), alpha));
      colours.push_back(blend(painter->shade(i), tones.notch, 0.88));
      colours.push_back(blend(painter->shade(i), tones.notch, 0.45));
    }
    for (const Colour c : {tones.grid, tones.wall, tones.body, tones.body_edge, tones.moving, tones.moving_edge,
                           tones.alarm, tones.ink, tones.soft_ink, tones.target}) {
      for (const double alpha : {0.13, 0.35, 0.6, 0.8, 1.0}) colours.push_back(blend(tones.paper, c, alpha));
    }
    if (options.style.overlays.any()) {
      for (const Colour c : {tones.sight, tones.hidden, tones.near, tones.delaunay}) {
        for (const double alpha : {0.22, 0.4, 0.6, 0.85}) colours.push_back(blend(tones.paper, c, alpha));
      }
    }
    for (int i = 0; i <= 24; ++i) colours.push_back(blend(tones.paper, tones.ink, i / 24.0));
    const Context cr(cairo_create(canvas.get()));
    const double width = static_cast<double>(options.style.width) / static_cast<double>(colours.size());
    for (std::size_t i = 0; i < colours.size(); ++i) {
      cairo_set_source_rgb(cr.get(), colours[i].r, colours[i].g, colours[i].b);
      cairo_rectangle(cr.get(), std::floor(static_cast<double>(i) * width), 0, options.style.width,
                      options.style.height);
      cairo_fill(cr.get());
    }
    return send();
  }

  Result<void> begin(const Frame& first) {
    painter.emplace(options.style, first, std::span<const Trail>{});
    painter->make_room(first, true);
    canvas = sheet();
    if (kind == FilmKind::gif) {
      if (auto done = send_gif_colours(); !done) return done;
    }
    return draw(first);
  }

  Result<void> add(const Frame& frame) {
    auto done = beat.add(drawable(frame), [&](const Frame& now) { return painter ? draw(now) : begin(now); });
    if (done) trails.add(*beat.before());
    return done;
  }
};

Film::Film(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Film::Film(Film&&) noexcept = default;
Film& Film::operator=(Film&&) noexcept = default;

Film::~Film() {
  if (impl_) abandon();
}

Result<Film> Film::open(const std::string& path, const FilmOptions& given) {
  return guarded(path, [&]() -> Result<Film> {
    const auto kind = film_kind(path);
    if (!kind) return kind.error();
    if (auto ok = check_options(given, *kind); !ok) return ok.error();
    FilmOptions options = given;
    if (*kind != FilmKind::gif) {
      options.style.width += options.style.width % 2;
      options.style.height += options.style.height % 2;
    }
    auto pending = PendingFile::create(path);
    if (!pending) return pending.error();
    auto encoder = Child::start({.arguments = film_command(options, *kind, FilmInput::raw_bgr0, pending->name()),
                                 .path = path,
                                 .package = "ffmpeg",
                                 .patience = options.patience});
    if (!encoder) return encoder.error();
    return Film(std::make_unique<Impl>(std::move(*pending), std::move(*encoder), options, *kind));
  });
}

Result<void> Film::add_step(const Frame& frame) {
  return impl_->step([&] { return impl_->add(frame); });
}

Result<void> Film::close() {
  return impl_->last_step("it is already closed", [&]() -> Result<void> {
    if (impl_->beat.count() == 0) return io_error("write", impl_->path(), "a film needs at least one frame");
    if (auto ended = impl_->encoder.finish(); !ended) return ended;
    struct stat file {};
    if (::fstat(impl_->pending.descriptor(), &file) != 0 || file.st_size == 0)
      return io_error("write", impl_->path(), impl_->options.program + " wrote nothing");
    return impl_->pending.publish();
  });
}

void Film::abandon() { impl_->give_up(); }

std::uint64_t Film::pictures() const { return impl_->beat.count(); }

}  // namespace wend::io
