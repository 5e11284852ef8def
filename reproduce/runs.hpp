#pragma once
#include "claim.hpp"

#include <vector>

namespace wend::reproduce {

// The function that runs the claim of this id. What the claim says stands in claims/*.json.
struct NamedRun {
  const char* id;
  Run run;
};
using Runs = std::vector<NamedRun>;

// Each file has its own.
Runs attractor_shapes();
Runs attractor_weights();
Runs attractor_runs();
Runs attractor_people();
Runs planning_potential();
Runs planning_ways();
Runs environment_sets();
Runs environment_kinetic();
Runs human_dynamics();
Runs human_simulations();
Runs human_fields();
Runs human_comparison();
Runs human_extensions();
Runs human_fit();

Runs all_runs();

}  // namespace wend::reproduce
