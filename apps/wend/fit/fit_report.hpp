#pragma once
#include "console.hpp"
#include "output_files.hpp"
#include "scene_text.hpp"

#include <wend/io/plot.hpp>
#include <wend/study/fit.hpp>

#include <span>
#include <string>
#include <vector>

namespace wend::cli {

// What a fit says, in its forms.
struct FitFacts {
  std::string data{}, command{};
  study::FitResult result{};
  std::vector<study::RecordedTrial> trials{};
  std::vector<std::pair<std::string, std::string>> others{};  // what else differs from the model's own values, as Lua
  std::string preset{};  // attractor
  std::vector<std::string> notes{};
  double wall_time = 0;
  std::vector<WrittenFile> files{};
};

// The trial that a saved scene shows: the first of those with the most obstacles.
struct ShownTrial {
  const study::RecordedTrial* trial = nullptr;
  const study::FitTrialResult* result = nullptr;  // null: it was in no stage
  double radius = 0.2, speed = 1;                 // m, m/s, as the scene says them
};
ShownTrial shown_trial(const FitFacts&);
constexpr double saved_attractor_dt = 0.1;  // s

std::string fit_table(const FitFacts&, const Paint&);
Json fit_json(const FitFacts&);
io::PlotSheet fit_figure(const FitFacts&);
// A scene of one of the trials with a model of the fitted parameters: to run, and to copy the model from.
std::string fit_scene(const FitFacts&);

}  // namespace wend::cli
