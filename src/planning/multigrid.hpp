#pragma once
#include "planning/red_black.hpp"

namespace wend::planning {

// The quickest way to v (planning spec, section 6), to an absolute accuracy: conjugate gradients behind a multigrid
// V(2,2). For a look at a field whose factor is still being made; far cells have no direction in it. In the plane.
// `change` is the estimate of the largest error left.
Iterated preview(const Map&, std::span<const std::uint8_t> solid, const TargetCells&, double accuracy = 1e-8,
                 std::uint64_t most_rounds = 200, Kernel = best_kernel());

}  // namespace wend::planning
