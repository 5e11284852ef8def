#include "environment/kinetic_crossings.hpp"

#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include "support/moving_rows.hpp"

using namespace wend;
using namespace wend::environment;
using test::MovingRows;

TEST_CASE("kinetic crossings: the triangulation finds what looking at every pair finds") {
  std::size_t crossings = 0;
  std::uint64_t flips = 0, certificates = 0;
  for (int kind = 0; kind < static_cast<int>(MovingRows::kinds); ++kind) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      CAPTURE(kind);
      CAPTURE(seed);
      Rng rng = Rng::stream(seed, Purpose::test, 2);
      MovingRows rows = test::moving_rows(rng, static_cast<MovingRows::Kind>(kind), 40);
      KineticCrossings engine;
      std::vector<Crossing> got;
      for (int step = 0; step < 30; ++step) {
        if (rng.below(12) == 0) {
          rng.below(2) == 0 ? rows.add(rng) : rows.remove(rng.below(rows.count()));
          engine.forget();
        }
        rows.move(rng, step);
        engine.step(rows.motions(), got);
        REQUIRE(got == test::all_crossings(rows.motions()));
        crossings += got.size();
      }
      REQUIRE(engine.triangulation().validate() == "");
      flips += engine.triangulation().total().flips;
      certificates += engine.triangulation().total().certificates;
    }
  }
  CHECK(crossings > 1000);
  CHECK(flips > 0);
  CHECK(certificates > 0);
}
