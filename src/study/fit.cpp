#include <wend/study/fit.hpp>

#include "study/fit_stages.hpp"
#include "study/human_predictor.hpp"

namespace wend::study {

namespace {

using Trials = StagePlan::Trials;

std::vector<StagePlan> human_stages(const FitOptions& o) {
  if (!o.free.empty()) return {{"free", o.free, Trials::all}};
  const StagePlan goal{"goal", {"b", "kg", "c1", "c2"}, Trials::without_obstacles}, obstacle{"obstacle", {"ko", "c3", "c4"}, Trials::with_obstacles};
  switch (o.stage) {
    case FitStage::goal: return {goal};
    case FitStage::obstacle: return {obstacle};
    case FitStage::joint: return {{"joint", {"b", "kg", "c1", "c2", "ko", "c3", "c4"}, Trials::all}};
    case FitStage::staged: break;
  }
  return {goal, obstacle};
}

}  // namespace

Result<FitResult> fit_human(std::span<const RecordedTrial> trials, const FitOptions& o, const HumanParams& params, TaskRunner& runner) {
  if (auto ok = check_fields(human_fields(), params, "human"); !ok) return ok.error();
  auto result = run_stages(trials, o, human_fittables(params), human_stages(o), HumanPredictor(params, o.step), runner);
  if (result) result->model = "human";
  return result;
}

Result<FitResult> fit_human(std::span<const RecordedTrial> trials, const FitOptions& o, const HumanParams& params) {
  SerialRunner runner;
  return fit_human(trials, o, params, runner);
}

std::string_view name_of(FitResidual r) {
  switch (r) {
    case FitResidual::goal_angle: return "goal-angle";
    case FitResidual::position: return "position";
    case FitResidual::heading: return "heading";
  }
  return "";
}

std::string_view name_of(FitStage s) {
  switch (s) {
    case FitStage::staged: return "staged";
    case FitStage::goal: return "goal";
    case FitStage::obstacle: return "obstacle";
    case FitStage::joint: return "joint";
  }
  return "";
}

}  // namespace wend::study
