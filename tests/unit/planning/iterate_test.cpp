#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include "planning/classic.hpp"
#include "planning/column.hpp"
#include "planning/harmonic.hpp"
#include "planning/multigrid.hpp"
#include "planning/red_black.hpp"
#include "support/maps.hpp"

#include <cmath>
#include <cstring>
#include <functional>
#include <string>

using namespace wend;
using namespace wend::planning;

namespace {

struct Case {
  const char* name;
  const char* grid;
  double over;
  std::vector<double> v;  // of the free cells in reading order, times `over`
};

// Planning spec, section 14.
const std::vector<Case>& exact_cases() {
  static const std::vector<Case> cases = {
      {"H1", "#...#/#.T.#/#...#", 6, {1, 2, 1, 2, 2, 1, 2, 1}},
      {"H2", "#T...#", 56, {15, 4, 1}},
      {"H3", "#T..#/###.#/#...#", 2911, {780, 209, 56, 1, 4, 15}},
      {"H4", "#T...T#", 7, {2, 1, 2}},
      {"H5", "#T..##/#..#.#/##...#", 40321, {12480, 3120, 11700, 6479, 31, 1736, 465, 124}},
  };
  return cases;
}

void check_cases(const std::function<std::vector<double>(const Map&, const TargetCells&)>& solve) {
  for (const Case& wanted : exact_cases()) {
    TargetCells target;
    const Map map = test::from_text(wanted.grid, target);
    const std::vector<double> v = solve(map, target);
    REQUIRE(v.size() == map.size());
    const std::vector<std::uint8_t> held = held_cells(map.solid, target);
    std::size_t n = 0;
    for (std::size_t k = 0; k < map.size(); ++k) {
      if (map.solid[k] != 0) CHECK(v[k] == 0);
      if (held[k] != 0) continue;
      REQUIRE(n < wanted.v.size());
      CHECK_MESSAGE(std::abs(v[k] - wanted.v[n] / wanted.over) < 1e-13, wanted.name, ", cell ", n);
      ++n;
    }
    CHECK(n == wanted.v.size());
    for (const std::uint32_t cell : target.cells) CHECK(v[cell] == 1);
  }
}

std::vector<double> one_minus(std::vector<double> u) {
  for (double& value : u) value = 1 - value;
  return u;
}

std::vector<double> exact(const test::MadeMap& made) {
  const auto factor = HarmonicFactor::make(std::make_shared<Map>(made.map), 1, {});
  REQUIRE(factor);
  std::vector<double> v = factor->solve(made.target, {});
  for (double& value : v) value = std::exp(-value);
  return v;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double most = 0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::abs(a[k] - b[k]));
  return most;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

// The fewest steps to the target of a cell from which going to the lowest neighbour does not end there.
std::uint32_t first_lost(const test::MadeMap& made, const std::vector<double>& u) {
  const Map& map = made.map;
  const std::vector<std::uint32_t> steps = test::steps(map, made.target);
  enum : std::uint8_t { unknown, arrives, lost };
  std::vector<std::uint8_t> state(map.size(), unknown);
  for (const std::uint32_t cell : made.target.cells) state[cell] = arrives;
  std::uint32_t first = 0xffffffffu;
  std::vector<std::uint32_t> way;
  for (std::uint32_t start = 0; start < map.size(); ++start) {
    if (map.solid[start] != 0 || steps[start] == 0xffffffffu) continue;
    std::uint32_t at = start;
    way.clear();
    while (state[at] == unknown) {
      way.push_back(at);
      std::uint32_t lowest = at;
      for (int n = 0; n < map.neighbour_count(); ++n) {
        const auto next = static_cast<std::uint32_t>(at + map.offset(n));
        if (u[next] < u[lowest]) lowest = next;
      }
      if (lowest == at) state[at] = lost;
      at = lowest;
    }
    for (const std::uint32_t cell : way) state[cell] = state[at];
    if (state[start] == lost) first = std::min(first, steps[start]);
  }
  return first;
}

}  // namespace

