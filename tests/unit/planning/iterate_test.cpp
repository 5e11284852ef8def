#include <doctest/doctest.h>

#include "planning/classic.hpp"
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

TEST_CASE("explore") {
  for (int seed = 1; seed < 4; ++seed)
  for (unsigned width : {4u, 16u}) {
    const auto made = test::maze(256, width, seed);
    for (std::uint64_t most : {200, 400,700,1000, 2000}) {
    const double w = over_relaxation(0.5 * width + 0.5);
    const Relaxed out = gauss_seidel(made.map, made.map.solid, made.target, w, 1e-15, most);
    MESSAGE(width, " ", seed, " w ", w, " ", out.sweeps, " ", out.change, " ", stall_report(out), " first lost ", first_lost(made, out.u));
    if (!out.stalled) break;
    }
  }
  auto made = test::rooms(256,8,1);
  MESSAGE("rooms ", first_lost(made, gauss_seidel(made.map, made.map.solid, made.target, 1.85, 1e-15, 1000).u));
  Map map = test::blank_map(130,4); test::fill(map,0,130,0,4,false); TargetCells t; for (unsigned j=0;j<4;++j) t.cells.push_back(map.index(0,j));
  for (double w : {1., 1.3,1.446}) {auto o = gauss_seidel(map,map.solid,t,w); 
  MESSAGE("corridor ", stall_report(o), " ", o.sweeps, " ", first_lost({map,t,{}}, o.u));}
}
