#include "environment/sleep_split.hpp"

#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include "support/ways.hpp"

using namespace wend;
using namespace wend::environment;
using namespace wend::test;

namespace {

void stop_sleepers(Ways& w, const std::vector<std::uint8_t>& asleep) {
  for (std::size_t i = 0; i < w.count(); ++i) {
    if (asleep[i] != 0) w.x1[i] = w.x0[i], w.y1[i] = w.y0[i];
  }
}

}  // namespace

TEST_CASE("sleep split: the same crossings as every pair by itself, whoever sleeps and wakes") {
  for (const Kernel kernel : kernels()) {
    SleepSplit split(kernel);
    StepSweep sweep(kernel);
    std::vector<Crossing> found, swept;
    std::size_t crossings = 0, steps = 0;
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
      CAPTURE(seed);
      const auto kind = static_cast<WaysKind>(seed % ways_kinds);
      Rng rng = Rng::stream(seed, Purpose::test, 4);
      Ways w = random_ways(rng, kind);
      std::vector<std::uint8_t> asleep(w.count());
      for (auto& flag : asleep) flag = rng.below(4) != 0;
      split.forget();
      for (int step = 0; step < 8; ++step, ++steps) {
        if (step == 0 || rng.below(2) == 0) split.set_asleep(asleep);
        move(w, rng, kind);
        stop_sleepers(w, asleep);
        split.step(w.motions(), found);
        sweep.step(w.motions(), swept);
        REQUIRE(found == swept);
        REQUIRE(found == plain_crossings(w));
        crossings += found.size();
        w.next();
        // Told at once, since who is thought to sleep must not move.
        if (w.count() > 0 && rng.below(2) == 0) {
          asleep[rng.below(w.count())] ^= 1;
          if (rng.below(4) == 0)
            for (auto& flag : asleep) flag = rng.below(4) != 0;
          split.set_asleep(asleep);
        }
      }
    }
    CHECK(crossings > 10000);
    CHECK(split.rebuilds() > 600);
    CHECK(split.rebuilds() < steps);
  }
}

TEST_CASE("sleep split: rebuilt only when more than one in twenty has changed") {
  SleepSplit split;
  std::vector<Crossing> found;
  Rng rng = Rng::stream(6, Purpose::test);
  Ways w;
  for (int i = 0; i < 400; ++i) w.add(rng.uniform(0, 30), rng.uniform(0, 30), 4);
  std::vector<std::uint8_t> asleep(400, 1);
  split.set_asleep(asleep);
  split.step(w.motions(), found);
  CHECK(split.rebuilds() == 1);
  for (std::size_t woken = 0; woken < 20; ++woken) {
    asleep[woken * 7] = 0;
    split.set_asleep(asleep);
    move(w, rng, spread);
    stop_sleepers(w, asleep);
    split.step(w.motions(), found);
    CHECK(found == plain_crossings(w));
    CHECK(!found.empty());
    w.next();
  }
  CHECK(split.rebuilds() == 1);
  asleep[399] = 0;
  split.set_asleep(asleep);
  split.step(w.motions(), found);
  CHECK(split.rebuilds() == 2);
}
