// The table of the environment spec, section 16: what each part of the environment layer costs, in units of G, the grid
// with full near sets at 0.5 agents per square metre and 4 m. Everything is measured in one run, round by round.
#include "environment/table.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace {

constexpr const char* usage =
    "usage: bench_environment [--quick] [--json] [--rounds N] [--only TEXT] [--no-progress]\n"
    "  --quick     a few seconds; the ratios are rough\n"
    "  --only      only the items whose section or name contains TEXT (G is always measured)\n";

}  // namespace

int main(int argc, char** argv) {
  using namespace wend::bench;
  Options options;
  options.progress = isatty(STDERR_FILENO) != 0;
  for (int k = 1; k < argc; ++k) {
    const std::string_view arg = argv[k];
    const auto value = [&]() -> const char* { return k + 1 < argc ? argv[++k] : ""; };
    if (arg == "--quick") {
      options.rounds = 3;
      options.sample_ms = 4;
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
  Table table;
  add_grid_rows(table, options);
  add_event_rows(table, options);
  add_triangulation_rows(table, options);
  add_mesh_rows(table, options);
  add_contact_rows(table, options);
  const auto unwanted = [&](const Item& item) {
    return (item.section + ": " + item.name).find(options.only) == std::string::npos;
  };
  table.items.erase(std::remove_if(table.items.begin() + 1, table.items.end(), unwanted), table.items.end());
  run(table, options);
  options.json ? print_json(table) : print_text(table, options);
}
