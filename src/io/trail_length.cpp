#include <wend/io/picture.hpp>

#include <algorithm>

#include "io/painter.hpp"

namespace wend::io {

double trail_seconds(const Frame& frame, std::span<const Trail> trails, const Style& style) {
  const Painter painter(style, frame, trails);
  const Viewport& view = painter.viewport();
  const auto seen = [&](Vec2 p) {
    const Vec2 pixel = view.pixel(p);
    return pixel.x >= view.left && pixel.x <= view.left + view.width && pixel.y >= view.top && pixel.y <= view.top + view.height;
  };
  struct Piece {
    double age = 0, ink = 0;  // s, square pixels
  };
  std::vector<Piece> pieces;
  for (const Trail& trail : trails) {
    for (std::size_t i = 1; i < trail.points.size(); ++i) {
      const TrailPoint &a = trail.points[i - 1], &b = trail.points[i];
      if (!b.jump && seen(b.at)) pieces.push_back({frame.time - a.time, norm(b.at - a.at) * view.scale * Painter::trail_width * painter.line()});
    }
  }
  std::sort(pieces.begin(), pieces.end(), [](const Piece& p, const Piece& q) { return p.age < q.age; });
  const Vec2 box = painter.box().high - painter.box().low;
  const double paper = std::min(view.width, view.scale * box.x) * std::min(view.height, view.scale * box.y);
  double ink = 0, seconds = 0;
  for (std::size_t i = 0; i < pieces.size() && ink <= trail_share * paper;) {  // all pieces of one age at once
    const double age = pieces[i].age;
    while (i < pieces.size() && pieces[i].age == age) ink += pieces[i++].ink;
    if (ink <= trail_share * paper) seconds = age;
  }
  return std::max(seconds, shortest_trail);
}

}  // namespace wend::io
