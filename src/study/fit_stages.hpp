#pragma once
#include "study/predictor.hpp"

namespace wend::study {

// One fit: which parameters, by which trials.
struct StagePlan {
  std::string name{};
  std::vector<std::string> free{};
  enum class Trials : std::uint8_t { all, without_obstacles, with_obstacles } trials = Trials::all;
};

// Runs the stages one after the other; what a stage has found is held in the next.
Result<FitResult> run_stages(std::span<const RecordedTrial>, const FitOptions&, std::vector<Fittable>, std::vector<StagePlan>,
                             const Predictor&, TaskRunner&);

}  // namespace wend::study
