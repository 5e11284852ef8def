#include "runs.hpp"

#include <utility>

namespace wend::reproduce {

Runs all_runs() {
  Runs all;
  for (auto* part : {attractor_shapes, attractor_weights, attractor_runs, attractor_people, planning_potential,
                     planning_ways, environment_sets, environment_kinetic, human_dynamics, human_simulations,
                     human_fields, human_comparison, human_extensions, human_fit}) {
    for (NamedRun& run : part()) all.push_back(std::move(run));
  }
  return all;
}

}  // namespace wend::reproduce
