#pragma once
#include <wend/base/rng.hpp>
#include <wend/vec.hpp>

#include "geometry/planar.hpp"
#include "geometry/segments.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

// Random walls with a few agents among them, for comparing answers with an oracle.

namespace wend::test {

using geometry::Segment;

enum class WallKind { isolated, polylines, rooms, building, lattice, closets, stars, dyadic, tees, kinds };

struct WallScene {
  std::vector<Segment> walls;  // share ends, may end on each other, never cross; nobody stands on one
  std::vector<Vec2> agents;
  std::vector<double> radius;  // of each agent's disk
};

namespace wall_scenes {

inline double snapped(double x, double step) { return step > 0 ? std::round(x / step) * step : x; }

// May w stand beside the others? Ends may touch ends; with `tees` they may touch anywhere.
inline bool fits(const std::vector<Segment>& walls, const Segment& w, bool tees) {
  if (w.a == w.b) return false;
  for (const Segment& o : walls) {
    if (!geometry::segments_meet(o.a, o.b, w.a, w.b)) continue;
    const bool own_on_other = geometry::on_segment(w.a, o.a, o.b) || geometry::on_segment(w.b, o.a, o.b);
    const bool other_on_own = geometry::on_segment(o.a, w.a, w.b) || geometry::on_segment(o.b, w.a, w.b);
    if (!own_on_other && !other_on_own) return false;  // they cross
    if (tees) continue;
    const bool share = o.a == w.a || o.a == w.b || o.b == w.a || o.b == w.b;
    const auto inner = [](Vec2 p, const Segment& s) {
      return p != s.a && p != s.b && geometry::on_segment(p, s.a, s.b);
    };
    if (!share || inner(w.a, o) || inner(w.b, o) || inner(o.a, w) || inner(o.b, w)) return false;
    if ((o.a == w.a && o.b == w.b) || (o.a == w.b && o.b == w.a)) return false;
  }
  return true;
}

struct Maker {
  Rng& rng;
  double size;  // half the side of the square all is in
  double step;  // of the coordinates; 0: any
  bool tees = false;
  std::vector<Segment> walls{};

  Vec2 place() { return {snapped(rng.uniform(-size, size), step), snapped(rng.uniform(-size, size), step)}; }
  Vec2 beside(Vec2 p, double reach) {
    return {snapped(p.x + rng.uniform(-reach, reach), step), snapped(p.y + rng.uniform(-reach, reach), step)};
  }
  bool add(Vec2 a, Vec2 b) {
    const Segment w{a, b};
    if (!fits(walls, w, tees)) return false;
    walls.push_back(w);
    return true;
  }

