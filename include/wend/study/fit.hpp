#pragma once
#include <wend/base/export.hpp>
#include <wend/model/attractor.hpp>
#include <wend/model/human.hpp>
#include <wend/result.hpp>
#include <wend/runner.hpp>
#include <wend/study/trial.hpp>
#include <wend/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wend::study {

// Parameters of a steering model from recorded walks, human spec section 10.

struct WalkStart {
  Vec2 at{};
  double heading = 0;
  double turn_rate = 0;
};

// A walker on its way to a goal. The walk, the onset and the objects use one clock.
struct RecordedTrial {
  std::string name{};
  std::string condition{};
  std::vector<double> times{};     // rising
  std::vector<Vec2> places{};      // one for each time
  std::vector<double> headings{};  // one for each, or none: found from the places
  std::vector<double> speeds{};    // one for each, or none
  double onset = -std::numeric_limits<double>::infinity();  // the simulation starts at the first sample from here on
  double radius = 0;
  TrialObject goal{};
  std::vector<TrialObject> obstacles{};
  std::optional<WalkStart> start{};  // known; none: from the samples around the onset
  std::optional<double> speed{};     // known and constant; attractor: the top speed
};

enum class FitResidual : std::uint8_t { goal_angle = 0, position = 1, heading = 2 };
enum class FitStage : std::uint8_t { staged = 0, goal = 1, obstacle = 2, joint = 3 };

struct FitBounds {
  std::string name{};
  double low = 0, high = 0;
};

struct FitProgress {
  std::string doing{};  // "goal set, start 2 of 4"
  double share = 0;     // of everything
  double rms = 0;       // the best so far
  std::uint64_t evaluations = 0;
};

struct FitOptions {
  FitResidual residual = FitResidual::goal_angle;
  FitStage stage = FitStage::staged;  // human only
  std::vector<std::string> free{};    // one fit of these to all trials, instead of the stages
  std::vector<std::pair<std::string, double>> held{};    // other values of what is not fitted
  std::vector<std::pair<std::string, double>> starts{};  // where the search begins; else the published values
  std::vector<FitBounds> bounds{};
  std::size_t searches = 4;  // the first from the start values, the others from random places around them
  std::uint64_t seed = 1;    // of those places
  bool zero_turn = false;    // the turn rate at onset is 0
  double smoothing = 0.5;    // seconds around a moment that give its heading, turn rate and speed; 0: the nearest samples
  bool constant_speed = false;  // the mean, also where a profile is recorded
  bool validate = false;        // leave one condition out, for each
  double step = 0.01;           // largest step of the integration; attractor: see dt
  AttractorParams attractor = AttractorParams::robust();  // base of fit_attractor(); its noise is left out
  std::optional<double> dt{};  // of the attractor's world; none: the time between samples, at most 0.25 s
  std::function<bool(const FitProgress&)> progress{};  // false: stop
};

struct FitParameter {
  std::string name{}, unit{};
  double estimate = 0, start = 0;
  double standard_error = 0;  // of the estimate
  double low = 0, high = 0;   // 95 % interval
  double bound_low = 0, bound_high = 0;
  bool at_bound = false;
};

struct FitTrialResult {
  std::string name{}, condition{};
  std::size_t samples = 0;
  double rms = 0, r2 = 0;
  std::string measured_sides{}, fitted_sides{};  // (h.4), a letter for each obstacle
  WalkStart start{};
  double speed = 0;  // its mean
  std::vector<TrialSample> measured{}, fitted{};
  std::vector<double> residuals{};  // position: distances
};

struct FitCondition {
  std::string name{};
  std::size_t trials = 0;
  double rms = 0, r2 = 0;
};

// The condition was left out, the others fitted, and it was predicted from them.
struct FitHeldOut {
  std::string condition{};
  std::vector<double> estimates{};
  double rms = 0, r2 = 0;
  std::size_t sides = 0, side_mismatches = 0;
};

struct FitSearch {
  std::vector<double> from{}, to{};
  double rms = 0;
  std::size_t iterations = 0;
  bool converged = false;
};

struct FitStageResult {
  std::string name{};  // "goal", "obstacle", "joint" or "free"
  std::vector<FitParameter> parameters{};
  std::vector<double> correlations{};  // row by row
  double condition_number = 0;         // of the Jacobian by the logarithms
  double rms = 0;                      // rad or m
  double r2 = 0, mean_condition_r2 = 0;  // (h.34), pooled, and the mean over the conditions
  std::size_t residuals = 0;
  std::uint64_t evaluations = 0;  // simulations of all trials of the stage
  std::size_t sides = 0, side_mismatches = 0;
  std::vector<FitSearch> searches{};
  std::vector<FitTrialResult> trials{};
  std::vector<FitCondition> conditions{};
  std::vector<FitHeldOut> held_out{};
  std::vector<std::string> warnings{};
};

struct FitResult {
  std::string model{};
  FitResidual residual = FitResidual::goal_angle;
  std::vector<FitStageResult> stages{};
  std::vector<std::pair<std::string, double>> values{};  // of everything that may be fitted, as it is after the fit
};

// The seven gains by exact sensitivities. Same answer for any runner.
WEND_API Result<FitResult> fit_human(std::span<const RecordedTrial>, const FitOptions& = {}, const HumanParams& = {});
WEND_API Result<FitResult> fit_human(std::span<const RecordedTrial>, const FitOptions&, const HumanParams&, TaskRunner&);
// a, d0 and agility, or courage instead of d0; finite differences of the model as it runs in a world.
WEND_API Result<FitResult> fit_attractor(std::span<const RecordedTrial>, const FitOptions& = {});
WEND_API Result<FitResult> fit_attractor(std::span<const RecordedTrial>, const FitOptions&, TaskRunner&);

WEND_API std::string_view name_of(FitResidual);
WEND_API std::string_view name_of(FitStage);

}  // namespace wend::study
