#include "io/plot_paint.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "io/cairo_ptr.hpp"
#include "io/chart.hpp"
#include "io/colour_bar.hpp"
#include "io/pen.hpp"
#include "io/plot_key.hpp"
#include "io/shapes.hpp"

namespace wend::io {

namespace {

constexpr double too_large = 1e150;  // as good as infinite: differences must stay finite

bool usable(double v) { return std::abs(v) < too_large; }

// The least and the largest so far.
struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double v) {
    if (!usable(v)) return;
    low = std::min(low, v), high = std::max(high, v);
  }
  bool empty() const { return !(low <= high); }
};

void settle(double& low, double& high, const Extent& content, const Extent& exact, double margin) {
  Extent e = content;
  const double span = e.empty() ? 0 : e.high - e.low;
  if (!e.empty()) e.low -= margin * span, e.high += margin * span;
  e.add(exact.low), e.add(exact.high);
  if (e.empty()) e = {0, 1};
  if (!(e.high - e.low > 1e-12 * std::max(std::abs(e.low), std::abs(e.high)))) {
    const double half = e.low == 0 ? 0.5 : 0.05 * std::abs(e.low);
    e.low -= half, e.high += half;
  }
  if (!std::isfinite(low)) low = std::isfinite(high) && !(e.low < high) ? high - 1 : e.low;
  if (!std::isfinite(high)) high = e.high > low ? e.high : low + 1;
}

// Pixels far outside would overflow in cairo.
Vec2 bounded(const Chart& chart, double x, double y) {
  const Vec2 p = chart.pixel(x, y);
  return {std::clamp(p.x, -1e5, 1e5), std::clamp(p.y, -1e5, 1e5)};
}

// Only the points that a curve needs to stay within a tenth of a pixel: a long run draws as fast as a short one.
std::vector<Vec2> thinned(const std::vector<Vec2>& points) {
  constexpr std::size_t window = 128;
  std::vector<Vec2> kept;
  for (std::size_t from = 0; from < points.size();) {
    kept.push_back(points[from]);
    std::size_t to = from + 1;
    while (to + 1 < points.size() && to - from < window) {
      const Vec2 way = points[to + 1] - points[from];
      const double length = norm(way);
      const bool straight = std::all_of(points.begin() + static_cast<std::ptrdiff_t>(from) + 1,
                                        points.begin() + static_cast<std::ptrdiff_t>(to) + 1, [&](Vec2 p) {
                                          const Vec2 d = p - points[from];
                                          if (!(length > 0.1)) return norm(d) < 0.1;
                                          const double ahead = (d.x * way.x + d.y * way.y) / length;
                                          return std::abs(d.x * way.y - d.y * way.x) <= 0.1 * length && ahead >= -0.1 &&
                                                 ahead <= length + 0.1;
                                        });
      if (!straight) break;
      ++to;
    }
    from = to;
  }
  return kept;
}

