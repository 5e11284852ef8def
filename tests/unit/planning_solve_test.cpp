#include <doctest/doctest.h>

#include "planning/harmonic.hpp"
#include "planning/hitting.hpp"
#include "support/maps.hpp"
#include "support/potential.hpp"

#include <wend/runner.hpp>

#include <cmath>
#include <string_view>

using namespace wend;
using planning::Column;
using planning::HarmonicFactor;
using planning::Map;
using planning::TargetCells;

namespace {

using Bytes = std::vector<std::uint8_t>;

HarmonicFactor factor_of(const Map& map, double wall_weight = 1) {
  auto made = HarmonicFactor::make(std::make_shared<const Map>(map), wall_weight);
  REQUIRE(made);
  return std::move(*made);
}

std::vector<double> phi_of(const Map& map, const TargetCells& target, const Bytes& open = {}) {
  return factor_of(map).solve(target, open);
}

std::vector<double> hitting_of(const Map& map, const TargetCells& target) {
  auto t = planning::hitting(map, map.solid, target);
  REQUIRE(t);
  return std::move(*t);
}

// Values of the free cells that are no targets, in reading order.
std::vector<double> in_reading_order(const Map& map, const TargetCells& target, const std::vector<double>& all) {
  std::vector<double> values;
  for (std::uint32_t cell = 0; cell < map.size(); ++cell) {
    if (map.solid[cell] == 0 && !test::is_target(target, cell)) values.push_back(all[cell]);
  }
  return values;
}

void check_exact(std::string_view text, std::vector<double> v, double over, const std::vector<double>& t) {
  CAPTURE(text);
  TargetCells target;
  const Map map = test::from_text(text, target);
  const std::vector<double> phi = in_reading_order(map, target, phi_of(map, target));
  const std::vector<double> times = in_reading_order(map, target, hitting_of(map, target));
  REQUIRE(phi.size() == v.size());
  REQUIRE(times.size() == t.size());
  for (std::size_t i = 0; i < v.size(); ++i) {
    CHECK(std::abs(std::exp(-phi[i]) * over / v[i] - 1) <= 1e-12);  // H6: the source form, divided by v(T)
    CHECK(std::abs(times[i] / t[i] - 1) <= 1e-14);
  }
  CHECK(phi_of(map, target)[target.cells[0]] == 0);
}

// A corridor `length` cells long, of `width` (in space: width x width) cells, its target across the low end.
Map corridor(std::uint32_t length, std::uint32_t width, int dimension, TargetCells& target) {
  Map map;
  map.dimension = dimension;
  map.nx = length;
  map.ny = width;
  map.nz = dimension == 3 ? width : 1;
  map.solid.assign(map.size(), 1);
  for (std::uint32_t k = 0; k < map.nz; ++k) {
    for (std::uint32_t j = 0; j < width; ++j) {
      for (std::uint32_t i = 0; i < length; ++i) map.solid[map.index(i, j, k)] = 0;
      target.cells.push_back(map.index(0, j, k));
    }
  }
  return map;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) worst = std::max(worst, std::abs(a[i] - b[i]));  // infinite where only one has a way
  }
  return worst;
}

}  // namespace

TEST_CASE("planning/solve: H1 to H6, exact values of little grids") {
  check_exact("#...#/#.T.#/#...#", {1, 2, 1, 2, 2, 1, 2, 1}, 6, {2.5, 2, 2.5, 2, 2, 2.5, 2, 2.5});
  check_exact("#T...#", {15, 4, 1}, 56, {3, 5, 6});
  check_exact("#T..#/###.#/#...#", {780, 209, 56, 1, 4, 15}, 2911, {6, 11, 15, 21, 20, 18});
  check_exact("#T...T#", {2, 1, 2}, 7, {1.5, 2, 1.5});
  check_exact("#T..##/#..#.#/##...#", {12480, 3120, 11700, 6479, 31, 1736, 465, 124}, 40321,
              {17. / 4, 21. / 4, 15. / 4, 13. / 2, 33. / 2, 21. / 2, 27. / 2, 31. / 2});
}

