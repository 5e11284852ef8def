// The table of the planning spec, section 15: how many times faster than plain Gauss-Seidel, run to a largest error of
// 1e-8, each way to a field is. Everything is measured in one run, on maps of 256 x 256 cells.
#include "planning/rows.hpp"

#include <cstdio>

namespace {

constexpr const char* usage =
    "usage: bench_planning [--quick] [--json] [--rounds N] [--only MAP] [--no-progress]\n"
    "  --quick     one round, and more of Gauss-Seidel's sweeps extrapolated\n"
    "  --only      only the maps whose name contains MAP: open, city, rooms, maze\n";

}  // namespace

int main(int argc, char** argv) {
  using namespace wend::bench;
  PlanOptions options;
  if (const auto code = read_options(argc, argv, usage, 5, 1, options)) return *code;
  if (options.quick) options.most_sweeps = 10000;
  std::vector<PlanMap> maps = plan_maps();
  std::erase_if(maps, [&](const PlanMap& map) { return map.name.find(options.only) == std::string::npos; });
  for (PlanMap& map : maps) measure(map, options);
  options.json ? print_json(maps) : print_text(maps, options);
}
