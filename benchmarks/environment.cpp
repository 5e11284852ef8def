// The table of the environment spec, section 16: what each part of the environment layer costs, in units of G, the grid
// with full near sets at 0.5 agents per square metre and 4 m. Everything is measured in one run, round by round.
#include "environment/table.hpp"

#include <algorithm>
#include <cstdio>

namespace {

constexpr const char* usage =
    "usage: bench_environment [--quick] [--json] [--rounds N] [--only TEXT] [--no-progress]\n"
    "  --quick     a few seconds; the ratios are rough\n"
    "  --only      only the items whose section or name contains TEXT (G is always measured)\n";

}  // namespace

int main(int argc, char** argv) {
  using namespace wend::bench;
  Options options;
  if (const auto code = read_options(argc, argv, usage, 7, 3, options)) return *code;
  if (options.quick) options.sample_ms = 4;
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
