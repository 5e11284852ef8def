#pragma once
#include <wend/planner.hpp>
#include <wend/result.hpp>

#include "planning/map.hpp"

namespace wend::planning {

// The mean number of steps of a random walk to the nearest target (planning spec, (p.4) and (p.19)): 0 on targets,
// infinite on solid cells and where no target can be reached. Weights of targets have no meaning here.
Result<std::vector<double>> hitting(const Map&, std::span<const std::uint8_t> solid, const TargetCells&,
                                    const PlanProgressCall& = {});

}  // namespace wend::planning
