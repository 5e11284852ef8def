#pragma once
#include <wend/vec.hpp>

#include <cmath>
#include <cstdint>

#include "geometry/predicates.hpp"

namespace wend::environment {

// The filters of environment spec (e.44), inline for the passes over all triangles; what they leave open is decided
// exactly. The constant keeps products that underflow out of the filter.
inline int turn_sign(Vec2 a, Vec2 b, Vec2 c, std::uint64_t* exact) {
  const double l = (a.x - c.x) * (b.y - c.y), r = (a.y - c.y) * (b.x - c.x);
  const double det = l - r, bound = 3.4e-16 * (std::abs(l) + std::abs(r)) + 1e-290;
  if (det > bound) return 1;
  if (det < -bound) return -1;
  return geometry::orientation(a, b, c, exact);
}

// 1 or -1 when the filter knows whether d is inside the circle of abc, else 0.
inline int in_circle_filter(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const double ax = a.x - d.x, ay = a.y - d.y, bx = b.x - d.x, by = b.y - d.y, cx = c.x - d.x, cy = c.y - d.y;
  const double bc = bx * cy, cb = cx * by, ca = cx * ay, ac = ax * cy, ab = ax * by, ba = bx * ay;
  const double la = ax * ax + ay * ay, lb = bx * bx + by * by, lc = cx * cx + cy * cy;
  const double det = la * (bc - cb) + lb * (ca - ac) + lc * (ab - ba);
  const double permanent = la * (std::abs(bc) + std::abs(cb)) + lb * (std::abs(ca) + std::abs(ac)) +
                           lc * (std::abs(ab) + std::abs(ba));
  const double bound = 1.12e-15 * permanent + 1e-290;
  return det > bound ? 1 : det < -bound ? -1 : 0;
}

}  // namespace wend::environment
