#include "environment/kinetic_triangulation.hpp"

#include <doctest/doctest.h>

#include "support/moving_sites.hpp"

using namespace wend;
using environment::KineticTriangulation2;
using test::MovingSites;

namespace {

bool sound(const MovingSites& scene, bool from_scratch) {
  const std::string error = scene.tri.validate();
  CHECK_MESSAGE(error.empty(), error);
  if (!error.empty()) return false;
  if (!from_scratch) return true;
  KineticTriangulation2 fresh = scene.tri;
  fresh.rebuild();
  CHECK(fresh.validate() == "");
  const bool same = fresh.edges() == scene.tri.edges();
  CHECK(same);
  return same;
}

using Deadlines = KineticTriangulation2::Deadlines;

void run(std::uint64_t first, std::uint64_t seeds, int steps, int every, Deadlines deadlines = Deadlines::automatic) {
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    CAPTURE(seed);
    MovingSites scene(seed);
    scene.tri.use_deadlines(deadlines);
    if (!sound(scene, false)) return;
    for (int step = 0; step < steps; ++step) {
      CAPTURE(step);
      scene.churn();
      if (step % 5 == 0 && !sound(scene, false)) return;
      scene.step();
      if (!sound(scene, step % every == 0)) return;
    }
  }
}

}  // namespace

TEST_CASE("triangulation: 1000 seeds of 200 steps with churn stay the CDT of their sites") {
  run(0, 1000, 200, 20, Deadlines::never);
}

// Environment spec, 15.4: validate() looks at all certificates, so one that failed before it was due is seen.
TEST_CASE("triangulation: with deadlines no certificate fails before it is due") {
  run(5000, 40, 100, 20, Deadlines::always);
  std::uint64_t looked_at = 0, all = 0, flips = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    MovingSites scene(seed);
    scene.pace = seed % 2 == 0 ? 0.004 : 0.02;
    scene.tri.use_deadlines(Deadlines::always);
    for (int step = 0; step < 200; ++step) {
      CAPTURE(step);
      if (scene.rng.below(10) == 0) scene.churn();
      scene.step();
      if (!sound(scene, step % 50 == 0)) return;
      if (step == 0) continue;
      looked_at += scene.tri.report().certificates;
      flips += scene.tri.report().flips;
      all += scene.tri.edges().size();
    }
  }
  CHECK(flips > 1000);
  CHECK(looked_at < all / 2);
}

TEST_SUITE("long") {
  TEST_CASE("triangulation: 100000 seeds") {
    run(100000, 50000, 30, 10, Deadlines::never);
    run(150000, 50000, 30, 10, Deadlines::automatic);
  }

  // Environment spec, 15.7: lattices, coincidences, clamping, walls that come, go and sweep, spawn, removal and jumps.
  TEST_CASE("triangulation: 100000 steps with churn") {
    run(1, 1, 100000, 100, Deadlines::never);
    run(2, 1, 100000, 100, Deadlines::always);
    run(3, 4, 50000, 100, Deadlines::automatic);
  }
}
