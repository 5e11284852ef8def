#include "environment/obstacle_mesh.hpp"
#include "geometry/expansion.hpp"

#include <algorithm>
#include <cmath>

// Who can be reached: environment spec, Theorem 3.

namespace wend::environment {

namespace {

constexpr double whole_world = 4e7;  // nobody is farther from anybody

// The sign of |(a - p) x (b - p)|^2 - r^2 |b - a|^2.
int exact_reach(Vec2 p, double r, Vec2 a, Vec2 b) {
  using geometry::exact_difference;
  const auto ax = exact_difference(a.x, p.x), ay = exact_difference(a.y, p.y);
  const auto bx = exact_difference(b.x, p.x), by = exact_difference(b.y, p.y);
  const auto dx = exact_difference(b.x, a.x), dy = exact_difference(b.y, a.y);
  const auto cross = ax * by - ay * bx;
  const auto length2 = dx * dx + dy * dy;
  return (cross * cross - length2 * r * r).sign();
}

// Does the line ab come nearer to p than r? a and b relative to p (e.16).
bool line_in_reach(Vec2 p, double r, Vec2 a, Vec2 b, Vec2 ra, Vec2 rb, Vec2 d) {
  const double left = ra.x * rb.y, right = ra.y * rb.x;
  const double cross = left - right, near2 = cross * cross, reach2 = r * r * norm2(d);
  const double spread = std::abs(left) + std::abs(right);
  const double error = 32 * 0x1p-53 * (2 * spread * std::abs(cross) + near2 + reach2);
  if (near2 < reach2 - error) return true;
  if (near2 > reach2 + error) return false;
  return exact_reach(p, r, a, b) < 0;
}

}  // namespace

// Calls f(tile) for each tile that p is in or on the border of.
template <typename F>
void ObstacleMesh::for_tiles_at(Vec2 p, std::uint32_t hint, F&& f) const {
  const Location l = find(p, hint);
  f(l.tile);
  if (l.zeros == 0) return;
  const std::uint32_t side = l.zeros & 1 ? 0 : l.zeros & 2 ? 1 : 2;
  if ((l.zeros & (l.zeros - 1)) == 0) return f(tiles_[l.tile].across[side] / 4);
  // On a corner: once round it. Side k starts there.
  const std::uint32_t first = 4 * l.tile + (l.zeros == 3 ? 1 : l.zeros == 6 ? 2 : 0);
  for (std::uint32_t h = first;;) {
    const std::uint32_t k = h % 4;
    h = tiles_[h / 4].across[k == 0 ? 2 : k - 1];
    if (h == first) return;
    f(h / 4);
  }
}

// Marks the tiles that hold a part of the disk which p can reach inside it.
void ObstacleMesh::flood(Vec2 p, double r, std::uint32_t hint, MeshScratch& s) const {
  r = std::min(r, whole_world);
  if (s.tile_stamp.size() < tiles_.size()) s.tile_stamp.resize(tiles_.size(), 0);
  s.begin_round();
  s.stack.clear();
  const auto mark = [&](std::uint32_t t) {
    if (s.tile_stamp[t] == s.round) return;
    s.tile_stamp[t] = s.round;
    s.stack.push_back(t);
  };
  for_tiles_at(p, hint, mark);
  while (!s.stack.empty()) {
    const Tile& tile = tiles_[s.stack.back()];
    s.stack.pop_back();
    Vec2 relative[3];
    bool inside[3];
    for (int k = 0; k < 3; ++k) {
      relative[k] = tile.corner[k] - p;
      inside[k] = norm2(relative[k]) <= r * r;  // (e.1)
    }
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t across = tile.across[k];
      if ((tile.walls >> k & 1) != 0 || across == none || s.tile_stamp[across / 4] == s.round) continue;
      const int l = k == 2 ? 0 : k + 1;
      if (!inside[k] && !inside[l]) {
        const Vec2 d = tile.corner[l] - tile.corner[k];
        if (!(dot(relative[k], d) < 0 && dot(relative[l], d) > 0)) continue;  // the foot is not on it
        if (!line_in_reach(p, r, tile.corner[k], tile.corner[l], relative[k], relative[l], d)) continue;
      }
      mark(across / 4);
    }
  }
}

void ObstacleMesh::keep_reached(std::span<const Vec2> q, std::span<std::uint8_t> keep, MeshScratch& s,
                                std::uint32_t hint) const {
  for (std::size_t i = 0; i < q.size(); ++i) {
    if (keep[i]) continue;
    for_tiles_at(q[i], hint, [&](std::uint32_t t) { keep[i] |= s.tile_stamp[t] == s.round; });
  }
}

void ObstacleMesh::filter(Vec2 p, double r, Relation relation, std::span<const Vec2> q, std::span<std::uint8_t> keep,
                          MeshScratch& s, std::uint32_t hint) const {
  std::fill(keep.begin(), keep.end(), std::uint8_t{1});
  if (relation == Relation::near || empty() || q.empty()) return;
  collect_walls(p, r, relation == Relation::unseparated, s);
  if (s.walls.empty()) return;
  // Whom p sees it reaches, (e.7): that settles most of them.
  keep_unblocked(p, r, q, keep, relation == Relation::unseparated, s);
  if (relation != Relation::reachable || std::find(keep.begin(), keep.end(), 0) == keep.end()) return;
  const std::uint32_t tile = locate(p, hint);
  flood(p, r, tile, s);
  if (graph_.exact) return keep_reached(q, keep, s, tile);
  // The mesh is of bent walls, sight and separation are not: keep the sets within each other.
  s.reached.assign(keep.begin(), keep.end());
  keep_reached(q, s.reached, s, tile);
  s.unseparated.assign(q.size(), 1);
  collect_walls(p, r, true, s);
  keep_unblocked(p, r, q, s.unseparated, true, s);
  for (std::size_t i = 0; i < q.size(); ++i) keep[i] = keep[i] || (s.reached[i] && s.unseparated[i]);
}

}  // namespace wend::environment
