#include "io/plot_key.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/pen.hpp"
#include "io/shapes.hpp"

namespace wend::io {

Colour plot_colour(int colour, const Palette& tones) {
  switch (colour) {
    case ink:
      return tones.ink;
    case soft_ink:
      return tones.soft_ink;
    case alarm:
      return tones.alarm;
    case target:
      return tones.target;
    case wall:
      return tones.wall;
    case body:
      return tones.body;
    default:
      break;
  }
  return tones.groups[static_cast<std::size_t>(std::max(colour, 0)) % tones.groups.size()];
}

Colour named_cell_colour(int name, const Palette& tones) { return blend(tones.paper, plot_colour(name, tones), 0.75); }

void paint_mark(cairo_t* cr, PlotMark mark, Vec2 at, double size, double angle, Colour c, double unit) {
  const double r = size / 2;
  paint_with(cr, c);
  cairo_set_line_width(cr, 1.6 * unit);
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  switch (mark) {
    case PlotMark::dot:
      disc_path(cr, at, r);
      cairo_fill(cr);
      return;
    case PlotMark::ring:
      disc_path(cr, at, r);
      cairo_stroke(cr);
      return;
    case PlotMark::cross:
      line_path(cr, {at.x - r, at.y - r}, {at.x + r, at.y + r});
      line_path(cr, {at.x - r, at.y + r}, {at.x + r, at.y - r});
      cairo_stroke(cr);
      return;
    case PlotMark::square:
      cairo_rectangle(cr, at.x - r, at.y - r, 2 * r, 2 * r);
      cairo_fill(cr);
      return;
    case PlotMark::triangle:
      cairo_move_to(cr, at.x, at.y - 1.15 * r);
      cairo_line_to(cr, at.x + r, at.y + 0.7 * r);
      cairo_line_to(cr, at.x - r, at.y + 0.7 * r);
      cairo_close_path(cr);
      cairo_fill(cr);
      return;
    case PlotMark::arrow:
      break;
  }
  const Vec2 way{std::cos(angle), std::sin(angle)}, side{-way.y, way.x};  // the point is its tail
  const Vec2 tip = at + 2.6 * r * way, neck = at + 1.5 * r * way;
  line_path(cr, at, neck);
  cairo_stroke(cr);
  const Vec2 a = neck + 0.7 * r * side, b = neck - 0.7 * r * side;
  cairo_move_to(cr, tip.x, tip.y);
  cairo_line_to(cr, a.x, a.y);
  cairo_line_to(cr, b.x, b.y);
  cairo_close_path(cr);
  cairo_fill(cr);
}

std::vector<PlotKey> plot_keys(const Plot& plot, const Palette& tones) {
  using Kind = PlotKey::Kind;
  std::vector<PlotKey> keys;
  const auto add = [&](PlotKey key) {
    if (key.label.empty()) return;
    key.label = clean_text(key.label);
    if (std::none_of(keys.begin(), keys.end(), [&](const PlotKey& k) { return k.label == key.label; }))
      keys.push_back(std::move(key));
  };
  for (const PlotCells& cells : plot.cells) {
    for (std::size_t i = 0; i < cells.names.size(); ++i)
      add({Kind::swatch, cells.names[i], named_cell_colour(static_cast<int>(i), tones)});
  }
  for (const PlotLine& line : plot.lines)
    add({line.dashed ? Kind::dashes : Kind::line, line.label, plot_colour(line.colour, tones), {}, line.width});
  for (const PlotBand& band : plot.bands)
    add({Kind::swatch, band.label, blend(tones.paper, plot_colour(band.colour, tones), 0.3)});
  for (const PlotDisc& disc : plot.discs)
    add({disc.filled ? Kind::disc : Kind::circle, disc.label, plot_colour(disc.colour, tones)});
  for (const PlotPoint& point : plot.points)
    add({Kind::mark, point.label, plot_colour(point.colour, tones), point.mark});
  return keys;
}

double paint_keys(cairo_t* cr, const std::vector<PlotKey>& keys, double left, double top, double width, double u,
                  const Palette& tones, bool draw) {
  if (keys.empty()) return 0;
  const double row = 18 * u, sign = 22 * u, gap = 16 * u;
  double x = left, y = top;
  for (const PlotKey& key : keys) {
    const Pen pen(cr, 12 * u, tones.ink);
    const std::string text = pen.cut(key.label, std::max(0.0, width - sign - 6 * u));
    const double needed = sign + 6 * u + pen.width(text);
    if (x > left && x + needed > left + width) x = left, y += row;
    if (draw) {
      const double middle = y + 0.5 * row;
      pen.write(x + sign + 6 * u, middle + 4.2 * u, text);
      paint_with(cr, key.colour);
      switch (key.kind) {
        case PlotKey::Kind::dashes:
        case PlotKey::Kind::line: {
          const double dash = 5 * u;
          cairo_set_line_width(cr, key.width * u);
          cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
          if (key.kind == PlotKey::Kind::dashes) cairo_set_dash(cr, &dash, 1, 0);
          line_path(cr, {x, middle}, {x + sign, middle});
          cairo_stroke(cr);
          cairo_set_dash(cr, nullptr, 0, 0);
          break;
        }
        case PlotKey::Kind::mark:
          paint_mark(cr, key.mark, {x + sign / 2, middle}, 7 * u, 0, key.colour, u);
          break;
        case PlotKey::Kind::disc:
          disc_path(cr, {x + sign / 2, middle}, 5 * u);
          cairo_fill(cr);
          break;
        case PlotKey::Kind::circle:
          disc_path(cr, {x + sign / 2, middle}, 5 * u);
          cairo_set_line_width(cr, 1.2 * u);
          cairo_stroke(cr);
          break;
        case PlotKey::Kind::swatch:
          cairo_rectangle(cr, x + sign - 14 * u, middle - 5 * u, 14 * u, 10 * u);
          cairo_fill(cr);
          break;
      }
    }
    x += needed + gap;
  }
  return y + row - top;
}

}  // namespace wend::io
