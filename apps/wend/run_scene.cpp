#include "run_scene.hpp"

#include "console.hpp"
#include "result_table.hpp"
#include "run_json.hpp"
#include "scene_checks.hpp"

#include <wend/io/trajectory_format.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace wend::cli {

namespace {

// ".sqlite (JuPedSim, PedPy), .csv (spreadsheets, scripts) or .npy (NumPy)"
std::string trajectory_kinds() {
  std::vector<std::string> kinds;
  for (const io::TrajectoryFormat* format : io::trajectory_formats())
    kinds.push_back(format->used_by.empty() ? format->ending : fmt::format("{} ({})", format->ending, format->used_by));
  return io::either_of(kinds);
}

}  // namespace

void add_output_options(CLI::App& app, const std::shared_ptr<RunOptions>& o) {
  add_text(app, "-o,--output", "FILE",
           fmt::format("write trajectories: {}; .wend: the end, to go on from; may be repeated", trajectory_kinds()),
           [o](const std::string& text) -> Result<void> {
             if (file_ending(text) != ".wend") {
               o->files.trajectories.push_back(text);
               return {};
             }
             if (!o->checkpoint.path.empty()) return Error{Errc::invalid_value, "one checkpoint file is enough", ""};
             o->checkpoint.path = text;
             return {};
           });
  add_number(app, "--every", o->files.every, 1e-4, 1e6, "s", "S",
             "simulated seconds between two frames of the files (default: every step)");
  add_text(app, "--checkpoint", "FILE",
           "save the run now and then, to go on from after a crash (`wend resume`); the two before stay as FILE.1, FILE.2",
           [o](const std::string& text) -> Result<void> {
             if (!o->checkpoint.path.empty()) return Error{Errc::invalid_value, "one checkpoint file is enough", ""};
             o->checkpoint.path = text;
             if (!o->checkpoint.every) o->checkpoint.every = usual_checkpoint_interval;
             return {};
           });
  add_number(app, "--checkpoint-every", o->checkpoint.every, 1e-4, 1e9, "s", "S",
             "simulated seconds between two checkpoints (default 10)");
  app.add_option("--hashes", o->files.hashes,
                 "write the hash of every step: step, all, clock, motion, attributes, model_state, "
                 "goals, statuses, bodies, targets, events")
      ->type_name("FILE");
  add_flag(app, "--json", o->json, "one JSON object on standard output, the table on standard error (docs/json.md)");
  add_flag(app, "--per-agent", o->per_agent,
           "a report for every agent in the JSON, also for more than 1000 and with --seeds");
  add_flag(app, "--strict", o->strict, "exit code 1 when an agent is stuck at the end");
  add_flag(app, "-q,--quiet", o->quiet, "no progress bar, no table, no print() of the scene");
}

int refuse(const RunOptions& o, const Error& error, int code) {
  say_error(error);
  if (o.json) put(json_error(o.scene.scene, error));
  return code;
}

int refuse(const RunOptions& o, const Error& error) {
  return refuse(o, error, error.code == Errc::io ? failed : bad_usage);
}

bool show(const RunOptions& o, const Json& json, const std::function<std::string(const Paint&, int)>& table) {
  const int people = o.json ? STDERR_FILENO : STDOUT_FILENO;
  if (!o.quiet) {
    const std::string text = table(Paint::of(people), columns(people));
    if (!put_table(text, o.json)) return false;
  }
  return !o.json || put(json_text(json));
}

Result<void> check_request(const RunOptions& o) {
  if (o.checkpoint.every && o.checkpoint.path.empty())
    return Error{Errc::invalid_value, "--checkpoint-every needs --checkpoint FILE", ""};
  if (!o.checkpoint.path.empty()) {
    if (auto ok = check_folder(o.checkpoint.path); !ok) return ok;
    const auto& others = o.files.trajectories;
    if (std::find(others.begin(), others.end(), o.checkpoint.path) != others.end() || o.files.hashes == o.checkpoint.path)
      return Error{Errc::invalid_value, fmt::format("'{}' is to be written twice", o.checkpoint.path), ""};
  }
  return check_outputs(o.files);
}

int run_scene(const RunOptions& o, scene::Scene& scene, OutputFiles files, Progress& progress,
              std::optional<RunSoFar> before) {
  auto checkpoints = Checkpoints::open(o.checkpoint, scene.world().dt(), [&](std::string_view text) {
    if (!o.quiet) progress.say(text);
  });
  if (!checkpoints) return refuse(o, checkpoints.error());
  const auto runner = make_runner(useful_threads(o.scene.threads, scene.world().agent_count()));
  Outcome outcome = simulate(
      scene, files, *checkpoints, *runner, o.agent_reports(),
      [&](const scene::Scene& s, std::uint64_t agent_steps) {
        if (!progress.due()) return;
        const double now = s.world().time(), end = s.duration();
        progress.show({now / end, static_cast<double>(agent_steps), now,
                       fmt::format("t = {} of {:.6g} s", fixed(now, 1), end)});
      },
      std::move(before));
  outcome.stuck_why = stuck_why(scene);
  progress.clear();
  const bool told = show(o, o.json ? run_json(outcome) : Json(),
                         [&](const Paint& paint, int) { return result_table(outcome, paint); });
  if (outcome.report.agents == 0 && !o.quiet) say_warning(fmt::format("{}: {}", outcome.scene, no_agents));
  say_problems(outcome, o.strict);
  return std::max(exit_code_of(outcome, o.strict), exit_code(told));
}

}  // namespace wend::cli
