#include <wend/runner.hpp>

#include <doctest/doctest.h>

#include <vector>

#include "environment/grid_index.hpp"
#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

using namespace wend;

// A hash after every step of a mixed crowd: threads, neighbour order and the index behind it must not show.

namespace {

constexpr int steps = 40;

struct Setup {
  std::size_t threads = 0;  // 0: no runner given
  bool shuffled = false;
  bool brute_force = false;
};

std::vector<StateHash> step_hashes(const Setup& setup) {
  auto m = test::mixed_world(500);
  world::Data& d = world::Access::data(m.world);
  d.shuffle_neighbours = setup.shuffled;
  if (setup.brute_force) d.environment.use(std::make_unique<environment::BruteForce>());
  ThreadRunner runner(setup.threads == 0 ? 1 : setup.threads);
  std::vector<StateHash> hashes;
  for (int k = 0; k < steps; ++k) {
    setup.threads == 0 ? m.step() : m.step(runner);
    hashes.push_back(m.world.hash());
  }
  REQUIRE(m.world.events().size() > 100);
  return hashes;
}

const std::vector<StateHash>& reference() {
  static const std::vector<StateHash> hashes = step_hashes({});
  return hashes;
}

void check_equal(const std::vector<StateHash>& hashes) {
  for (std::size_t k = 0; k < hashes.size(); ++k) {
    const StateHash &a = hashes[k], &b = reference()[k];
    CAPTURE(k);
    // The part says where to look.
    CHECK(a.motion == b.motion);
    CHECK(a.model_state == b.model_state);
    CHECK(a.goals == b.goals);
    CHECK(a.statuses == b.statuses);
    CHECK(a.events == b.events);
    REQUIRE(a == b);
  }
}

}  // namespace

TEST_CASE("determinism: two runs, step by step") { check_equal(step_hashes({})); }

TEST_CASE("determinism: any number of threads, step by step") {
  for (const std::size_t threads : {1u, 2u, 3u, 8u}) {
    CAPTURE(threads);
    check_equal(step_hashes({.threads = threads}));
  }
}

TEST_CASE("determinism: neighbours in any order, step by step") { check_equal(step_hashes({.shuffled = true})); }

TEST_CASE("determinism: grid and brute force, step by step") { check_equal(step_hashes({.brute_force = true})); }

TEST_CASE("determinism: another seed is another run") {
  auto m = test::mixed_world(500, 8);
  m.step();
  CHECK_FALSE(m.world.hash().motion == reference()[0].motion);
}

TEST_CASE("determinism: hashes of one step after another differ") {
  for (std::size_t k = 1; k < reference().size(); ++k) CHECK(reference()[k].motion != reference()[k - 1].motion);
}

TEST_CASE("thread runner: every chunk once, workers in range, also for nothing and for one") {
  for (const std::size_t threads : {1u, 2u, 7u}) {
    ThreadRunner runner(threads);
    CHECK(runner.workers() == threads);
    for (const std::size_t count : {0u, 1u, 255u, 256u, 257u, 10000u}) {
      std::vector<int> seen(count, 0);
      std::vector<std::size_t> workers(count, 99);
      runner.for_chunks(count, 256, [&](Range rows, std::size_t worker) {
        for (std::size_t i = rows.begin; i < rows.end; ++i) ++seen[i], workers[i] = worker;
      });
      CHECK(std::all_of(seen.begin(), seen.end(), [](int n) { return n == 1; }));
      CHECK(std::all_of(workers.begin(), workers.end(), [&](std::size_t w) { return w < threads; }));
    }
  }
  CHECK(ThreadRunner(0).workers() == 1);
}
