#pragma once
#include "command_line.hpp"

namespace wend::cli {

// The commands of the program.

Action add_run(CLI::App& root);
Action add_resume(CLI::App& root);
Action add_render(CLI::App& root);
Action add_plan(CLI::App& root);
Action add_explain(CLI::App& root);
Action add_reproduce(CLI::App& root);
Action add_verify(CLI::App& root);
Action add_fit(CLI::App& root);
Action add_check(CLI::App& root);
Action add_info(CLI::App& root);
Action add_diff(CLI::App& root);
Action add_scenes(CLI::App& root);

// `wend reproduce ARGUMENTS...`: the program wend-reproduce takes over. Comes back only where it cannot be started.
int start_reproduce(const std::vector<std::string>& arguments);

}  // namespace wend::cli
