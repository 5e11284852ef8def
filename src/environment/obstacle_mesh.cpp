#include "environment/obstacle_mesh.hpp"

#include "geometry/predicates.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace wend::environment {

namespace {

// Corners round everything: farther than any disk of the world reaches, near enough for exact signs.
constexpr double far_away = 9e8;

}  // namespace

void ObstacleMesh::set_walls(std::span<const geometry::Segment> walls, double margin) {
  if (std::equal(walls.begin(), walls.end(), walls_.begin(), walls_.end())) return;
  walls_.assign(walls.begin(), walls.end());
  grid_.build(walls_);
  std::swap(graph_, next_graph_);
  planariser_.build(walls_, graph_);
  if (empty()) {
    tiles_.clear();
    triangulation_.clear();
    return;
  }
  links_.clear();
  for (const auto& [a, b] : graph_.edges) links_.push_back({a, b});
  const auto complete = [&] {
    if (triangulation_.report().loose > 0 || triangulation_.report().satellites > 0) return false;
    for (std::uint32_t w = 0; w < links_.size(); ++w)
      if (triangulation_.wall_edge(w) == KineticTriangulation2::none) return false;
    return true;
  };
  const bool same_shape = !tiles_.empty() && graph_.edges == next_graph_.edges &&
                          graph_.sites.size() == next_graph_.sites.size();
  if (same_shape) triangulation_.step(graph_.sites);
  if (!same_shape || !complete()) triangulation_.build(graph_.sites, links_, std::clamp(margin, 0.0, 1e7));
  make_tiles();
  surround();
}

void ObstacleMesh::make_tiles() {
  const auto& m = triangulation_;
  tiles_.assign(m.triangle_slots(), Tile{});
  for (std::uint32_t t = 0; t < tiles_.size(); ++t) {
    Tile& tile = tiles_[t];
    tile.dead = !m.alive(t);
    if (tile.dead) continue;
    for (std::uint32_t k = 0; k < 3; ++k) {
      tile.corner[k] = m.at(m.vertex(4 * t + k));
      tile.across[k] = m.twin(4 * t + k);
      tile.walls |= static_cast<std::uint8_t>(m.is_wall(4 * t + k) ? 1u << k : 0u);
    }
  }
}

// The frame of the triangulation may be inside somebody's disk; a second one, of four far corners, is not.
void ObstacleMesh::surround() {
  const auto& m = triangulation_;
  const Vec2 corners[4] = {{-far_away, -far_away}, {far_away, -far_away}, {far_away, far_away}, {-far_away, far_away}};
  // Each piece of the rim looks at one of them: the lower side at the first, and so on round.
  const auto looks_at = [](Vec2 from, Vec2 to) {
    const Vec2 out{to.y - from.y, from.x - to.x};
    return std::abs(out.y) > std::abs(out.x) ? (out.y < 0 ? 0u : 2u) : (out.x > 0 ? 1u : 3u);
  };
  const auto next_on_rim = [&](std::uint32_t h) {
    for (h = m.next(h); m.twin(h) != none; h = m.next(m.twin(h))) {
    }
    return h;
  };
  const auto join = [&](std::uint32_t h, std::uint32_t g) {
    tiles_[h / 4].across[h % 4] = g;
    tiles_[g / 4].across[g % 4] = h;
  };
  const auto add = [&](Vec2 a, Vec2 b, Vec2 c) {
    Tile tile;
    tile.corner[0] = a, tile.corner[1] = b, tile.corner[2] = c;
    tiles_.push_back(tile);
    return 4 * static_cast<std::uint32_t>(tiles_.size() - 1);
  };
  const auto end = [&](std::uint32_t h) { return tiles_[h / 4].corner[m.next(h) % 4]; };

  std::uint32_t start = 0;
  while (!m.alive(start / 4) || start % 4 == 3 || m.twin(start) != none) ++start;
  const std::uint32_t first = static_cast<std::uint32_t>(4 * tiles_.size());
  std::uint32_t open = none;  // the side that waits for the next piece, from a far corner to the rim
  std::uint32_t seen = 0, first_seen = 0;
  for (std::uint32_t h = start; open == none || h != start; h = next_on_rim(h)) {
    const Vec2 from = tiles_[h / 4].corner[h % 4], to = end(h);
    const std::uint32_t look = looks_at(from, to);
    if (open == none) first_seen = seen = look;
    for (; seen != look; seen = (seen + 1) % 4) {
      const std::uint32_t t = add(from, corners[seen], corners[(seen + 1) % 4]);
      join(t, open);
      open = t + 2;
    }
    const std::uint32_t t = add(to, from, corners[look]);
    join(t, h);
    if (open != none) join(t + 1, open);
    open = t + 2;
  }
  for (const Vec2 from = tiles_[start / 4].corner[start % 4]; seen != first_seen; seen = (seen + 1) % 4) {
    const std::uint32_t t = add(from, corners[seen], corners[(seen + 1) % 4]);
    join(t, open);
    open = t + 2;
  }
  join(first + 1, open);
}

std::uint32_t ObstacleMesh::locate(Vec2 p, std::uint32_t hint) const { return empty() ? 0 : find(p, hint).tile; }

// Visibility walk. Walls could send one with a fixed order of sides round in circles: a long one draws the order.
ObstacleMesh::Location ObstacleMesh::find(Vec2 p, std::uint32_t hint) const {
  std::uint32_t t = hint < tiles_.size() ? hint : 0;
  while (tiles_[t].dead) ++t;  // the last ones, from surround(), live
  std::uint32_t from = none, k = 0, dice = 12345;
  for (int steps = 0;; ++steps) {
    const Tile& tile = tiles_[t];
    std::uint32_t crossed = none, zeros = 0;
    if (steps > 100) {
      dice = dice * 1664525u + 1013904223u;
      k = (dice >> 16) % 3;
    }
    for (int i = 0; i < 3; ++i, k = k == 2 ? 0 : k + 1) {
      if (4 * t + k == from) continue;
      const int side = geometry::orientation(tile.corner[k], tile.corner[k == 2 ? 0 : k + 1], p);
      if (side == 0) zeros |= 1u << k;
      if (side >= 0) continue;
      crossed = k;
      break;
    }
    if (crossed == none) return {t, zeros};
    from = tile.across[crossed];
    t = from / 4;
    k = from % 4;
  }
}

}  // namespace wend::environment
