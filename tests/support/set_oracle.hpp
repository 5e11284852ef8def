#pragma once
#include <wend/vec.hpp>

#include "environment/watch.hpp"
#include "geometry/planar.hpp"
#include "geometry/predicates.hpp"
#include "geometry/segments.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

// The sets N, K, R, V of one disk by environment spec 15.1 and 15.2: all walls, exact predicates, no triangulation.
// Walls may share ends and end on each other; they do not cross. Somebody who stands on a wall is on both its sides:
// (e.5) adds p and q to what the walls leave, so a wall that meets pq in p or q only neither hides nor separates.

namespace wend::test {

using geometry::Segment;

class SetOracle {
 public:
  explicit SetOracle(std::span<const Segment> walls) {
    for (const Segment& w : walls)
      if (w.a != w.b) walls_.push_back(w);
    cut_into_pieces();
    for (const auto& [a, b] : pieces_) {
      spokes_[a].push_back(b);
      spokes_[b].push_back(a);
    }
    for (std::size_t v = 0; v < sites_.size(); ++v)
      std::sort(spokes_[v].begin(), spokes_[v].end(), [&](auto a, auto b) { return before(v, sites_[a], sites_[b]); });
  }

  // (e.3)
  static bool near(Vec2 p, double r, Vec2 q) { return environment::inside(q.x - p.x, q.y - p.y, r); }

  // (e.4): a through-wall (e.2) keeps p and q apart when they are on different sides of it.
  bool unseparated(Vec2 p, double r, Vec2 q) const {
    return near(p, r, q) && std::none_of(walls_.begin(), walls_.end(), [&](const Segment& w) {
             return !near(p, r, w.a) && !near(p, r, w.b) && geometry::blocks(w.a, w.b, p, q) &&
                    geometry::orientation(w.a, w.b, p) * geometry::orientation(w.a, w.b, q) < 0;
           });
  }

  // (e.6) without the disk.
  bool visible(Vec2 p, Vec2 q) const {
    return p == q || std::none_of(walls_.begin(), walls_.end(),
                                  [&](const Segment& w) { return geometry::blocks(w.a, w.b, p, q); });
  }

  bool visible(Vec2 p, double r, Vec2 q) const { return near(p, r, q) && visible(p, q); }

  // (e.5) for each q, by 15.2. Others never help on the way: a shortest path bends at wall ends only.
  std::vector<bool> reachable(Vec2 p, double r, std::span<const Vec2> others) const {
    const Nodes nodes(*this, p, r);
    std::vector<bool> result;
    for (const Vec2 q : others) result.push_back(near(p, r, q) && nodes.reached(q));
    return result;
  }

  std::span<const Vec2> sites() const { return sites_; }

 private:
  // Is the direction v->a before v->b, counter-clockwise from the positive x axis? Equal directions: no.
  bool before(std::size_t v, Vec2 a, Vec2 b) const {
    const Vec2 o = sites_[v];
    const auto upper = [&](Vec2 t) { return t.y > o.y || (t.y == o.y && t.x > o.x); };
    if (upper(a) != upper(b)) return upper(a);
    return geometry::orientation(o, a, b) > 0;
  }

  // Unique sites, and the walls cut where others end on them.
  void cut_into_pieces() {
    for (const Segment& w : walls_) sites_.insert(sites_.end(), {w.a, w.b});
    const auto by_place = [](Vec2 a, Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); };
    std::sort(sites_.begin(), sites_.end(), by_place);
    sites_.erase(std::unique(sites_.begin(), sites_.end()), sites_.end());
    for (const Segment& w : walls_) {
      std::vector<std::size_t> on;  // sorted by place is sorted along the wall
      for (std::size_t v = 0; v < sites_.size(); ++v)
        if (geometry::on_segment(sites_[v], w.a, w.b)) on.push_back(v);
      for (std::size_t k = 1; k < on.size(); ++k) pieces_.push_back({on[k - 1], on[k]});
    }
    std::sort(pieces_.begin(), pieces_.end());
    pieces_.erase(std::unique(pieces_.begin(), pieces_.end()), pieces_.end());
    spokes_.resize(sites_.size());
  }

  // Does the open segment st meet no wall?
  bool clear(Vec2 s, Vec2 t) const { return visible(s, t); }