TEST_CASE("planning/solve: C1 and C3, the potential of a corridor of 10000 cells rises by kappa a cell") {
  const std::pair<std::uint32_t, double> known[] = {
      {1, 1.316957897}, {2, 0.962423650}, {3, 0.747819402}, {8, 0.345574244}};
  for (const auto& [width, kappa_printed] : known) {
    CAPTURE(width);
    TargetCells target;
    const Map map = corridor(10'000, width, 2, target);
    const std::vector<double> phi = phi_of(map, target);
    const double kappa = std::acosh(2 - std::cos(std::acos(-1.0) / (width + 1)));  // planning spec (p.9)
    CHECK(std::abs(kappa - kappa_printed) < 1e-9);
    double worst = 0, across = 0;
    for (std::uint32_t i = 100; i < 9'900; ++i) {
      for (std::uint32_t j = 0; j < width; ++j) {
        worst = std::max(worst, std::abs(phi[map.index(i + 1, j)] - phi[map.index(i, j)] - kappa));
      }
      if (width == 3) {
        for (std::uint32_t j : {0u, 2u})
          across = std::max(across, std::abs(std::exp(phi[map.index(i, j)] - phi[map.index(i, 1)]) - std::sqrt(2.0)));
      }
    }
    CHECK(worst <= 1e-9);
    CHECK(across <= 1e-9);
    CHECK(test::without_descent(map, target, phi) == 0);
  }
}

TEST_CASE("planning/solve: D1, the walk out of a dead end takes i (2n + 1 - i) / 2 steps, exactly") {
  for (std::uint32_t n : {1u, 2u, 3u, 10u, 77u, 500u, 999u, 1000u}) {
    TargetCells target;
    const Map map = corridor(n + 1, 1, 2, target);
    const std::vector<double> t = hitting_of(map, target);
    std::size_t wrong = 0;
    for (std::uint32_t i = 0; i <= n; ++i) wrong += t[map.index(i, 0)] != i * (2.0 * n + 1 - i) / 2;
    CHECK(wrong == 0);
  }
}

TEST_CASE("planning/solve: R1, the turn of H3 as a door") {
  TargetCells target;
  const Map map = test::from_text("#T..#/###D#/#...#", target);
  HarmonicFactor factor = factor_of(map);
  const std::vector<double> shut = factor.solve(target, Bytes{0});
  for (std::uint32_t i : {1u, 2u, 3u}) CHECK(shut[map.index(i, 2)] == planning::infinity);
  CHECK(shut[map.index(3, 1)] == planning::infinity);
  CHECK(shut[map.index(3, 0)] < planning::infinity);
  const std::pair<std::uint32_t, double> expected[] = {{map.index(2, 0), 780}, {map.index(3, 0), 209},
                                                       {map.index(3, 1), 56},  {map.index(3, 2), 15},
                                                       {map.index(2, 2), 4},   {map.index(1, 2), 1}};
  const std::vector<double> open = factor.solve(target, Bytes{1});
  for (const auto& [cell, v] : expected) CHECK(std::abs(std::exp(-open[cell]) * 2911 / v - 1) <= 1e-13);
  factor.prepare_doors(Bytes{1});
  CHECK(factor.solve(target, Bytes{1}) == open);
  CHECK(factor.solve(target, {}) == shut);  // a door nobody mentions is shut
  const TargetCells on_door{{map.index(3, 1)}, {}};
  CHECK(factor.solve(on_door, Bytes{1})[map.index(3, 1)] == 0);
  CHECK(factor.solve(on_door, Bytes{0})[map.index(3, 0)] == planning::infinity);
}

TEST_CASE("planning/solve: R2, a door of rooms toggled 1000 times comes back to the same bits") {
  test::MadeMap made = test::rooms(64, 4, 3);
  test::make_door(made.map, made.openings[5]);
  test::make_door(made.map, made.openings[9]);
  HarmonicFactor factor = factor_of(made.map);
  factor.prepare_doors(Bytes{1, 1});
  const Column shut = factor.solve_shut(made.target);
  const std::vector<double> first = factor.with_doors(shut, made.target, Bytes{1, 0});
  std::vector<double> last;
  for (int i = 0; i < 1000; ++i)
    last = factor.with_doors(shut, made.target,
                             Bytes{static_cast<std::uint8_t>(i % 2), static_cast<std::uint8_t>(i % 3 == 1)});
  last = factor.with_doors(shut, made.target, Bytes{1, 0});
  CHECK(last == first);
  CHECK(factor.solve(made.target, Bytes{1, 0}) == first);
  const Map opened = factor.opened(Bytes{1, 0});
  CHECK(largest_difference(phi_of(opened, made.target), first) < 1e-12);
  CHECK(first != factor.solve(made.target, Bytes{0, 0}));
}

TEST_CASE("planning/solve: more than 256 open door cells are factored anew") {
  test::MadeMap made = test::open_room(40);
  std::vector<std::uint32_t> cells;
  for (std::uint32_t j = 0; j < 40; ++j) {
    for (std::uint32_t i = 4; i < 12; ++i) cells.push_back(made.map.index(i, j));
  }
  const std::vector<double> fresh = phi_of(made.map, made.target);
  test::make_door(made.map, cells);
  const HarmonicFactor factor = factor_of(made.map);
  CHECK(factor.needs_refactor(Bytes{1}));
  CHECK(!factor.needs_refactor(Bytes{0}));
  CHECK(factor.solve(made.target, Bytes{1}) == fresh);
}

TEST_CASE("planning/solve: M1, a mirrored or turned map has a mirrored or turned potential") {
  test::MadeMap made = test::city(48, 40, 11);
  const std::uint32_t size = made.map.nx;
  const std::vector<double> phi = phi_of(made.map, made.target), t = hitting_of(made.map, made.target);
  for (int turn = 0; turn < 2; ++turn) {
    CAPTURE(turn);
    const auto image = [&](std::uint32_t cell) {
      const std::uint32_t i = cell % made.map.row_stride() - 1, j = cell / made.map.row_stride() - 1;
      return turn == 0 ? made.map.index(size - 1 - i, j) : made.map.index(size - 1 - j, i);
    };
    Map map = made.map;
    for (std::uint32_t j = 0; j < size; ++j) {
      for (std::uint32_t i = 0; i < size; ++i) map.solid[image(map.index(i, j))] = made.map.solid[map.index(i, j)];
    }
    const TargetCells target{{image(made.target.cells[0])}, {}};
    const std::vector<double> other = phi_of(map, target), other_t = hitting_of(map, target);
    double worst = 0;
    for (std::uint32_t j = 0; j < size; ++j) {
      for (std::uint32_t i = 0; i < size; ++i) {
        const std::uint32_t cell = map.index(i, j);
        CHECK((phi[cell] < planning::infinity) == (other[image(cell)] < planning::infinity));
        if (!(phi[cell] < planning::infinity) || phi[cell] == 0) continue;
        worst = std::max(
            {worst, std::abs(other[image(cell)] / phi[cell] - 1), std::abs(other_t[image(cell)] / t[cell] - 1)});
      }
    }
    CHECK(worst <= 1e-12);
  }
}

TEST_CASE("planning/solve: on the 256 x 256 maps every reachable cell has a lower neighbour") {
  const test::MadeMap maps[] = {test::open_room(256), test::city(256, 60, 3), test::rooms(256, 8, 3),
                                test::maze(256, 16, 3), test::maze(256, 4, 3)};
  for (const test::MadeMap& made : maps) {
    const std::vector<double> phi = phi_of(made.map, made.target), t = hitting_of(made.map, made.target);
    std::size_t without_way = 0;
    for (std::size_t cell = 0; cell < made.map.size(); ++cell)
      without_way += made.map.solid[cell] == 0 && !(phi[cell] < planning::infinity && t[cell] < planning::infinity);
    CHECK(without_way == 0);
    CHECK(test::without_descent(made.map, made.target, phi) == 0);
    CHECK(test::local_residual(made.map, made.map.solid, 1, made.target, phi) <= 1e-9);
    std::size_t small_drops = 0;  // planning spec, section 3: at least 1/4
    for (std::uint32_t cell = 0; cell < made.map.size(); ++cell) {
      if (!(t[cell] < planning::infinity) || t[cell] == 0) continue;
      double lowest = t[cell];
      for (int n = 0; n < 4; ++n) lowest = std::min(lowest, t[static_cast<std::size_t>(cell + made.map.offset(n))]);
      small_drops += t[cell] - lowest < 0.2499 ? 1 : 0;
    }
    CHECK(small_drops == 0);
  }
}

TEST_CASE("planning/solve: a duct in space decays as (p.28) says, by the same code") {
  for (std::uint32_t width : {1u, 2u, 4u}) {
    CAPTURE(width);
    TargetCells target;
    const Map map = corridor(500, width, 3, target);
    const std::vector<double> phi = phi_of(map, target);
    const double kappa = std::acosh(3 - 2 * std::cos(std::acos(-1.0) / (width + 1)));
    double worst = 0;
    for (std::uint32_t i = 100; i < 400; ++i) {
      for (std::uint32_t j = 0; j < width; ++j)
        worst =
            std::max(worst, std::abs(phi[map.index(i + 1, j, width - 1)] - phi[map.index(i, j, width - 1)] - kappa));
    }
    CHECK(worst <= 1e-9);
    CHECK(test::local_residual(map, map.solid, 1, target, phi) <= 1e-9);
    CHECK(test::without_descent(map, target, hitting_of(map, target)) == 0);
  }
}

// One cell wide and in a ring: entries of the factor join cells that are thousands of cells apart.
TEST_CASE("planning/solve: a ring of 8000 cells keeps its way, though the factor leaves the range of doubles") {
  const std::uint32_t n = 2001;
  Map map = test::blank_map(n, n);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t cell : {map.index(i, 0), map.index(i, n - 1), map.index(0, i), map.index(n - 1, i)})
      map.solid[cell] = 0;
  }
  const TargetCells target{{map.index(0, 0)}, {}};
  const std::vector<double> phi = phi_of(map, target);
  CHECK(test::local_residual(map, map.solid, 1, target, phi) <= 1e-9);
  CHECK(test::without_descent(map, target, phi) == 0);
  CHECK(std::abs(phi[map.index(n - 1, n - 1)] / (4000 * std::acosh(2.0)) - 1) < 1e-3);
}

