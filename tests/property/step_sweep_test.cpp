#include "environment/step_sweep.hpp"

#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include "support/ways.hpp"

using namespace wend;
using namespace wend::environment;
using namespace wend::test;

// The sweep finds what looking at every pair finds, with the same bits.

TEST_CASE("step sweep: the same crossings as every pair by itself") {
  for (const Kernel kernel : kernels()) {
    StepSweep sweep(kernel);  // one for all scenes: what is left of the last must not matter
    std::vector<Crossing> found;
    std::size_t crossings = 0, twice = 0;
    std::size_t by_kind[ways_kinds] = {};
    for (std::uint64_t seed = 1; seed <= 1800; ++seed) {
      CAPTURE(seed);
      const auto kind = static_cast<WaysKind>(seed % ways_kinds);
      Rng rng = Rng::stream(seed, Purpose::test);
      Ways w = random_ways(rng, kind);
      if (rng.below(2) == 0) sweep.forget();
      for (int step = 0; step < 3; ++step) {
        move(w, rng, kind);
        sweep.step(w.motions(), found);
        const std::vector<Crossing> expected = plain_crossings(w);
        REQUIRE(found.size() == expected.size());
        REQUIRE(found == expected);
        crossings += found.size();
        by_kind[kind] += found.size();
        std::vector<char> in = members_after(w);
        for (const Crossing& c : found) {
          const bool stays = in[c.subject * w.count() + c.object] != 0;
          if (c.exit == stays) ++twice;  // undone by a second crossing in the same step
        }
        w.next();
      }
    }
    CHECK(crossings > 50000);
    CHECK(twice > 500);
    for (int kind = 0; kind < ways_kinds; ++kind) {
      CAPTURE(kind);
      if (kind != everything && kind != points) CHECK(by_kind[kind] > 50);
    }
  }
}

TEST_CASE("step sweep: who is near plus who enters less who leaves is who is near, environment spec (e.46)") {
  for (const Kernel kernel : kernels()) {
    StepSweep sweep(kernel);
    std::vector<Crossing> found;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      CAPTURE(seed);
      const auto kind = static_cast<WaysKind>(seed % ways_kinds);
      Rng rng = Rng::stream(seed, Purpose::test, 2);
      Ways w = random_ways(rng, kind);
      const std::size_t n = w.count();
      std::vector<char> now = members_after(w);
      for (int step = 0; step < 20; ++step) {
        move(w, rng, kind);
        sweep.step(w.motions(), found);
        std::size_t wrong = 0;
        for (const Crossing& c : found) {
          char& inside = now[c.subject * n + c.object];
          if (inside == (c.exit ? 0 : 1)) ++wrong;  // an enter of one inside, an exit of one outside
          inside = c.exit ? 0 : 1;
        }
        CHECK(wrong == 0);
        REQUIRE(now == members_after(w));
        w.next();
      }
    }
  }
}

TEST_CASE("step sweep: a crowd so dense that only rings of cells are looked at") {
  for (const Kernel kernel : kernels()) {
    StepSweep sweep(kernel);
    std::vector<Crossing> found;
    Rng rng = Rng::stream(5, Purpose::test);
    Ways w;
    for (int i = 0; i < 900; ++i) w.add(rng.uniform(0, 20), rng.uniform(0, 20), i % 7 == 0 ? 9 : 7);
    for (int step = 0; step < 4; ++step) {
      for (std::size_t i = 0; i < w.count(); ++i) {
        w.x1[i] = w.x0[i] + rng.uniform(-0.1, 0.1);
        w.y1[i] = w.y0[i] + rng.uniform(-0.1, 0.1);
      }
      sweep.step(w.motions(), found);
      REQUIRE(found == plain_crossings(w));
      CHECK(found.size() > 500);
      w.next();
    }
  }
}

TEST_CASE("step sweep: nobody, one alone, and nobody who watches") {
  StepSweep sweep;
  std::vector<Crossing> found{{0.5, false, 1, 2}};
  sweep.step({}, found);
  CHECK(found.empty());
  Ways w;
  w.add(0, 0, 1);
  sweep.step(w.motions(), found);
  CHECK(found.empty());
  w.add(5, 0, 1);
  w.x1[1] = 0.5;
  sweep.step(w.motions(), found);
  CHECK(found.size() == 2);
  w.size = {-1, -1};
  sweep.step(w.motions(), found);
  CHECK(found.empty());
}

TEST_CASE("step sweep: through a whole disk in one step") {
  StepSweep sweep;
  std::vector<Crossing> found;
  Ways w;
  w.add(0, 0, 1);
  w.add(-4, 0, -1);
  w.x1[1] = 4;
  sweep.step(w.motions(), found);
  REQUIRE(found.size() == 2);
  CHECK(found[0] == Crossing{0.375, false, 0, 1});
  CHECK(found[1] == Crossing{0.625, true, 0, 1});
}

TEST_CASE("crossing sort: as std::sort does, also when all happens at once") {
  CrossingSort sorter;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Rng rng = Rng::stream(seed, Purpose::test, 3);
    std::vector<Crossing> all(rng.below(2000));
    for (Crossing& c : all) {
      c = {seed % 3 == 0 ? static_cast<double>(rng.below(2)) : rng.uniform(0, 1), rng.below(2) == 0,
           static_cast<std::uint32_t>(rng.below(9)), static_cast<std::uint32_t>(rng.below(9))};
    }
    std::vector<Crossing> expected = all;
    std::sort(expected.begin(), expected.end());
    sorter.sort(all);
    CHECK(all == expected);
  }
}
