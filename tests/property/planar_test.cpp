#include "geometry/planar.hpp"

#include <wend/base/rng.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/segment.hpp"
#include "environment/obstacle_mesh.hpp"
#include "environment/watch.hpp"
#include "geometry/segments.hpp"

using namespace wend;
using namespace wend::geometry;

// Walls become a planar graph that covers the same ground; checked by all pairs, exactly.

namespace {

std::string fault(std::span<const Segment> walls, const PlanarGraph& g) {
  const auto at = [&](std::size_t e, std::size_t k) { return g.sites[g.edges[e][k]]; };
  for (std::size_t u = 0; u < g.sites.size(); ++u)
    for (std::size_t v = 0; v < u; ++v)
      if (g.sites[u] == g.sites[v]) return "equal sites";
  for (std::size_t e = 0; e < g.edges.size(); ++e) {
    if (g.edges[e][0] >= g.edges[e][1]) return "order of ends";
    for (std::size_t v = 0; v < g.sites.size(); ++v) {
      const bool end = v == g.edges[e][0] || v == g.edges[e][1];
      if (!end && on_segment(g.sites[v], at(e, 0), at(e, 1))) return "site on an edge";
    }
    for (std::size_t f = 0; f < e; ++f) {
      if (g.edges[e] == g.edges[f]) return "equal edges";
      const bool share = g.edges[e][0] == g.edges[f][0] || g.edges[e][0] == g.edges[f][1] ||
                         g.edges[e][1] == g.edges[f][0] || g.edges[e][1] == g.edges[f][1];
      if (!share && segments_meet(at(e, 0), at(e, 1), at(f, 0), at(f, 1))) return "edges meet";
    }
  }
  // Each wall is covered by its edges, end to end, and they stay within rounding of it.
  if (g.first_part.size() != g.edges.size() + 1) return "parts";
  std::vector<double> covered(walls.size(), 0);
  double extent = 1;
  for (const Segment& w : walls)
    for (const double c : {w.a.x, w.a.y, w.b.x, w.b.y}) extent = std::max(extent, std::abs(c));
  for (std::size_t e = 0; e < g.edges.size(); ++e) {
    if (g.first_part[e] == g.first_part[e + 1]) return "edge of no wall";
    for (std::uint32_t k = g.first_part[e]; k < g.first_part[e + 1]; ++k) {
      const Segment& w = walls[g.parts[k]];
      covered[g.parts[k]] += norm(at(e, 1) - at(e, 0));
      for (const std::size_t i : {0u, 1u}) {
        if (norm(nearest_on_segment(at(e, i), w.a, w.b).point - at(e, i)) > 1e-12 * extent) return "edge off its wall";
        if (g.exact && !on_segment(at(e, i), w.a, w.b)) return "not exact";
      }
    }
  }
  for (std::size_t w = 0; w < walls.size(); ++w)
    if (std::abs(covered[w] - norm(walls[w].b - walls[w].a)) > 1e-11 * extent) return "wall not covered";
  return g.incomplete.empty() ? "" : "incomplete";
}

std::vector<Segment> random_walls(Rng& rng, std::size_t kind) {
  const std::size_t n = 1 + rng.below(25);
  const double size = kind == 5 ? 1e7 : 10, step = kind == 1 ? 1 : kind == 2 ? 0.1 : 0;
  const auto place = [&] {
    Vec2 p{rng.uniform(-size, size), rng.uniform(-size, size)};
    // Nearly along each other.
    if (kind == 3) p = {std::nextafter(rng.uniform() < 0.5 ? 1.0 : 2.0, rng.uniform(0, 3)), p.y};
    if (kind == 4) p = rng.uniform(-1, 1) * Vec2{0.7, 0.1} + Vec2{0, rng.below(3) == 0 ? 0 : rng.uniform(-1e-15, 1e-15)};
    if (step > 0) p = {step * std::round(p.x / step), step * std::round(p.y / step)};
    return p;
  };
  std::vector<Segment> walls;
  for (std::size_t k = 0; k < n; ++k) {
    Segment w{place(), place()};
    if (kind == 6) {  // all through nearly one point
      const Vec2 d = w.a;
      w = {Vec2{0.1, 0.3} - rng.uniform(0.1, 1) * d, Vec2{0.1, 0.3} + rng.uniform(0.1, 1) * d};
    }
    if (k > 0 && rng.below(6) == 0) w.a = walls[rng.below(k)].b;
    if (k > 0 && rng.below(12) == 0) w = {walls[k - 1].b, walls[k - 1].a};
    if (k > 0 && rng.below(8) == 0) w.a = 0.5 * (walls[k - 1].a + walls[k - 1].b);
    if (rng.below(20) == 0) w.b = w.a;
    walls.push_back(w);
  }
  return walls;
}

}  // namespace

