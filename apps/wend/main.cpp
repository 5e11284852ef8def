#include "commands.hpp"
#include "console.hpp"
#include "help.hpp"
#include "options.hpp"
#include "plans.hpp"
#include "untrusted.hpp"

#include <wend/version.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>
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

// Typed options that do not exist, found before CLI11 takes them for something else.
std::string unknown_option(const CLI::App& command, const std::vector<std::string>& arguments) {
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    if (!argument.starts_with("--")) continue;
    const std::string name = argument.substr(0, argument.find('='));
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return fmt::format("unknown option {}{}", name, did_you_mean(name, known));
  }
  return {};
}

int usage_error(const std::string& place, const std::string& message) {
  say_error(place.empty() ? message : place + ": " + message);
  return bad_usage;
}

int run_program(std::vector<std::string> arguments) {
  CLI::App app{"steers crowds, with the same bits everywhere"};
  app.formatter(std::make_shared<HelpFormatter>(columns(arguments.empty() ? STDERR_FILENO : STDOUT_FILENO)));
  app.set_help_flag("-h,--help", "this text");
  app.set_version_flag("--version", fmt::format("wend {}", version_string), "the version");
  app.footer(examples);
  app.require_subcommand(0, 1);

  const std::vector<Action> actions{add_run(app),  add_resume(app), add_render(app),    add_plan(app), add_explain(app), add_fit(app),
                                    add_diff(app), add_check(app),  add_reproduce(app), add_verify(app), add_info(app), add_scenes(app)};
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
  const CLI::App* command = nullptr;
  std::vector<std::string> names;
  for (const CLI::App* each : commands) {
    names.push_back(each->get_name());
    if (each->get_name() == arguments[0]) command = each;
  }
  if (command == nullptr && !arguments[0].starts_with('-')) {
    for (const char* later : {"view", "bench", "export"}) {
      if (arguments[0] == later) return usage_error("", fmt::format("the command {} is not in this version", later));
    }
    const std::string near = did_you_mean(arguments[0], names);
    return usage_error(
        "", fmt::format("unknown command '{}'{}", arguments[0], near.empty() ? "; `wend --help` lists them" : near));
  }
  const std::string place = command == nullptr ? "" : command->get_name();
  if (const std::string problem = unknown_option(command == nullptr ? app : *command, arguments); !problem.empty()) {
    return usage_error(place, problem);
  }

  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return exit_code(put((command == nullptr ? app : *command).help()));
  } catch (const CLI::CallForVersion&) {
    return exit_code(put(fmt::format("wend {}\n", version_string)));
  } catch (const CLI::ExtrasError& problem) {
    return usage_error(place,
                       fmt::format("one argument too many: {}",
                                   fmt::join(command == nullptr ? app.remaining(true) : command->remaining(), " ")));
  } catch (const CLI::ParseError& problem) {
    return usage_error(place, problem.what());
  }
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (!commands[i]->parsed()) continue;
    return untrusted.on ? run_untrusted(*commands[i], untrusted, actions[i]) : actions[i]();
  }
  return usage_error("", "which command? `wend --help` lists them");
}

}  // namespace

}  // namespace wend::cli

int main(int argc, char** argv) {
  using namespace wend::cli;
  guard_standard_streams();
  try {
    const int code = run_program(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
    if (planning_abandoned()) std::_Exit(code);
    return code;
  } catch (const std::bad_alloc&) {
    say_error("out of memory");
  } catch (const std::exception& problem) {
    say_error(std::string("internal error: ") + problem.what());
  }
  return failed;
}
