#pragma once
#include <CLI/CLI.hpp>

namespace wend::cli {

// Purpose, usage, examples, options: in the order in which people look for them.
class HelpFormatter : public CLI::Formatter {
 public:
  explicit HelpFormatter(int columns) : columns_(columns) {}  // 0: as wide as it likes
  std::string make_help(const CLI::App*, std::string name, CLI::AppFormatMode) const override;

 private:
  int columns_;
};

}  // namespace wend::cli