TEST_CASE("planar: any walls become a planar graph over the same ground") {
  Planariser planar;
  PlanarGraph g;
  std::size_t split = 0, crossed = 0, merged = 0;
  for (std::uint64_t seed = 1; seed <= 2800; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test);
    const auto walls = random_walls(rng, seed % 7);
    planar.build(walls, g);
    REQUIRE(fault(walls, g) == "");
    split += static_cast<std::size_t>(std::count(g.split.begin(), g.split.end(), 1));
    crossed += g.crossings.size();
    merged += g.parts.size() - g.edges.size();
    PlanarGraph again;
    Planariser().build(walls, again);  // nothing is left of the last
    REQUIRE(again.edges == g.edges);
    REQUIRE(again.sites == g.sites);
  }
  CHECK(split > 10000);
  CHECK(crossed > 10000);
  CHECK(merged > 1000);
}

TEST_CASE("planar: the obstacle mesh of any walls is valid and keeps the sets within each other") {
  environment::ObstacleMesh mesh;
  environment::MeshScratch scratch;
  for (std::uint64_t seed = 1; seed <= 700; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test);
    const auto walls = random_walls(rng, seed % 7);
    const double size = seed % 7 == 5 ? 1e7 : seed % 7 == 4 ? 1 : 4;
    mesh.set_walls(walls, size);
    if (mesh.empty()) continue;
    REQUIRE(mesh.triangulation().validate() == "");
    for (int k = 0; k < 8; ++k) {
      const Vec2 p{rng.uniform(-size, size), rng.uniform(-size, size)};
      const double r = rng.uniform(0, size);
      std::vector<Vec2> q;
      while (q.size() < 12) {
        const Vec2 to{p.x + rng.uniform(-r, r), p.y + rng.uniform(-r, r)};
        if (environment::inside(to.x - p.x, to.y - p.y, r)) q.push_back(to);
      }
      std::vector<std::uint8_t> wider(q.size(), 1), keep(q.size());
      for (const Relation relation : {Relation::unseparated, Relation::reachable, Relation::visible}) {
        mesh.filter(p, r, relation, q, keep, scratch);
        for (std::size_t i = 0; i < q.size(); ++i) REQUIRE(keep[i] <= wider[i]);  // (e.7)
        wider = keep;
      }
    }
  }
}

TEST_CASE("planar: walls that touch are cut exactly, walls that cross are named") {
  PlanarGraph g;
  const std::vector<Segment> tee{{{0, 0}, {10, 0}}, {{3, 0}, {3, 5}}, {{3, 5}, {3, 5}}, {{10, 0}, {0, 0}}};
  Planariser().build(tee, g);
  CHECK(g.exact);
  CHECK(g.crossings.empty());
  CHECK(g.sites == std::vector<Vec2>{{0, 0}, {10, 0}, {3, 0}, {3, 5}});
  CHECK(g.edges == std::vector<Link>{{0, 2}, {1, 2}, {2, 3}});
  CHECK(g.split == std::vector<std::uint8_t>{1, 0, 0, 1});
  CHECK(g.parts == std::vector<std::uint32_t>{0, 3, 0, 3, 1});
  CHECK(g.wall_of(2) == 1);

  const std::vector<Segment> cross{{{0.1, -1}, {0.1, 1}}, {{-1, 0.3}, {1, 0.3}}};
  Planariser().build(cross, g);
  CHECK_FALSE(g.exact);
  REQUIRE(g.crossings.size() == 1);
  CHECK(g.crossings[0].first == 0);
  CHECK(g.crossings[0].second == 1);
  CHECK(g.crossings[0].at == Vec2{0.1, 0.3});
  CHECK(g.edges.size() == 4);

  Planariser().build({}, g);
  CHECK(g.sites.empty());
  CHECK(g.edges.empty());
}

TEST_CASE("planar: walls along each other are cut at each other's ends") {
  PlanarGraph g;
  const std::vector<Segment> walls{{{0, 0}, {4, 0}}, {{6, 0}, {2, 0}}, {{0, 0}, {4, 0}}};
  Planariser().build(walls, g);
  CHECK(g.exact);
  CHECK(g.edges == std::vector<Link>{{0, 3}, {1, 3}, {1, 2}});
  CHECK(g.parts == std::vector<std::uint32_t>{0, 2, 0, 1, 2, 1});
}
