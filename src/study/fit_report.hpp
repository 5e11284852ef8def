#pragma once
#include "study/least_squares.hpp"

namespace wend::study {

// Everything that can be said of a stage from its best search.
FitStageResult describe(const Problem&, const Minimum& best, const Eigen::VectorXd& start);

// How well the walks are predicted: (h.34) about their own mean, and the passing sides.
struct Quality {
  double sse = 0, sst = 0, rms = 0, r2 = 0;
  std::size_t sides = 0, side_mismatches = 0;
};
Quality quality_of(const Problem&, const std::vector<const WalkData*>&, std::span<const double> values);

}  // namespace wend::study
