#include "io/chart.hpp"

#include <algorithm>
#include <cmath>

#include "io/pen.hpp"

namespace wend::io {

void Chart::axes(cairo_t* cr, const Palette& tones) const {
  const double u = unit, right = area.left + area.width, bottom = area.top + area.height;
  const Ticks across = round_ticks(x0, x1, std::max(2, static_cast<int>(area.width / (90 * u))));
  const Ticks up = round_ticks(y0, y1, std::max(2, static_cast<int>(area.height / (36 * u))));
  for (const double x : across.values) {
    const double at = std::floor(pixel(x, y0).x) + 0.5;
    cairo_move_to(cr, at, area.top);
    cairo_line_to(cr, at, bottom);
  }
  for (const double y : up.values) {
    const double at = std::floor(pixel(x0, y).y) + 0.5;
    cairo_move_to(cr, area.left, at);
    cairo_line_to(cr, right, at);
  }
  paint_with(cr, blend(tones.grid, tones.soft_ink, 0.12));
  cairo_set_line_width(cr, std::max(1.0, std::floor(u)));
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
  cairo_stroke(cr);
  cairo_move_to(cr, area.left, std::floor(bottom) + 0.5);
  cairo_line_to(cr, right, std::floor(bottom) + 0.5);
  paint_with(cr, tones.soft_ink);
  cairo_stroke(cr);

  const Pen pen(cr, 12 * u, tones.soft_ink);
  for (const double y : up.values) pen.write_left_of(area.left - 8 * u, pixel(x0, y).y + 4.2 * u, up.text(y));
  if (!x_label.empty()) {
    for (const double x : across.values) pen.write_about(pixel(x, y0).x, bottom + 18 * u, across.text(x));
    pen.write_left_of(right, bottom + 36 * u, x_label);
  }
  Pen(cr, 13 * u, tones.ink).write(area.left, area.top - 9 * u, y_label);
}

Area chart_area(const Style& style) {
  const double u = unit_of(style.width, style.height);
  const bool titled = !style.title.empty() || style.time_stamp;
  const double left = 64 * u, top = (titled ? 80 : 42) * u, bottom = 52 * u, right = 28 * u;
  return {left, top, std::max(8.0, style.width - left - right), std::max(8.0, style.height - top - bottom)};
}

void chart_sheet(cairo_t* cr, const Style& style, const std::string& beside) {
  const Palette& tones = palette(style.dark);
  const double u = unit_of(style.width, style.height), edge = 18 * u;
  paint_with(cr, tones.paper);
  cairo_paint(cr);
  const Pen soft(cr, 13 * u, tones.soft_ink);
  const double taken = beside.empty() ? 0 : soft.width(beside) + 24 * u;
  soft.write_left_of(style.width - edge, 32 * u, beside);
  const Pen pen(cr, 19 * u, tones.ink, true);
  pen.write(edge, 32 * u, pen.cut(clean_text(style.title), style.width - 2 * edge - taken));
}

}  // namespace wend::io