  void isolated(std::size_t n) {
    for (std::size_t k = 0; k < n; ++k) {
      const Vec2 a = place();
      add(a, beside(a, rng.below(3) == 0 ? 2 * size : size));  // some far beyond the agents
    }
  }
  void polyline(std::size_t n, bool closed) {
    const Vec2 first = place();
    Vec2 at = first;
    for (std::size_t k = 0; k < n; ++k) {
      const Vec2 next = beside(at, size / 2);
      if (add(at, next)) at = next;
    }
    if (closed) add(at, first);
  }
  // A star-shaped polygon; a door leaves out a part of one wall.
  void room(Vec2 centre, double reach, bool door) {
    const std::size_t n = 3 + rng.below(5);
    std::vector<Vec2> corners;
    for (std::size_t k = 0; k < n; ++k) {
      const double angle = (static_cast<double>(k) + rng.uniform(0.1, 0.9)) * 6.28318 / static_cast<double>(n);
      const double far = rng.uniform(0.4, 1) * reach;
      const Vec2 corner = centre + far * Vec2{std::cos(angle), std::sin(angle)};
      corners.push_back({snapped(corner.x, step), snapped(corner.y, step)});
    }
    for (std::size_t k = 0; k < n; ++k) {
      const Vec2 a = corners[k], b = corners[(k + 1) % n];
      if (k == 0 && door) add(a, {snapped(a.x + 0.6 * (b.x - a.x), step), snapped(a.y + 0.6 * (b.y - a.y), step)});
      else add(a, b);
    }
  }
  // Cells of a square plan; each side is a wall, a wall with a door, or open.
  void building(std::size_t cells, double side) {
    const auto at = [&](std::size_t i, std::size_t j) {
      return Vec2{static_cast<double>(i) * side - size, static_cast<double>(j) * side - size};
    };
    for (std::size_t i = 0; i <= cells; ++i)
      for (std::size_t j = 0; j <= cells; ++j)
        for (const bool along : {true, false}) {
          if ((along ? i : j) == cells) continue;
          const Vec2 a = at(i, j), b = along ? at(i + 1, j) : at(i, j + 1);
          const Vec2 c = a + 0.25 * (b - a), d = a + 0.5 * (b - a);
          switch (rng.below(4)) {
            case 0: break;
            case 1: add(a, c), add(d, b); break;
            default: add(a, b);
          }
        }
  }
  void closet(Vec2 corner, double side) {
    const Vec2 b{corner.x + side, corner.y}, c{corner.x + side, corner.y + side}, d{corner.x, corner.y + side};
    add(corner, b), add(b, c), add(c, d), add(d, corner);
  }
  void star(std::size_t arms) {
    const Vec2 hub = place();
    for (std::size_t k = 0; k < arms; ++k) {
      const Vec2 tip = beside(hub, size / 2);
      if (add(hub, tip) && rng.below(3) == 0) add(tip, beside(tip, size / 3));
    }
  }
};

}  // namespace wall_scenes

inline WallScene random_wall_scene(Rng& rng, WallKind kind) {
  const double size = 8;
  const bool on_lattice = kind == WallKind::lattice || (kind == WallKind::tees && rng.below(2) == 0);
  const bool fine = kind == WallKind::dyadic || kind == WallKind::building || kind == WallKind::tees;
  wall_scenes::Maker make{rng, size, on_lattice ? 1.0 : fine ? 1.0 / 64 : 0.0, kind == WallKind::tees};
  switch (kind) {
    case WallKind::isolated: make.isolated(4 + rng.below(12)); break;
    case WallKind::polylines:
      for (int k = 0; k < 3; ++k) make.polyline(2 + rng.below(5), false);
      break;
    case WallKind::rooms:
      for (int k = 0; k < 4; ++k) make.room(make.place(), rng.uniform(1, 6), rng.below(2) == 0);
      break;
    case WallKind::building: make.building(2 + rng.below(3), 4); break;
    case WallKind::lattice:
      for (int k = 0; k < 3; ++k) make.polyline(2 + rng.below(5), rng.below(2) == 0);
      make.isolated(3);
      break;
    case WallKind::closets:
      for (int k = 0; k < 6; ++k) make.closet(make.place(), rng.uniform(0.5, 3));
      make.isolated(2);
      break;
    case WallKind::stars:
      for (int k = 0; k < 3; ++k) make.star(2 + rng.below(6));
      break;
    case WallKind::tees:
      make.isolated(3);
      for (int k = 0; k < 30; ++k) {  // from a wall's end or middle to somewhere, or onto another wall's middle
        if (make.walls.empty()) break;
        const auto on_wall = [&] {
          const Segment& w = make.walls[rng.below(make.walls.size())];
          const Vec2 m = 0.5 * (w.a + w.b);
          return geometry::on_segment(m, w.a, w.b) && rng.below(3) != 0 ? m : w.a;
        };
        const Vec2 from = on_wall();
        make.add(from, rng.below(3) == 0 ? on_wall() : make.beside(from, 5));
      }
      break;
    default:
      make.polyline(4, true);
      make.isolated(6);
      make.star(4);
  }
  WallScene s{make.walls, {}, {}};
  const std::size_t n = 4 + rng.below(14);
  while (s.agents.size() < n) {
    // Half of them close to another, where walls run from rim to rim of a disk.
    const bool alone = s.agents.empty() || rng.below(2) == 0;
    const Vec2 p = alone ? make.place() : make.beside(s.agents[rng.below(s.agents.size())], 1.5);
    if (std::any_of(s.walls.begin(), s.walls.end(), [&](auto& w) { return geometry::on_segment(p, w.a, w.b); })) {
      if (rng.below(50) == 0) break;  // a lattice may be full
      continue;
    }
    s.agents.push_back(p);
    const double r = rng.below(8) == 0 ? rng.uniform(8, 40) : rng.uniform(0.5, rng.below(2) == 0 ? 2.5 : 8);
    s.radius.push_back(wall_scenes::snapped(r, make.step));
  }
  return s;
}

}  // namespace wend::test
