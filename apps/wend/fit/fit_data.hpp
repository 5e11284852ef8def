#pragma once
#include <wend/scene.hpp>
#include <wend/study/fit.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wend::cli {

// "robust", "classic" or "people".
AttractorParams preset_named(std::string_view);
// Where a search can begin: a and d0 in rad/s and metres, for a walker of this size.
AttractorParams with_start(AttractorParams, double radius, double speed, double dt);

// Trials as `wend fit` reads them; the formats stand in docs/guide/fitting.md.
struct FitData {
  std::vector<study::RecordedTrial> trials{};
  std::vector<std::string> notes{};  // what was passed over
  std::optional<double> dt{};        // of the run that was recorded
  std::optional<AttractorParams> attractor{};  // of its agents; what is relative stays so, but for a and d0
  std::string preset{};                        // of `attractor`
  std::optional<double> lightness{};
};

// A table of walkers, goals and obstacles: .csv, or the table `trials` of an SQLite file.
Result<FitData> read_trials(const std::string& path);

// A trajectory that `wend run` wrote: each agent of the scene is a trial, with its goal and what it had to avoid.
Result<FitData> read_run(const std::string& path, const scene::Scene&);

}  // namespace wend::cli