TEST_CASE("iterate: the exact cases, by each solver") {
  check_cases([](const Map& map, const TargetCells& target) {
    const Relaxed out = gauss_seidel(map, map.solid, target);
    CHECK_FALSE(out.stalled);
    return one_minus(out.u);
  });
  check_cases([](const Map& map, const TargetCells& target) {
    return one_minus(gauss_seidel(map, map.solid, target, 1.2).u);
  });
  for (const Kernel kernel : {Kernel::portable, best_kernel()}) {
    check_cases([&](const Map& map, const TargetCells& target) {
      const Iterated out = red_black(map, map.solid, target, 1.2, 1e-15, 1000, kernel);
      CHECK_FALSE(out.stalled);
      return out.v;
    });
    check_cases([&](const Map& map, const TargetCells& target) {
      const Iterated out = preview(map, map.solid, target, 1e-14, 50, kernel);
      CHECK_FALSE(out.stalled);
      return out.v;
    });
  }
}

TEST_CASE("iterate: the classic form loses its direction in a corridor 4 wide after 60 cells (C2)") {
  test::MadeMap corridor{test::blank_map(130, 4), {}, {}};
  test::fill(corridor.map, 0, 130, 0, 4, false);
  for (std::uint32_t j = 0; j < 4; ++j) corridor.target.cells.push_back(corridor.map.index(0, j));
  const Relaxed out = gauss_seidel(corridor.map, corridor.map.solid, corridor.target);
  CHECK_FALSE(out.stalled);
  const std::uint32_t lost = first_lost(corridor, out.u);
  CHECK(lost >= 57);
  CHECK(lost <= 63);
}

TEST_CASE("iterate: the classic form loses its direction in mazes within a fifth of what the spec says") {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    for (const std::uint32_t width : {4u, 16u}) {
      const double cells = width == 4 ? 60 : 199;
      const test::MadeMap made = test::maze(256, width, seed);
      const Relaxed out = gauss_seidel(made.map, made.map.solid, made.target, over_relaxation(0.5 * width + 0.5), 1e-15, 1000);
      const double lost = first_lost(made, out.u);
      CHECK_MESSAGE(lost >= 0.8 * cells, "width ", width, ", seed ", seed);
      CHECK_MESSAGE(lost <= 1.2 * cells, "width ", width, ", seed ", seed);
    }
  }
}

TEST_CASE("iterate: in a square duct v falls by the factor of (p.28)") {
  Map duct;
  duct.nx = 40;
  duct.ny = duct.nz = 3;
  duct.dimension = 3;
  duct.solid.assign(duct.size(), 1);
  TargetCells target;
  for (std::uint32_t k = 0; k < 3; ++k) {
    for (std::uint32_t j = 0; j < 3; ++j) {
      for (std::uint32_t i = 0; i < 40; ++i) duct.solid[duct.index(i, j, k)] = 0;
      target.cells.push_back(duct.index(0, j, k));
    }
  }
  const Relaxed out = gauss_seidel(duct, duct.solid, target);
  CHECK_FALSE(out.stalled);
  const double factor = std::exp(-std::acosh(3 - 2 * std::cos(std::acos(-1.0) / 4)));
  for (std::uint32_t i = 16; i < 20; ++i) {
    const double here = 1 - out.u[duct.index(i, 1, 1)], next = 1 - out.u[duct.index(i + 1, 1, 1)];
    CHECK(std::abs(next / here - factor) < 1e-4);
  }
  CHECK(same_bits(out.u, gauss_seidel(duct, duct.solid, target).u));
}

