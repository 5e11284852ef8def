#include <algorithm>

#include "environment/kinetic_triangulation.hpp"
#include "environment/watch.hpp"
#include "geometry/segments.hpp"

// Who is near and not cut off by walls (environment spec, section 2).

namespace wend::environment {

using Index = KineticTriangulation2::Index;

// Environment spec (e.2), (e.4): a wall with both ends outside the disk is in between.
bool KineticTriangulation2::separated(Vec2 p, Vec2 q, double r) const {
  for (const WallRow& w : walls_) {
    if (w.a == none) continue;
    const Vec2 a = where_[w.a], b = where_[w.b];
    if (inside(a.x - p.x, a.y - p.y, r) || inside(b.x - p.x, b.y - p.y, r)) continue;
    if (geometry::blocks(a, b, p, q) && geometry::orientation(a, b, p) * geometry::orientation(a, b, q) < 0)
      return true;
  }
  return false;
}

bool KineticTriangulation2::hidden(Vec2 p, Vec2 q) const {
  for (const WallRow& w : walls_)
    if (w.a != none && geometry::blocks(where_[w.a], where_[w.b], p, q)) return true;
  return false;
}

// Theorem 1: edges that stay inside the disk lead to all of K and to nobody else. A loose site has no edges: for it the
// definition itself is evaluated.
void KineticTriangulation2::unseparated(Index site, double r, std::vector<Index>& out, Scratch& scratch) const {
  const Vec2 p = where_[site];
  const Index start = vertex_of_[site];
  if (start == none) {
    near(site, r, out, scratch);
    std::erase_if(out, [&](Index s) { return separated(p, where_[s], r); });
    return;
  }
  out.clear();
  if (!(r >= 0)) return;
  stamp(scratch);
  scratch.vertex_stamp[start] = scratch.now;
  scratch.stack.push_back(start);
  while (!scratch.stack.empty()) {
    const Index v = scratch.stack.back();
    scratch.stack.pop_back();
    push_sites(v, out);
    for_star(v, [&](Index h) {
      const Index w = vertex_[next(h)];
      if (scratch.vertex_stamp[w] == scratch.now) return true;
      scratch.vertex_stamp[w] = scratch.now;
      if (!is_frame(w) && inside(pos_[w].x - p.x, pos_[w].y - p.y, r)) scratch.stack.push_back(w);
      return true;
    });
  }
  for (const Index s : loose_)
    if (inside(where_[s].x - p.x, where_[s].y - p.y, r) && !separated(p, where_[s], r)) out.push_back(s);
  std::sort(out.begin(), out.end());
  out.erase(std::lower_bound(out.begin(), out.end(), site));
}

// Theorem 2: corners of triangles, joined inside a triangle when both are in the disk, and round a vertex up to a wall.
void KineticTriangulation2::reachable(Index site, double r, std::vector<Index>& out, Scratch& scratch) const {
  const Vec2 p = where_[site];
  out.clear();
  if (!(r >= 0)) return;
  stamp(scratch);
  if (scratch.triangle_stamp.size() < vertex_.size())
    scratch.triangle_stamp.resize(vertex_.size(), 0);  // by corner here
  const auto reach = [&](Index corner) {
    const Index v = vertex_[corner];
    if (scratch.triangle_stamp[corner] == scratch.now || is_frame(v) || !inside(pos_[v].x - p.x, pos_[v].y - p.y, r))
      return;
    scratch.triangle_stamp[corner] = scratch.now;
    scratch.stack.push_back(corner);
    if (scratch.vertex_stamp[v] == scratch.now) return;
    scratch.vertex_stamp[v] = scratch.now;
    push_sites(v, out);
  };
  if (vertex_of_[site] != none) {
    for_star(vertex_of_[site], [&](Index h) {
      reach(h);
      return true;
    });
  } else {
    for (const Index h : {locate(p).half, twin_[locate(p).half]})
      for (const Index corner : {h, next(h), prev(h)}) reach(corner);
  }
  while (!scratch.stack.empty()) {
    const Index h = scratch.stack.back();
    scratch.stack.pop_back();
    reach(next(h));
    reach(prev(h));
    if (!is_wall(h) && twin_[h] != none) reach(next(twin_[h]));
    if (!is_wall(prev(h)) && twin_[prev(h)] != none) reach(twin_[prev(h)]);
  }
  // Exactly on a wall: of the sides from which somebody sees it, or that are reached.
  for (const Index s : loose_) {
    if (!inside(where_[s].x - p.x, where_[s].y - p.y, r)) continue;
    bool found = !hidden(p, where_[s]);
    const Location l = locate(where_[s]);
    if (l.half != none && twin_[l.half] != none)
      for (const Index h : {l.half, twin_[l.half]})
        for (const Index corner : {h, next(h), prev(h)}) found |= scratch.triangle_stamp[corner] == scratch.now;
    if (found) out.push_back(s);
  }
  std::sort(out.begin(), out.end());
  const auto self = std::lower_bound(out.begin(), out.end(), site);
  if (self != out.end() && *self == site) out.erase(self);
}

}  // namespace wend::environment
