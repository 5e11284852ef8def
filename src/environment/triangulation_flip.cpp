#include "environment/kinetic_triangulation.hpp"
#include "geometry/predicates.hpp"

namespace wend::environment {

using Index = KineticTriangulation2::Index;

int KineticTriangulation2::turn(Index a, Index b, Index c) {
  const Vec2* const pos = pos_.data();
  return geometry::orientation(pos[a], pos[b], pos[c], &report_.exact_calls);
}

// Environment spec (e.45): never 0 for the four corners of two triangles.
int KineticTriangulation2::tie(Index a, Index b, Index c, Index d) {
  const Vec2 p[4] = {pos_[a], pos_[b], pos_[c], pos_[d]};
  const Index id[4] = {site_[a], site_[b], site_[c], site_[d]};
  return geometry::detail::tie_in_circle(p, id, &report_.exact_calls);
}

bool KineticTriangulation2::illegal(Index h) {
  const Index g = twin_.data()[h];
  if (g == none || wall_of_[edge_.data()[h]] != none) return false;
  ++report_.certificates;
  const Index* const corner = vertex_.data();
  const Vec2* const pos = pos_.data();
  const Index a = corner[h], b = corner[next(h)], c = corner[prev(h)], d = corner[prev(g)];
  const int sign = geometry::in_circle(pos[a], pos[b], pos[c], pos[d], &report_.exact_calls);
  return (sign != 0 ? sign : tie(a, b, c, d)) > 0;
}

// Edge pq of the triangles pqr and qps becomes rs. The outer halves r-p and s-q stay where they are, so only two
// corners are written; the edge keeps its number.
void KineticTriangulation2::flip(Index h) {
  const Index g = twin_[h], hn = next(h), gn = next(g), e = edge_[h];
  const Index p = vertex_[h], q = vertex_[g], r = vertex_[prev(h)], s = vertex_[prev(g)];
  const Index outside_h = twin_[gn], outside_g = twin_[hn];
  edge_[h] = edge_[gn];
  edge_[g] = edge_[hn];
  twin_[h] = outside_h;
  twin_[g] = outside_g;
  if (outside_h != none) twin_[outside_h] = h;
  if (outside_g != none) twin_[outside_g] = g;
  half_[edge_[h]] = h;
  half_[edge_[g]] = g;
  vertex_[hn] = s;
  vertex_[gn] = r;
  twin_[hn] = gn;
  twin_[gn] = hn;
  edge_[hn] = edge_[gn] = e;
  half_[e] = hn;
  if (out_[p] == gn) out_[p] = h;
  if (out_[q] == hn) out_[q] = g;
  ++report_.flips;
  bear(e);
  if (deadlines_on_)
    for (const Index around : {h, hn, prev(h), g, prev(g)}) touch(edge_[around]);
}

void KineticTriangulation2::doubt_star(Index v) {
  for_star(v, [&](Index h) {
    doubt(h);
    doubt(next(h));
    return true;
  });
}

}  // namespace wend::environment
