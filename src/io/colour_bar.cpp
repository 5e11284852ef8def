#include "io/colour_bar.hpp"

#include <algorithm>
#include <cmath>

#include "io/pen.hpp"
#include "io/ticks.hpp"

namespace wend::io {

namespace {

void strip(cairo_t* cr, const ColourBar& bar, const Ramp& ramp, const Palette& tones) {
  const double left = std::round(bar.left), width = std::round(bar.width);
  const double top = std::round(bar.top), height = std::round(9 * bar.unit);
  constexpr int steps = 96;
  for (int i = 0; i < steps; ++i) {  // each cell reaches under the next one: no seams
    const double from = std::round(left + width * i / steps);
    paint_with(cr, along(ramp, (i + 0.5) / steps));
    cairo_rectangle(cr, from, top, left + width - from, height);
    cairo_fill(cr);
  }
  cairo_rectangle(cr, left + 0.5, top + 0.5, width - 1, height - 1);
  paint_with(cr, tones.soft_ink, 0.5);
  cairo_set_line_width(cr, 1);
  cairo_stroke(cr);
}

void beside(cairo_t* cr, const ColourBar& bar, const Palette& tones, const std::string& label) {
  Pen(cr, 12 * bar.unit, tones.soft_ink).write_left_of(bar.left - 10 * bar.unit, bar.top + 9 * bar.unit, label);
}

}  // namespace

FittedBar fit_colour_bar(cairo_t* cr, double unit, double room, double least, double most, std::initializer_list<std::string> labels) {
  const Pen pen(cr, 12 * unit, {});
  for (const std::string& label : labels) {
    const double beside = pen.width(label) + 10 * unit;
    if (room - beside < least) continue;
    const double width = std::min(most, room - beside);
    return {width, label, width + beside};
  }
  if (room < least) return {};
  const double width = std::min(most, room);
  return {width, "", width};
}

void draw_colour_bar(cairo_t* cr, const ColourBar& bar, const Ramp& ramp, const Palette& tones, double low, double high,
                     const std::string& label) {
  strip(cr, bar, ramp, tones);
  const double u = bar.unit, y = bar.top + 23 * u;
  const Ticks ticks = round_ticks(low, high, 4);
  for (const double value : ticks.values) {
    const double x = bar.left + bar.width * (value - low) / (high - low);
    cairo_move_to(cr, x, bar.top + 9 * u);
    cairo_line_to(cr, x, bar.top + 12 * u);
    paint_with(cr, tones.soft_ink);
    cairo_set_line_width(cr, u);
    cairo_stroke(cr);
    Pen(cr, 12 * u, tones.ink).write_about(x, y, ticks.text(value));
  }
  beside(cr, bar, tones, label);
}

void draw_colour_bar(cairo_t* cr, const ColourBar& bar, const Ramp& ramp, const Palette& tones, const std::string& low,
                     const std::string& high, const std::string& label) {
  strip(cr, bar, ramp, tones);
  const Pen pen(cr, 12 * bar.unit, tones.ink);
  const double y = bar.top + 23 * bar.unit;
  pen.write(bar.left, y, low);
  pen.write_left_of(bar.left + bar.width, y, high);
  beside(cr, bar, tones, label);
}

}  // namespace wend::io
