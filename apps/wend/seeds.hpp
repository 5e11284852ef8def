#pragma once
#include "run_scene.hpp"

namespace wend::cli {

// One world per seed, several at a time. After an interrupt: those that were begun. In order of the seeds.
// An Error when a seed could not even start.
Result<std::vector<Outcome>> run_seeds(const RunOptions&, Progress&);

}  // namespace wend::cli
