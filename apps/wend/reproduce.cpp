#include "commands.hpp"
#include "console.hpp"
#include "json_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

// `wend reproduce`: the experiments need the inside of the library, so they are the program wend-reproduce.

namespace wend::cli {

namespace fs = std::filesystem;

namespace {

// Beside `wend` in a build folder, in WEND_LIBEXEC (relative to the folder of `wend`) where it is installed.
std::vector<std::string> places() {
  std::error_code ignored;
  const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  std::vector<std::string> found;
  for (const char* folder : {".", WEND_LIBEXEC})
    found.push_back((here / folder / "wend-reproduce").lexically_normal().string());
  return found;
}

// Takes the place of this program; comes back with the errno of what went wrong.
int start(const std::string& program, const std::vector<std::string>& arguments) {
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  ::execv(program.c_str(), words.data());
  return errno;
}

int refuse(const std::vector<std::string>& arguments, const std::string& message) {
  const Error error{Errc::io, message, "reproduce"};
  say_error(error);
  const bool json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
  if (json) put(json_text({{"schema", 1}, {"error", error.text()}}));
  return failed;
}

}  // namespace

int start_reproduce(const std::vector<std::string>& arguments) {
  const std::vector<std::string> files = places();
  for (const std::string& file : files) {
    const int problem = start(file, arguments);
    if (problem == ENOENT || problem == ENOTDIR) continue;
    return refuse(arguments, fmt::format("cannot start '{}': {}", file, std::generic_category().message(problem)));
  }
  return refuse(arguments, fmt::format("there is no program '{}'; `make build` makes wend-reproduce",
                                       fmt::join(files, "' and no '")));
}

Action add_reproduce(CLI::App& root) {
  root.add_subcommand("reproduce", reproduce_purpose);
  return [] { return start_reproduce({}); };
}

}  // namespace wend::cli
