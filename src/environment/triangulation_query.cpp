#include <algorithm>

#include "environment/kinetic_triangulation.hpp"
#include "environment/watch.hpp"

namespace wend::environment {

using Index = KineticTriangulation2::Index;

namespace {

// May the closed disk meet the edge? Never a wrong no; a wrong yes costs a triangle. `a` and `b` are relative to the
// centre.
bool in_reach(Vec2 a, Vec2 b, double r2) {
  if (norm2(a) <= r2 || norm2(b) <= r2) return true;
  const Vec2 ab = b - a;
  const double slack = 1e-12 * (norm2(a) + norm2(b));
  if (dot(a, ab) > slack || dot(b, ab) < -slack) return false;  // the nearest point is an end
  const double c = std::abs(cross(a, b)) - slack;
  return c <= 0 || c * c <= r2 * norm2(ab);
}

}  // namespace

void KineticTriangulation2::stamp(Scratch& s) const {
  if (s.triangle_stamp.size() < triangle_slots()) s.triangle_stamp.resize(triangle_slots(), 0);
  if (s.vertex_stamp.size() < pos_.size()) s.vertex_stamp.resize(pos_.size(), 0);
  if (++s.now == 0) {
    std::fill(s.triangle_stamp.begin(), s.triangle_stamp.end(), 0);
    std::fill(s.vertex_stamp.begin(), s.vertex_stamp.end(), 0);
    s.now = 1;
  }
  s.stack.clear();
}

void KineticTriangulation2::push_sites(Index v, std::vector<Index>& out) const {
  out.push_back(site_[v]);
  for (Index s = first_satellite_[v]; s != none; s = next_satellite_[s]) out.push_back(s);
}

void KineticTriangulation2::visit(Index v, Vec2 p, double r, std::vector<Index>& out, Scratch& scratch) const {
  if (scratch.vertex_stamp[v] == scratch.now) return;
  scratch.vertex_stamp[v] = scratch.now;
  if (!is_frame(v) && inside(pos_[v].x - p.x, pos_[v].y - p.y, r)) push_sites(v, out);
}

// The triangles that meet the disk hang together by edges that meet it; the first ones are on the stack.
void KineticTriangulation2::flood(Vec2 p, double r, std::vector<Index>& out, Scratch& scratch) const {
  const double r2 = r * r * (1 + 1e-9) + 1e-280;
  for (const Index t : scratch.stack) scratch.triangle_stamp[t] = scratch.now;
  while (!scratch.stack.empty()) {
    const Index first = 4 * scratch.stack.back();
    scratch.stack.pop_back();
    const Index v[3] = {vertex_[first], vertex_[first + 1], vertex_[first + 2]};
    const Vec2 q[3] = {pos_[v[0]] - p, pos_[v[1]] - p, pos_[v[2]] - p};
    for (Index k = 0; k < 3; ++k) {
      visit(v[k], p, r, out, scratch);
      const Index g = twin_[first + k];
      if (g == none || scratch.triangle_stamp[g / 4] == scratch.now || !in_reach(q[k], q[k == 2 ? 0 : k + 1], r2))
        continue;
      scratch.triangle_stamp[g / 4] = scratch.now;
      scratch.stack.push_back(g / 4);
    }
  }
  for (const Index s : loose_)
    if (inside(where_[s].x - p.x, where_[s].y - p.y, r)) out.push_back(s);
  std::sort(out.begin(), out.end());
}

void KineticTriangulation2::near(Vec2 p, double r, std::vector<Index>& out, Scratch& scratch, Index hint) const {
  out.clear();
  const Location l = locate(p, hint);
  if (l.place == Place::outside) {
    for (Index s = 0; s < where_.size(); ++s)
      if (has(s) && inside(where_[s].x - p.x, where_[s].y - p.y, r)) out.push_back(s);
    return;
  }
  stamp(scratch);
  scratch.stack.push_back(l.triangle);
  flood(p, r, out, scratch);
}

void KineticTriangulation2::near(Index site, double r, std::vector<Index>& out, Scratch& scratch) const {
  const Index v = vertex_of_[site];
  if (v == none) {
    near(where_[site], r, out, scratch);
  } else {
    out.clear();
    stamp(scratch);
    for_star(v, [&](Index h) {
      scratch.stack.push_back(h / 4);
      return true;
    });
    flood(where_[site], r, out, scratch);
  }
  out.erase(std::lower_bound(out.begin(), out.end(), site));
}

void KineticTriangulation2::neighbours(Index site, std::vector<Index>& out) const {
  out.clear();
  const Index v = vertex_of_[site];
  if (v == none) return;
  push_sites(v, out);
  out.erase(std::find(out.begin(), out.end(), site));
  for_star(v, [&](Index h) {
    const Index w = vertex_[next(h)];
    if (!is_frame(w)) push_sites(w, out);
    return true;
  });
  std::sort(out.begin(), out.end());
}

// The nearest one is an edge away unless walls are about; so the nearest at an edge's end bounds the search.
Index KineticTriangulation2::nearest(Index site, bool agents_only, Scratch& scratch) const {
  const Vec2 p = where_[site];
  std::vector<Index>& found = scratch.found;
  neighbours(site, found);
  double r2 = 0;
  bool known = false;
  for (const Index s : found) {
    const double d2 = norm2(where_[s] - p);
    if (!known || d2 < r2) r2 = d2;
    known = true;
  }
  const Vec2 size = room_.high - room_.low;
  double r = known ? std::sqrt(r2) * (1 + 1e-12) : 1;
  while (true) {
    near(site, r, found, scratch);
    Index best = none;
    for (const Index s : found) {
      if (agents_only && is_wall_end(s)) continue;
      const double d2 = norm2(where_[s] - p);
      if (best == none || d2 < r2) best = s, r2 = d2;
    }
    if (best != none) return best;
    if (r > size.x + size.y) return none;
    r = 2 * r + 0.1;
  }
}

}  // namespace wend::environment
