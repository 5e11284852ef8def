#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include "core/det_math.hpp"
#include "support/moving_sites.hpp"

using namespace wend;
using environment::KineticTriangulation2;
using Index = KineticTriangulation2::Index;
using Sites = std::vector<Vec2>;

// Environment spec, section 13, case by case.

namespace {

KineticTriangulation2 built(const Sites& at, const std::vector<KineticTriangulation2::Wall>& walls = {},
                            double margin = 2) {
  KineticTriangulation2 tri;
  tri.build(at, walls, margin);
  return tri;
}

void check(const KineticTriangulation2& tri) {
  REQUIRE(tri.validate() == "");
  KineticTriangulation2 fresh = tri;
  fresh.rebuild();
  REQUIRE(fresh.edges() == tri.edges());
}

Sites lattice(int side) {
  Sites at;
  for (int i = 0; i < side * side; ++i) at.push_back({double(i % side), double(i / side)});
  return at;
}

std::vector<Index> near(const KineticTriangulation2& tri, Index site, double r) {
  KineticTriangulation2::Scratch scratch;
  std::vector<Index> out;
  tri.near(site, r, out, scratch);
  return out;
}

}  // namespace

TEST_CASE("triangulation 13.1: a standing lattice costs no exact calls, whoever walks beside it") {
  Sites at = lattice(8);
  at.push_back({20, 20});
  at.push_back({21.3, 20.4});
  KineticTriangulation2 tri = built(at);
  check(tri);
  tri.step(at);
  CHECK(tri.report().certificates == 0);
  CHECK(tri.report().exact_calls == 0);
  for (int step = 0; step < 20; ++step) {
    at[64] = at[64] + Vec2{0.013, 0.007};
    tri.step(at);
    CHECK(tri.report().exact_calls == 0);
    check(tri);
  }
  CHECK(tri.total().certificates > 0);
}

TEST_CASE("triangulation 13.1: the edges of a lattice do not depend on how it came about") {
  const Sites goal = lattice(6);
  Rng rng = Rng::stream(1, Purpose::test);
  const auto edges = built(goal).edges();
  for (int trial = 0; trial < 20; ++trial) {
    Sites at = goal;
    KineticTriangulation2 tri = built(goal);
    for (int step = 0; step < 5; ++step) {
      for (Vec2& p : at)
        p = {std::clamp(p.x + rng.uniform(-1, 1), 0.0, 5.0), std::clamp(p.y + rng.uniform(-1, 1), 0.0, 5.0)};
      tri.step(at);
    }
    tri.step(goal);
    check(tri);
    REQUIRE(tri.edges() == edges);
  }
}

TEST_CASE("triangulation 13.1: a ring that turns as a body stays the same triangulation of its ties") {
  Sites at;
  for (int i = 0; i < 24; ++i) at.push_back({5 * det_cos(i * 0.2617993877991494), 5 * det_sin(i * 0.2617993877991494)});
  at.push_back({0, 0});
  KineticTriangulation2 tri = built(at);
  for (int step = 1; step <= 60; ++step) {
    for (int i = 0; i < 24; ++i) {
      const double a = i * 0.2617993877991494 + 0.07 * step;
      at[static_cast<std::size_t>(i)] = {5 * det_cos(a), 5 * det_sin(a)};
    }
    tri.step(at);
    check(tri);
  }
}

TEST_CASE("triangulation 13.1: a square that turns by quarters keeps exact ties") {
  Sites at = lattice(5);
  for (Vec2& p : at) p = p - Vec2{2, 2};
  KineticTriangulation2 tri = built(at);
  for (int quarter = 0; quarter < 4; ++quarter) {
    for (Vec2& p : at) p = {-p.y, p.x};
    tri.step(at);
    check(tri);
  }
  CHECK(tri.edges() == built(at).edges());
}

TEST_CASE("triangulation 13.2: agents at one place share a vertex until they part") {
  Sites at = {{0, 0}, {1, 0}, {0, 1}, {3, 3}, {3, 3}, {3, 3}};
  KineticTriangulation2 tri = built(at);
  check(tri);
  CHECK(tri.report().satellites == 2);
  CHECK(tri.site(tri.vertex_of(5)) == 3);  // the smallest index is the vertex
  CHECK(near(tri, 4, 0) == std::vector<Index>{3, 5});
  at[3] = {2, 2};
  tri.step(at);
  check(tri);
  CHECK(tri.report().satellites == 1);
  CHECK(tri.site(tri.vertex_of(5)) == 4);
  at[5] = at[0] = {2, 2};
  tri.step(at);
  check(tri);
  CHECK(near(tri, 3, 0) == std::vector<Index>{0, 5});
  CHECK(tri.site(tri.vertex_of(3)) == 0);
  for (Vec2& p : at) p = {1, 1};
  tri.step(at);
  check(tri);
  CHECK(tri.report().satellites == 5);
  at = {{0, 0}, {1, 0}, {0, 1}, {3, 3}, {4, 3}, {3, 4}};
  tri.step(at);
  check(tri);
  CHECK(tri.report().satellites == 0);
}

