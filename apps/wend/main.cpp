#include "commands.hpp"
#include "console.hpp"
#include "plans.hpp"
#include "untrusted.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

// The program `wend`: reads the command line, runs one command, answers 0 (done), 1 (failed) or 2 (bad usage or scene).

namespace wend::cli {

namespace {

constexpr const char* examples =
    "  wend scenes                                     what is there to look at\n"
    "  wend run scenes/demo.lua                        run it and see how the crowd fared\n"
    "  wend render scenes/demo.lua -o demo.mp4         watch it\n"
    "  wend run scenes/demo.lua --seeds 1..20 --json   twenty crowds, for a program to read";

int run_program(std::vector<std::string> arguments) {
  CLI::App app{"steers crowds, with the same bits everywhere"};
  set_up(app, columns(arguments.empty() ? STDERR_FILENO : STDOUT_FILENO));
  app.footer(examples);

  const std::vector<Action> actions{add_run(app),       add_resume(app), add_render(app), add_plan(app),
                                    add_explain(app),   add_fit(app),    add_diff(app),   add_check(app),
                                    add_reproduce(app), add_verify(app), add_info(app),   add_scenes(app)};
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  Untrusted untrusted;
  for (CLI::App* each : commands) {
    for (const char* runs_a_scene : {"run", "render", "plan", "explain", "check", "resume"}) {
      if (each->get_name() == runs_a_scene) add_untrusted(*each, untrusted);
    }
  }

  if (arguments.empty()) {
    note(app.help());
    return bad_usage;
  }
  if (arguments[0] == "help") {  // `wend help run` is `wend run --help`
    arguments.erase(arguments.begin());
    arguments.push_back("--help");
  }
  if (arguments[0] == "reproduce") return start_reproduce({arguments.begin() + 1, arguments.end()});
  if (const auto code = read_command_line(app, arguments)) return *code;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (!commands[i]->parsed()) continue;
    return untrusted.on ? run_untrusted(*commands[i], untrusted, actions[i]) : actions[i]();
  }
  return usage_error("", "which command? `wend --help` lists them");
}

}  // namespace

}  // namespace wend::cli

int main(int argc, char** argv) {
  const int code = wend::cli::run_main(argc, argv, wend::cli::run_program);
  if (wend::cli::planning_abandoned()) std::_Exit(code);
  return code;
}
