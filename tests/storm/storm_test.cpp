#include "storm/storm.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <ctime>
#include <string>

using namespace wend;
using namespace wend::storm;

namespace {

struct Sums {
  std::uint64_t seeds = 0, calls = 0, refused = 0, restores = 0, steps = 0;
};

template <class Run>
void weather(std::uint64_t seed, const std::string& test_case, Sums& sums, Run&& run) {
  Dice dice(seed);
  const Outcome o = run(dice);
  ++sums.seeds, sums.calls += o.calls, sums.refused += o.refused, sums.restores += o.restores, sums.steps += o.steps;
  CHECK_MESSAGE(o.failures.empty(), "seed ", seed, ", ", text(o), "\nreplay: WEND_STORM_SEED=", seed,
                " wend_storm -tc=\"", test_case, "\"");
}

// So many seeds, or only the one named by WEND_STORM_SEED; not longer than WEND_STORM_SECONDS of this process.
template <class Run>
void storms(std::uint64_t first, std::uint64_t count, const std::string& test_case, Run&& run) {
  Sums sums;
  const char* only = std::getenv("WEND_STORM_SEED");
  const char* seconds = std::getenv("WEND_STORM_SECONDS");
  const double most = seconds == nullptr ? 1e9 : std::strtod(seconds, nullptr);
  const std::clock_t start = std::clock();
  if (only != nullptr) first = std::strtoull(only, nullptr, 10), count = 1;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    weather(seed, test_case, sums, run);
    if (static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC > most) break;
  }
  MESSAGE(sums.seeds, " seeds, ", sums.steps, " steps, ", sums.calls, " calls, ", sums.refused, " refused, ",
          sums.restores, " restores");
}

const auto calls = [](Dice& dice) { return run_calls(dice); };

}  // namespace

TEST_CASE("storm: 400 seeds of calls, restores, faults and thread counts") {
  storms(1, 400, "storm: 400 seeds*", calls);
}

TEST_CASE("storm: 100 seeds of scenes with random callbacks, edited texts and thread counts") {
  storms(1, 100, "storm: 100 seeds*", run_scripts);
}

TEST_SUITE("long") {
  TEST_CASE("storm: 80000 more seeds of calls") { storms(1'000'000, 80'000, "storm: 80000*", calls); }
  TEST_CASE("storm: 20000 more seeds of scenes") { storms(1'000'000, 20'000, "storm: 20000*", run_scripts); }
}
