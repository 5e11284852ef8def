#include <algorithm>

#include "environment/kinetic_triangulation.hpp"

// Walls as constrained edges. A wall that cannot have an edge of its own (no length, or on top of another one) waits.

namespace wend::environment {

using Index = KineticTriangulation2::Index;

namespace {

// For x on the line through u and v: on v's side of u?
bool same_side(Vec2 u, Vec2 v, Vec2 x) { return u.x != v.x ? (x.x > u.x) == (v.x > u.x) : (x.y > u.y) == (v.y > u.y); }

}  // namespace

Index KineticTriangulation2::find_edge(Index u, Index v) const {
  Index found = none;
  for_star(u, [&](Index h) {
    if (vertex_[next(h)] == v) found = h;
    if (vertex_[prev(h)] == v) found = prev(h);
    return found == none;
  });
  return found;
}

// The edges that segment uv crosses, into queue_. Returns a vertex it runs through, or v when the way is free, or none
// when another wall is in the way.
Index KineticTriangulation2::crossed_edges(Index u, Index v) {
  queue_.clear();
  Index h = none, on_way = none;
  for_star(u, [&](Index s) {
    const Index x = vertex_[next(s)], y = vertex_[prev(s)];
    const int side_x = turn(u, v, x), side_y = turn(u, v, y);
    if (side_x == 0 && same_side(pos_[u], pos_[v], pos_[x])) on_way = x;
    if (side_y == 0 && same_side(pos_[u], pos_[v], pos_[y])) on_way = y;
    if (side_x < 0 && side_y > 0) h = next(s);
    return on_way == none && h == none;
  });
  if (on_way != none) return on_way;
  while (h != none) {
    if (is_wall(h) || twin_[h] == none) return none;
    queue_.push_back(edge_[h]);
    const Index g = twin_[h], apex = vertex_[prev(g)];
    if (apex == v) return v;
    const int side = turn(u, v, apex);
    if (side == 0) return apex;
    h = side > 0 ? next(g) : prev(g);
  }
  return none;
}

// Flips the crossed edges away (they come again at the end of the queue while their quadrilateral is not convex).
bool KineticTriangulation2::flip_out(Index u, Index v) {
  std::size_t patience = 1000 + 64 * queue_.size() * queue_.size();
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    if (patience-- == 0) return false;
    const Index e = queue_[i], h = half_[e], g = twin_[h];
    const Index p = vertex_[h], q = vertex_[g], r = vertex_[prev(h)], s = vertex_[prev(g)];
    if (turn(p, s, r) <= 0 || turn(q, r, s) <= 0) {
      queue_.push_back(e);
      continue;
    }
    flip(h);
    const bool touches = r == u || r == v || s == u || s == v;
    if (!touches && turn(u, v, r) != turn(u, v, s))
      queue_.push_back(e);
    else
      stack_.push_back(e);
  }
  return true;
}

void KineticTriangulation2::enforce(Index wall) {
  WallRow& w = walls_[wall];
  while (true) {
    const Index u = vertex_of_[w.a], v = vertex_of_[w.b];
    if (u == none || v == none || u == v) break;
    Index h = find_edge(u, v);
    if (h == none) {
      const Index met = crossed_edges(u, v);
      if (met == none) break;
      if (met != v) {  // somebody stands exactly on the wall
        if (!loosen(met)) break;
        continue;
      }
      if (!flip_out(u, v)) break;
      h = find_edge(u, v);
    }
    const Index e = edge_[h];
    if (wall_of_[e] != none) break;
    wall_of_[e] = wall;
    w.edge = e;
    touch(e);
    legalise();
    return;
  }
  legalise();
  waiting_.push_back(wall);
}

// All sites at v leave the structure; not when walls end there.
bool KineticTriangulation2::loosen(Index v) {
  if (is_frame(v) || is_wall_end(site_[v])) return false;
  while (first_satellite_[v] != none) {
    const Index s = first_satellite_[v];
    drop_satellite(s);
    make_loose(s);
  }
  make_loose(site_[v]);
  take_vertex(v);
  return true;
}

void KineticTriangulation2::release(Index wall) {
  const Index e = walls_[wall].edge;
  walls_[wall].edge = none;
  wall_of_[e] = none;
  stack_.push_back(e);
  touch(e);
  waiting_.push_back(wall);
}

void KineticTriangulation2::release_walls_of(Index site) {
  if (wall_ends_[site] == 0 || vertex_of_[site] == none) return;
  for_star(vertex_of_[site], [&](Index h) {
    const Index w = wall(h);
    if (w != none && (walls_[w].a == site || walls_[w].b == site)) release(w);
    return true;
  });
  legalise();
}

void KineticTriangulation2::enforce_waiting() {
  if (waiting_.empty()) return;
  std::sort(waiting_.begin(), waiting_.end());
  retry_.swap(waiting_);
  for (const Index w : retry_) enforce(w);
  retry_.clear();
}

void KineticTriangulation2::place_loose() {
  if (loose_.empty()) return;
  retry_.swap(loose_);
  std::sort(retry_.begin(), retry_.end());
  for (const Index s : retry_) place(s);
  retry_.clear();
}

Index KineticTriangulation2::add_wall(Index a, Index b) {
  begin_report();
  Index w = static_cast<Index>(walls_.size());
  if (free_walls_.empty()) {
    walls_.emplace_back();
  } else {
    w = free_walls_.back();
    free_walls_.pop_back();
  }
  walls_[w] = {a, b, none};
  for (const Index s : {a, b}) {
    ++wall_ends_[s];
    if (vertex_of_[s] != none) settle(vertex_of_[s]);
  }
  enforce(w);
  end_report();
  return w;
}

void KineticTriangulation2::remove_wall(Index wall) {
  begin_report();
  if (walls_[wall].edge != none) release(wall);
  waiting_.erase(std::find(waiting_.begin(), waiting_.end(), wall));
  const WallRow w = walls_[wall];
  walls_[wall] = {};
  free_walls_.push_back(wall);
  for (const Index s : {w.a, w.b}) {
    --wall_ends_[s];
    if (vertex_of_[s] != none) settle(vertex_of_[s]);
  }
  enforce_waiting();
  legalise();
  place_loose();
  end_report();
}

}  // namespace wend::environment