TEST_CASE("planning/solve: weights of targets scale their sources, whatever their size") {
  TargetCells target;
  const Map map = test::from_text("#T....T#", target);
  const std::uint32_t left = target.cells[0];
  const HarmonicFactor factor = factor_of(map);
  const std::vector<double> even = factor.solve(target, {});
  CHECK(std::abs(even[left + 2] - even[left + 3]) < 1e-15);
  target.weights = {1, 20};
  const std::vector<double> uneven = factor.solve(target, {});
  CHECK(uneven[left + 2] > uneven[left + 3]);
  target.weights = {1e-300, 1e-300};
  CHECK(largest_difference(factor.solve(target, {}), even) < 1e-13);
  target.weights = {1e300, 1e300};
  CHECK(largest_difference(factor.solve(target, {}), even) < 1e-13);
}

TEST_CASE("planning/solve: what cannot be reached is infinite, and nothing at all is an answer") {
  TargetCells target;
  const Map map = test::from_text("#T.#..#", target);
  const std::vector<double> phi = phi_of(map, target), t = hitting_of(map, target);
  for (std::uint32_t i : {0u, 3u, 4u, 5u}) {
    CHECK(phi[map.index(i, 0)] == planning::infinity);
    CHECK(t[map.index(i, 0)] == planning::infinity);
  }
  for (const TargetCells& none : {TargetCells{}, TargetCells{{map.index(3, 0)}, {}}}) {
    for (double value : phi_of(map, none)) CHECK(value == planning::infinity);
    for (double value : hitting_of(map, none)) CHECK(value == planning::infinity);
  }
  const Map solid = test::blank_map(3, 3);
  for (double value : phi_of(solid, {})) CHECK(value == planning::infinity);
  for (double value : hitting_of(solid, {})) CHECK(value == planning::infinity);
}

