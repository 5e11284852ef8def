#pragma once
#include "core/segment.hpp"

#include <cstddef>
#include <span>

namespace wend::geometry {

// Even-odd rule; points on the border may fall on either side.
inline bool inside_polygon(Vec2 p, std::span<const Vec2> corners) {
  bool inside = false;
  for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++) {
    const Vec2 a = corners[i], b = corners[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

// The point of a filled polygon nearest to p; p itself when inside.
inline Vec2 nearest_in_polygon(Vec2 p, std::span<const Vec2> corners) {
  if (inside_polygon(p, corners)) return p;
  Vec2 best = corners[0];
  for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++) {
    const Vec2 q = nearest_on_segment(p, corners[j], corners[i]).point;
    if (norm2(q - p) < norm2(best - p)) best = q;
  }
  return best;
}

}  // namespace wend::geometry
