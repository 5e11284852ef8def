#pragma once
#include <wend/vec.hpp>

#include <algorithm>

namespace wend {

struct NearestOnSegment {
  Vec2 point;
  double along = 0;  // 0 at a, 1 at b
};

// The point of segment ab nearest to p; a segment of no length is its point.
inline NearestOnSegment nearest_on_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 ab = b - a;
  const double length2 = norm2(ab);
  if (!(length2 > 0)) return {a, 0};
  const double along = std::clamp(dot(p - a, ab) / length2, 0.0, 1.0);
  return {a + along * ab, along};
}

// Do the open segments pq and ab properly cross?
inline bool segments_cross(Vec2 p, Vec2 q, Vec2 a, Vec2 b) {
  const double side_p = cross(b - a, p - a), side_q = cross(b - a, q - a);
  const double side_a = cross(q - p, a - p), side_b = cross(q - p, b - p);
  return ((side_p > 0) != (side_q > 0)) && side_p != 0 && side_q != 0 && ((side_a > 0) != (side_b > 0)) && side_a != 0 && side_b != 0;
}

// Smallest distance between two segments; 0 when they cross.
inline double segment_distance(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  if (segments_cross(a, b, c, d)) return 0;
  const double from_ends = std::min(norm(nearest_on_segment(a, c, d).point - a), norm(nearest_on_segment(b, c, d).point - b));
  const double to_ends = std::min(norm(nearest_on_segment(c, a, b).point - c), norm(nearest_on_segment(d, a, b).point - d));
  return std::min(from_ends, to_ends);
}

}  // namespace wend
