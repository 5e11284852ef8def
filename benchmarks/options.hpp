#pragma once
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include <unistd.h>

namespace wend::bench {

// What the benchmarks with a table understand.
struct CommonOptions {
  int rounds = 0;
  bool quick = false, json = false, progress = isatty(STDERR_FILENO) != 0;
  std::string only;  // rows or maps whose name contains this
};

// Reads them; answers the exit code when the program is to end.
inline std::optional<int> read_options(int argc, char** argv, const char* usage, int rounds, int quick_rounds, CommonOptions& o) {
  for (int k = 1; k < argc; ++k) {
    const std::string_view arg = argv[k];
    const auto value = [&]() -> const char* { return k + 1 < argc ? argv[++k] : ""; };
    if (arg == "--quick") {
      o.quick = true;
    } else if (arg == "--json") {
      o.json = true;
    } else if (arg == "--no-progress") {
      o.progress = false;
    } else if (arg == "--rounds") {
      o.rounds = std::max(1, std::atoi(value()));
    } else if (arg == "--only") {
      o.only = value();
    } else {
      std::fputs(usage, arg == "--help" ? stdout : stderr);
      return arg == "--help" ? 0 : 2;
    }
  }
  if (o.rounds == 0) o.rounds = o.quick ? quick_rounds : rounds;
  return std::nullopt;
}

}  // namespace wend::bench
