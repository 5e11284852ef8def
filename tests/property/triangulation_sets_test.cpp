#include <doctest/doctest.h>

#include "support/moving_sites.hpp"
#include "support/set_oracle.hpp"

using namespace wend;
using test::MovingSites;
using Index = environment::KineticTriangulation2::Index;

namespace {

std::vector<geometry::Segment> wall_segments(const MovingSites& scene) {
  std::vector<geometry::Segment> walls;
  for (const auto& w : scene.walls)
    if (w.a != Index(-1)) walls.push_back({scene.at[w.a], scene.at[w.b]});
  return walls;
}

// N, K and R of one site against the definitions; those exactly on a wall are left out of R.
void compare(const MovingSites& scene, const test::SetOracle& oracle, Index p, double r,
             environment::KineticTriangulation2::Scratch& scratch) {
  std::vector<Index> near, unseparated, reachable, want_near, want_unseparated, want_reachable;
  scene.tri.near(p, r, near, scratch);
  scene.tri.unseparated(p, r, unseparated, scratch);
  scene.tri.reachable(p, r, reachable, scratch);
  const std::vector<bool> reached = oracle.reachable(scene.at[p], r, scene.at);
  for (Index q = 0; q < scene.at.size(); ++q) {
    if (q == p || !scene.alive[q]) continue;
    if (oracle.near(scene.at[p], r, scene.at[q])) want_near.push_back(q);
    if (oracle.unseparated(scene.at[p], r, scene.at[q])) want_unseparated.push_back(q);
    if (!scene.tri.is_loose(q) && reached[q]) want_reachable.push_back(q);
  }
  std::erase_if(reachable, [&](Index q) { return scene.tri.is_loose(q); });
  CAPTURE(p);
  CAPTURE(r);
  CHECK(near == want_near);
  CHECK(unseparated == want_unseparated);
  if (!scene.tri.is_loose(p)) CHECK(reachable == want_reachable);
}

}  // namespace

TEST_CASE("triangulation sets: near, unseparated and reachable are what the definitions say, while all moves") {
  environment::KineticTriangulation2::Scratch scratch;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    CAPTURE(seed);
    MovingSites scene(seed);
    for (int step = 0; step < 8; ++step) {
      CAPTURE(step);
      scene.churn();
      scene.step();
      const auto walls = wall_segments(scene);
      const test::SetOracle oracle(walls);
      for (int k = 0; k < 3; ++k) {
        const auto p = static_cast<Index>(scene.rng.below(scene.at.size()));
        if (!scene.alive[p] || !scene.is_agent(p)) continue;
        const double r = scene.rng.below(6) == 0 ? 0
                         : scene.lattice         ? 1.0 + double(scene.rng.below(3))
                                                 : scene.rng.uniform(0, 4);
        compare(scene, oracle, p, r, scratch);
      }
    }
  }
}

TEST_CASE("triangulation sets: nearest without a radius, and near of any point, against looking at all") {
  environment::KineticTriangulation2::Scratch scratch;
  std::vector<Index> near;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    MovingSites scene(seed);
    for (int step = 0; step < 5; ++step) scene.step();
    for (int k = 0; k < 5; ++k) {
      const auto p = static_cast<Index>(scene.rng.below(scene.at.size()));
      const bool agents_only = scene.rng.below(2) == 0;
      Index best = Index(-1);
      for (Index q = 0; q < scene.at.size(); ++q) {
        if (q == p || (agents_only && !scene.is_agent(q))) continue;
        if (best == Index(-1) || norm2(scene.at[q] - scene.at[p]) < norm2(scene.at[best] - scene.at[p])) best = q;
      }
      CHECK(scene.tri.nearest(p, agents_only, scratch) == best);
      const Vec2 point = scene.rng.below(4) == 0 ? scene.at[p] : 3.0 * scene.somewhere() - Vec2{8, 8};
      const double r = scene.rng.uniform(0, 6);
      scene.tri.near(point, r, near, scratch);
      std::vector<Index> want;
      for (Index q = 0; q < scene.at.size(); ++q)
        if (environment::inside(scene.at[q].x - point.x, scene.at[q].y - point.y, r)) want.push_back(q);
      CHECK(near == want);
    }
  }
}
