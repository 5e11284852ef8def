#include "commands.hpp"
#include "console.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "output_files.hpp"
#include "progress.hpp"
#include "result_table.hpp"
#include "run_json.hpp"
#include "scene_files.hpp"
#include "seeds.hpp"
#include "simulate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <memory>

namespace wend::cli {

namespace {

constexpr const char* examples =
    "  wend run scenes/demo.lua                         the table\n"
    "  wend run barrier --set agents=80 --seed 7        a shipped scene with another param and seed\n"
    "  wend run barrier -o barrier.sqlite --every 0.5   trajectories for PedPy, two frames per second\n"
    "  wend run barrier --seeds 1..50 --threads 2       one row per seed, then mean, min and max\n"
    "  wend run barrier --json > barrier.json           for a program to read, see docs/json.md";

struct RunOptions {
  SceneOptions scene;
  OutputRequest files;
  std::optional<SeedRange> seeds;
  bool json = false;
  bool per_agent = false;
  bool strict = false;
  bool quiet = false;

  std::uint64_t agent_reports() const {
    if (per_agent) return std::numeric_limits<std::uint64_t>::max();
    return json && !seeds ? usual_agent_reports : 0;
  }
};

// An Error before the first step: told to people and, with --json, to programs.
int refuse(const RunOptions& o, const Error& error, int code) {
  say_error(error);
  if (o.json) put(json_error(o.scene.scene, error));
  return code;
}

// The table goes where people read: aside when standard output belongs to a program.
bool show(const RunOptions& o, const Json& json, const std::function<std::string(const Paint&, int)>& table) {
  const int people = o.json ? STDERR_FILENO : STDOUT_FILENO;
  if (!o.quiet) {
    const std::string text = table(Paint::of(people), columns(people));
    if (o.json) {
      note(text);
    } else if (!put(text)) {
      return false;
    }
  }
  return !o.json || put(json_text(json));
}

int run_one(const RunOptions& o) {
  Progress progress(!o.quiet);
  const auto log = [&](std::string_view line) {
    if (!o.quiet) progress.say(line);
  };
  auto scene = load_scene(o.scene, {}, log);
  if (!scene) return refuse(o, scene.error(), bad_usage);
  auto files = OutputFiles::open(o.files, *scene);
  if (!files) return refuse(o, files.error(), files.error().code == Errc::io ? failed : bad_usage);

  const auto runner = make_runner(useful_threads(o.scene.threads, scene->world().agent_count()));
  const Outcome outcome =
      simulate(*scene, *files, *runner, o.agent_reports(), [&](const scene::Scene& s, std::uint64_t agent_steps) {
        if (!progress.due()) return;
        const double now = s.world().time(), end = s.duration();
        progress.show({now / end, static_cast<double>(agent_steps), now,
                       fmt::format("t = {} of {:.6g} s", fixed(now, 1), end)});
      });
  progress.clear();
  const bool told = show(o, o.json ? run_json(outcome) : Json(),
                         [&](const Paint& paint, int) { return result_table(outcome, paint); });
  say_problems(outcome, o.strict);
  return std::max(exit_code_of(outcome, o.strict), exit_code(told));
}

int run_many(const RunOptions& o) {
  Progress progress(!o.quiet);
  const auto outcomes = run_seeds(o.scene, o.files, *o.seeds, o.agent_reports(), progress, !o.quiet);
  progress.clear();
  if (!outcomes) return refuse(o, outcomes.error(), outcomes.error().code == Errc::io ? failed : bad_usage);

  const std::uint64_t asked = o.seeds->count();
  const bool told = show(o, o.json ? seeds_json(*outcomes, asked) : Json(),
                         [&](const Paint& paint, int width) { return seeds_table(*outcomes, asked, paint, width); });
  int code = outcomes->size() < asked ? failed : done;
  for (const Outcome& outcome : *outcomes) {
    say_problems(outcome, o.strict);
    code = std::max(code, exit_code_of(outcome, o.strict));
  }
  return std::max(code, exit_code(told));
}

int run(const RunOptions& o) {
  if (o.seeds && o.scene.seed)
    return refuse(o, {Errc::invalid_value, "--seed and --seeds exclude each other", "run"}, bad_usage);
  if (auto ok = check_outputs(o.files); !ok)
    return refuse(o, ok.error(), ok.error().code == Errc::io ? failed : bad_usage);
  catch_interrupts();
  return o.seeds ? run_many(o) : run_one(o);
}

}  // namespace

Action add_run(CLI::App& root) {
  CLI::App& app = *root.add_subcommand("run", "run a scene and say how the crowd fared");
  app.footer(examples);
  const auto o = std::make_shared<RunOptions>();
  add_scene(app, o->scene);
  add_run_options(app, o->scene);
  add_text(app, "--seeds", "A..B", "one run per seed, in parallel; files get the seed in their name: run-7.sqlite",
           [o](const std::string& text) -> Result<void> {
             auto seeds = read_seeds(text);
             if (!seeds) return seeds.error();
             o->seeds = *seeds;
             return {};
           });
  add_text(app, "-o,--output", "FILE", "write trajectories: .sqlite (JuPedSim, PedPy) or .csv; may be repeated",
           [o](const std::string& text) -> Result<void> {
             o->files.trajectories.push_back(text);
             return {};
           });
  add_number(app, "--every", o->files.every, 1e-4, 1e6, "s", "S",
             "simulated seconds between two frames of the files (default: every step)");
  app.add_option("--hashes", o->files.hashes,
                 "write the hash of every step: step, all, clock, motion, attributes, model_state, "
                 "goals, statuses, bodies, targets, events")
      ->type_name("FILE");
  add_flag(app, "--json", o->json, "one JSON object on standard output, the table on standard error (docs/json.md)");
  add_flag(app, "--per-agent", o->per_agent,
           "a report for every agent in the JSON, also for more than 1000 and with --seeds");
  add_flag(app, "--strict", o->strict, "exit code 1 when an agent is stuck at the end");
  add_flag(app, "-q,--quiet", o->quiet, "no progress bar, no table, no print() of the scene");
  return [o] { return run(*o); };
}

}  // namespace wend::cli
