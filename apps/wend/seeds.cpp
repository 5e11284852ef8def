#include "seeds.hpp"

#include "interrupt.hpp"
#include "load_scene.hpp"
#include "plans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace wend::cli {

namespace {

struct Shared {
  const RunOptions& options;
  SeedRange seeds;
  Progress& progress;

  Shared(const RunOptions& o, Progress& p)
      : options(o), seeds(*o.seeds), progress(p), outcomes(seeds.count()), shares(seeds.count()) {}

  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> refused{false};
  std::mutex mutex;  // of all below
  std::vector<std::optional<Outcome>> outcomes;
  std::optional<Error> error;  // of the first seed
  std::vector<double> shares;  // of each seed, 0 .. 1
  double agent_steps = 0, sim_time = 0;
};

Result<Outcome> run_seed(Shared& all, std::uint64_t number) {
  const std::uint64_t seed = all.seeds.first + number;
  const RunOptions& o = all.options;
  const auto say = [&all, seed](std::string_view line) {
    if (!all.options.quiet) all.progress.say(fmt::format("seed {}: {}", seed, line));
  };
  auto scene = load_scene(o.scene, seed, say);
  if (!scene) return scene.error();
  if (auto ok = make_plans(*scene, all.progress, false); !ok) return ok.error();
  auto files = OutputFiles::open(with_seed(o.files, seed), *scene);
  if (!files) return files.error();
  CheckpointRequest request = o.checkpoint;
  if (!request.path.empty()) request.path = with_seed(request.path, seed);
  auto checkpoints = Checkpoints::open(request, scene->world().dt(), say);
  if (!checkpoints) return checkpoints.error();
  SerialRunner runner;
  std::uint64_t told_steps = 0;
  double told_time = 0;
  return simulate(*scene, *files, *checkpoints, runner, o.agent_reports(),
                  [&](const scene::Scene& s, std::uint64_t agent_steps) {
                    if (!all.progress.due()) return;
                    const std::scoped_lock lock(all.mutex);
                    all.agent_steps += static_cast<double>(agent_steps - told_steps);
                    all.sim_time += s.world().time() - told_time;
                    told_steps = agent_steps;
                    told_time = s.world().time();
                    all.shares[number] = s.world().time() / s.duration();
                    double share = 0;
                    std::size_t finished = 0;
                    for (std::size_t i = 0; i < all.shares.size(); ++i)
                      share += all.shares[i], finished += all.outcomes[i] ? 1 : 0;
                    share /= static_cast<double>(all.shares.size());
                    all.progress.show({share, all.agent_steps, all.sim_time,
                                       fmt::format("{} of {}", finished, count_of(all.shares.size(), "seed"))});
                  });
}

// A seed that cannot start is a row like the others, with an error.
Outcome failed_start(const Shared& all, std::uint64_t number, Error error) {
  Outcome outcome;
  outcome.scene = all.options.scene.scene;
  outcome.seed = all.seeds.first + number;
  outcome.started = false;
  error.message += fmt::format(" (seed {})", outcome.seed);
  (error.code == Errc::io ? outcome.file_error : outcome.script_error) = std::move(error);
  return outcome;
}

void work(Shared& all) {
  while (!interrupted() && !all.refused) {
    const std::uint64_t number = all.next.fetch_add(1);
    if (number >= all.seeds.count()) return;
    auto outcome = run_seed(all, number);
    const std::scoped_lock lock(all.mutex);
    all.shares[number] = 1;
    if (outcome) {
      all.outcomes[number] = std::move(*outcome);
    } else if (number == 0) {  // most likely they all fail
      all.error = outcome.error();
      all.refused = true;
    } else {
      all.outcomes[number] = failed_start(all, number, outcome.error());
    }
  }
}

}  // namespace

Result<std::vector<Outcome>> run_seeds(const RunOptions& o, Progress& progress) {
  Shared all(o, progress);
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t threads = std::min<std::size_t>(o.scene.threads > 0 ? o.scene.threads : cores, o.seeds->count());
  {
    std::vector<std::jthread> workers;
    for (std::size_t i = 1; i < threads; ++i) workers.emplace_back([&all] { work(all); });
    work(all);
  }
  if (all.error) return *all.error;
  std::vector<Outcome> outcomes;
  for (std::optional<Outcome>& outcome : all.outcomes) {
    if (outcome) outcomes.push_back(std::move(*outcome));
  }
  return outcomes;
}

}  // namespace wend::cli