TEST_CASE("triangulation 13.2: a wall end and an agent at one place, the wall end is the vertex") {
  Sites at = {{1, 1}, {0, 0}, {5, 0}, {1, 3}};
  KineticTriangulation2 tri = built(at, {{1, 2}});
  at[0] = {0, 0};
  tri.step(at);
  check(tri);
  CHECK(tri.site(tri.vertex_of(0)) == 1);
  at[1] = {0, 0.5};  // the wall leaves, the agent stays
  tri.step(at);
  check(tri);
  CHECK(tri.is_host(0));
  CHECK(tri.wall_edge(0) != KineticTriangulation2::none);
}

TEST_CASE("triangulation 13.3: everybody clamped to one straight border") {
  Rng rng = Rng::stream(2, Purpose::test);
  Sites at;
  for (int i = 0; i < 30; ++i) at.push_back({rng.uniform(0, 10), rng.uniform(0, 2)});
  KineticTriangulation2 tri = built(at);
  for (int step = 0; step < 30; ++step) {
    for (Vec2& p : at) p = {std::clamp(p.x + rng.uniform(-0.3, 0.3), 0.0, 10.0), std::max(0.0, p.y - 0.1)};
    tri.step(at);
    check(tri);
  }
  for (const Vec2 p : at) CHECK(p.y == 0);
}

TEST_CASE("triangulation 13.4: whoever walks out of the frame gets a new one") {
  Sites at = lattice(4);
  KineticTriangulation2 tri = built(at);
  std::uint64_t rebuilds = 0;
  for (int step = 0; step < 60; ++step) {
    at[3] = at[3] + Vec2{1, -0.5};
    tri.step(at);
    check(tri);
    rebuilds += tri.report().rebuilds;
    for (Index v = 0; v < tri.vertex_slots(); ++v)  // no disk of the margin's radius reaches the frame
      for (std::size_t s = 0; tri.is_frame(v) && s < at.size(); ++s) REQUIRE(norm(at[s] - tri.at(v)) > 2);
  }
  CHECK(rebuilds > 0);
  CHECK(rebuilds < 20);
}

TEST_CASE("triangulation 13.4: far from the origin, and coordinates that differ by one unit in the last place") {
  Sites at;
  for (int i = 0; i < 16; ++i)
    at.push_back({9e6 + (i % 4) * 1.862645149230957e-9, -9e6 + (i / 4) * 1.862645149230957e-9});
  at.push_back({-9e6, 9e6});
  KineticTriangulation2 tri = built(at);
  check(tri);
  for (Vec2& p : at) p = {-p.x, -p.y};
  tri.step(at);
  check(tri);
}

TEST_CASE("triangulation 13.5: jumps, a few and many at once") {
  Rng rng = Rng::stream(3, Purpose::test);
  Sites at;
  for (int i = 0; i < 60; ++i) at.push_back({rng.uniform(0, 10), rng.uniform(0, 10)});
  KineticTriangulation2 tri = built(at, {{0, 1}});
  std::vector<std::pair<Index, Vec2>> jumps = {{5, {3, 3}}, {1, {9, 9}}};
  tri.teleport(jumps);
  check(tri);
  CHECK(tri.report().rebuilds == 0);
  jumps.clear();
  for (Index i = 2; i < 40; ++i) jumps.emplace_back(i, Vec2{rng.uniform(0, 30), rng.uniform(0, 10)});
  tri.teleport(jumps);
  check(tri);
  CHECK(tri.report().rebuilds == 1);
}

TEST_CASE("triangulation 13.6: an agent that goes through a wall, and one that stands on it") {
  Sites at = {{0, 0}, {10, 0}, {5, 1}, {2, -2}, {8, 2}};
  KineticTriangulation2 tri = built(at, {{0, 1}});
  at[2] = {5, -1};
  tri.step(at);
  check(tri);
  at[2] = {5, 0};
  tri.step(at);
  check(tri);
  CHECK(tri.is_loose(2));
  CHECK(near(tri, 3, 4) == std::vector<Index>{0, 2});
  CHECK(near(tri, 2, 4) == std::vector<Index>{3, 4});
  tri.remove_wall(0);
  check(tri);
  CHECK(tri.is_host(2));
  tri.add_wall(0, 1);
  check(tri);
  CHECK(tri.is_loose(2));
  at[2] = {5, 0.25};
  tri.step(at);
  check(tri);
  CHECK(tri.is_host(2));
}

TEST_CASE("triangulation 13.6: an agent that creeps through a wall is noticed by the wall's certificate") {
  for (const double x : {0.5, 2.0, 5.0, 9.5}) {
    CAPTURE(x);
    Sites at = {{0, 0}, {10, 0}, {x, 0.31}, {2, -3}, {8, 4}, {3, 5}};
    KineticTriangulation2 tri = built(at, {{0, 1}});
    tri.use_deadlines(KineticTriangulation2::Deadlines::always);
    for (int step = 0; step < 60; ++step) {
      at[2].y -= 0.0103;
      tri.step(at);
      check(tri);
    }
    CHECK(tri.deadlines_on());
  }
}

