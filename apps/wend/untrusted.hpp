#pragma once
#include "commands.hpp"
#include "confine.hpp"

#include <optional>

namespace wend::cli {

// --untrusted: the command in a confined child process; this one waits, reports what ended it and tidies up.
struct Untrusted {
  bool on = false;
  std::optional<double> seconds, memory;  // CPU time, MiB

  Confinement limits(bool programs) const;
};

void add_untrusted(CLI::App& command, Untrusted&);  // --untrusted, --untrusted-seconds, --untrusted-memory

// The exit code of the action, or `failed` when the child was stopped.
int run_untrusted(const CLI::App& command, const Untrusted&, const Action&);

}  // namespace wend::cli