  // The sector of v that the direction to `target` leaves through: number k is counter-clockwise of spoke k.
  std::size_t sector(std::size_t v, Vec2 target) const {
    const auto& spokes = spokes_[v];
    std::size_t k = 0;
    while (k < spokes.size() && !before(v, target, sites_[spokes[k]])) ++k;
    return (k + spokes.size() - 1) % spokes.size();
  }

  std::size_t spoke(std::size_t v, std::size_t to) const {
    return static_cast<std::size_t>(std::find(spokes_[v].begin(), spokes_[v].end(), to) - spokes_[v].begin());
  }

  // Node 0 is p, the others are the sectors of the wall ends inside the disk.
  struct Nodes {
    const SetOracle& world;
    Vec2 p;
    std::vector<std::size_t> first;  // first sector node of each site, 0 when outside
    std::vector<std::size_t> parent;

    Nodes(const SetOracle& w, Vec2 at, double r) : world(w), p(at), first(w.sites_.size(), 0), parent(1, 0) {
      for (std::size_t v = 0; v < first.size(); ++v) {
        if (!near(p, r, w.sites_[v])) continue;
        first[v] = parent.size();
        parent.resize(parent.size() + w.spokes_[v].size());
      }
      std::iota(parent.begin(), parent.end(), std::size_t{0});
      for (std::size_t v = 0; v < first.size(); ++v) {
        if (first[v] == 0) continue;
        for (std::size_t u = 0; u < v; ++u)
          if (first[u] != 0 && w.clear(w.sites_[u], w.sites_[v])) join(node(u, w.sites_[v]), node(v, w.sites_[u]));
      }
      for (const auto& [a, b] : w.pieces_) {
        if (first[a] == 0 || first[b] == 0) continue;
        join(left(a, b), right(b, a));
        join(right(a, b), left(b, a));
      }
      for (const std::size_t n : seen_from(p)) join(0, n);
    }

    std::size_t node(std::size_t v, Vec2 towards) const { return first[v] + world.sector(v, towards); }
    std::size_t left(std::size_t v, std::size_t to) const { return first[v] + world.spoke(v, to); }
    std::size_t right(std::size_t v, std::size_t to) const {
      const std::size_t n = world.spokes_[v].size();
      return first[v] + (world.spoke(v, to) + n - 1) % n;
    }

    std::size_t root(std::size_t n) const {
      while (parent[n] != n) n = parent[n];
      return n;
    }
    void join(std::size_t a, std::size_t b) { parent[root(a)] = root(b); }

    // The sectors that a straight way leads to from somebody at q.
    std::vector<std::size_t> seen_from(Vec2 q) const {
      std::vector<std::size_t> seen;
      for (std::size_t v = 0; v < first.size(); ++v) {
        if (first[v] == 0) continue;
        if (world.sites_[v] == q)
          for (std::size_t k = 0; k < world.spokes_[v].size(); ++k) seen.push_back(first[v] + k);
        else if (world.clear(q, world.sites_[v]))
          seen.push_back(node(v, q));
      }
      for (const auto& [a, b] : world.pieces_) {
        if (!geometry::on_segment(q, world.sites_[a], world.sites_[b])) continue;  // q slides along both sides
        if (first[a] != 0) seen.insert(seen.end(), {left(a, b), right(a, b)});
        if (first[b] != 0) seen.insert(seen.end(), {left(b, a), right(b, a)});
      }
      return seen;
    }

    bool reached(Vec2 q) const {
      if (world.clear(p, q)) return true;
      for (const auto& [a, b] : world.pieces_) {
        const Vec2 s = world.sites_[a], t = world.sites_[b];
        if (geometry::on_segment(p, s, t) && geometry::on_segment(q, s, t)) return true;
      }
      const auto seen = seen_from(q);
      return std::any_of(seen.begin(), seen.end(), [&](std::size_t n) { return root(n) == root(0); });
    }
  };

  std::vector<Segment> walls_;
  std::vector<Vec2> sites_;
  std::vector<std::array<std::size_t, 2>> pieces_;
  std::vector<std::vector<std::size_t>> spokes_;  // the other ends of the pieces at a site, counter-clockwise
};

}  // namespace wend::test
