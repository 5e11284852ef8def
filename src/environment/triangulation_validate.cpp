#include <algorithm>

#include "environment/kinetic_triangulation.hpp"
#include "geometry/predicates.hpp"

namespace wend::environment {

using Index = KineticTriangulation2::Index;

std::vector<std::pair<Index, Index>> KineticTriangulation2::edges() const {
  std::vector<std::pair<Index, Index>> all;
  for (const Index h : half_) {
    if (h == none) continue;
    const Index a = site_[vertex_[h]], b = site_[vertex_[next(h)]];
    all.emplace_back(std::min(a, b), std::max(a, b));
  }
  std::sort(all.begin(), all.end());
  return all;
}

// Environment spec, 7.1: I1 .. I5.
std::string KineticTriangulation2::validate() const {
  const auto wrong = [](const char* what, Index which) { return std::string(what) + ", at " + std::to_string(which); };
  std::size_t triangles = 0, rim = 0, vertices = 0, edges = 0;
  for (Index t = 0; t < triangle_slots(); ++t) {
    if (!alive(t)) continue;
    ++triangles;
    for (Index h = 4 * t; h < 4 * t + 3; ++h) {
      const Index g = twin_[h], e = edge_[h];
      if (out_[vertex_[h]] == none) return wrong("I1: a triangle uses a free vertex, half-edge", h);
      if (e == none || (half_[e] != h && half_[e] != g)) return wrong("I1: an edge does not know its half-edge", h);
      if (g == none) {
        ++rim;
        if (!is_frame(vertex_[h]) || !is_frame(vertex_[next(h)])) return wrong("I1: an open edge inside", h);
        continue;
      }
      if (!alive(g / 4) || twin_[g] != h || edge_[g] != e || vertex_[next(g)] != vertex_[h])
        return wrong("I1: twins do not fit", h);
    }
    const Index a = vertex_[4 * t], b = vertex_[4 * t + 1], c = vertex_[4 * t + 2];
    if (geometry::orientation(pos_[a], pos_[b], pos_[c]) <= 0) return wrong("I2: a triangle does not turn left", t);
  }
  for (Index v = 0; v < pos_.size(); ++v) {
    if (out_[v] == none) continue;
    ++vertices;
    if (!alive(out_[v] / 4) || vertex_[out_[v]] != v) return wrong("I5: a vertex does not know its half-edge", v);
    if (is_frame(v)) continue;
    const Index s = site_[v];
    if (s >= state_.size() || state_[s] != State::vertex || vertex_of_[s] != v || !(where_[s] == pos_[v]))
      return wrong("I5: vertex and site disagree", v);
    for (Index sat = first_satellite_[v]; sat != none; sat = next_satellite_[sat])
      if (state_[sat] != State::satellite || vertex_of_[sat] != v || !(where_[sat] == pos_[v]) || before(sat, s))
        return wrong("I5: a satellite is out of place", sat);
  }
  for (const Index h : half_) edges += h != none;
  if (triangles == 0) return vertices == 0 ? "" : "I1: vertices without triangles";
  if (rim != frame_count_ || triangles != 2 * vertices - 2 - rim || edges != 3 * vertices - 3 - rim)
    return "I1: Euler count";

  for (Index w = 0; w < walls_.size(); ++w) {
    const WallRow& row = walls_[w];
    if (row.a == none) continue;
    const Index u = vertex_of_[row.a], v = vertex_of_[row.b];
    if (row.edge == none) {
      const Index h = u == none || v == none || u == v ? none : find_edge(u, v);
      if (h != none && !is_wall(h)) return wrong("I3: a wall waits beside its edge, wall", w);
      continue;
    }
    const Index h = half_[row.edge], p = vertex_[h], q = vertex_[next(h)];
    if (wall_of_[row.edge] != w || !((p == u && q == v) || (p == v && q == u))) return wrong("I3: wall", w);
  }
  for (Index e = 0; e < half_.size(); ++e) {
    const Index h = half_[e], g = h == none ? none : twin_[h];
    if (g == none) continue;
    if (wall_of_[e] != none) {
      if (wall_of_[e] >= walls_.size() || walls_[wall_of_[e]].edge != e) return wrong("I3: edge", e);
      continue;
    }
    const Index v[4] = {vertex_[h], vertex_[next(h)], vertex_[prev(h)], vertex_[prev(g)]};
    const Vec2 p[4] = {pos_[v[0]], pos_[v[1]], pos_[v[2]], pos_[v[3]]};
    const Index id[4] = {site_[v[0]], site_[v[1]], site_[v[2]], site_[v[3]]};
    if (geometry::in_circle_by_id(p, id) > 0) return wrong("I4: an edge is not locally Delaunay, edge", e);
  }
  return "";
}

}  // namespace wend::environment