void stroke(cairo_t* cr, const Chart& chart, const PlotLine& line, Colour c) {
  std::vector<Vec2> piece;
  const auto lift = [&] {
    bool first = true;
    for (const Vec2 p : thinned(piece)) {
      if (first) cairo_move_to(cr, p.x, p.y);
      cairo_line_to(cr, p.x, p.y);
      first = false;
    }
    piece.clear();
  };
  for (const Vec2 p : line.points) {
    if (usable(p.x) && usable(p.y)) {
      piece.push_back(bounded(chart, p.x, p.y));
    } else {
      lift();
    }
  }
  lift();
  const double dash = 5 * chart.unit;
  paint_with(cr, c);
  cairo_set_line_width(cr, line.width * chart.unit);
  cairo_set_line_cap(cr, line.dashed ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  if (line.dashed) cairo_set_dash(cr, &dash, 1, 0);
  cairo_stroke(cr);
  cairo_set_dash(cr, nullptr, 0, 0);
}

void fill(cairo_t* cr, const Chart& chart, const PlotBand& band, Colour c) {
  const auto good = [&](std::size_t i) { return usable(band.x[i]) && usable(band.low[i]) && usable(band.high[i]); };
  for (std::size_t i = 0; i < band.x.size();) {
    if (!good(i)) {
      ++i;
      continue;
    }
    std::size_t end = i;
    for (; end < band.x.size() && good(end); ++end) {
      const Vec2 p = bounded(chart, band.x[end], band.high[end]);
      cairo_line_to(cr, p.x, p.y);
    }
    for (std::size_t back = end; back-- > i;) {
      const Vec2 p = bounded(chart, band.x[back], band.low[back]);
      cairo_line_to(cr, p.x, p.y);
    }
    cairo_close_path(cr);
    i = end;
  }
  paint_with(cr, c, 0.22);
  cairo_fill(cr);
}

std::uint32_t pixel_of(Colour c) {
  const auto byte = [](double v) { return static_cast<std::uint32_t>(std::clamp(v, 0.0, 1.0) * 255 + 0.5); };
  return 0xff000000u | byte(c.r) << 16 | byte(c.g) << 8 | byte(c.b);
}

struct Scale {
  double low = 0, high = 1;
};

Scale scale_of(const PlotCells& cells) {
  Extent e;
  for (const double v : cells.values) e.add(v);
  if (e.empty()) return {};
  return e.high > e.low ? Scale{e.low, e.high} : Scale{e.low, e.low + 1};
}

// As an image with a pixel for each pixel of the picture: cells keep their edges in every format.
void paint_cells(cairo_t* cr, const Chart& chart, const PlotCells& cells, bool dark) {
  const Palette& tones = palette(dark);
  const Scale scale = scale_of(cells);
  const Vec2 low = bounded(chart, cells.x0, cells.y0), high = bounded(chart, cells.x1, cells.y1);
  const double left = std::max(std::floor(low.x), chart.area.left),
               right = std::min(std::ceil(high.x), chart.area.left + chart.area.width);
  const double top = std::max(std::floor(high.y), chart.area.top),
               bottom = std::min(std::ceil(low.y), chart.area.top + chart.area.height);
  const int width = static_cast<int>(std::ceil(right - left)), height = static_cast<int>(std::ceil(bottom - top));
  if (width < 1 || height < 1) return;
  const Surface image(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height));
  if (cairo_surface_status(image.get()) != CAIRO_STATUS_SUCCESS) return;
  cairo_surface_flush(image.get());
  unsigned char* bytes = cairo_image_surface_get_data(image.get());
  const int stride = cairo_image_surface_get_stride(image.get());
  const auto index = [](double share, std::size_t count) {
    return std::min(static_cast<std::size_t>(std::max(0.0, share) * static_cast<double>(count)), count - 1);
  };
  for (int y = 0; y < height; ++y) {
    const std::size_t row = index((low.y - (top + y + 0.5)) / (low.y - high.y), cells.rows);
    for (int x = 0; x < width; ++x) {
      const std::size_t column = index((left + x + 0.5 - low.x) / (high.x - low.x), cells.columns);
      const double value = cells.values[row * cells.columns + column];
      if (!usable(value)) continue;
      const Colour c = cells.names.empty() ? along(field_ramp(dark), (value - scale.low) / (scale.high - scale.low))
                                           : named_cell_colour(static_cast<int>(std::clamp(value, 0.0, 1000.0)), tones);
      const std::uint32_t pixel = pixel_of(c);
      std::memcpy(bytes + y * stride + 4 * x, &pixel, sizeof pixel);
    }
  }
  cairo_surface_mark_dirty(image.get());
  cairo_set_source_surface(cr, image.get(), left, top);
  cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
  cairo_paint(cr);
}

void paint_disc(cairo_t* cr, const Chart& chart, const PlotDisc& disc, const Palette& tones) {
  if (!usable(disc.at.x) || !usable(disc.at.y) || !usable(disc.radius)) return;
  const Vec2 at = bounded(chart, disc.at.x, disc.at.y),
             edge = bounded(chart, disc.at.x + disc.radius, disc.at.y + disc.radius);
  const double rx = std::abs(edge.x - at.x), ry = std::abs(edge.y - at.y);
  if (!(rx > 0 && ry > 0)) return;
  const Colour c = plot_colour(disc.colour, tones);
  cairo_save(cr);
  cairo_translate(cr, at.x, at.y);
  cairo_scale(cr, rx, ry);
  disc_path(cr, {0, 0}, 1);
  cairo_restore(cr);
  if (disc.filled) {
    paint_with(cr, c);
    cairo_fill_preserve(cr);
  }
  paint_with(cr, disc.colour == body ? tones.body_edge : c);
  cairo_set_line_width(cr, 1.2 * chart.unit);
  cairo_stroke(cr);
}

void paint_point(cairo_t* cr, const Chart& chart, const PlotPoint& point, const Palette& tones) {
  const auto inside = [](double v, double a, double b) { return v >= a - 1e-9 * (b - a) && v <= b + 1e-9 * (b - a); };
  if (!inside(point.at.x, chart.x0, chart.x1) || !inside(point.at.y, chart.y0, chart.y1)) return;
  const Vec2 at = chart.pixel(point.at.x, point.at.y);
  const double u = chart.unit, size = point.size * u;
  const double sx = chart.area.width / (chart.x1 - chart.x0), sy = chart.area.height / (chart.y1 - chart.y0);
  paint_mark(cr, point.mark, at, size, std::atan2(-sy * std::sin(point.angle), sx * std::cos(point.angle)),
             plot_colour(point.colour, tones), u);
  if (point.text.empty()) return;
  const Pen pen(cr, 12 * u, tones.ink);
  const std::string text = clean_text(point.text);
  const double beside = size / 2 + 5 * u;
  if (at.x + beside + pen.width(text) <= chart.area.left + chart.area.width) {
    pen.write(at.x + beside, at.y - 4 * u, text);
  } else {
    pen.write_left_of(chart.area.left + chart.area.width, at.y - size / 2 - 6 * u,
                      text);  // above it: a path may come from the left
  }
}

}  // namespace