TEST_CASE("planning/solve: wrong weights and maps are named") {
  TargetCells target;
  Map map = test::from_text("#T..#/#.D.#", target);
  const auto error = [&](double weight) {
    const auto made = HarmonicFactor::make(std::make_shared<const Map>(map), weight);
    REQUIRE(!made);
    return made.error().text();
  };
  CHECK(error(0) == "harmonic: wall_weight = 0, expected more than 0 and at most 1");
  CHECK(error(1.5) == "harmonic: wall_weight = 1.5, expected more than 0 and at most 1");
  map.doors[0].push_back(map.index(1, 0));
  CHECK(error(1) == "harmonic: door cell 9, expected a cell that is solid while every door is shut");
  map.doors[0].back() = 100'000;
  CHECK(error(1) == "harmonic: door cell 100000, expected a cell that is solid while every door is shut");
  map.doors.clear();
  map.solid[2] = 0;
  CHECK(error(1) == "harmonic: cell 2 of the ring is free, expected solid");
  map.solid.pop_back();
  CHECK(error(1) == "harmonic: solid has 27 cells, expected 28");
  CHECK(!planning::hitting(map, map.solid, target));
}

TEST_CASE("planning/solve: progress goes forward to its end") {
  const test::MadeMap made = test::open_room(100);
  std::uint64_t last = 0, total = 1;
  bool forward = true, ordered = false;
  const auto made_factor = HarmonicFactor::make(std::make_shared<const Map>(made.map), 1, [&](const PlanProgress& p) {
    ordered = ordered || std::string_view(p.stage) == "order";
    forward = forward && p.done >= last;
    last = p.done;
    total = p.total;
  });
  CHECK(made_factor);
  CHECK(ordered);
  CHECK(forward);
  CHECK(last == total);
}

