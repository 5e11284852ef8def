#include "study/fit_stages.hpp"

#include <wend/base/rng.hpp>

#include <algorithm>
#include <cmath>

#include "core/det_math.hpp"
#include "core/text.hpp"
#include "study/fit_report.hpp"

namespace wend::study {

namespace {

constexpr double farthest_start = 1.1;  // of a logarithm: a factor of three
constexpr std::size_t most_searches = 1000;

Error wrong(std::string message) { return {Errc::invalid_value, std::move(message), "fit"}; }

class Stages {
 public:
  Stages(std::span<const RecordedTrial> trials, const FitOptions& options, std::vector<Fittable> fittables, const Predictor& predictor, TaskRunner& runner)
      : trials_(trials), o_(options), fittables_(std::move(fittables)), predictor_(predictor), runner_(runner) {
    for (const Fittable& f : fittables_) values_.push_back(f.value);
  }

  Result<FitResult> run(std::vector<StagePlan> plans) {
    if (auto ok = read_options(plans); !ok) return ok.error();
    if (trials_.empty()) return wrong("no trials");
    for (const RecordedTrial& trial : trials_) {
      if (auto ok = check_trial(trial, o_); !ok) return ok.error();
    }
    for (const RecordedTrial& trial : trials_) walks_.push_back(prepare(trial, o_));
    for (const WalkData& walk : walks_) {
      if (!(walk.mean_speed > 0)) return Error{Errc::invalid_value, concat("a mean speed of ", walk.mean_speed, " m/s: nobody walks"), concat("trial '", walk.source->name, "'")};
    }
    FitResult result;
    result.residual = o_.residual;
    stage_count_ = plans.size();
    for (const StagePlan& plan : plans) {
      auto stage = fit(plan);
      if (!stage) return stage.error();
      result.stages.push_back(std::move(*stage));
      ++stage_;
    }
    for (std::size_t i = 0; i < fittables_.size(); ++i) result.values.emplace_back(fittables_[i].name, values_[i]);
    return result;
  }

 private:
  Result<std::size_t> find(const std::string& name) const {
    std::vector<std::string_view> known;
    for (std::size_t i = 0; i < fittables_.size(); ++i) {
      if (fittables_[i].name == name) return i;
      known.push_back(fittables_[i].name);
    }
    std::string list;
    for (const std::string_view k : known) list += concat(list.empty() ? "" : ", ", k);
    const std::string near = suggestion(name, known);
    return Error{Errc::unknown_name, concat("'", name, "', expected one of ", list, near.empty() ? "" : concat("; did you mean '", near, "'?")), "fit"};
  }

  Result<void> read_options(std::vector<StagePlan>& plans) {
    if (!(o_.step > 0 && o_.step <= 0.05)) return wrong(concat("step = ", o_.step, ", expected more than 0 and at most 0.05 s"));
    if (o_.searches < 1 || o_.searches > most_searches) return wrong(concat("searches = ", o_.searches, ", expected 1 .. ", most_searches));
    for (const FitBounds& b : o_.bounds) {
      auto i = find(b.name);
      if (!i) return i.error();
      if (!(b.low > 0 && b.low < b.high && b.high <= fittables_[*i].most)) {
        return wrong(concat("bounds of ", b.name, " = ", b.low, " .. ", b.high, ", expected 0 < low < high <= ", fittables_[*i].most));
      }
      fittables_[*i].low = b.low, fittables_[*i].high = b.high;
    }
    std::vector<std::size_t> held;
    for (const auto& [name, value] : o_.held) {
      auto i = find(name);
      if (!i) return i.error();
      if (!(value >= 0 && value <= fittables_[*i].most)) return wrong(concat(name, " = ", value, ", expected 0 .. ", fittables_[*i].most));
      values_[*i] = value;
      held.push_back(*i);
    }
    for (const auto& [name, value] : o_.starts) {
      auto i = find(name);
      if (!i) return i.error();
      const Fittable& f = fittables_[*i];
      if (!(value >= f.low && value <= f.high)) return wrong(concat("the start of ", name, " = ", value, ", expected ", f.low, " .. ", f.high));
      if (std::find(held.begin(), held.end(), *i) != held.end()) return wrong(concat(name, " is held: it has no start"));
      values_[*i] = value;
    }
    for (StagePlan& plan : plans) {
      std::vector<std::string> free;
      for (const std::string& name : plan.free) {
        auto i = find(name);
        if (!i) return i.error();
        if (std::find(free.begin(), free.end(), name) != free.end()) return wrong(concat(name, " is twice among the free parameters"));
        const bool is_held = std::find(held.begin(), held.end(), *i) != held.end();
        if (is_held && !o_.free.empty()) return wrong(concat(name, " is both held and free"));
        if (!is_held) free.push_back(name);
      }
      if (free.empty()) return wrong(concat("nothing is left to fit in the stage ", plan.name, ": all of its parameters are held"));
      plan.free = std::move(free);
    }
    return {};
  }

