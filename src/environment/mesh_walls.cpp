#include "core/det_math.hpp"
#include "core/segment.hpp"
#include "environment/obstacle_mesh.hpp"

#include <algorithm>
#include <cmath>

// The wall in front, and the nearest one.

namespace wend::environment {

namespace {

// The nearest so far; equal distances go to the lower wall.
struct Nearest {
  Vec2 p;
  double max;
  std::optional<WallHit> best{};

  void offer(std::uint32_t wall, double distance, Vec2 point) {
    if (!(distance <= max)) return;
    if (best && (distance > best->distance || (distance == best->distance && wall >= best->wall))) return;
    best = WallHit{wall, distance, point, {}};
  }
};

Vec2 normal_towards(Vec2 p, const geometry::Segment& w) {
  const Vec2 left = direction_or({w.a.y - w.b.y, w.b.x - w.a.x}, {0, 0});
  return dot(p - w.a, left) < 0 ? -left : left;
}

// Where the ray from p along the unit vector u meets the wall first.
void offer_ray(Nearest& nearest, std::uint32_t wall, const geometry::Segment& w, Vec2 u) {
  const Vec2 a = w.a - nearest.p, b = w.b - nearest.p;
  const double side_a = cross(u, a), side_b = cross(u, b);
  if ((side_a > 0 && side_b > 0) || (side_a < 0 && side_b < 0)) return;
  double along;
  if (side_a == 0 && side_b == 0) {  // along the wall
    const double first = dot(u, a), second = dot(u, b);
    if (first < 0 && second < 0) return;
    along = first < 0 || second < 0 ? 0 : std::min(first, second);
  } else {
    along = dot(u, a) + side_a / (side_a - side_b) * dot(u, b - a);
  }
  if (along >= 0) nearest.offer(wall, along, nearest.p + along * u);
}

}  // namespace

// Looks at ever larger boxes until nothing beyond can be nearer.
template <typename F>
void ObstacleMesh::widen(Vec2 p, double max, const std::optional<WallHit>& best, F&& offer) const {
  if (empty()) return;
  const Vec2 low = grid_.low(), high = grid_.high();
  const double gap = std::max({0.0, low.x - p.x, p.x - high.x, low.y - p.y, p.y - high.y});
  for (double reach = gap + grid_.cell();; reach *= 2) {
    const double here = std::min(reach, max);
    grid_.for_cells_in(p - Vec2{here, here}, p + Vec2{here, here}, [&](std::span<const std::uint32_t> cell) {
      for (const std::uint32_t w : cell) offer(w);
    });
    const bool all = p.x - here <= low.x && p.x + here >= high.x && p.y - here <= low.y && p.y + here >= high.y;
    if (all || here >= max || (best && best->distance <= here)) return;
  }
}

std::optional<WallHit> ObstacleMesh::nearest_wall(Vec2 p, double max) const {
  Nearest nearest{p, max};
  widen(p, max, nearest.best, [&](std::uint32_t w) {
    const Vec2 point = nearest_on_segment(p, walls_[w].a, walls_[w].b).point;
    nearest.offer(w, norm(point - p), point);
  });
  if (nearest.best) nearest.best->normal = normal_towards(p, walls_[nearest.best->wall]);
  return nearest.best;
}

std::optional<WallHit> ObstacleMesh::first_wall(Vec2 p, Vec2 direction, double half_angle, double max) const {
  const Vec2 u = direction_or(direction, {0, 0});
  if (u == Vec2{0, 0} || empty()) return std::nullopt;
  Nearest nearest{p, max};
  if (half_angle <= 0) {
    const Vec2 low = grid_.low(), high = grid_.high();
    const double all = std::max(high.x - p.x, p.x - low.x) + std::max(high.y - p.y, p.y - low.y) + grid_.cell();
    const double length = std::min(max, std::max(all, 0.0));
    grid_.for_cells_along(p, p + length * u,
                          [&](std::span<const std::uint32_t> cell) {
                            for (const std::uint32_t w : cell) offer_ray(nearest, w, walls_[w], u);
                          },
                          [&](double t) { return nearest.best && nearest.best->distance <= t * length; });
  } else {
    const auto [sine, cosine] = det_sincos(std::min(half_angle, 3.14159265358979323846));
    const Vec2 left{cosine * u.x - sine * u.y, cosine * u.y + sine * u.x};
    const Vec2 right{cosine * u.x + sine * u.y, cosine * u.y - sine * u.x};
    const double least = cosine;
    const auto in_cone = [&](Vec2 point) { return dot(point - p, u) >= least * norm(point - p); };
    widen(p, max, nearest.best, [&](std::uint32_t w) {
      // Nearest within the cone: the foot, an end, or where a side of the cone meets the wall.
      const auto& [a, b] = walls_[w];
      for (const Vec2 point : {nearest_on_segment(p, a, b).point, a, b})
        if (in_cone(point)) nearest.offer(w, norm(point - p), point);
      offer_ray(nearest, w, walls_[w], left);
      offer_ray(nearest, w, walls_[w], right);
    });
  }
  if (nearest.best) nearest.best->normal = normal_towards(p, walls_[nearest.best->wall]);
  return nearest.best;
}

}  // namespace wend::environment
