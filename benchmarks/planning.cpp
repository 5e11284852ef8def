// The table of the planning spec, section 15: how many times faster than plain Gauss-Seidel, run to a largest error of
// 1e-8, each way to a field is. Everything is measured in one run, on maps of 256 x 256 cells.
#include "planning/rows.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace {

constexpr const char* usage =
    "usage: bench_planning [--quick] [--json] [--rounds N] [--only MAP] [--no-progress]\n"
    "  --quick     one round, and more of Gauss-Seidel's sweeps extrapolated\n"
    "  --only      only the maps whose name contains MAP: open, city, rooms, maze\n";

}  // namespace

int main(int argc, char** argv) {
  using namespace wend::bench;
  PlanOptions options;
  options.progress = isatty(STDERR_FILENO) != 0;
  for (int k = 1; k < argc; ++k) {
    const std::string_view arg = argv[k];
    const auto value = [&]() -> const char* { return k + 1 < argc ? argv[++k] : ""; };
    if (arg == "--quick") {
      options.rounds = 1;
      options.most_sweeps = 10000;
    } else if (arg == "--json") {
      options.json = true;
    } else if (arg == "--no-progress") {
      options.progress = false;
    } else if (arg == "--rounds") {
      options.rounds = std::max(1, std::atoi(value()));
    } else if (arg == "--only") {
      options.only = value();
    } else {
      std::fputs(usage, arg == "--help" ? stdout : stderr);
      return arg == "--help" ? 0 : 2;
    }
  }
  std::vector<PlanMap> maps = plan_maps();
  std::erase_if(maps, [&](const PlanMap& map) { return map.name.find(options.only) == std::string::npos; });
  for (PlanMap& map : maps) measure(map, options);
  options.json ? print_json(maps) : print_text(maps, options);
}
