#include "io/field_paint.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "io/cairo_ptr.hpp"
#include "io/field_lines.hpp"
#include "io/pen.hpp"
#include "io/shapes.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

constexpr std::size_t most_labels = 12;

std::uint32_t pixel_of(Colour c) {
  const auto byte = [](double v) { return static_cast<std::uint32_t>(std::clamp(v, 0.0, 1.0) * 255 + 0.5); };
  return 0xff000000u | byte(c.r) << 16 | byte(c.g) << 8 | byte(c.b);
}

// Lines from lower left to upper right, soft at their edges.
double hatch(double x, double y, double unit) {
  const double period = 8 * unit, across = std::fmod(x + y, period);
  return std::clamp(1.1 * unit - std::abs(across - period / 2) + 0.5, 0.0, 1.0);
}

}  // namespace

void arrow_head(cairo_t* cr, Vec2 tip, Vec2 along, double size) {
  const Vec2 back = tip - size * along, side = 0.45 * size * Vec2{-along.y, along.x}, notch = tip - 0.72 * size * along;
  cairo_move_to(cr, tip.x, tip.y);
  for (const Vec2 p : {back + side, notch, back - side}) cairo_line_to(cr, p.x, p.y);
  cairo_close_path(cr);
}

void cross_mark(cairo_t* cr, Vec2 at, double radius, double width, const Palette& tones) {
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
  for (const bool rim : {true, false}) {
    line_path(cr, at - Vec2{radius, radius}, at + Vec2{radius, radius});
    line_path(cr, at - Vec2{radius, -radius}, at + Vec2{radius, -radius});
    cairo_set_line_width(cr, rim ? 2.4 * width : width);
    paint_with(cr, rim ? tones.paper : tones.alarm);
    cairo_stroke(cr);
  }
}

// Two tips that nearly meet.
void pinch_mark(cairo_t* cr, Vec2 at, double radius, double width, const Palette& tones) {
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  for (const bool rim : {true, false}) {
    for (const double side : {-1.0, 1.0}) {
      cairo_move_to(cr, at.x + side * radius, at.y - 0.75 * radius);
      cairo_line_to(cr, at.x + side * 0.25 * radius, at.y);
      cairo_line_to(cr, at.x + side * radius, at.y + 0.75 * radius);
    }
    cairo_set_line_width(cr, rim ? 2.4 * width : width);
    paint_with(cr, rim ? tones.paper : tones.sight);
    cairo_stroke(cr);
  }
}

void FieldSheet::ground(double strength, bool potential) const {
  const int width = std::max(1, static_cast<int>(std::ceil(view.width)));
  const int height = std::max(1, static_cast<int>(std::ceil(view.height)));
  const Surface image(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height));
  if (cairo_surface_status(image.get()) != CAIRO_STATUS_SUCCESS) return;
  const auto faint = [&](Colour c) { return blend(tones.paper, c, strength); };
  std::array<std::uint32_t, field_bands> bands{};
  for (int i = 0; i < field_bands; ++i) bands[static_cast<std::size_t>(i)] = pixel_of(faint(along(field_ramp(dark), i / (field_bands - 1.0))));
  const Colour no_way = faint(tones.no_way), no_way_line = faint(tones.no_way_line);
  const std::uint32_t solid = pixel_of(faint(tones.solid)), door = pixel_of(faint(tones.moving));
  const std::uint32_t target = pixel_of(faint(blend(tones.paper, tones.target, 0.45)));

  cairo_surface_flush(image.get());
  unsigned char* bytes = cairo_image_surface_get_data(image.get());
  const int stride = cairo_image_surface_get_stride(image.get());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Vec2 at = view.metres({view.left + x + 0.5, view.top + y + 0.5});
      const auto cell = cells.at(at);
      if (!cell) continue;
      std::uint32_t pixel = 0;
      switch (cells.what(*cell)) {
        case FieldCell::solid:
          pixel = solid;
          break;
        case FieldCell::door:
          pixel = door;
          break;
        case FieldCell::unreachable:
          pixel = pixel_of(blend(no_way, no_way_line, hatch(x, y, view.unit)));
          break;
        case FieldCell::target:
          pixel = target;
          break;
        case FieldCell::free: {
          const int band = std::clamp(static_cast<int>(cells.rank(at) * field_bands), 0, field_bands - 1);
          if (potential) pixel = bands[static_cast<std::size_t>(band)];
        }
      }
      std::memcpy(bytes + y * stride + 4 * x, &pixel, sizeof pixel);
    }
  }
  cairo_surface_mark_dirty(image.get());
  cairo_set_source_surface(cr, image.get(), view.left, view.top);
  cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_BILINEAR);
  cairo_paint(cr);
}

