#pragma once
#include "../../tests/support/maps.hpp"
#include "../options.hpp"
#include "../timing.hpp"

#include <string>
#include <vector>

namespace wend::bench {

struct PlanOptions : CommonOptions {
  std::uint64_t most_sweeps = 20000;  // of plain Gauss-Seidel; the rest is extrapolated
};

// One method on one map.
struct PlanRow {
  std::string name, note;
  double wanted = 0;                  // times faster than plain Gauss-Seidel; 0: nothing is asked
  std::vector<double> ns, against;    // of each round; the best counts: what disturbs the machine only makes it slower
  double best_ns() const { return *std::min_element(ns.begin(), ns.end()); }
  double times() const { return *std::min_element(against.begin(), against.end()) / best_ns(); }
  const char* verdict() const {
    return wanted == 0 ? "" : times() >= wanted ? "met" : times() >= wanted / 2 ? "half" : "MISSED";
  }
};

struct PlanMap {
  std::string name;
  test::MadeMap made;
  double wanted[6];  // SOR, red-black, preview, first target, further target, distance (planning spec, section 15)
  double gs_sweeps = 0, gs_sweep_ns = 0;
  bool extrapolated = false;
  std::vector<PlanRow> rows = {};
};

std::vector<PlanMap> plan_maps();
void measure(PlanMap&, const PlanOptions&);
void print_text(const std::vector<PlanMap>&, const PlanOptions&);
void print_json(const std::vector<PlanMap>&);

}  // namespace wend::bench