TEST_CASE("planning/solve: a factor comes back from its bytes, and damaged bytes are refused") {
  test::MadeMap made = test::rooms(32, 2, 3);
  test::make_door(made.map, made.openings[0]);
  const auto map = std::make_shared<const Map>(made.map);
  const HarmonicFactor factor = factor_of(made.map, 0.5);
  const std::vector<std::byte> bytes = factor.bytes();
  auto back = HarmonicFactor::from_bytes(map, 0.5, bytes);
  REQUIRE(back);
  for (const std::uint8_t open : Bytes{0, 1})
    CHECK(back->solve(made.target, Bytes{open}) == factor.solve(made.target, Bytes{open}));
  CHECK(back->bytes() == bytes);
  CHECK(!HarmonicFactor::from_bytes(map, 1, bytes));
  made.map.solid[made.map.index(3, 3)] = 1;
  CHECK(!HarmonicFactor::from_bytes(std::make_shared<const Map>(made.map), 0.5, bytes));
  std::size_t accepted = 0;
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 16)
    accepted += HarmonicFactor::from_bytes(map, 0.5, std::span(bytes).first(size)).has_value();
  CHECK(accepted == 0);
  for (std::size_t at = 0; at < bytes.size(); at += 97) {  // a wrong number may pass, but never crash
    std::vector<std::byte> wrong = bytes;
    wrong[at] ^= std::byte{0xff};
    if (auto read = HarmonicFactor::from_bytes(map, 0.5, wrong); read && at % 5 == 0) CHECK(read->map().nx == 32);
  }
}

TEST_CASE("planning/solve: targets solved on any number of threads have the same bits") {
  test::MadeMap made = test::rooms(64, 4, 7);
  test::make_door(made.map, made.openings[3]);
  const HarmonicFactor factor = factor_of(made.map);
  std::vector<TargetCells> targets;
  for (std::uint32_t cell = 0; cell < made.map.size() && targets.size() < 40; cell += 97) {
    if (made.map.solid[cell] == 0) targets.push_back({{cell}, {}});
  }
  std::vector<std::vector<double>> expected;
  for (const TargetCells& target : targets) expected.push_back(factor_of(made.map).solve(target, Bytes{1}));
  for (std::size_t threads : {1u, 2u, 3u, 8u}) {
    ThreadRunner runner(threads);
    std::vector<std::vector<double>> phi(targets.size());
    runner.for_chunks(targets.size(), 1, [&](Range rows, std::size_t) {
      for (std::size_t r = rows.begin; r < rows.end; ++r) phi[r] = factor.solve(targets[r], Bytes{1});
    });
    CHECK(phi == expected);
  }
}
