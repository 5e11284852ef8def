#include <wend/base/rng.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "core/segment.hpp"
#include "environment/obstacle_mesh.hpp"
#include "support/near.hpp"
#include "support/set_oracle.hpp"
#include "support/wall_scenes.hpp"

using namespace wend;
using namespace wend::environment;
using namespace wend::test;

// Sight at any distance, the nearest wall and the wall in front: against looking at every wall.

namespace {

// Nearest point of the walls within a cone, by many points along each wall: from above, and hardly more.
double sampled(const std::vector<Segment>& walls, Vec2 p, Vec2 u, double half_angle) {
  double best = 1e300;
  for (const Segment& w : walls) {
    constexpr int n = 4000;
    for (int k = 0; k <= n; ++k) {
      const Vec2 v = w.a + k / double{n} * (w.b - w.a) - p;
      if (std::acos(std::clamp(dot(v, u) / norm(v), -1.0, 1.0)) <= half_angle) best = std::min(best, norm(v));
    }
  }
  return best;
}

}  // namespace

TEST_CASE("mesh: sight, the nearest wall and rays equal looking at every wall") {
  ObstacleMesh mesh;
  std::size_t blocked = 0, hits = 0, misses = 0;
  for (std::uint64_t seed = 1; seed <= 900; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test);
    WallScene s = random_wall_scene(rng, static_cast<WallKind>(seed % 9));
    if (seed % 5 == 0) s.agents.push_back({rng.uniform(-100, 100), rng.uniform(-1e4, 1e4)});
    mesh.set_walls(s.walls, 10);
    const SetOracle oracle(s.walls);
    for (const Vec2 p : s.agents) {
      for (const Vec2 q : s.agents) {
        REQUIRE(mesh.visible(p, q) == oracle.visible(p, q));
        blocked += !oracle.visible(p, q);
      }
      double least = 1e300;
      for (const Segment& w : s.walls) least = std::min(least, norm(nearest_on_segment(p, w.a, w.b).point - p));
      const double max = rng.uniform(0, 10);
      const auto nearest = mesh.nearest_wall(p, max);
      REQUIRE(nearest.has_value() == (least <= max));
      if (nearest) REQUIRE(nearest->distance == least);

      const double angle = rng.uniform(-4, 4);
      Vec2 u{std::cos(angle), std::sin(angle)};
      if (seed % 9 == 4) u = seed % 2 == 0 ? Vec2{1, 0} : Vec2{0, -1};  // along the lattice
      const auto hit = mesh.first_wall(p, u, 0, 1e9);
      double first = 1e300;
      for (const Segment& w : s.walls) {
        const Vec2 d = w.b - w.a;
        if (std::abs(cross(u, d)) < 1e-12) continue;
        const double along = cross(w.a - p, d) / cross(u, d), share = cross(w.a - p, u) / cross(u, d);
        if (along >= 0 && share >= 0 && share <= 1) first = std::min(first, along);
      }
      if (hit) {
        ++hits;
        REQUIRE(hit->distance <= first + 1e-9 * (1 + std::abs(first)));
        const Segment& w = s.walls[hit->wall];
        REQUIRE(norm(nearest_on_segment(hit->point, w.a, w.b).point - hit->point) < 1e-9);
        REQUIRE(hit->point.x == near{p.x + hit->distance * u.x});
        REQUIRE(hit->point.y == near{p.y + hit->distance * u.y});
        REQUIRE(norm(hit->normal) == near{1});
        REQUIRE(std::abs(dot(hit->normal, w.b - w.a)) < 1e-9);
        REQUIRE(dot(hit->normal, p - w.a) >= 0);
      } else {
        ++misses;
        REQUIRE(first == 1e300);
      }
    }
  }
  CHECK(blocked > 10000);
  CHECK(hits > 1000);
  CHECK(misses > 1000);
}

TEST_CASE("mesh: the nearest wall within a cone") {
  ObstacleMesh mesh;
  std::size_t hits = 0;
  for (std::uint64_t seed = 1; seed <= 90; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test);
    const WallScene s = random_wall_scene(rng, static_cast<WallKind>(seed % 9));
    mesh.set_walls(s.walls, 10);
    for (std::size_t k = 0; k < 3 && k < s.agents.size(); ++k) {
      const Vec2 p = s.agents[k];
      const double angle = rng.uniform(-4, 4), half_angle = rng.uniform(0.05, 3);
      const Vec2 u{std::cos(angle), std::sin(angle)};
      const double want = sampled(s.walls, p, u, half_angle);
      const auto got = mesh.first_wall(p, u, half_angle, 1e9);
      if (!got) {
        REQUIRE(want == 1e300);
        continue;
      }
      ++hits;
      REQUIRE(got->distance <= want + 1e-9);
      if (want < 1e300) REQUIRE(got->distance > want - 0.1);  // the samples are coarse where a wall is seen end on
      const Vec2 v = got->point - p;
      REQUIRE(dot(v, u) >= std::cos(half_angle) * norm(v) - 1e-9);
    }
  }
  CHECK(hits > 100);
}
