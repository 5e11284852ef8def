#pragma once
#include <CLI/CLI.hpp>

#include <functional>

namespace wend::cli {

// One command of the program: adds itself to the command line and answers what runs it, which gives the exit code.
using Action = std::function<int()>;

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

}  // namespace wend::cli
