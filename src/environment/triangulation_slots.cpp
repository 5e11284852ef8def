#include "environment/kinetic_triangulation.hpp"

// Rows of triangles, edges and vertices: given out, taken back, tied together.

namespace wend::environment {

using Index = KineticTriangulation2::Index;

Index KineticTriangulation2::new_triangle() {
  if (!free_triangles_.empty()) {
    const Index t = free_triangles_.back();
    free_triangles_.pop_back();
    return t;
  }
  const auto t = static_cast<Index>(triangle_slots());
  vertex_.resize(vertex_.size() + 4, none);
  twin_.resize(vertex_.size(), none);
  edge_.resize(vertex_.size(), none);
  return t;
}

void KineticTriangulation2::free_triangle(Index t) {
  for (Index k = 0; k < 3; ++k) vertex_[4 * t + k] = none;
  free_triangles_.push_back(t);
}

Index KineticTriangulation2::new_edge() {
  if (!free_edges_.empty()) {
    const Index e = free_edges_.back();
    free_edges_.pop_back();
    return e;
  }
  half_.push_back(none);
  wall_of_.push_back(none);
  return static_cast<Index>(half_.size() - 1);
}

void KineticTriangulation2::free_edge(Index e) {
  half_[e] = none;
  free_edges_.push_back(e);
}

Index KineticTriangulation2::new_vertex(Vec2 at, Index site) {
  if (!free_vertices_.empty()) {
    const Index v = free_vertices_.back();
    free_vertices_.pop_back();
    pos_[v] = at;
    site_[v] = site;
    return v;
  }
  pos_.push_back(at);
  site_.push_back(site);
  out_.push_back(none);
  first_satellite_.push_back(none);
  return static_cast<Index>(pos_.size() - 1);
}

void KineticTriangulation2::free_vertex(Index v) {
  out_[v] = none;
  site_[v] = none;
  free_vertices_.push_back(v);
}

void KineticTriangulation2::set_half(Index h, Index v, Index outside, Index e) {
  vertex_[h] = v;
  twin_[h] = outside;
  edge_[h] = e;
  out_[v] = h;
  half_[e] = h;
  if (outside != none) twin_[outside] = h;
  touch(e);
  bear(e);
}

void KineticTriangulation2::clear() {
  const double margin = margin_;
  *this = {};
  margin_ = margin;
}

}  // namespace wend::environment
