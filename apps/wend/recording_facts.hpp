#pragma once
#include "checkpoint_facts.hpp"
#include "simulate.hpp"

#include <wend/io/recording.hpp>

#include <string>

namespace wend::cli {

// What a trajectory file says about itself, for `wend info`.
Result<Facts> recording_facts(io::Recording&);

// The run as its file tells it, with what `wend run` would have said of it.
struct MeasuredRun {
  Outcome outcome;
  std::string differs;  // why these are not the numbers of the run; empty if they are
};
Result<MeasuredRun> measured_run(io::Recording&);

}  // namespace wend::cli