TEST_CASE("triangulation 13.7: a turning wall sweeps over a crowd") {
  Rng rng = Rng::stream(4, Purpose::test);
  Sites at = {{0, 0}, {6, 0}};
  for (int i = 0; i < 40; ++i) at.push_back({rng.uniform(-7, 7), rng.uniform(-7, 7)});
  KineticTriangulation2 tri = built(at, {{0, 1}});
  for (int step = 1; step < 120; ++step) {
    const double a = 0.11 * step;
    at[1] = {6 * det_cos(a), 6 * det_sin(a)};
    tri.step(at);
    check(tri);
    REQUIRE(tri.wall_edge(0) != KineticTriangulation2::none);
  }
  CHECK(tri.total().rebuilds == 1);
}

TEST_CASE("triangulation 13.8: a wall without length and one on top of another wait without harm") {
  Sites at = {{0, 0}, {4, 0}, {0, 0}, {4, 0}, {2, 2}, {2, 2}, {1, 3}};
  KineticTriangulation2 tri = built(at, {{0, 1}, {2, 3}, {4, 5}});
  check(tri);
  CHECK(tri.wall_edge(1) == KineticTriangulation2::none);
  CHECK(tri.wall_edge(2) == KineticTriangulation2::none);
  at[2] = {0, 1}, at[3] = {4, 1}, at[5] = {3, 2};
  tri.step(at);
  check(tri);
  for (Index w = 0; w < 3; ++w) CHECK(tri.wall_edge(w) != KineticTriangulation2::none);
}

TEST_CASE("triangulation 13.9: a radius of nothing, and one larger than the world") {
  const Sites at = {{0, 0}, {1, 0}, {0, 1}, {0, 0}, {7, 7}};
  const KineticTriangulation2 tri = built(at, {}, 0);
  CHECK(near(tri, 0, 0) == std::vector<Index>{3});
  CHECK(near(tri, 1, 0).empty());
  CHECK(near(tri, 4, 1e6) == std::vector<Index>{0, 1, 2, 3});
}

TEST_CASE("triangulation 13.10: two agents swap places, and one crosses a whole crowd") {
  Sites at = lattice(7);
  KineticTriangulation2 tri = built(at);
  std::swap(at[8], at[40]);
  tri.step(at);
  check(tri);
  std::swap(at[8], at[9]);
  std::swap(at[24], at[25]);
  tri.step(at);
  check(tri);
  at[0] = {6.5, 6.5};
  tri.step(at);
  check(tri);
}

TEST_CASE("triangulation: nobody, one, and sites on one line") {
  KineticTriangulation2 tri = built({});
  check(tri);
  tri.step({});
  tri.insert(0, {1, 1});
  check(tri);
  KineticTriangulation2::Scratch scratch;
  CHECK(tri.nearest(0, false, scratch) == KineticTriangulation2::none);
  for (Index i = 1; i < 10; ++i) {
    tri.insert(i, {1.0 + i, 1});
    check(tri);
  }
  CHECK(tri.nearest(4, false, scratch) == 3);
  for (Index i = 0; i < 10; ++i) {
    tri.remove(i);
    check(tri);
  }
}

// Environment spec, 15.3: one flip changes one edge, so no fewer than half the difference.
TEST_CASE("triangulation: flips are at least half the difference of the edges, and few") {
  Rng rng = Rng::stream(5, Purpose::test);
  Sites at;
  for (int i = 0; i < 400; ++i) at.push_back({rng.uniform(0, 28), rng.uniform(0, 28)});
  KineticTriangulation2 tri = built(at);
  std::uint64_t flips = 0, reverts = 0;
  for (int step = 0; step < 30; ++step) {
    for (Vec2& p : at)
      p = {std::clamp(p.x + rng.uniform(-0.1, 0.1), 0.0, 28.0), std::clamp(p.y + rng.uniform(-0.1, 0.1), 0.0, 28.0)};
    const auto before = tri.edges();
    tri.step(at);
    const auto after = tri.edges();
    std::vector<std::pair<Index, Index>> gone;
    std::set_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(gone));
    REQUIRE(tri.report().rebuilds == 0);
    REQUIRE(tri.report().flips >= gone.size());
    flips += tri.report().flips;
    reverts += tri.report().reverts;
    check(tri);
  }
  CHECK(flips < 30 * 400 / 2);
  CHECK(reverts < flips);
}

TEST_CASE("triangulation: the same report for the same motion") {
  test::MovingSites a(7), b(7);
  for (int step = 0; step < 50; ++step) {
    a.churn(), b.churn();
    a.step(), b.step();
    REQUIRE(a.tri.report() == b.tri.report());
  }
}
