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

Viewport fit_view(const Style& style, const Box& box) {
  Viewport view;
  view.unit = std::clamp(std::min(style.width / 1280.0, style.height / 720.0) * 1.1, 0.5, 8.0);
  const double edge = std::round(14 * view.unit);
  const bool top_strip = !style.title.empty() || style.time_stamp;
  const bool bottom_strip = style.scale_bar || style.legend;
  view.left = edge;
  view.top = top_strip ? std::round(48 * view.unit) : edge;
  view.width = style.width - 2 * edge;
  view.height = style.height - view.top - (bottom_strip ? std::round(44 * view.unit) : edge);
  const Vec2 size = box.high - box.low;
  view.scale = std::max(1e-9, std::min(view.width / std::max(size.x, 1e-6), view.height / std::max(size.y, 1e-6)));
  const Vec2 middle = 0.5 * (box.low + box.high);
  view.origin = {view.left + view.width / 2 - view.scale * middle.x,
                 view.top + view.height / 2 + view.scale * middle.y};
  return view;
}

}  // namespace wend::io
