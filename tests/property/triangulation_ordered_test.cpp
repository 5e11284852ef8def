#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include <set>

#include "environment/quartic.hpp"
#include "geometry/predicates.hpp"
#include "support/moving_sites.hpp"

using namespace wend;
using namespace wend::environment;
using test::MovingSites;
using Index = KineticTriangulation2::Index;
using Edges = std::set<std::pair<Index, Index>>;

namespace {

Edges edge_set(const KineticTriangulation2& tri) {
  const auto edges = tri.edges();
  return {edges.begin(), edges.end()};
}

std::vector<Vec2> between(const std::vector<Vec2>& a, const std::vector<Vec2>& b, double s) {
  std::vector<Vec2> p;
  for (std::size_t i = 0; i < a.size(); ++i) p.push_back(a[i] + s * (b[i] - a[i]));
  return p;
}

}  // namespace

TEST_CASE("triangulation in order: between two events the edges are those of the positions at that instant") {
  Rng rng = Rng::stream(3, Purpose::test);
  std::size_t flips = 0, instants = 0;
  std::uint64_t rebuilds = 0;
  for (int scene = 0; scene < 60; ++scene) {
    CAPTURE(scene);
    std::vector<Vec2> at, next;
    const double far = scene % 3 == 0 ? 0.1 : 1.0;
    for (int i = 0; i < 24; ++i) at.push_back({rng.uniform(0, 6), rng.uniform(0, 6)});
    std::vector<KineticTriangulation2::Wall> walls;
    if (scene % 4 == 1) {  // nobody can reach these
      at[0] = {8, 0}, at[1] = {8, 6}, at[2] = {-2, 0}, at[3] = {-2, 6};
      walls = {{0, 1}, {2, 3}};
    }
    KineticTriangulation2 tri;
    tri.build(at, walls, 1);
    for (int step = 0; step < 5; ++step) {
      next = at;
      for (std::size_t i = walls.empty() ? 0 : 4; i < at.size(); ++i)
        next[i] = at[i] + Vec2{rng.uniform(-far, far), rng.uniform(-far, far)};
      for (std::size_t i = walls.empty() ? 0 : 4; i < at.size(); ++i)
        if (next[i].x < 0 || next[i].x > 6 || next[i].y < 0 || next[i].y > 6) next[i] = at[i];
      const KineticTriangulation2 before = tri;
      std::vector<KineticTriangulation2::TopologyEvent> events;
      tri.step_in_order(next, events);
      rebuilds += tri.report().rebuilds;
      REQUIRE(tri.validate() == "");
      Edges edges = edge_set(before);
      for (std::size_t k = 0; k <= events.size(); ++k) {
        const double last = k == 0 ? 0 : events[k - 1].s, coming = k == events.size() ? 1 : events[k].s;
        REQUIRE(last <= coming);
        if (coming - last > 1e-7) {
          KineticTriangulation2 now = before;
          now.step(between(at, next, 0.5 * (last + coming)));
          REQUIRE(edge_set(now) == edges);
          ++instants;
        }
        if (k == events.size()) break;
        REQUIRE(edges.erase({events[k].out_a, events[k].out_b}) == 1);
        REQUIRE(edges.insert({events[k].in_a, events[k].in_b}).second);
        ++flips;
      }
      REQUIRE(edges == edge_set(tri));
      at = next;
    }
  }
  CHECK(flips > 2000);
  CHECK(instants > 2000);
  CHECK(rebuilds == 0);
}

TEST_CASE("triangulation in order: ends as a plain step does, whatever happens") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    MovingSites scene(seed);
    for (int step = 0; step < 20; ++step) {
      CAPTURE(step);
      scene.churn();
      KineticTriangulation2 ordered = scene.tri;
      scene.step();
      std::vector<KineticTriangulation2::TopologyEvent> events;
      ordered.step_in_order(scene.at, events);
      REQUIRE(ordered.validate() == "");
      REQUIRE(ordered.edges() == scene.tri.edges());
    }
  }
}

TEST_CASE("quartic: the first failure is where the exact sign changes") {
  Rng rng = Rng::stream(4, Purpose::test);
  int found = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    CAPTURE(trial);
    MovingPoint p[4];
    for (MovingPoint& m : p)
      m = {{rng.uniform(-1, 1), rng.uniform(-1, 1)}, {rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5)}};
    if (cross(p[1].at - p[0].at, p[2].at - p[0].at) < 0) std::swap(p[1], p[2]);
    const auto inside = [&](double s) {
      const Vec2 q[4] = {p[0].at + s * p[0].by, p[1].at + s * p[1].by, p[2].at + s * p[2].by, p[3].at + s * p[3].by};
      return geometry::in_circle(q[0], q[1], q[2], q[3]) > 0;
    };
    if (inside(0)) continue;
    const auto s = first_inside(p[0], p[1], p[2], p[3], 0);
    const double until = s ? *s - 1e-9 : 1;
    for (int k = 0; k < 50; ++k) REQUIRE_FALSE(inside(until * k / 50));
    if (!s) continue;
    ++found;
    if (*s < 1 - 1e-6 && *s > 1e-6) {
      REQUIRE_FALSE(inside(*s - 1e-8));
      REQUIRE((inside(*s + 1e-8) || inside(*s + 1e-9)));
    }
  }
  CHECK(found > 2000);
}