TEST_CASE("iterate: a solver that cannot reach its stop says so and ends") {
  const test::MadeMap made = test::open_room(33);
  const Relaxed out = gauss_seidel(made.map, made.map.solid, made.target, 1.9, 1e-16, 1500);
  CHECK(out.stalled);
  CHECK(out.sweeps == 1500);
  CHECK(out.change >= 1e-16);
  CHECK(out.change < 1e-14);  // rounding, and nothing else
  CHECK(stall_report(out).starts_with("stalled at change "));
  CHECK(stall_report(out).ends_with(" after 1500 sweeps"));
  CHECK(stall_report(gauss_seidel(made.map, made.map.solid, made.target, 1.8, 1e-12)).empty());
  CHECK(red_black(made.map, made.map.solid, made.target, 1.8, 1e-12, 20).stalled);
  CHECK(red_black(made.map, made.map.solid, made.target, 1.8, 1e-12, 20).rounds == 20);
  const Iterated short_of_it = preview(made.map, made.map.solid, made.target, 1e-8, 2);
  CHECK(short_of_it.stalled);
  CHECK(short_of_it.rounds == 2);
  CHECK(short_of_it.change > 1e-8);
}

TEST_CASE("iterate: over-relaxation follows the widest opening, (p.18)") {
  CHECK(over_relaxation(20) == doctest::Approx(2 / (1 + std::sin(std::acos(-1.0) / 50))).epsilon(1e-15));
  CHECK(over_relaxation(1) == doctest::Approx(2 / (1 + std::sin(std::acos(-1.0) / 8))).epsilon(1e-15));
}

TEST_CASE("iterate: red-black SOR and the preview find what the factor finds, with the same bits each time and way") {
  for (const test::MadeMap& made : {test::open_room(61), test::rooms(127, 4, 1), test::city(96, 20, 1), test::maze(90, 4, 1)}) {
    const Map& map = made.map;
    const std::vector<double> v = exact(made);
    const auto relaxed = [&](Kernel kernel) { return red_black(map, map.solid, made.target, 1.9, 1e-12, 20000, kernel); };
    const auto previewed = [&](Kernel kernel) { return preview(map, map.solid, made.target, 1e-8, 200, kernel); };
    const Iterated a = relaxed(Kernel::portable), b = relaxed(best_kernel());
    CHECK_FALSE(a.stalled);
    CHECK(largest_difference(a.v, v) < 1e-9);
    CHECK(same_bits(a.v, b.v));
    CHECK(a.rounds == b.rounds);
    CHECK(a.change == b.change);
    const Iterated c = previewed(Kernel::portable), d = previewed(best_kernel());
    CHECK_FALSE(c.stalled);
    CHECK(c.rounds <= 25);
    CHECK(largest_difference(c.v, v) < 2e-8);
    CHECK(largest_difference(preview(map, map.solid, made.target, 1e-12).v, v) < 2e-12);
    CHECK(same_bits(c.v, d.v));
    CHECK(same_bits(c.v, previewed(Kernel::portable).v));
  }
}

TEST_CASE("iterate: sweeps that overlap are sweeps one after the other") {
  const test::MadeMap made = test::city(70, 12, 3);
  RedBlack together(made.map, made.map.solid, made.target), single(made.map, made.map.solid, made.target);
  const double change = together.sweep(1.7, 12);
  double last = 0;
  for (int k = 0; k < 12; ++k) last = single.sweep(1.7, 1);
  CHECK(change == last);
  CHECK(same_bits(together.v(), single.v()));
}

TEST_CASE("iterate: a target with no free cell beside it, and cells without a way, end at once") {
  TargetCells target;
  const Map map = test::from_text("T#...#", target);
  const Iterated out = preview(map, map.solid, target);
  CHECK(out.rounds == 0);
  for (std::uint32_t i = 1; i < 6; ++i) CHECK(out.v[map.index(i, 0)] == 0);
  CHECK(one_minus(gauss_seidel(map, map.solid, target).u)[map.index(3, 0)] < 1e-14);
}

TEST_CASE("iterate: logarithms of whole blocks are those of single numbers, bit by bit") {
  Rng rng = Rng::stream(7, Purpose::test);
  std::vector<Extended> x;
  for (int i = 0; i < 900; ++i) x.push_back({std::ldexp(rng.uniform(0.5, 1), static_cast<int>(rng.below(500)) - 250), i < 512 ? 0 : -3});
  const Column column(x);
  const Term term{Extended{1, 0}, &column};
  std::vector<double> out(x.size());
  minus_ln_of_sum({&term, 1}, out);
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(out[i] == minus_ln(x[i].m, x[i].e));
}
