#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include "planning/flood.hpp"
#include "planning/harmonic.hpp"
#include "planning/hitting.hpp"
#include "planning/map_doors.hpp"
#include "support/maps.hpp"
#include "support/potential.hpp"

#include <cmath>

using namespace wend;
using planning::HarmonicFactor;
using planning::Map;
using planning::TargetCells;

namespace {

using Bytes = std::vector<std::uint8_t>;

// `solid` of the cells are solid, anywhere; the target is one of the others.
Map random_map(std::uint32_t size, int dimension, double solid, Rng& rng, TargetCells& target) {
  Map map;
  map.dimension = dimension;
  map.nx = map.ny = size;
  map.nz = dimension == 3 ? size : 1;
  map.solid.assign(map.size(), 1);
  std::vector<std::uint32_t> free;
  for (std::uint32_t k = 0; k < map.nz; ++k) {
    for (std::uint32_t j = 0; j < size; ++j) {
      for (std::uint32_t i = 0; i < size; ++i) {
        if (rng.uniform() < solid) continue;
        map.solid[map.index(i, j, k)] = 0;
        free.push_back(map.index(i, j, k));
      }
    }
  }
  target = {};
  if (!free.empty()) target.cells = {free[rng.below(free.size())]};
  return map;
}

// v of the source form by elimination in 80 bits: a range of 1e-4932 and 19 digits. Solid cells 0.
std::vector<long double> oracle(const Map& map, const Bytes& solid, double wall_weight, const TargetCells& target) {
  std::vector<std::uint32_t> cells;
  std::vector<std::size_t> id(map.size(), 0);
  for (std::uint32_t cell = 0; cell < map.size(); ++cell) {
    if (solid[cell] != 0) continue;
    id[cell] = cells.size();
    cells.push_back(cell);
  }
  const std::size_t n = cells.size();
  std::vector<std::vector<long double>> a(n, std::vector<long double>(n + 1, 0));
  for (std::size_t i = 0; i < n; ++i) {
    for (int k = 0; k < map.neighbour_count(); ++k) {
      const auto beside = static_cast<std::size_t>(cells[i] + map.offset(k));
      a[i][i] += solid[beside] != 0 ? wall_weight : 1;
      if (solid[beside] == 0) a[i][id[beside]] = -1;
    }
    for (std::size_t t = 0; t < target.cells.size(); ++t) {
      if (target.cells[t] == cells[i]) a[i][n] = target.weights.empty() ? 1 : target.weights[t];
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = k + 1; i < n; ++i) {
      const long double l = a[i][k] / a[k][k];
      for (std::size_t j = k; j <= n && l != 0; ++j) a[i][j] -= l * a[k][j];
    }
  }
  std::vector<long double> v(map.size(), 0);
  for (std::size_t k = n; k-- > 0;) {
    long double sum = a[k][n];
    for (std::size_t j = k + 1; j < n; ++j) sum -= a[k][j] * v[cells[j]];
    v[cells[k]] = sum / a[k][k];
  }
  return v;
}

void check_random_maps(std::uint64_t from, std::uint64_t to) {
  for (std::uint64_t seed = from; seed < to; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test);
    TargetCells target;
    const auto map = std::make_shared<const Map>(random_map(64, 2, rng.uniform(0, 0.6), rng, target));
    const auto factor = HarmonicFactor::make(map, 1);
    const auto t = planning::hitting(*map, map->solid, target);
    REQUIRE(factor);
    REQUIRE(t);
    const std::vector<double> phi = factor->solve(target, {});
    const Bytes reached = planning::reachable(*map, map->solid, target.cells);
    std::size_t wrong = 0;
    for (std::size_t cell = 0; cell < map->size(); ++cell) {
      wrong += (phi[cell] < planning::infinity) != (reached[cell] != 0) ||
               ((*t)[cell] < planning::infinity) != (reached[cell] != 0);
    }
    CHECK(wrong == 0);
    CHECK(test::without_descent(*map, target, phi) == 0);
    CHECK(test::without_descent(*map, target, *t) == 0);
    CHECK(test::local_residual(*map, map->solid, 1, target, phi) <= 1e-9);
  }
}

}  // namespace

