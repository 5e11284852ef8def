#pragma once
#include "checkpoints.hpp"
#include "output_files.hpp"
#include "progress.hpp"
#include "runners.hpp"
#include "scene_text.hpp"
#include "stuck_why.hpp"

#include <wend/analysis/metrics.hpp>
#include <wend/runner.hpp>
#include <wend/scene.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wend::cli {

// A run from its first step to its last, and what is known of it afterwards.

struct Outcome {
  std::string scene;
  std::string title;
  Json params;
  std::uint64_t seed = 0;
  double dt = 0;
  std::uint64_t steps = 0;
  double sim_time = 0;
  double wall_time = 0;  // s, of the whole run with metrics and files
  double step_time = 0;  // s, of the steps alone
  std::uint64_t agent_steps = 0;
  std::uint64_t hash = 0;
  std::size_t obstacles = 0;
  std::size_t threads = 1;
  Report report;
  std::optional<Meetings> meetings;  // none: not known
  std::optional<std::vector<AgentReport>> agents;  // if asked for
  std::optional<StuckWhy> stuck_why;               // of a single run
  std::vector<WrittenFile> files;
  bool started = true;  // false: loaded or opened in vain, the error says why
  bool interrupted = false;
  std::optional<Error> script_error;  // the scene gave up
  std::optional<Error> file_error;
  std::optional<Error> checkpoint_error;
};

// Called now and then, from the thread that runs.
using Watch = std::function<void(const scene::Scene&, std::uint64_t agent_steps)>;

// Keeps the reports of single agents when there are at most so many.
constexpr std::uint64_t usual_agent_reports = 1000;

// `before` is what an earlier part of the same run has done; a run that starts has none.
Outcome simulate(scene::Scene&, OutputFiles&, Checkpoints&, TaskRunner&, std::uint64_t most_agent_reports,
                 const Watch& watch = {}, std::optional<RunSoFar> before = {});

// Steps until the world's clock says `end`; `place` is the command, for messages.
Result<void> run_to(scene::Scene&, double end, TaskRunner&, Progress&, const char* place);

// 0, 1 or 2 as docs/cli.md says.
int exit_code_of(const Outcome&, bool strict);
// One line for each reason of a code that is not 0.
void say_problems(const Outcome&, bool strict);

}  // namespace wend::cli
