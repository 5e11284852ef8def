#pragma once
#include <wend/base/rng.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "environment/kinetic_triangulation.hpp"
#include "geometry/segments.hpp"

namespace wend::test {

// A small scene in which everything happens that a triangulation has to survive: sites that move, stand on a lattice,
// meet exactly, jump, come and go; walls that move, turn, appear and vanish without ever crossing.
struct MovingSites {
  using Index = environment::KineticTriangulation2::Index;
  using Wall = environment::KineticTriangulation2::Wall;
  static constexpr double size = 8, margin = 4;

  std::vector<Vec2> at;
  std::vector<char> alive;
  std::vector<Wall> walls;          // by the triangulation's numbers; a == none: gone
  std::vector<Index> wall_of_site;  // none: an agent
  environment::KineticTriangulation2 tri;
  Rng rng;
  bool lattice, roomy_steps;
  double pace = 1;  // below 1: everybody creeps, nobody jumps in a step

  explicit MovingSites(std::uint64_t seed) : rng(Rng::stream(seed, Purpose::test)) {
    lattice = rng.below(3) == 0;
    roomy_steps = rng.below(2) == 0;
    const std::size_t agents = 4 + rng.below(28), wanted = rng.below(7);
    for (std::size_t w = 0; w < wanted; ++w) add_random_wall(false);
    if (rng.below(4) == 0) add_room();
    for (std::size_t i = 0; i < agents; ++i) add_site(somewhere(), Index(-1));
    tri.build(at, walls, margin);
  }

  Vec2 somewhere() {
    Vec2 p{rng.uniform(0, size), rng.uniform(0, size)};
    if (lattice) p = {std::floor(p.x), std::floor(p.y)};
    return p;
  }

  Index add_site(Vec2 p, Index wall) {
    at.push_back(p);
    alive.push_back(1);
    wall_of_site.push_back(wall);
    return static_cast<Index>(at.size() - 1);
  }

  void forget_from(std::size_t n) {
    at.resize(n);
    alive.resize(n);
    wall_of_site.resize(n);
  }

  // In a running scene: under the number of somebody gone, when there are many.
  Index arrive(Vec2 p, Index wall) {
    Index s = static_cast<Index>(at.size());
    const auto dead = std::find(alive.begin(), alive.end(), 0);
    if (at.size() > 50 && dead != alive.end()) {
      s = static_cast<Index>(dead - alive.begin());
      at[s] = p;
      alive[s] = 1;
      wall_of_site[s] = wall;
    } else {
      add_site(p, wall);
    }
    tri.insert(s, p);
    return s;
  }

  bool has_wall(Index s) const {
    return std::any_of(walls.begin(), walls.end(), [&](const Wall& w) { return w.a == s || w.b == s; });
  }

  // Walls touch at common sites only, and have a length.
  bool planar(const std::vector<Vec2>& p) const {
    for (std::size_t i = 0; i < walls.size(); ++i) {
      const Wall a = walls[i];
      if (a.a == Index(-1)) continue;
      if (p[a.a] == p[a.b]) return false;
      for (std::size_t j = 0; j < i; ++j) {
        const Wall b = walls[j];
        if (b.a == Index(-1)) continue;
        if (!apart(p, a, b)) return false;
      }
    }
    return true;
  }

  static bool apart(const std::vector<Vec2>& p, Wall a, Wall b) {
    if (b.a == a.a || b.a == a.b) std::swap(b.a, b.b);
    if (b.b != a.a && b.b != a.b) return !geometry::segments_meet(p[a.a], p[a.b], p[b.a], p[b.b]);
    const Index joint = b.b, other = joint == a.a ? a.b : a.a;
    if (b.a == other) return false;  // twice the same
    return !geometry::on_segment(p[b.a], p[a.a], p[a.b]) && !geometry::on_segment(p[other], p[b.a], p[b.b]);
  }

  // Its sites are new, or it continues a wall that is there.
  bool add_random_wall(bool live) {
    const bool join = !walls.empty() && rng.below(2) == 0;
    Wall w;
    const std::size_t before = at.size();
    if (join) {
      const Wall old = walls[rng.below(walls.size())];
      if (old.a == Index(-1)) return false;
      w.a = old.b;
    } else {
      w.a = add_site(somewhere(), 0);
    }
    const Vec2 from = at[w.a];
    const double length = lattice ? 2 : 3;
    Vec2 to = from + Vec2{rng.uniform(-length, length), rng.uniform(-length, length)};
    if (lattice) to = {std::floor(to.x), std::floor(to.y)};
    w.b = add_site(to, 0);
    walls.push_back(w);
    if (!planar(at)) {
      walls.pop_back();
      forget_from(before);
      return false;
    }
    if (live) {
      walls.pop_back();
      const std::vector<Vec2> fresh(at.begin() + static_cast<std::ptrdiff_t>(before), at.end());
      forget_from(before);
      if (!join) w.a = arrive(fresh.front(), 0);
      w.b = arrive(fresh.back(), 0);
      const Index number = tri.add_wall(w.a, w.b);
      if (number == walls.size()) walls.emplace_back();
      walls[number] = w;
    }
    return true;
  }

