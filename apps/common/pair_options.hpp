#pragma once
#include "options.hpp"

namespace wend::cli {

// The options of a scene with another ending, for the second of two: --set-b, --seed-b and so on. An empty one is usual.
void add_sets(CLI::App&, SceneOptions&, const std::string& ending);
void add_run_options(CLI::App&, SceneOptions&, const std::string& ending);  // but for --field-cache

}  // namespace wend::cli
