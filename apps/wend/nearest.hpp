#pragma once
#include <wend/vec.hpp>

#include <algorithm>

namespace wend::cli {

// The point of segment ab nearest to p; a segment of no length is its point.
inline Vec2 nearest_on(Vec2 a, Vec2 b, Vec2 p) {
  const Vec2 ab = b - a;
  const double length2 = norm2(ab);
  if (!(length2 > 0)) return a;
  return a + std::clamp(dot(p - a, ab) / length2, 0.0, 1.0) * ab;
}

}  // namespace wend::cli
