#include "help.hpp"

#include "text_width.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wend::cli {

namespace {

constexpr std::size_t widest_page = 96;

// "  -o, --output FILE     text", continued below the text. On a narrow page the text stands below the option.
std::string entry(const std::string& left, const std::string& text, std::size_t page) {
  const std::size_t text_column = page < 60 ? 10 : 26;
  std::string out = "  " + left;
  std::size_t column = out.size();
  for (const std::string& line : wrapped(text, page - text_column)) {
    if (column + 2 > text_column) out += '\n', column = 0;
    out += std::string(text_column - column, ' ') + line;
    column = text_column;
  }
  return out + '\n';
}

std::string left_side(const CLI::Option& option) {
  std::string names;
  for (const std::string& name : option.get_snames()) names += (names.empty() ? "-" : ", -") + name;
  for (const std::string& name : option.get_lnames()) names += (names.empty() ? "    --" : ", --") + name;
  if (names.empty()) names = option.get_name();
  const std::string type = option.get_type_size() == 0 ? "" : option.get_type_name();
  return type.empty() ? names : names + " " + type;
}

}  // namespace

std::string HelpFormatter::make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const {
  const std::size_t page = columns_ > 0 ? std::min(static_cast<std::size_t>(columns_), widest_page) : widest_page;
  const bool is_root = app->get_parent() == nullptr;
  const std::string name = is_root ? "wend" : "wend " + app->get_name();
  std::string out = fmt::format("{}: {}\n\nUsage\n  {}", name, app->get_description(), name);
  const auto subcommands = app->get_subcommands([](const CLI::App*) { return true; });
  if (!subcommands.empty()) out += " COMMAND";
  const auto positionals = app->get_options([](const CLI::Option* o) { return o->get_positional(); });
  for (const CLI::Option* option : positionals) {
    out += option->get_required() ? " " + option->get_name() : " [" + option->get_name() + "]";
  }
  for (const CLI::Option* option :
       app->get_options([](const CLI::Option* o) { return o->get_required() && !o->get_positional(); })) {
    out += fmt::format(" --{} {}", option->get_lnames().at(0), option->get_type_name());
  }
  out += " [options]\n";

  if (!app->get_footer().empty()) out += "\nExamples\n" + app->get_footer() + "\n";
  if (!subcommands.empty()) {
    out += "\nCommands\n";
    for (const CLI::App* sub : subcommands) out += entry(sub->get_name(), sub->get_description(), page);
  }
  if (!positionals.empty()) out += '\n';
  for (const CLI::Option* option : positionals) out += entry(option->get_name(), option->get_description(), page);
  out += "\nOptions\n";
  for (const CLI::Option* option : app->get_options([](const CLI::Option* o) { return !o->get_positional(); })) {
    if (!option->get_group().empty()) out += entry(left_side(*option), option->get_description(), page);
  }
  if (is_root) out += "\n`wend COMMAND --help` says more about a command.\n";
  return fitted(out, static_cast<std::size_t>(columns_));
}

}  // namespace wend::cli
