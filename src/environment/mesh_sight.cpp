#include "environment/obstacle_mesh.hpp"
#include "environment/watch.hpp"
#include "geometry/segments.hpp"

#include <algorithm>
#include <cmath>

// Who is hidden or cut off by the walls themselves: environment spec (e.4), (e.6).

namespace wend::environment {

namespace {

// May the wall with these ends, relative to p, come as near as r? Rounding never says no instead of yes.
bool may_meet(Vec2 a, Vec2 b, double r) {
  const double r2 = 1.000001 * r * r;
  if (norm2(a) <= r2 || norm2(b) <= r2) return true;
  const Vec2 d = b - a;
  if (dot(a, d) > 0 || dot(b, d) < 0) return false;
  const double left = a.x * b.y, right = a.y * b.x;
  const double side = std::abs(left - right) - 1e-14 * (std::abs(left) + std::abs(right));
  return side <= 0 || side * side <= r2 * norm2(d);
}

// (e.17) for one wall and all lanes. A lane's clearance falls below -1 when the wall surely blocks it, and stays above 1
// when it surely does not; in between, within the band, rounding would decide.
void lower_clearance(Vec2 a, Vec2 b, double r, std::size_t n, const double* __restrict x, const double* __restrict y,
                     double* __restrict clearance) {
  const double size = std::max({std::abs(a.x), std::abs(a.y), std::abs(b.x), std::abs(b.y), r});
  // Coordinates relative to p are off by half an ulp: each product of two differences by less than 24 of them.
  const double band = std::max(64 * 0x1p-53 * size * size, 1e-290), per_band = 1 / band;
  const Vec2 d = b - a;
  const double own = d.y * a.x - d.x * a.y;
  const double sign = own > band ? 1 : own < -band ? -1 : 0;  // 0: p is nearly on the line, let the exact test decide
  for (std::size_t i = 0; i < n; ++i) {
    const double to_a = x[i] * a.y - y[i] * a.x, to_b = x[i] * b.y - y[i] * b.x;
    const double other = (d.x * (y[i] - a.y) - d.y * (x[i] - a.x)) * sign;
    const double low = to_a < to_b ? to_a : to_b, high = to_a < to_b ? to_b : to_a;
    const double outside = low > -high ? low : -high;
    const double least = (outside > other ? outside : other) * per_band;
    clearance[i] = clearance[i] < least ? clearance[i] : least;
  }
}

}  // namespace

// The walls that come into the disk; on request only those with both ends outside (e.2).
void ObstacleMesh::collect_walls(Vec2 p, double r, bool through_only, MeshScratch& s) const {
  if (s.wall_stamp.size() < walls_.size()) s.wall_stamp.resize(walls_.size(), 0);
  s.begin_round();
  s.walls.clear();
  grid_.for_cells_in(p - Vec2{r, r}, p + Vec2{r, r}, [&](std::span<const std::uint32_t> cell) {
    for (const std::uint32_t w : cell) {
      if (s.wall_stamp[w] == s.round) continue;
      s.wall_stamp[w] = s.round;
      const Vec2 a = walls_[w].a - p, b = walls_[w].b - p;
      if (!may_meet(a, b, r) || (through_only && (inside(a.x, a.y, r) || inside(b.x, b.y, r)))) continue;
      s.walls.push_back(w);
    }
  });
}

// keep[i] becomes 0 where one of the collected walls is in the way. A through-wall that only touches does not separate.
void ObstacleMesh::keep_unblocked(Vec2 p, double r, std::span<const Vec2> q, std::span<std::uint8_t> keep,
                                  bool through_only, MeshScratch& s) const {
  const std::size_t n = q.size();
  s.x.resize(n);
  s.y.resize(n);
  s.clearance.assign(n, 1e300);
  double *x = s.x.data(), *y = s.y.data(), *clearance = s.clearance.data();
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = q[i].x - p.x;
    y[i] = q[i].y - p.y;
  }
  for (const std::uint32_t w : s.walls) lower_clearance(walls_[w].a - p, walls_[w].b - p, r, n, x, y, clearance);
  for (std::size_t i = 0; i < n; ++i) {
    keep[i] = clearance[i] > 1;
    if (clearance[i] > 1 || clearance[i] < -1) continue;
    keep[i] = p == q[i] || std::none_of(s.walls.begin(), s.walls.end(), [&](std::uint32_t w) {
                const auto& [a, b] = walls_[w];
                return geometry::blocks(a, b, p, q[i]) &&
                       !(through_only && geometry::orientation(a, b, p) == 0 && geometry::orientation(a, b, q[i]) == 0);
              });
  }
}

bool ObstacleMesh::visible(Vec2 p, Vec2 q) const {
  bool blocked = false;
  if (p == q) return true;
  grid_.for_cells_along(p, q,
                        [&](std::span<const std::uint32_t> cell) {
                          for (const std::uint32_t w : cell)
                            blocked = blocked || geometry::blocks(walls_[w].a, walls_[w].b, p, q);
                        },
                        [&](double) { return blocked; });
  return !blocked;
}

}  // namespace wend::environment
