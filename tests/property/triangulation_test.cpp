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

void run(std::uint64_t first, std::uint64_t seeds, int steps, int every) {
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    CAPTURE(seed);
    MovingSites scene(seed);
    if (!sound(scene, false)) return;
    for (int step = 0; step < steps; ++step) {
      CAPTURE(step);
      scene.churn();
      if (!sound(scene, false)) return;
      scene.step();
      if (!sound(scene, step % every == 0)) return;
    }
  }
}

}  // namespace

TEST_CASE("triangulation: 1000 seeds of 200 steps with churn stay the CDT of their sites") { run(0, 1000, 200, 20); }
