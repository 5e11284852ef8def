#include "io/viewport.hpp"

#include <algorithm>
#include <cmath>

#include "io/walkable.hpp"

namespace wend::io {

Box auto_box(const Frame& frame, std::span<const Trail> trails) {
  Box box = extent_of(frame);
  for (const Trail& trail : trails) {
    for (const TrailPoint& p : trail.points) box = united(box, {p.at, p.at});
  }
  if (!(box.low.x <= box.high.x && box.low.y <= box.high.y)) box = {{-5, -5}, {5, 5}};
  const Vec2 size = box.high - box.low;
  const double margin = std::max(0.3, 0.03 * std::max(size.x, size.y));
  return {box.low - Vec2{margin, margin}, box.high + Vec2{margin, margin}};
}

double unit_of(int width, int height) {
  const double legible = std::min(0.75, height / 200.0);  // small pictures need text too, the smallest have no room
  return std::clamp(std::min(width / 1280.0, height / 720.0) * 1.1, legible, 8.0);
}

Area world_area(const Style& style, std::size_t more_lines) {
  const double unit = unit_of(style.width, style.height);
  const double edge = std::round(14 * unit);
  const bool top_strip = !style.title.empty() || style.time_stamp;
  const bool bottom_strip = style.scale_bar || style.legend;
  const double top = top_strip ? std::round(48 * unit) : edge;
  const double more = legend_line * static_cast<double>(more_lines);
  const double bottom = bottom_strip ? std::round((46 + more) * unit) : edge;
  return {edge, top, style.width - 2 * edge, style.height - top - bottom};
}

Viewport fit_view(const Style& style, const Box& box, std::size_t more_lines) {
  return fit_into(world_area(style, more_lines), unit_of(style.width, style.height), box);
}

Viewport fit_into(const Area& area, double unit, const Box& box) {
  const Vec2 size = box.high - box.low;
  const double scale =
      std::max(1e-9, std::min(area.width / std::max(size.x, 1e-6), area.height / std::max(size.y, 1e-6)));
  const Vec2 middle = 0.5 * (box.low + box.high);
  const Vec2 origin{area.left + area.width / 2 - scale * middle.x, area.top + area.height / 2 + scale * middle.y};
  return {scale, origin, area.left, area.top, area.width, area.height, unit};
}

}  // namespace wend::io