void FieldSheet::contours() const {
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
  for (const FieldLine& piece : io::contours(cells, field_bands)) line_path(cr, view.pixel(piece[0]), view.pixel(piece[1]));
  paint_with(cr, dark ? tones.paper : tones.ink, 0.28);
  cairo_set_line_width(cr, 0.6 * line);
  cairo_stroke(cr);
}

void FieldSheet::streamlines() const {
  const double u = view.unit, between = 96 * u, size = 8 * u;
  const std::vector<FieldLine> ways = field_lines(cells, 24 * u / view.scale);
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  for (const FieldLine& way : ways) {
    Vec2 drawn = view.pixel(way.front());
    cairo_move_to(cr, drawn.x, drawn.y);
    for (std::size_t i = 1; i < way.size(); ++i) {
      const Vec2 p = view.pixel(way[i]);
      if (i + 1 < way.size() && norm(p - drawn) < 2 * u) continue;
      cairo_line_to(cr, p.x, p.y);
      drawn = p;
    }
  }
  paint_with(cr, tones.ink, 0.72);
  cairo_set_line_width(cr, 1.05 * line);
  cairo_stroke(cr);
  for (const FieldLine& way : ways) {
    double length = 0;
    for (std::size_t i = 1; i < way.size(); ++i) length += view.scale * norm(way[i] - way[i - 1]);
    double next = std::min(0.55 * length, 0.6 * between);
    double gone = 0;
    std::size_t tail = 0;  // the head points along a bit of the way, not along its last step
    for (std::size_t i = 1; i < way.size(); ++i) {
      gone += view.scale * norm(way[i] - way[i - 1]);
      while (tail + 1 < i && view.scale * norm(way[i] - way[tail]) > size) ++tail;
      if (gone < next) continue;
      const Vec2 tip = view.pixel(way[i]), back = view.pixel(way[tail]);
      if (norm(tip - back) > 0) arrow_head(cr, tip, 1 / norm(tip - back) * (tip - back), size);
      next += between;
    }
  }
  paint_with(cr, tones.ink, 0.85);
  cairo_fill(cr);
}

void FieldSheet::arrows() const {
  const double u = view.unit, between = 30 * u, half = 7 * u;
  const Vec2 low = cells.low(), high = cells.high();
  const double pitch = between / view.scale;
  // On a lattice of the world, so that they stay in their places when the camera moves.
  for (double y = (std::floor(low.y / pitch) + 0.5) * pitch; y < high.y; y += pitch) {
    for (double x = (std::floor(low.x / pitch) + 0.5) * pitch; x < high.x; x += pitch) {
      const auto cell = cells.at({x, y});
      if (!cell || cells.what(*cell) != FieldCell::free) continue;
      const Vec2 way = cells.field().direction({x, y, 0}).direction.xy();
      if (way == Vec2{}) continue;
      const Vec2 ahead{way.x, -way.y}, at = view.pixel({x, y});
      if (at.x < view.left - between || at.x > view.left + view.width + between) continue;
      if (at.y < view.top - between || at.y > view.top + view.height + between) continue;
      line_path(cr, at - half * ahead, at + 0.4 * half * ahead);
      paint_with(cr, tones.ink, 0.34);
      cairo_set_line_width(cr, line);
      cairo_stroke(cr);
      arrow_head(cr, at + half * ahead, ahead, 0.85 * half);
      cairo_fill(cr);
    }
  }
}

void FieldSheet::passages(bool labels) const {
  const double u = view.unit;
  const PlanningField& field = cells.field();
  for (const Vec2 at : field.narrow_passages()) pinch_mark(cr, view.pixel(at), 5.5 * u, 1.8 * line, tones);
  for (const Vec2 at : field.closed_passages()) cross_mark(cr, view.pixel(at), 5 * u, 2.2 * line, tones);
  if (!labels || field.closed_passages().size() > most_labels) return;
  for (const Vec2 at : field.closed_passages()) {
    const Pen pen(cr, 12 * u, tones.alarm, true);
    const std::string text = "closed (" + plain_text(std::round(100 * at.x) / 100) + ", " + plain_text(std::round(100 * at.y) / 100) + ")";
    const Vec2 p = view.pixel(at);
    const bool left = p.x + 10 * u + pen.width(text) > view.left + view.width;
    const double x = left ? p.x - 10 * u - pen.width(text) : p.x + 10 * u, y = p.y + 4 * u;
    cairo_move_to(cr, x, y);
    cairo_text_path(cr, text.c_str());
    cairo_set_line_width(cr, 3.5 * u);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    paint_with(cr, tones.paper, 0.9);
    cairo_stroke(cr);
    Pen(cr, 12 * u, tones.alarm, true).write(x, y, text);
  }
}

}  // namespace wend::io
