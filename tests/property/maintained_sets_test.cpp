#include "environment/maintained_sets.hpp"

#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include "support/moving_sites.hpp"

using namespace wend;
using namespace wend::environment;
using test::MovingSites;
using Index = KineticTriangulation2::Index;

namespace {

void compare(MovingSites& scene, MaintainedSets& sets, const std::vector<double>& radius, std::uint64_t& members) {
  KineticTriangulation2::Scratch scratch;
  std::vector<Index> want;
  sets.update();
  for (Index p = 0; p < radius.size(); ++p) {
    if (radius[p] < 0) continue;
    CAPTURE(p);
    scene.tri.unseparated(p, radius[p], want, scratch);
    const auto have = sets.members(p);
    REQUIRE(std::vector<Index>(have.begin(), have.end()) == want);
    members += want.size();
  }
}

void run(std::uint64_t first, std::uint64_t seeds, int steps, double pace) {
  std::uint64_t members = 0, floods = 0, updates = 0;
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    CAPTURE(seed);
    MovingSites scene(seed);
    scene.pace = pace;
    MaintainedSets sets(scene.tri);
    std::vector<double> radius(scene.at.size(), -1);
    for (Index p = 0; p < radius.size(); ++p) {
      if (!scene.is_agent(p) || p % 3 == 0) continue;
      radius[p] = p % 7 == 0 ? 0 : scene.rng.uniform(0.5, 4);  // unequal
      sets.subscribe(p, radius[p]);
    }
    for (int step = 0; step < steps; ++step) {
      CAPTURE(step);
      if (step % 4 == 0) scene.churn();
      for (Index p = 0; p < radius.size(); ++p) {
        if (radius[p] < 0 || scene.alive[p]) continue;
        sets.unsubscribe(p);
        radius[p] = -1;
      }
      scene.step();
      if (step % 10 == 5) {
        const auto p = static_cast<Index>(scene.rng.below(radius.size()));
        if (radius[p] >= 0) sets.subscribe(p, radius[p] = scene.rng.uniform(0, 4));
      }
      compare(scene, sets, radius, members);
      for (const double r : radius) updates += r >= 0;
    }
    floods += sets.floods();
  }
  CHECK(members > 0);
  CHECK(floods < updates);  // some were kept
}

}  // namespace

TEST_CASE("maintained sets: equal to floods after every step, among walls and churn") { run(0, 80, 40, 1); }

TEST_CASE("maintained sets: equal to floods while all creep") { run(100, 40, 60, 0.1); }

TEST_CASE("maintained sets: without walls nearly all is kept, not flooded") {
  Rng rng = Rng::stream(9, Purpose::test);
  std::vector<Vec2> at;
  for (int i = 0; i < 300; ++i) at.push_back({rng.uniform(0, 24), rng.uniform(0, 24)});
  KineticTriangulation2 tri;
  tri.build(at, {}, 4);
  MaintainedSets sets(tri);
  for (Index p = 0; p < at.size(); ++p) sets.subscribe(p, 1.0 + p % 3);
  KineticTriangulation2::Scratch scratch;
  std::vector<Index> want;
  for (int step = 0; step < 60; ++step) {
    for (Vec2& p : at)
      p = {std::clamp(p.x + rng.uniform(-0.1, 0.1), 0.0, 24.0), std::clamp(p.y + rng.uniform(-0.1, 0.1), 0.0, 24.0)};
    tri.step(at);
    sets.update();
    for (Index p = 0; p < at.size(); p += 7) {
      tri.near(p, 1.0 + p % 3, want, scratch);
      const auto have = sets.members(p);
      REQUIRE(std::vector<Index>(have.begin(), have.end()) == want);
    }
  }
  CHECK(sets.floods() < 300 + 60 * 300 / 4);
}
