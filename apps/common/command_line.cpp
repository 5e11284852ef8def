#include "command_line.hpp"

#include "console.hpp"
#include "help.hpp"
#include "options.hpp"

#include <wend/version.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <new>

namespace wend::cli {

namespace {

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

}  // namespace

void set_up(CLI::App& app, int columns) {
  app.formatter(std::make_shared<HelpFormatter>(columns));
  app.set_help_flag("-h,--help", "this text");
  app.set_version_flag("--version", fmt::format("wend {}", version_string), "the version");
  app.require_subcommand(0, 1);
}

int usage_error(const std::string& place, const std::string& message) {
  say_error(place.empty() ? message : place + ": " + message);
  return bad_usage;
}

std::optional<int> read_command_line(CLI::App& app, std::vector<std::string> arguments) {
  const CLI::App* command = nullptr;
  std::vector<std::string> names;
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; })) {
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
  } catch (const CLI::ExtrasError&) {
    return usage_error(place,
                       fmt::format("one argument too many: {}",
                                   fmt::join(command == nullptr ? app.remaining(true) : command->remaining(), " ")));
  } catch (const CLI::ParseError& problem) {
    return usage_error(place, problem.what());
  }
  return {};
}

int run_main(int argc, char** argv, int (*program)(std::vector<std::string> arguments)) {
  guard_standard_streams();
  try {
    return program(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  } catch (const std::bad_alloc&) {
    say_error("out of memory");
  } catch (const std::exception& problem) {
    say_error(std::string("internal error: ") + problem.what());
  }
  return failed;
}

}  // namespace wend::cli
