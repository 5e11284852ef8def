#pragma once
#include <CLI/CLI.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace wend::cli {

// What the programs `wend` and `wend-reproduce` do with their command line.

// One command: adds itself to the command line and answers what runs it, which gives the exit code.
using Action = std::function<int()>;

// Help, version and the manners of the command line. `columns`: as wide as the help may be, 0: as wide as it likes.
void set_up(CLI::App&, int columns);

// What `wend --help` and `wend-reproduce` say of the command they share.
inline constexpr const char* reproduce_purpose =
    "run the published experiments: claim, published, measured, verdict, and a report with figures";

// One line on standard error; answers the exit code.
int usage_error(const std::string& place, const std::string& message);

// Reads "COMMAND ARGUMENTS..."; the App then knows which command is meant. Answers an exit code where nothing is left
// to run: help, version, or a mistake, which it has told already.
std::optional<int> read_command_line(CLI::App&, std::vector<std::string> arguments);

// The whole of main(): calls `program` with the arguments behind the program's name; what it throws becomes a message.
int run_main(int argc, char** argv, int (*program)(std::vector<std::string> arguments));

}  // namespace wend::cli
