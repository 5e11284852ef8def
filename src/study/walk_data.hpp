#pragma once
#include <wend/study/fit.hpp>

#include <string>
#include <vector>

namespace wend::study {

// A trial made ready: the state at onset, and what was measured from then on.
struct WalkData {
  const RecordedTrial* source = nullptr;
  WalkStart start{};
  double begin = 0;             // time of the first sample of the fit
  std::vector<double> times{};  // after the begin
  std::vector<Vec2> places{};
  std::vector<double> headings{};
  std::vector<double> goal_bearings{};  // from the measured places
  std::vector<double> speed_times{}, speeds{};  // profile, one entry: constant
  double mean_speed = 0;
};

double speed_at(const WalkData&, double t);

Result<void> check_trial(const RecordedTrial&, const FitOptions&);
WalkData prepare(const RecordedTrial&, const FitOptions&);

// (h.4) for each obstacle, of samples with their headings; the first sample is the start.
std::string passing_sides(const WalkData&, const std::vector<TrialSample>&);

}  // namespace wend::study
