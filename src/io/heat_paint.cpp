#include "io/heat_paint.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "io/cairo_ptr.hpp"
#include "io/canvas.hpp"
#include "io/colour_bar.hpp"
#include "io/error.hpp"
#include "io/painter.hpp"
#include "io/pen.hpp"
#include "io/style_check.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

// Bilinear between the points, 0 outside.
double sample(const HeatMap::Field& f, const std::vector<double>& values, Vec2 at) {
  const double x = (at.x - f.low.x) / f.cell, y = (at.y - f.low.y) / f.cell;
  if (!(x >= 0 && y >= 0 && x < static_cast<double>(f.columns - 1) && y < static_cast<double>(f.rows - 1))) return 0;
  const auto c = static_cast<std::size_t>(x), r = static_cast<std::size_t>(y);
  const double fx = x - static_cast<double>(c), fy = y - static_cast<double>(r);
  const double* p = values.data() + r * f.columns + c;
  return (1 - fy) * ((1 - fx) * p[0] + fx * p[1]) + fy * ((1 - fx) * p[f.columns] + fx * p[f.columns + 1]);
}

std::uint32_t pixel_of(Colour c, double alpha) {
  const auto byte = [](double v) { return static_cast<std::uint32_t>(std::clamp(v, 0.0, 1.0) * 255 + 0.5); };
  return byte(alpha) << 24 | byte(c.r * alpha) << 16 | byte(c.g * alpha) << 8 | byte(c.b * alpha);
}

}  // namespace

double largest(const HeatMap::Field& f, HeatOf of) {
  double most = 0;
  const double crowd = f.density.empty() ? 0 : *std::max_element(f.density.begin(), f.density.end());
  for (std::size_t i = 0; i < f.density.size(); ++i) {
    if (of == HeatOf::density || f.density[i] > 0.05 * crowd)
      most = std::max(most, of == HeatOf::density ? f.density[i] : f.speed[i]);
  }
  return most;
}

double heat_top(double largest) {
  if (!(largest > 0)) return 1;
  const double step = round_up(largest / 10);
  return step * std::ceil(largest / step - 1e-9);
}

void paint_heat(cairo_t* cr, const Viewport& view, const HeatMap::Field& f, HeatOf of, bool dark, double top) {
  if (f.columns < 2 || f.rows < 2) return;
  const int width = std::max(1, static_cast<int>(std::ceil(view.width)));
  const int height = std::max(1, static_cast<int>(std::ceil(view.height)));
  const Surface image(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height));
  if (cairo_surface_status(image.get()) != CAIRO_STATUS_SUCCESS) return;
  const double crowd = largest(f, HeatOf::density);
  const Ramp& ramp = of == HeatOf::density ? density_ramp(dark) : speed_ramp(dark);
  cairo_surface_flush(image.get());
  unsigned char* bytes = cairo_image_surface_get_data(image.get());
  const int stride = cairo_image_surface_get_stride(image.get());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Vec2 at = view.metres({view.left + x + 0.5, view.top + y + 0.5});
      const double density = sample(f, f.density, at);
      if (!(density > 0)) continue;
      // Where hardly anybody was the paper shows through.
      const double value = of == HeatOf::density ? density : sample(f, f.speed, at);
      const double alpha = of == HeatOf::density ? std::min(1.0, density / (0.03 * top))
                                                 : std::min(1.0, density / (0.12 * crowd));
      const std::uint32_t pixel = pixel_of(along(ramp, value / top), alpha);
      std::memcpy(bytes + y * stride + 4 * x, &pixel, sizeof pixel);
    }
  }
  cairo_surface_mark_dirty(image.get());
  cairo_save(cr);
  cairo_rectangle(cr, view.left, view.top, view.width, view.height);
  cairo_clip(cr);
  cairo_set_source_surface(cr, image.get(), view.left, view.top);
  cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
  cairo_paint(cr);
  cairo_restore(cr);
}

void heat_legend(cairo_t* cr, HeatOf of, const Painter& painter, double top, double bandwidth) {
  const Style& style = painter.style();
  const double unit = painter.viewport().unit, right = style.width - 24 * unit;
  const bool density = of == HeatOf::density;
  const std::string label = density ? "persons/m\xc2\xb2" : "mean speed, m/s";
  const FittedBar fitted = fit_colour_bar(cr, unit, right - painter.scale_bar_end(), 100 * unit, std::min(230 * unit, 0.36 * style.width),
                                          {label + " (Gaussian, " + plain_text(bandwidth) + " m)", label});
  if (fitted.width == 0) return;
  draw_colour_bar(cr, fitted.at(right, style.height - 36 * unit, unit), density ? density_ramp(style.dark) : speed_ramp(style.dark),
                  palette(style.dark), 0, top, fitted.label);
}

std::string heat_time(const HeatMap& map) {
  if (!(map.end() > map.begin())) return fixed_text(map.end(), 1) + " s";
  return "mean of " + plain_text(std::round(10 * map.begin()) / 10) + " \xe2\x80\x93 " +
         plain_text(std::round(10 * map.end()) / 10) + " s";
}

Result<void> draw_heat_map(const std::string& path, const HeatMap& map, HeatOf of, const Style& style, double top) {
  return guarded(path, [&]() -> Result<void> {
    if (auto ok = check_style(style); !ok) return ok;
    if (auto ok = check_range("top", top, 0, 1e6, ""); !ok) return ok;
    const HeatMap::Field field = map.field();
    const double scale = top > 0 ? top : heat_top(largest(field, of));
    return draw_file(path, style.width, style.height, [&](cairo_t* cr) {
      const Painter painter(style, map.last(), {});
      paint_with(cr, palette(style.dark).paper);
      cairo_paint(cr);
      painter.ground(cr);
      paint_heat(cr, painter.viewport(), field, of, style.dark, scale);
      painter.fixed_bodies(cr, map.last());
      painter.targets(cr, map.last());
      painter.title(cr, style.time_stamp ? heat_time(map) : "");
      if (style.scale_bar) painter.scale_bar(cr);
      if (style.legend) heat_legend(cr, of, painter, scale, map.bandwidth());
    });
  });
}

}  // namespace wend::io