PlotRange range_of(const Plot& plot) {
  Extent x, y, exact_x, exact_y;
  for (const PlotCells& cells : plot.cells)
    exact_x.add(cells.x0), exact_x.add(cells.x1), exact_y.add(cells.y0), exact_y.add(cells.y1);
  for (const PlotLine& line : plot.lines) {
    for (const Vec2 p : line.points) {
      if (usable(p.x) && usable(p.y)) x.add(p.x), y.add(p.y);
    }
  }
  for (const PlotBand& band : plot.bands) {
    for (std::size_t i = 0; i < band.x.size(); ++i) x.add(band.x[i]), y.add(band.low[i]), y.add(band.high[i]);
  }
  for (const PlotPoint& p : plot.points) x.add(p.at.x), y.add(p.at.y);
  for (const PlotDisc& d : plot.discs) {
    x.add(d.at.x - d.radius), x.add(d.at.x + d.radius);
    y.add(d.at.y - d.radius), y.add(d.at.y + d.radius);
  }
  if (plot.zero_line) y.add(0);
  PlotRange range{plot.x0, plot.x1, plot.y0, plot.y1};
  settle(range.x0, range.x1, x, exact_x, plot.equal ? 0.05 : 0.02);
  settle(range.y0, range.y1, y, exact_y, 0.06);
  return range;
}

void paint_plot(cairo_t* cr, const Plot& plot, const Area& place, double u, bool dark) {
  const Palette& tones = palette(dark);
  Area area{place.left + 58 * u, place.top, std::max(8.0, place.width - 74 * u), place.height};
  const auto take_top = [&](double height) { area.top += height, area.height -= height; };
  const auto key_left = place.left + 10 * u, key_width = place.width - 20 * u;
  if (!plot.title.empty()) {
    const Pen pen(cr, 14 * u, tones.ink, true);
    pen.write(key_left, place.top + 16 * u, pen.cut(clean_text(plot.title), key_width));
    take_top(26 * u);
  }
  if (plot.legend) {
    const auto keys = plot_keys(plot, tones);
    if (!keys.empty()) take_top(paint_keys(cr, keys, key_left, area.top, key_width, u, tones, true) + 4 * u);
  }
  take_top(plot.y_label.empty() ? 8 * u : 26 * u);
  const PlotCells* scaled = nullptr;
  for (const PlotCells& cells : plot.cells) {
    if (cells.names.empty()) scaled = &cells;
  }
  area.height = std::max(8.0, area.height - (plot.x_label.empty() ? 26 : 46) * u - (scaled != nullptr ? 44 * u : 0));

  const PlotRange range = range_of(plot);
  Chart chart{area,
              u,
              range.x0,
              range.x1,
              range.y0,
              range.y1,
              plot.x_label.empty() ? " " : clean_text(plot.x_label),
              clean_text(plot.y_label)};
  if (plot.equal) {  // the axis with room to spare reaches further
    const double metre = std::max((chart.x1 - chart.x0) / area.width, (chart.y1 - chart.y0) / area.height);
    const double more_x = (metre * area.width - (chart.x1 - chart.x0)) / 2,
                 more_y = (metre * area.height - (chart.y1 - chart.y0)) / 2;
    chart.x0 -= more_x, chart.x1 += more_x, chart.y0 -= more_y, chart.y1 += more_y;
  }
  cairo_save(cr);
  cairo_rectangle(cr, area.left, area.top, area.width, area.height);
  cairo_clip(cr);
  for (const PlotCells& cells : plot.cells) paint_cells(cr, chart, cells, dark);
  cairo_restore(cr);
  chart.axes(cr, tones);
  cairo_save(cr);
  cairo_rectangle(cr, area.left, area.top, area.width, area.height);
  cairo_clip(cr);
  if (plot.zero_line) {
    line_path(cr, chart.pixel(chart.x0, 0), chart.pixel(chart.x1, 0));
    paint_with(cr, tones.soft_ink);
    cairo_set_line_width(cr, u);
    cairo_stroke(cr);
  }
  for (const PlotBand& band : plot.bands) fill(cr, chart, band, plot_colour(band.colour, tones));
  for (const PlotDisc& disc : plot.discs) paint_disc(cr, chart, disc, tones);
  for (const PlotLine& line : plot.lines) stroke(cr, chart, line, plot_colour(line.colour, tones));
  cairo_restore(cr);
  for (const PlotPoint& point : plot.points) paint_point(cr, chart, point, tones);
  if (scaled != nullptr) {
    const Scale scale = scale_of(*scaled);
    const double width = std::min(220 * u, 0.5 * area.width);
    const ColourBar bar{area.left + area.width - width, area.top + area.height + (plot.x_label.empty() ? 32 : 50) * u,
                        width, u};
    draw_colour_bar(cr, bar, field_ramp(dark), tones, scale.low, scale.high, clean_text(scaled->label));
  }
}

}  // namespace wend::io
