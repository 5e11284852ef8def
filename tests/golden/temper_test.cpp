#include <doctest/doctest.h>

#include <wend/base/rng.hpp>
#include <wend/world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "golden/in_parallel.hpp"
#include "support/worlds.hpp"

// What courage, agility, lightness and energy do to default people: two crowds of thirty meet head-on, all of one temper.

using namespace wend;
using test::need;

namespace {

constexpr double top_speed = 1.4;
constexpr std::array<double, 5> levels{.1, .3, .5, .7, .9};

struct Walk {
  double clearance = 0;  // to the nearest oncoming agent, at most 2 m, mean over agents
  double time = 0;       // by the time of free walking at top speed
};

Walk meet(const char* attribute, double level, std::uint64_t seed) {
  World world = need(World::create({.dt = 0.1, .seed = seed}));
  Rng rng = Rng::stream(seed, Purpose::test, 21);
  struct One {
    AgentId id;
    double from, side, nearest = 2, done = -1;
  };
  std::vector<One> all;
  for (const double side : {-1.0, 1.0}) {
    for (int q = 0; q < 30; ++q) {
      const double x = 5 + 1.2 * (q / 6) + 0.4 * (rng.uniform() - 0.5), y = (q % 6 - 2.5) * 1.2 + 0.4 * (rng.uniform() - 0.5);
      AgentSpec spec{.at = {side * x, y, 0}, .heading = side < 0 ? 0.0 : 3.14159, .radius = 0.25, .top_speed = top_speed};
      spec.attributes = {{attribute, level}};
      spec.target = need(world.add_target({.at = {-30 * side, y, 0}, .radius = 0}));
      all.push_back({need(world.add_agent(spec)), x, side});
    }
  }
  for (int k = 0; k < 600; ++k) {
    world.step();
    world.clear_events();
    std::vector<Vec2> at;
    for (const One& one : all) at.push_back(world.agent(one.id)->at.xy());
    bool finished = true;
    for (std::size_t i = 0; i < all.size(); ++i) {
      One& one = all[i];
      if (one.done >= 0) continue;
      for (std::size_t j = 0; j < all.size(); ++j) {
        if (all[j].side != one.side) one.nearest = std::min(one.nearest, norm(at[j] - at[i]) - 0.5);
      }
      if (-one.side * at[i].x > 12) one.done = world.time();
      finished = finished && one.done >= 0;
    }
    if (finished) break;
  }
  Walk mean;
  for (const One& one : all) {
    mean.clearance += one.nearest / static_cast<double>(all.size());
    mean.time += (one.done < 0 ? 60 : one.done) / ((12 + one.from) / top_speed) / static_cast<double>(all.size());
  }
  return mean;
}

std::array<Walk, 5> measure(const char* attribute, std::uint64_t seeds) {
  std::vector<Walk> runs(levels.size() * seeds);
  golden::in_parallel(runs.size(), [&](std::size_t i) { runs[i] = meet(attribute, levels[i / seeds], 1 + i % seeds); });
  std::array<Walk, 5> means{};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    means[i / seeds].clearance += runs[i].clearance / static_cast<double>(seeds);
    means[i / seeds].time += runs[i].time / static_cast<double>(seeds);
  }
  for (std::size_t k = 0; k < means.size(); ++k) MESSAGE(levels[k] << ": clearance " << means[k].clearance << " m, time " << means[k].time << " of free");
  return means;
}

bool falls(const std::array<Walk, 5>& means, double Walk::* what) {
  return std::is_sorted(means.begin(), means.end(), [&](const Walk& a, const Walk& b) { return a.*what > b.*what; });
}
bool rises(const std::array<Walk, 5>& means, double Walk::* what) {
  return std::is_sorted(means.begin(), means.end(), [&](const Walk& a, const Walk& b) { return a.*what < b.*what; });
}

constexpr std::uint64_t seeds = 20;

}  // namespace

TEST_CASE("temper: courage lowers clearance and costs little time") {
  const auto means = measure("courage", seeds);
  CHECK(falls(means, &Walk::clearance));
  const auto by_time = [](const Walk& a, const Walk& b) { return a.time < b.time; };
  CHECK(std::max_element(means.begin(), means.end(), by_time)->time <= 1.08 * std::min_element(means.begin(), means.end(), by_time)->time);
}

TEST_CASE("temper: agility raises clearance and lowers time") {
  const auto means = measure("agility", seeds);
  CHECK(rises(means, &Walk::clearance));
  CHECK(falls(means, &Walk::time));
}

TEST_CASE("temper: lightness lowers time") { CHECK(falls(measure("lightness", seeds), &Walk::time)); }

TEST_CASE("temper: energy lowers time and clearance") {
  const auto means = measure("energy", seeds);
  CHECK(falls(means, &Walk::time));
  CHECK(falls(means, &Walk::clearance));
}