  Result<FitStageResult> fit(const StagePlan& plan) {
    Problem problem{.predictor = &predictor_, .fittables = &fittables_, .values = values_, .residual = o_.residual, .runner = &runner_};
    for (const WalkData& walk : walks_) {
      const bool has = !walk.source->obstacles.empty();
      if (plan.trials == StagePlan::Trials::all || has == (plan.trials == StagePlan::Trials::with_obstacles)) problem.walks.push_back(&walk);
    }
    if (problem.walks.empty() && plan.trials == StagePlan::Trials::without_obstacles) {
      return wrong("the goal set is fitted to trials without obstacles, and there is none: choose --stage obstacle (with the goal set held) or --stage joint");
    }
    if (problem.walks.empty()) return wrong("the obstacle set is fitted to trials with obstacles, and there is none: choose --stage goal");
    Eigen::VectorXd start(static_cast<Eigen::Index>(plan.free.size()));
    for (const std::string& name : plan.free) {
      const std::size_t i = *find(name);
      const Fittable& f = fittables_[i];
      start(static_cast<Eigen::Index>(problem.free.size())) = det_log(std::clamp(values_[i], f.low, f.high));
      problem.free.push_back(i);
      problem.low.push_back(det_log(f.low));
      problem.high.push_back(det_log(f.high));
    }
    std::size_t residuals = 0;
    for (const WalkData* walk : problem.walks) residuals += walk->times.size();
    if (residuals <= plan.free.size()) return wrong(concat(residuals, " samples cannot determine ", plan.free.size(), " parameters"));

    std::vector<FitSearch> searches;
    Minimum best;
    Rng rng = Rng::stream(o_.seed, Purpose::placement, stage_);
    for (std::size_t s = 0; s < o_.searches; ++s) {
      Eigen::VectorXd from = start;
      for (Eigen::Index i = 0; s > 0 && i < from.size(); ++i) {
        const auto k = static_cast<std::size_t>(i);
        from(i) = std::clamp(start(i) + rng.uniform(-farthest_start, farthest_start), problem.low[k], problem.high[k]);
      }
      say(concat(plan.name, " set, search ", s + 1, " of ", o_.searches), static_cast<double>(s) / searches_and_checks());
      Minimum m = minimise(problem, from, watch());
      evaluations_ += m.evaluations;
      if (stopped_) return Error{Errc::io, "interrupted", "fit"};
      FitSearch search{.rms = std::sqrt(m.at.sse / static_cast<double>(residual_count(m))), .iterations = m.iterations, .converged = m.converged};
      for (Eigen::Index i = 0; i < from.size(); ++i) search.from.push_back(det_exp(from(i))), search.to.push_back(det_exp(m.theta(i)));
      searches.push_back(std::move(search));
      if (s == 0 || m.at.sse < best.at.sse) best = std::move(m);
      best_rms_ = std::sqrt(best.at.sse / static_cast<double>(residual_count(best)));
    }
    if (!std::isfinite(best.at.sse)) return wrong(concat("the stage ", plan.name, " gives no finite walk from any start"));

    FitStageResult out = describe(problem, best, start);
    out.name = plan.name;
    out.searches = std::move(searches);
    if (o_.validate) {
      if (auto ok = leave_out(problem, best, out); !ok) return ok.error();
    }
    out.evaluations = std::exchange(evaluations_, 0);
    values_ = values_at(problem, best.theta);
    return out;
  }

  // Leave-one-condition-out: the others are fitted from the best place, and say what the one would be.
  Result<void> leave_out(const Problem& whole, const Minimum& best, FitStageResult& out) {
    if (out.conditions.size() < 2) {
      out.warnings.push_back(concat("there is ", out.conditions.size(), " condition: nothing to leave out"));
      return {};
    }
    for (std::size_t c = 0; c < out.conditions.size(); ++c) {
      const std::string& name = out.conditions[c].name;
      Problem rest = whole;
      rest.walks.clear();
      std::vector<const WalkData*> left_out;
      for (const WalkData* walk : whole.walks) (walk->source->condition == name ? left_out : rest.walks).push_back(walk);
      say(concat(out.name, " set, without condition ", name), (static_cast<double>(o_.searches) + static_cast<double>(c) / static_cast<double>(out.conditions.size())) / searches_and_checks());
      const Minimum m = minimise(rest, best.theta, watch());
      evaluations_ += m.evaluations;
      if (stopped_) return Error{Errc::io, "interrupted", "fit"};
      const Quality q = quality_of(whole, left_out, values_at(rest, m.theta));
      FitHeldOut held{.condition = name, .rms = q.rms, .r2 = q.r2, .sides = q.sides, .side_mismatches = q.side_mismatches};
      for (Eigen::Index i = 0; i < m.theta.size(); ++i) held.estimates.push_back(det_exp(m.theta(i)));
      out.held_out.push_back(std::move(held));
    }
    return {};
  }

  static std::size_t residual_count(const Minimum& m) { return std::max<std::size_t>(m.at.residuals, 1); }
  double searches_and_checks() const { return static_cast<double>(o_.searches) + (o_.validate ? 1.0 : 0.0); }

  void say(std::string doing, double share) {
    doing_ = std::move(doing);
    share_ = (static_cast<double>(stage_) + share) / static_cast<double>(stage_count_);
    if (o_.progress && !o_.progress({doing_, share_, best_rms_, evaluations_})) stopped_ = true;
  }
  std::function<bool(const Minimum&)> watch() {
    return [this](const Minimum& m) {
      if (o_.progress && !o_.progress({doing_, share_, best_rms_, evaluations_ + m.evaluations})) stopped_ = true;
      return !stopped_;
    };
  }

  std::span<const RecordedTrial> trials_;
  const FitOptions& o_;
  std::vector<Fittable> fittables_;
  const Predictor& predictor_;
  TaskRunner& runner_;
  std::vector<double> values_;
  std::vector<WalkData> walks_;
  std::string doing_;
  double share_ = 0, best_rms_ = 0;
  std::uint64_t evaluations_ = 0;
  std::size_t stage_ = 0, stage_count_ = 1;
  bool stopped_ = false;
};

}  // namespace

Result<FitResult> run_stages(std::span<const RecordedTrial> trials, const FitOptions& options, std::vector<Fittable> fittables,
                             std::vector<StagePlan> plans, const Predictor& predictor, TaskRunner& runner) {
  return Stages(trials, options, std::move(fittables), predictor, runner).run(std::move(plans));
}

}  // namespace wend::study
