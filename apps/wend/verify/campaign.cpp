#include "verify/campaign.hpp"

#include "interrupt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace wend::cli::verify {

namespace {

struct Task {
  const Trial* trial = nullptr;
  const Row* row = nullptr;
  std::uint64_t seed = 0;
  TrialResult* result = nullptr;
};

struct Shared {
  Shared(Progress& p, const std::vector<std::pair<std::string, double>>& q) : progress(p), people(q) {}

  Progress& progress;
  const std::vector<std::pair<std::string, double>>& people;
  std::vector<Task> tasks;
  std::vector<double> shares;
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex mutex;  // of the shares
};

void show(Shared& all, std::size_t at, double share) {
  const std::scoped_lock lock(all.mutex);
  all.shares[at] = share;
  if (!all.progress.due()) return;
  double sum = 0;
  std::size_t finished = 0;
  for (const double s : all.shares) sum += s, finished += s >= 1 ? 1 : 0;
  all.progress.show({.share = sum / static_cast<double>(all.shares.size()),
                     .where = fmt::format("{} ({} of {} runs)", all.tasks[at].row->name, finished, all.shares.size())});
}

void work(Shared& all) {
  while (!interrupted() && !all.failed) {
    const std::size_t at = all.next.fetch_add(1);
    if (at >= all.tasks.size()) return;
    const Task& task = all.tasks[at];
    Trial trial = *task.trial;
    trial.seed = task.seed;
    trial.people = all.people;
    *task.result = run_trial(trial, [&](double share) {
      show(all, at, std::min(share, 0.999));
      return !all.failed;
    });
    if (!task.result->error.empty()) all.failed = true;
    show(all, at, 1);
  }
}

}  // namespace

std::size_t RowReport::judged() const {
  return static_cast<std::size_t>(std::count_if(figures.begin(), figures.end(),
                                                [](const Figure& f) { return f.bar.has_value(); }));
}
std::size_t RowReport::hits() const {
  return static_cast<std::size_t>(std::count_if(figures.begin(), figures.end(),
                                                [](const Figure& f) { return f.bar && f.hit(); }));
}
std::size_t Campaign::met() const {
  return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [](const RowReport& r) { return r.met(); }));
}

Result<Campaign> run_campaign(const CampaignRequest& request, Progress& progress) {
  std::vector<std::vector<Runs>> results(request.rows.size());
  Shared all(progress, request.people);
  for (std::size_t r = 0; r < request.rows.size(); ++r) {
    const Row& row = request.rows[r];
    const std::size_t seeds = std::min<std::size_t>(row.most_seeds, request.seeds.count());
    results[r].assign(row.cases.size(), Runs(seeds));
    for (std::size_t c = 0; c < row.cases.size(); ++c) {
      for (std::size_t s = 0; s < seeds; ++s)
        all.tasks.push_back({&row.cases[c].trial, &row, request.seeds.first + s, &results[r][c][s]});
    }
  }
  all.shares.resize(all.tasks.size());
  {
    std::vector<std::jthread> workers;
    for (std::size_t i = 1; i < std::min(request.threads, all.tasks.size()); ++i) {
      workers.emplace_back([&all] { work(all); });
    }
    work(all);
  }
  if (interrupted()) return Error{Errc::io, "interrupted; nothing was written", "verify"};
  for (const Task& task : all.tasks) {
    if (!task.result->error.empty() && task.result->error != "interrupted")
      return Error{Errc::io, fmt::format("row {}, seed {}: {}", task.row->name, task.seed, task.result->error),
                   "verify"};
  }

  Campaign out{.rows = {}, .runs = all.tasks.size(), .seeds = request.seeds};
  std::vector<Runs> everything;
  for (std::size_t r = 0; r < request.rows.size(); ++r) {
    RowReport report{.row = request.rows[r], .figures = request.rows[r].judge(results[r]),
                     .seeds = results[r][0].size()};
    for (Runs& runs : results[r]) {
      for (const TrialResult& run : runs) report.cpu += run.cpu;
      everything.push_back(std::move(runs));
    }
    out.rows.push_back(std::move(report));
  }
  Row safety{.name = "everywhere", .title = "Everywhere", .about = "Over all runs above, after every step, to 1e-9 m."};
  out.rows.push_back({.row = std::move(safety), .figures = safety_figures(everything),
                      .seeds = static_cast<std::size_t>(request.seeds.count())});
  return out;
}

}  // namespace wend::cli::verify
