#include "rows.hpp"

#include "planning/classic.hpp"
#include "planning/distance.hpp"
#include "planning/harmonic.hpp"
#include "planning/multigrid.hpp"
#include "planning/red_black.hpp"

#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>

namespace wend::bench {

namespace {

using namespace planning;

constexpr double accuracy = 1e-8;

// What the methods are compared on: the map, and v from the factor.
struct Truth {
  const Map& map;
  const TargetCells& target;
  std::vector<std::uint8_t> held;
  std::vector<double> v;

  double error_of_u(const std::vector<double>& u) const {
    double most = 0;
    for (std::size_t k = 0; k < v.size(); ++k) most = held[k] != 0 ? most : std::max(most, std::abs(1 - u[k] - v[k]));
    return most;
  }
  double error(const std::vector<double>& got) const {
    double most = 0;
    for (std::size_t k = 0; k < v.size(); ++k) most = std::max(most, std::abs(got[k] - v[k]));
    return most;
  }
};

HarmonicFactor factor_of(const Map& map) {
  return std::move(HarmonicFactor::make(std::make_shared<Map>(map), 1, {}).value());
}

// Sweeps of plain Gauss-Seidel until the largest error is 1e-8; past the limit by the rate of the last quarter.
double plain_sweeps(const Truth& truth, std::uint64_t most, bool& extrapolated) {
  std::vector<double> u = classic_start(truth.map.solid, truth.target);
  double before = 0, error = 1;
  for (std::uint64_t n = 1; n <= most; ++n) {
    classic_sweep(truth.map, truth.held, 1, u);
    if (n % 20 != 0) continue;
    error = truth.error_of_u(u);
    if (error <= accuracy) return static_cast<double>(n);
    if (n == most * 3 / 4 / 20 * 20) before = error;
  }
  extrapolated = true;
  const double rate = std::log(before / error) / (static_cast<double>(most - most * 3 / 4 / 20 * 20));
  return static_cast<double>(most) + std::log(error / accuracy) / rate;
}

std::uint64_t sor_sweeps(const Truth& truth, double w, std::uint64_t most) {
  std::vector<double> u = classic_start(truth.map.solid, truth.target);
  for (std::uint64_t n = 1; n <= most; ++n) {
    classic_sweep(truth.map, truth.held, w, u);
    if (truth.error_of_u(u) <= accuracy) return n;
  }
  return most;
}

std::uint64_t red_black_sweeps(const Truth& truth, double w, std::uint64_t most) {
  RedBlack board(truth.map, truth.map.solid, truth.target);
  for (std::uint64_t n = 2; n <= most; n += 2) {
    board.sweep(w, 2);
    if (truth.error(board.v()) <= accuracy) return n;
  }
  return most;
}

// The widest clearance in cells: the largest disk that fits between the walls, by the square that does.
double widest(const Map& map) {
  std::vector<std::uint32_t> side(map.size(), 0);
  std::uint32_t most = 0;
  for (std::uint32_t j = 0; j < map.ny; ++j) {
    for (std::uint32_t i = 0; i < map.nx; ++i) {
      const std::uint32_t k = map.index(i, j), s = map.row_stride();
      if (map.solid[k] == 0) side[k] = 1 + std::min(std::min(side[k - 1], side[k - s]), side[k - s - 1]);
      most = std::max(most, side[k]);
    }
  }
  return 0.5 * most;
}

struct BestW {
  double w = 1;
  std::uint64_t sweeps = 5000;
};
template <class Sweeps>
BestW best_w(const Truth& truth, double clearance, Sweeps&& sweeps) {
  BestW best;
  for (const double part : {1.0, 0.9, 0.8, 0.85, 0.95, 1.1, 1.25, 1.5, 2.0}) {
    const double w = over_relaxation(clearance * part);
    const std::uint64_t n = sweeps(truth, w, best.sweeps);
    if (n < best.sweeps) best = {w, n};
  }
  return best;
}

// Four cells in a row: an opening between two rooms where there is one, else free cells in the middle.
std::vector<std::uint32_t> door_cells(const test::MadeMap& made) {
  if (!made.openings.empty()) return made.openings[made.openings.size() / 2];
  for (std::uint32_t k = made.map.index(made.map.nx / 2, made.map.ny / 2 + 9);; ++k) {
    std::vector<std::uint32_t> cells;
    while (cells.size() < 4 && made.map.solid[k + cells.size()] == 0) cells.push_back(k + static_cast<std::uint32_t>(cells.size()));
    if (cells.size() == 4) return cells;
  }
}

// Of one go, over as many as take a few milliseconds: what is short is done often.
template <class Work>
double sample_ns(Work&& work) {
  double total = 0;
  int times = 0;
  for (; total < 8e6; ++times) total += time_ns(work);
  return total / times;
}

std::string text(const char* format, auto... values) {
  char buffer[100];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

}  // namespace

// The reference maps of the planning spec, section 17.
std::vector<PlanMap> plan_maps() {
  return {{"open", test::open_room(256), {50, 1000, 1000, 100, 600, 3000}},
          {"city", test::city(256, 60, 3), {14, 170, 80, 18, 160, 650}},
          {"rooms", test::rooms(256, 8, 3), {8, 110, 20, 7, 30, 80}},
          {"maze 16 wide", test::maze(256, 16, 3), {6, 110, 10, 5, 35, 80}}};
}

void measure(PlanMap& on, const PlanOptions& options) {
  const Map& map = on.made.map;
  const TargetCells& target = on.made.target;
  const auto say = [&](const char* what) {
    if (options.progress) std::fprintf(stderr, "\r%s: %-60s", on.name.c_str(), what);
  };
  say("the true field");
  std::optional<HarmonicFactor> factor = factor_of(map);
  Truth truth{map, target, held_cells(map.solid, target), factor->solve(target, {})};
  for (double& value : truth.v) value = std::exp(-value);

  say("sweeps of Gauss-Seidel");
  on.gs_sweeps = plain_sweeps(truth, options.most_sweeps, on.extrapolated);
  say("the best w");
  const double clearance = widest(map);
  const BestW sor = best_w(truth, clearance, sor_sweeps), best = best_w(truth, clearance, red_black_sweeps);
  const double rule = over_relaxation(clearance);
  const std::uint64_t by_rule = red_black_sweeps(truth, rule, 20000);
  double preview_error = 0;
  std::uint64_t preview_rounds = 0;

  TargetCells further = target;  // the free cell farthest along the array: not near the first one
  further.cells = {static_cast<std::uint32_t>(map.size())};
  while (map.solid[--further.cells[0]] != 0) {}

  test::MadeMap with_door = on.made;
  test::make_door(with_door.map, door_cells(on.made));
  HarmonicFactor shut = factor_of(with_door.map);
  const std::vector<std::uint8_t> open = {1};
  shut.prepare_doors(open);
  const Column solved = shut.solve_shut(target);

  std::vector<double> u = classic_start(map.solid, target);
  const auto sweep_ns = [&](double w, int times) {
    return time_ns([&] { for (int k = 0; k < times; ++k) classic_sweep(map, truth.held, w, u); }) / times;
  };
  struct Method {
    PlanRow row;
    std::function<double()> ns;
  };
  std::vector<Method> methods;
  const auto add = [&](std::string name, std::string note, double wanted, std::function<double()> ns) {
    methods.push_back({{std::move(name), std::move(note), wanted, {}, {}}, std::move(ns)});
  };
  const auto red_black_ns = [&](double w, std::uint64_t sweeps) {
    return sample_ns([&] {
      RedBlack board(map, map.solid, target);
      board.sweep(w, sweeps);
      (void)board.v();
    });
  };
  add("SOR, best w", text("w %.3f, %llu sweeps", sor.w, static_cast<unsigned long long>(sor.sweeps)), on.wanted[0],
      [&] { return static_cast<double>(sor.sweeps) * sweep_ns(sor.w, 10); });
  add("red-black SOR, vectorised, best w", text("w %.3f, %llu sweeps", best.w, static_cast<unsigned long long>(best.sweeps)),
      on.wanted[1], [&] { return red_black_ns(best.w, best.sweeps); });
  add("red-black SOR, w of (p.18)", text("w %.3f, %llu sweeps", rule, static_cast<unsigned long long>(by_rule)), 0,
      [&] { return red_black_ns(rule, by_rule); });
  add("preview by multigrid", "", on.wanted[2], [&] {
    Iterated got;
    const double ns = sample_ns([&] { got = preview(map, map.solid, target, accuracy); });
    preview_error = truth.error(got.v);
    preview_rounds = got.rounds;
    return ns;
  });
  add("LDL^T, factor and first target", text("%zu entries", factor->entries()), on.wanted[3],
      [&] { return time_ns([&] { (void)factor_of(map).solve(target, {}); }); });
  add("LDL^T, each further target", "extended range", on.wanted[4],
      [&] { return sample_ns([&] { (void)factor->solve(further, {}); }); });
  add("distance (fast marching)", "", on.wanted[5], [&] { return sample_ns([&] { (void)distance(map, map.solid, target, {}); }); });
  const std::size_t door = methods.size();
  add("opening a door of 4 cells", "against a new factor", 100,
      [&] { return sample_ns([&] { (void)shut.with_doors(solved, target, open); }); });
  double make_ns = 0;

  std::vector<double> sweeps;
  for (int round = -1; round < options.rounds; ++round) {  // the first one warms up
    say(text("round %d of %d", std::max(round, 0) + 1, options.rounds).c_str());
    for (std::size_t k = 0; k < methods.size(); ++k) {
      const double before = sweep_ns(1, 10);
      if (k == door) make_ns = time_ns([&] { (void)factor_of(with_door.map); });
      const double ns = methods[k].ns(), sweep = std::min(before, sweep_ns(1, 10));
      if (round < 0) continue;
      sweeps.push_back(sweep);
      methods[k].row.ns.push_back(ns);
      methods[k].row.against.push_back(k == door ? make_ns : on.gs_sweeps * sweep);
    }
  }
  on.gs_sweep_ns = *std::min_element(sweeps.begin(), sweeps.end());
  for (Method& method : methods) {
    if (method.row.name == "preview by multigrid")
      method.row.note = text("%llu rounds, error %.1e", static_cast<unsigned long long>(preview_rounds), preview_error);
    on.rows.push_back(std::move(method.row));
  }
  if (options.progress) std::fprintf(stderr, "\r%80s\r", "");
}

void print_text(const std::vector<PlanMap>& maps, const PlanOptions& options) {
  std::printf("256 x 256 cells, processor time of one thread, best of %d rounds; how many times faster than plain\n"
              "Gauss-Seidel to a largest error of 1e-8, measured in the same run\n", options.rounds);
  for (const PlanMap& map : maps) {
    std::printf("\n%s: Gauss-Seidel %.0f sweeps%s of %.3f ms, %.2f s\n", map.name.c_str(), map.gs_sweeps,
                map.extrapolated ? " (extrapolated)" : "", map.gs_sweep_ns * 1e-6, map.gs_sweeps * map.gs_sweep_ns * 1e-9);
    std::printf("  %-36s %10s %9s %8s\n", "method", "ms", "times", "wanted");
    for (const PlanRow& row : map.rows) {
      const std::string wanted = row.wanted > 0 ? text("%.0f", row.wanted) : "";
      std::printf("  %-36s %10.3f %9.1f %8s  %-7s %s\n", row.name.c_str(), row.best_ns() * 1e-6, row.times(), wanted.c_str(),
                  row.verdict(), row.note.c_str());
    }
  }
}

void print_json(const std::vector<PlanMap>& maps) {
  std::printf("{\n  \"schema\": 1,\n  \"maps\": [");
  const char* comma = "\n";
  for (const PlanMap& map : maps) {
    std::printf("%s    {\"map\": \"%s\", \"gs_sweeps\": %.0f, \"extrapolated\": %s, \"gs_sweep_ns\": %.1f, \"rows\": [", comma,
                map.name.c_str(), map.gs_sweeps, map.extrapolated ? "true" : "false", map.gs_sweep_ns);
    comma = ",\n";
    const char* inner = "\n";
    for (const PlanRow& row : map.rows) {
      std::printf("%s      {\"method\": \"%s\", \"ns\": %.0f, \"times\": %.2f, \"wanted\": %.0f, \"verdict\": \"%s\", \"note\": \"%s\"}",
                  inner, row.name.c_str(), row.best_ns(), row.times(), row.wanted, row.verdict(), row.note.c_str());
      inner = ",\n";
    }
    std::printf("\n    ]}");
  }
  std::printf("\n  ]\n}\n");
}

}  // namespace wend::bench