TEST_CASE("planning/solve: P1, random maps have descent everywhere, 100 of 1000") { check_random_maps(0, 100); }

TEST_SUITE("long") {
  TEST_CASE("planning/solve: P1, random maps have descent everywhere, the other 900") { check_random_maps(100, 1000); }
}

TEST_CASE("planning/solve: small maps with doors, weights and several targets agree with elimination in 80 bits") {
  const double weights[] = {1, 0.5, 0.9, 0.01, 1};
  double worst = 0;
  std::size_t opened = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test, 1);
    const int dimension = seed % 4 == 3 ? 3 : 2;
    const double wall_weight = weights[seed % 5];
    TargetCells target;
    Map map = random_map(dimension == 3 ? 4 : 9, dimension, rng.uniform(0, 0.5), rng, target);
    for (int door = 0; door < 3; ++door) {  // they may share cells, touch each other, the target and the edge
      std::vector<std::uint32_t> cells;
      for (std::uint32_t cell = 0; cell < map.size(); ++cell) {
        if (map.solid[cell] == 0 && rng.uniform() < 0.1) cells.push_back(cell);
      }
      map.doors.push_back(cells);
    }
    for (const auto& door : map.doors) {
      for (std::uint32_t cell : door) map.solid[cell] = 1;
    }
    for (std::uint32_t cell = 0; cell < map.size(); ++cell) {
      if (map.solid[cell] == 0 && rng.uniform() < 0.05) target.cells.push_back(cell);
    }
    std::sort(target.cells.begin(), target.cells.end());
    target.cells.erase(std::unique(target.cells.begin(), target.cells.end()), target.cells.end());
    if (seed % 3 == 0) {
      for (std::size_t i = 0; i < target.cells.size(); ++i) target.weights.push_back(rng.uniform(0.1, 10));
    }
    auto factor = HarmonicFactor::make(std::make_shared<const Map>(map), wall_weight);
    REQUIRE(factor);
    for (std::uint8_t state = 0; state < 8; ++state) {
      const Bytes open = {static_cast<std::uint8_t>(state & 1), static_cast<std::uint8_t>(state & 2),
                          static_cast<std::uint8_t>(state & 4)};
      if (state == 4) factor->prepare_doors(Bytes{1, 1, 1});
      const Bytes solid = planning::solid_now(map, open);
      const std::vector<long double> v = oracle(map, solid, wall_weight, target);
      const std::vector<double> phi = factor->solve(target, open);
      long double highest = 0;
      for (std::uint32_t cell : target.cells) highest = std::max(highest, v[cell]);
      for (std::size_t cell = 0; cell < map.size(); ++cell) {
        REQUIRE((phi[cell] < planning::infinity) == (v[cell] > 0));
        if (!(v[cell] > 0)) continue;
        worst = std::max(worst, std::abs(phi[cell] - static_cast<double>(-std::log(v[cell] / highest))));
      }
      opened += state != 0;
    }
  }
  CHECK(opened == 60 * 7);
  CHECK(worst <= 1e-12);
}

TEST_CASE("planning/solve: a grid in space keeps the residual and the descent") {
  Rng rng = Rng::stream(5, Purpose::test);
  for (double wall_weight : {1.0, 0.25}) {
    TargetCells target;
    const auto map = std::make_shared<const Map>(random_map(16, 3, 0.45, rng, target));
    const auto factor = HarmonicFactor::make(map, wall_weight);
    REQUIRE(factor);
    const std::vector<double> phi = factor->solve(target, {});
    CHECK(test::without_descent(*map, target, phi) == 0);
    CHECK(test::local_residual(*map, map->solid, wall_weight, target, phi) <= 1e-9);
    const auto t = planning::hitting(*map, map->solid, target);
    REQUIRE(t);
    CHECK(test::without_descent(*map, target, *t) == 0);
  }
}
