#include "io/convex_union.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>

namespace wend::io {

namespace {

struct Bounds {
  Vec2 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 high{-low.x, -low.y};
};

Bounds bounds_of(const Ring& ring) {
  Bounds b;
  for (const Vec2 p : ring) {
    b.low = {std::min(b.low.x, p.x), std::min(b.low.y, p.y)};
    b.high = {std::max(b.high.x, p.x), std::max(b.high.y, p.y)};
  }
  return b;
}

// Which other shapes each one may meet: those whose boxes touch, by a sweep along x.
std::vector<std::vector<std::size_t>> neighbours_of(const std::vector<Ring>& shapes) {
  std::vector<Bounds> box(shapes.size());
  std::transform(shapes.begin(), shapes.end(), box.begin(), bounds_of);
  std::vector<std::size_t> order(shapes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return box[a].low.x < box[b].low.x; });

  std::vector<std::vector<std::size_t>> near(shapes.size());
  std::vector<std::size_t> open;
  for (const std::size_t i : order) {
    std::erase_if(open, [&](std::size_t j) { return box[j].high.x < box[i].low.x; });
    for (const std::size_t j : open) {
      if (box[j].high.y < box[i].low.y || box[j].low.y > box[i].high.y) continue;
      near[i].push_back(j);
      near[j].push_back(i);
    }
    open.push_back(i);
  }
  return near;
}

struct Edge {
  std::size_t shape = 0, number = 0;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

// A corner of the outline by what it is, not where: a corner of a shape (both edges equal), or the place where two
// edges cross. So the pieces of two shapes meet exactly, whatever the rounding.
using Corner = std::array<Edge, 2>;
Corner crossing(Edge a, Edge b) { return a < b ? Corner{a, b} : Corner{b, a}; }

struct Cover {
  double from = 0, to = 1;  // the part of an edge inside another shape
  Edge in, out;             // that shape's edges where it enters and leaves
  bool enters = false, leaves = false;
};

// The part of a segment inside a convex shape: one half plane after the other.
std::optional<Cover> covered(Vec2 a, Vec2 b, const Ring& shape, std::size_t number) {
  Cover cover;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    const Vec2 p = shape[k], side = shape[(k + 1) % shape.size()] - p;
    const double at_a = cross(side, a - p), at_b = cross(side, b - p);  // positive: inside
    if (at_a <= 0 && at_b <= 0) return std::nullopt;
    if (at_a > 0 && at_b > 0) continue;
    const double t = at_a / (at_a - at_b);
    if (at_a <= 0 && (!cover.enters || t > cover.from)) {
      cover.from = t, cover.in = {number, k}, cover.enters = true;
    } else if (at_b <= 0 && (!cover.leaves || t < cover.to)) {
      cover.to = t, cover.out = {number, k}, cover.leaves = true;
    }
  }
  if (cover.from >= cover.to) return std::nullopt;
  return cover;
}

struct Piece {
  Corner begin, end;
  Vec2 from;
  std::size_t shape = 0;
};

// What is left of one edge when the parts inside other shapes are taken away.
void add_pieces(const std::vector<Ring>& shapes, Edge edge, std::vector<Cover>& covers, std::vector<Piece>& pieces) {
  const Ring& ring = shapes[edge.shape];
  const Edge next{edge.shape, (edge.number + 1) % ring.size()};
  const Vec2 a = ring[edge.number], b = ring[next.number];
  std::sort(covers.begin(), covers.end(), [](const Cover& x, const Cover& y) { return x.from < y.from; });

  Corner begin{edge, edge};
  double at = 0;
  for (const Cover& cover : covers) {
    if (cover.from > at) pieces.push_back({begin, crossing(edge, cover.in), a + (b - a) * at, edge.shape});
    if (!cover.leaves) return;
    if (cover.to > at) at = cover.to, begin = crossing(edge, cover.out);
  }
  pieces.push_back({begin, {next, next}, a + (b - a) * at, edge.shape});
}

std::size_t root(std::vector<std::size_t>& parent, std::size_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

}  // namespace

double signed_area(const Ring& ring) {
  double sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) sum += cross(ring[i] - ring[0], ring[(i + 1) % ring.size()] - ring[0]);
  return sum / 2;
}

bool contains(const Ring& ring, Vec2 p) {
  bool inside = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    const Vec2 a = ring[i], b = ring[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y))) inside = !inside;
  }
  return inside;
}

std::optional<Outline> convex_union(const std::vector<Ring>& shapes) {
  const auto near = neighbours_of(shapes);
  std::vector<std::size_t> parent(shapes.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  std::vector<Piece> pieces;
  std::vector<Cover> covers;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (std::size_t k = 0; k < shapes[i].size(); ++k) {
      const Vec2 a = shapes[i][k], b = shapes[i][(k + 1) % shapes[i].size()];
      covers.clear();
      for (const std::size_t j : near[i]) {
        if (auto cover = covered(a, b, shapes[j], j)) {
          covers.push_back(*cover);
          parent[root(parent, i)] = root(parent, j);
        }
      }
      add_pieces(shapes, {i, k}, covers, pieces);
    }
  }

  std::map<Corner, std::size_t> starting;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!starting.emplace(pieces[i].begin, i).second) return std::nullopt;
  }
  Outline outline;
  outline.part_of.resize(shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) outline.part_of[i] = root(parent, i);
  std::vector<bool> used(pieces.size(), false);
  for (std::size_t first = 0; first < pieces.size(); ++first) {
    if (used[first]) continue;
    Outline::Loop loop{.ring = {}, .part = outline.part_of[pieces[first].shape]};
    for (std::size_t i = first; !used[i];) {
      used[i] = true;
      loop.ring.push_back(pieces[i].from);
      const auto next = starting.find(pieces[i].end);
      if (next == starting.end()) return std::nullopt;
      i = next->second;
      if (used[i] && i != first) return std::nullopt;
    }
    if (loop.ring.size() < 3) return std::nullopt;
    outline.loops.push_back(std::move(loop));
  }
  return outline;
}

}  // namespace wend::io