  void add_room() {
    const Vec2 low{2, 2}, high{5, 6};
    const std::size_t before = at.size(), had = walls.size();
    const Index s[4] = {add_site(low, 0), add_site({high.x, low.y}, 0), add_site(high, 0),
                        add_site({low.x, high.y}, 0)};
    for (int i = 0; i < 4; ++i) walls.push_back({s[i], s[(i + 1) % 4]});
    if (planar(at)) return;
    walls.resize(had);
    forget_from(before);
  }

  bool is_agent(std::size_t s) const { return wall_of_site[s] == Index(-1); }

  void step() {
    std::vector<Vec2> next = at;
    const double far = pace * (roomy_steps ? 0.2 : 1.0);
    for (std::size_t s = 0; s < at.size(); ++s) {
      if (!alive[s] || !is_agent(s)) continue;
      switch (pace < 1 ? 5 + rng.below(2) : rng.below(lattice ? 12 : 40)) {
        case 0:
          next[s] = at[rng.below(at.size())];
          break;  // on top of where somebody was
        case 1:
          next[s] = {std::floor(at[s].x), std::floor(at[s].y)};
          break;
        case 2:
          next[s] = somewhere();
          break;
        case 3:
          next[s] = at[s] + Vec2{rng.below(2) == 0 ? 1.0 : -1.0, 0};
          break;
        case 4:
          break;
        default: {
          if (lattice && rng.below(2) == 0) break;
          next[s] = at[s] + Vec2{rng.uniform(-far, far), rng.uniform(-far, far)};
        }
      }
      next[s] = {std::clamp(next[s].x, 0.0, size), std::clamp(next[s].y, 0.0, size)};
    }
    if (pace == 1 && at.size() >= 2 && rng.below(8) == 0) {  // two swap places
      const std::size_t a = rng.below(at.size()), b = rng.below(at.size());
      if (is_agent(a) && is_agent(b)) next[a] = at[b], next[b] = at[a];
    }
    if (!walls.empty() && rng.below(3) == 0) move_walls(next);
    at = next;
    tri.step(at);
  }

  // One wall, or all of them, is shifted or turned; or one end alone moves.
  void move_walls(std::vector<Vec2>& next) {
    const std::vector<Vec2> kept = next;
    const bool all = rng.below(4) == 0;
    const std::size_t only = rng.below(walls.size());
    const Vec2 shift = pace * Vec2{rng.uniform(-0.7, 0.7), rng.uniform(-0.7, 0.7)};
    const double turn = rng.below(2) == 0 ? 0.3 * pace : 0;
    const bool one_end = rng.below(3) == 0;
    for (std::size_t s = 0; s < at.size(); ++s) {
      if (is_agent(s) || !alive[s]) continue;
      const bool mine = walls[only].a != Index(-1) && (s == walls[only].a || (!one_end && s == walls[only].b));
      if (!all && !mine) continue;
      const Vec2 arm = at[s] - Vec2{4, 4};
      next[s] = Vec2{4, 4} + arm + turn * Vec2{-arm.y, arm.x} + shift;
      if (lattice && pace == 1) next[s] = {std::floor(next[s].x), std::floor(next[s].y)};
    }
    const bool far = std::any_of(next.begin(), next.end(), [](Vec2 p) { return std::abs(p.x) + std::abs(p.y) > 60; });
    if (far || !planar(next)) next = kept;
  }

  // Appear, vanish, jump.
  void churn() {
    const std::size_t s = rng.below(at.size());
    switch (rng.below(8)) {
      case 0:
        if (std::count(alive.begin(), alive.end(), 1) < 60) arrive(rng.below(4) == 0 ? at[s] : somewhere(), Index(-1));
        break;
      case 1:
        if (!is_agent(s)) break;
        if (alive[s]) {
          tri.remove(static_cast<Index>(s));
        } else {
          tri.insert(static_cast<Index>(s), at[s]);
        }
        alive[s] = !alive[s];
        break;
      case 2: {
        if (!is_agent(s) || !alive[s]) break;
        at[s] = rng.below(4) == 0 ? at[rng.below(at.size())] : somewhere();
        const std::pair<Index, Vec2> jump{static_cast<Index>(s), at[s]};
        tri.teleport({&jump, 1});
        break;
      }
      case 3:
        if (walls.size() < 12) add_random_wall(true);
        break;
      case 4: {
        if (walls.empty()) break;
        const std::size_t w = rng.below(walls.size());
        if (walls[w].a == Index(-1)) break;
        const Wall gone = walls[w];
        tri.remove_wall(static_cast<Index>(w));
        walls[w] = {Index(-1), Index(-1)};
        for (const Index end : {gone.a, gone.b}) {
          if (has_wall(end) || rng.below(2) == 0) continue;
          tri.remove(end);
          alive[end] = 0;
        }
        break;
      }
      default:
        break;
    }
  }
};

}  // namespace wend::test
