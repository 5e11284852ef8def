#include "commands.hpp"
#include "console.hpp"
#include "interrupt.hpp"
#include "load_scene.hpp"
#include "plans.hpp"
#include "result_table.hpp"
#include "run_json.hpp"
#include "run_scene.hpp"
#include "scene_checks.hpp"
#include "seeds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace wend::cli {

namespace {

constexpr const char* examples =
    "  wend run scenes/demo.lua                         the table\n"
    "  wend run barrier --set agents=80 --seed 7        a shipped scene with another param and seed\n"
    "  wend run barrier -o barrier.sqlite --every 0.5   trajectories for PedPy, two frames per second\n"
    "  wend run barrier --seeds 1..50 --threads 2       one row per seed, then mean, min and max\n"
    "  wend run barrier --checkpoint barrier.wend       saved every 10 s, to go on from: wend resume barrier.wend\n"
    "  wend run barrier --json > barrier.json           for a program to read, see docs/json.md";

int run_one(const RunOptions& o) {
  Progress progress(!o.quiet);
  const auto log = [&](std::string_view line) {
    if (!o.quiet) progress.say(line);
  };
  auto scene = load_scene(o.scene, {}, log);
  if (!scene) return refuse(o, scene.error(), bad_usage);
  if (auto ok = make_plans(*scene, progress, !o.quiet); !ok) return refuse(o, ok.error());
  auto files = OutputFiles::open(o.files, *scene);
  if (!files) return refuse(o, files.error());
  return run_scene(o, *scene, std::move(*files), progress, {});
}

int run_many(const RunOptions& o) {
  Progress progress(!o.quiet);
  const auto outcomes = run_seeds(o, progress);
  progress.clear();
  if (!outcomes) return refuse(o, outcomes.error());

  const std::uint64_t asked = o.seeds->count();
  const bool told = show(o, o.json ? seeds_json(*outcomes, asked) : Json(),
                         [&](const Paint& paint, int width) { return seeds_table(*outcomes, asked, paint, width); });
  const auto is_empty = [](const Outcome& outcome) { return outcome.started && outcome.report.agents == 0; };
  if (!o.quiet && std::any_of(outcomes->begin(), outcomes->end(), is_empty)) say_warning(fmt::format("{}: {}", o.scene.scene, no_agents));
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
  if (auto ok = check_request(o); !ok) return refuse(o, ok.error());
  catch_interrupts();
  const int code = o.seeds ? run_many(o) : run_one(o);
  say_cache_problem(o.scene);
  return code;
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
  add_output_options(app, o);
  return [o] { return run(*o); };
}

}  // namespace wend::cli
