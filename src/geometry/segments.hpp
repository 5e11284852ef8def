#pragma once
#include <algorithm>

#include "geometry/predicates.hpp"

// Questions about segments, answered exactly. A segment may be a point.

namespace wend::geometry {

namespace detail {
inline bool in_box(Vec2 p, Vec2 a, Vec2 b) {
  return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y && p.y <= std::max(a.y, b.y);
}
}  // namespace detail

// p is a point of the closed segment ab.
inline bool on_segment(Vec2 p, Vec2 a, Vec2 b) { return detail::in_box(p, a, b) && orientation(a, b, p) == 0; }

// The closed segments ab and cd share a point.
inline bool segments_meet(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  if (std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x) ||
      std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y)) {
    return false;
  }
  const int to_c = orientation(a, b, c), to_d = orientation(a, b, d);
  if (to_c * to_d > 0) return false;
  const int to_a = orientation(c, d, a), to_b = orientation(c, d, b);
  if (to_a * to_b > 0) return false;
  if (to_c * to_d < 0 && to_a * to_b < 0) return true;
  // They touch at an end or not at all.
  return (to_c == 0 && detail::in_box(c, a, b)) || (to_d == 0 && detail::in_box(d, a, b)) ||
         (to_a == 0 && detail::in_box(a, c, d)) || (to_b == 0 && detail::in_box(b, c, d));
}

// The wall ab meets the open segment pq: environment spec (e.6). Touching counts, touching at p or q alone does not.
inline bool blocks(Vec2 a, Vec2 b, Vec2 p, Vec2 q) {
  const int to_a = orientation(p, q, a), to_b = orientation(p, q, b);
  if (to_a * to_b > 0) return false;
  // The lines cross in one point: it is strictly between p and q when these are on different sides.
  if (to_a != 0 || to_b != 0) return orientation(a, b, p) * orientation(a, b, q) < 0;
  // All on one line, or p is q and nothing is between them.
  const auto overlap = [](double a, double b, double p, double q) {
    return std::min(a, b) < std::max(p, q) && std::min(p, q) < std::max(a, b);
  };
  return p.x != q.x ? overlap(a.x, b.x, p.x, q.x) : p.y != q.y && overlap(a.y, b.y, p.y, q.y);
}

}  // namespace wend::geometry
