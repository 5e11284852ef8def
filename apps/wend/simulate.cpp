#include "simulate.hpp"

#include "console.hpp"
#include "interrupt.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

namespace wend::cli {

namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string prefix(const Outcome& o) { return fmt::format("{}: seed {}: ", o.scene, o.seed); }

}  // namespace

Outcome simulate(scene::Scene& scene, OutputFiles& files, Checkpoints& checkpoints, TaskRunner& runner,
                 std::uint64_t most_agent_reports, const Watch& watch, std::optional<RunSoFar> before) {
  const World& world = scene.world();
  Outcome outcome;
  outcome.scene = scene.name();
  outcome.title = scene.spec().title;
  outcome.params = params_json(scene.spec());
  outcome.threads = runner.workers();
  RunSoFar run;
  if (before) {
    run = std::move(*before);
    outcome.agent_steps = run.agent_steps;
  } else {
    run.metrics.start(world);
  }
  run.files = files.request();
  run.writer = static_cast<std::uint64_t>(::getpid());
  run.checkpoint_every = checkpoints.every();
  const Metrics& metrics = run.metrics;
  const auto save = [&] {
    run.agent_steps = outcome.agent_steps;
    if (auto ok = files.flush(); !ok) outcome.file_error = ok.error();
    checkpoints.save(scene, run);
  };

  const auto start = Clock::now();
  if (auto ok = files.begin(world); !ok) outcome.file_error = ok.error();
  while (!outcome.file_error && !scene.finished()) {
    if (interrupted()) {
      outcome.interrupted = true;
      break;
    }
    const std::uint64_t before = world.steps();
    const auto step_start = Clock::now();
    const std::size_t walking = world.agent_count();
    const auto stepped = scene.step(runner);
    outcome.step_time += seconds_since(step_start);
    if (world.steps() > before) {  // also when a callback failed after the step
      outcome.agent_steps += walking;
      run.metrics.observe(world);
      run.meetings.count_step(world);
      if (auto ok = files.write(world); !ok) outcome.file_error = ok.error();
    }
    if (!stepped) {
      outcome.script_error = stepped.error();
      break;
    }
    if (checkpoints.due(world) && !scene.finished()) save();
    if (watch) watch(scene, outcome.agent_steps);
  }
  if (!outcome.script_error) save();
  outcome.wall_time = seconds_since(start);

  auto written = files.finish(world);
  if (written) {
    outcome.files = std::move(*written);
  } else if (!outcome.file_error) {
    outcome.file_error = written.error();
  }
  outcome.checkpoint_error = checkpoints.problem();
  if (checkpoints.saved() > 0) outcome.files.push_back(file_of(checkpoints.path()));
  outcome.seed = world.seed();
  outcome.dt = world.dt();
  outcome.steps = world.steps();
  outcome.sim_time = world.time();
  outcome.hash = world.hash().all;
  outcome.obstacles = scene.obstacles().size();
  outcome.report = metrics.report();
  outcome.meetings = run.meetings;
  if (outcome.report.agents <= most_agent_reports) outcome.agents = metrics.agents();
  return outcome;
}

Result<void> run_to(scene::Scene& scene, double end, TaskRunner& runner, Progress& progress, const char* place) {
  const World& world = scene.world();
  std::uint64_t agent_steps = 0;
  while (world.time() < end - 1e-9) {
    const double before = world.time();
    if (interrupted()) return Error{Errc::io, fmt::format("interrupted at t = {:.9g} s", before), place};
    if (scene.finished()) return Error{Errc::invalid_value, fmt::format("--at = {} s, but the run is over at t = {:.6g} s", end, before), place};
    agent_steps += world.agent_count();
    if (auto ok = scene.step(runner); !ok) return ok;
    const double now = world.time();
    if (progress.due()) progress.show({now / end, static_cast<double>(agent_steps), now, fmt::format("t = {} of {:.6g} s", fixed(now, 1), end)});
  }
  return {};
}

int exit_code_of(const Outcome& o, bool strict) {
  if (o.script_error) return bad_usage;
  return o.interrupted || o.file_error || o.checkpoint_error || o.report.non_finite > 0 || (strict && o.report.stuck > 0) ? failed : done;
}

void say_problems(const Outcome& o, bool strict) {
  if (o.script_error) say_error(*o.script_error);
  if (o.file_error) say_error(*o.file_error);
  if (o.checkpoint_error) say_error(*o.checkpoint_error);
  if (o.report.non_finite > 0) say_error(prefix(o) + count_of(o.report.non_finite, "agent") + " became non-finite");
  if (strict && o.report.stuck > 0) say_error(prefix(o) + count_of(o.report.stuck, "agent") + " stuck (--strict)");
}

}  // namespace wend::cli
