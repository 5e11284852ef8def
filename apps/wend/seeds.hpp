#pragma once
#include "progress.hpp"
#include "simulate.hpp"

namespace wend::cli {

// One world per seed, several at a time. After an interrupt: those that were begun. In order of the seeds.
// An Error when a seed could not even start.
Result<std::vector<Outcome>> run_seeds(const SceneOptions&, const OutputRequest&, SeedRange,
                                       std::uint64_t most_agent_reports, Progress&, bool log);

}  // namespace wend::cli
