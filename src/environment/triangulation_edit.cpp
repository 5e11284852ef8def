#include <algorithm>

#include "core/ensure.hpp"
#include "environment/kinetic_triangulation.hpp"

// Sites come and go: splits, cavities, satellites (environment spec, 13.2) and loose sites.

namespace wend::environment {

using Index = KineticTriangulation2::Index;

// Who of two sites at one place is the vertex: a wall end first, then the smaller index.
bool KineticTriangulation2::before(Index a, Index b) const {
  const bool wall_a = wall_ends_[a] > 0, wall_b = wall_ends_[b] > 0;
  return wall_a != wall_b ? wall_a : a < b;
}

void KineticTriangulation2::rename(Index v, Index site) {
  site_[v] = site;
  vertex_of_[site] = v;
  state_[site] = State::vertex;
  for_star(v, [&](Index h) {
    bear(edge_[h]);
    return true;
  });
  doubt_star(v);  // ties go by site
  legalise();
}

void KineticTriangulation2::add_satellite(Index v, Index site) {
  state_[site] = State::satellite;
  vertex_of_[site] = v;
  next_satellite_[site] = first_satellite_[v];
  first_satellite_[v] = site;
  satellites_.push_back(site);
}

void KineticTriangulation2::drop_satellite(Index site) {
  Index* link = &first_satellite_[vertex_of_[site]];
  while (*link != site) link = &next_satellite_[*link];
  *link = next_satellite_[site];
  state_[site] = State::absent;
  vertex_of_[site] = none;
  satellites_.erase(std::find(satellites_.begin(), satellites_.end(), site));
}

// The first of all sites at the place of v is the vertex.
void KineticTriangulation2::settle(Index v) {
  Index best = site_[v];
  for (Index s = first_satellite_[v]; s != none; s = next_satellite_[s])
    if (before(s, best)) best = s;
  if (best == site_[v]) return;
  const Index host = site_[v];
  drop_satellite(best);
  add_satellite(v, host);
  rename(v, best);
}

void KineticTriangulation2::make_loose(Index site) {
  state_[site] = State::loose;
  vertex_of_[site] = none;
  loose_.push_back(site);
}

void KineticTriangulation2::place(Index site) {
  const Location l = locate_from(where_[site], recent_, &report_.exact_calls);
  if (l.triangle != none) recent_ = l.triangle;
  if (l.place == Place::on_vertex) {
    add_satellite(vertex_[l.half], site);
    settle(vertex_[l.half]);
  } else if (l.place == Place::outside || (l.place == Place::on_edge && is_wall(l.half))) {
    make_loose(site);
  } else {
    split(l, site);
    legalise();
  }
}

void KineticTriangulation2::push_side(Index h) { ring_.push_back({vertex_[h], twin_[h], edge_[h]}); }

// The triangle, or the two at the edge, becomes a fan round the new vertex.
void KineticTriangulation2::split(const Location& l, Index site) {
  ring_.clear();
  if (l.place == Place::inside) {
    for (Index k = 0; k < 3; ++k) push_side(4 * l.triangle + k);
    free_triangle(l.triangle);
  } else {
    const Index h = l.half, g = twin_[h];
    for (const Index side : {next(h), prev(h), next(g), prev(g)}) push_side(side);
    free_edge(edge_[h]);
    free_triangle(g / 4);
    free_triangle(h / 4);
  }
  const Index v = new_vertex(where_[site], site);
  state_[site] = State::vertex;
  vertex_of_[site] = v;
  const std::size_t n = ring_.size();
  const Index first_spoke = new_edge();
  Index spoke = first_spoke, spoke_half = none, first_half = none;
  for (std::size_t i = 0; i < n; ++i) {
    const Side a = ring_[i];
    const Index b = ring_[(i + 1) % n].vertex, h = 4 * new_triangle();
    set_half(h, a.vertex, a.outside, a.edge);
    set_half(h + 2, v, spoke_half, spoke);  // v to a; a to v is in the triangle before
    if (i == 0) first_half = h + 2;
    spoke = i + 1 == n ? first_spoke : new_edge();
    set_half(h + 1, b, i + 1 == n ? first_half : none, spoke);
    spoke_half = h + 1;
    stack_.push_back(a.edge);
  }
  recent_ = out_[v] / 4;
}

void KineticTriangulation2::take_out(Index site) {
  switch (state_[site]) {
    case State::absent:
      return;
    case State::loose:
      state_[site] = State::absent;
      loose_.erase(std::find(loose_.begin(), loose_.end(), site));
      return;
    case State::satellite:
      release_walls_of(site);
      drop_satellite(site);
      return;
    case State::vertex:
      break;
  }
  release_walls_of(site);
  const Index v = vertex_of_[site];
  state_[site] = State::absent;
  vertex_of_[site] = none;
  if (first_satellite_[v] == none) {
    take_vertex(v);
  } else {
    const Index heir = first_satellite_[v];
    drop_satellite(heir);
    rename(v, heir);
    settle(v);
  }
}

// A vertex without walls goes; the hole is filled.
void KineticTriangulation2::take_vertex(Index v) {
  ring_.clear();
  queue_.clear();
  for_star(v, [&](Index h) {
    push_side(next(h));
    queue_.push_back(h);
    return true;
  });
  for (const Index h : queue_) {
    free_edge(edge_[h]);
    free_triangle(h / 4);
  }
  free_vertex(v);
  fill_ring();
  legalise();
}

// Cuts ears off the polygon ring_ until it is gone. A simple polygon always has one.
void KineticTriangulation2::fill_ring() {
  for (const Side& side : ring_) stack_.push_back(side.edge);
  std::size_t q = 1;
  while (ring_.size() > 3) {
    const std::size_t n = ring_.size();
    std::size_t tries = 0;
    while (!is_ear(q % n)) {
      ++q;
      WEND_ENSURE(++tries <= n);
    }
    q %= n;
    const std::size_t p = (q + n - 1) % n, r = (q + 1) % n;
    const Index h = 4 * new_triangle(), e = new_edge();
    set_half(h, ring_[p].vertex, ring_[p].outside, ring_[p].edge);
    set_half(h + 1, ring_[q].vertex, ring_[q].outside, ring_[q].edge);
    set_half(h + 2, ring_[r].vertex, none, e);
    stack_.push_back(e);
    ring_[p] = {ring_[p].vertex, h + 2, e};
    ring_.erase(ring_.begin() + static_cast<std::ptrdiff_t>(q));
  }
  const Index h = 4 * new_triangle();
  for (Index k = 0; k < 3; ++k) set_half(h + k, ring_[k].vertex, ring_[k].outside, ring_[k].edge);
  recent_ = h / 4;
}

bool KineticTriangulation2::is_ear(std::size_t i) {
  const std::size_t n = ring_.size();
  const Index p = ring_[(i + n - 1) % n].vertex, q = ring_[i].vertex, r = ring_[(i + 1) % n].vertex;
  if (turn(p, q, r) <= 0) return false;
  for (std::size_t j = i + 2; j < i + n - 1; ++j) {
    const Index x = ring_[j % n].vertex;
    if (turn(p, q, x) >= 0 && turn(q, r, x) >= 0 && turn(r, p, x) >= 0) return false;
  }
  return true;
}

}  // namespace wend::environment
