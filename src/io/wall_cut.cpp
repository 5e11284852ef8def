#include "io/wall_cut.hpp"

#include <algorithm>
#include <cmath>

namespace wend::io {

namespace {

double side(Vec2 a, Vec2 b, Vec2 p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

double distance(Vec2 p, const WallCut::Wall& w) {
  const Vec2 along = w.b - w.a;
  const double length = along.x * along.x + along.y * along.y;
  const Vec2 to = p - w.a;
  const double t = length > 0 ? std::clamp((to.x * along.x + to.y * along.y) / length, 0.0, 1.0) : 0;
  return norm(p - (w.a + t * along));
}

constexpr double most_pieces = 1e5;  // of a wall; a longer one is found by its box

}  // namespace

std::vector<WallCut::Wall> WallCut::walls_of(const Frame& frame) {
  std::vector<Wall> walls;
  for (const BodyShape& b : frame.bodies) {
    if (b.kind == BodyKind::wall && b.motion == BodyMotion::fixed && !b.door && is_finite(b.at) && is_finite(b.to)) walls.push_back({b.at, b.to});
  }
  return walls;
}

WallCut::Bin WallCut::bin_of(Vec2 p) const {
  const auto index = [&](double v) { return static_cast<std::int64_t>(std::clamp(std::floor(v / reach_), -1e15, 1e15)); };
  return {index(p.x), index(p.y)};
}

WallCut::WallCut(std::vector<Wall> walls, double reach) : walls_(std::move(walls)), reach_(reach) {
  for (std::uint32_t i = 0; i < walls_.size(); ++i) {
    const Wall& w = walls_[i];
    const double pieces = std::min(std::ceil(norm(w.b - w.a) / reach_) + 1, most_pieces);
    for (double k = 0; k < pieces; ++k) {  // the bins about each piece
      const Vec2 p = w.a + k / pieces * (w.b - w.a), q = w.a + (k + 1) / pieces * (w.b - w.a);
      const Bin low = bin_of({std::min(p.x, q.x) - reach_, std::min(p.y, q.y) - reach_});
      const Bin high = bin_of({std::max(p.x, q.x) + reach_, std::max(p.y, q.y) + reach_});
      for (std::int64_t x = low.first; x <= high.first; ++x) {
        for (std::int64_t y = low.second; y <= high.second; ++y) {
          auto& list = bins_[{x, y}];
          if (list.empty() || list.back() != i) list.push_back(i);
        }
      }
    }
  }
}

std::vector<WallCut::Wall> WallCut::near(Vec2 p) const {
  std::vector<Wall> result;
  const auto found = bins_.find(bin_of(p));
  if (found == bins_.end()) return result;
  for (const std::uint32_t i : found->second) {
    if (distance(p, walls_[i]) <= reach_) result.push_back(walls_[i]);
  }
  return result;
}

bool separated(Vec2 from, Vec2 to, std::span<const WallCut::Wall> walls, bool or_touched) {
  return std::any_of(walls.begin(), walls.end(), [&](const WallCut::Wall& w) {
    const double p = side(w.a, w.b, from), q = side(w.a, w.b, to);
    const bool opposite = (p > 0 && q < 0) || (p < 0 && q > 0);
    if (!opposite && !(or_touched && q == 0)) return false;
    const double s = side(from, to, w.a), t = side(from, to, w.b);
    return (s >= 0 && t <= 0) || (s <= 0 && t >= 0);
  });
}

}  // namespace wend::io
