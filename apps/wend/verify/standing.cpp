#include "verify/standing.hpp"

#include "nearest.hpp"
#include "verify/measures.hpp"

#include <algorithm>
#include <cmath>

namespace wend::cli::verify {

namespace {

constexpr double still_from = 5, still_to = 10;  // s after everybody has settled

class Gathering final : public StandingWatch {
 public:
  Gathering(const StandingPlan& plan, const scene::Scene& scene) : orders_(plan.orders), ids_(scene.agents().begin(), scene.agents().end()) {
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      const auto state = scene.world().agent(ids_[i]);
      const std::vector<std::uint32_t>& targets = scene.spec().agents[i].targets;
      if (!state || targets.empty()) continue;
      target_ = scene.targets()[targets.back()];
      goal_ = scene.spec().targets[targets.back()].spec.at.xy();
      top_speed_ = state->top_speed;
      now_.free = std::max(now_.free, norm(goal_ - state->at.xy()) / state->top_speed);
      if (state->id.index >= turn_rates_.size()) turn_rates_.resize(state->id.index + 1);
    }
    now_.people = ids_.size();
  }

  void look(const World& world) override {
    const AgentColumnsView a = world.columns();
    if (order_ < orders_ && !ids_.empty()) notice_order(world);
    for (std::size_t r = 0; r < a.id.size(); ++r) {
      double& before = turn_rates_[a.id[r].index];
      turning_ += std::abs(a.turn_rate[r] - before);
      before = a.turn_rate[r];
      ++steps_;
    }
    fastest_ = 0;
    for (std::size_t r = 0; r < a.id.size(); ++r) fastest_ = std::max(fastest_, std::hypot(a.vx[r], a.vy[r]));
    const auto arrived = static_cast<std::size_t>(std::count(a.status.begin(), a.status.end(), Status::arrived));
    now_.settled = std::max(now_.settled, arrived);
    if (!all_settled_) {
      now_.time = world.time() - ordered_at_;
      all_settled_ = arrived == ids_.size();
      settled_at_ = world.time();
      return;
    }
    since_ = world.time() - settled_at_;
    if (since_ > still_from + 1e-9) now_.after = std::max(now_.after, fastest_);
  }

  bool done() const override { return all_settled_ && order_ == orders_ && since_ > still_to - 1e-9; }
  StandingResult result(const World&) const override {
    StandingResult out = now_;
    if (!all_settled_) out.after = fastest_;
    out.jitter = steps_ > 0 ? turning_ / static_cast<double>(steps_) : 0;
    return out;
  }

 private:
  // A new target of the last agent is a new order to all; it was given before the step that has just been made.
  void notice_order(const World& world) {
    const auto state = world.agent(ids_.back());
    if (!state || state->target == target_) return;
    const auto goal = world.target(state->target);
    if (!goal) return;
    now_ = {.people = ids_.size(), .free = norm(goal->at.xy() - goal_) / top_speed_};
    goal_ = goal->at.xy();
    target_ = state->target;
    ordered_at_ = world.time() - world.dt();
    all_settled_ = false;
    since_ = 0;
    ++order_;
  }

  int orders_, order_ = 1;
  std::vector<AgentId> ids_;
  TargetId target_{};
  Vec2 goal_{};
  std::vector<double> turn_rates_;  // by index of the id
  double turning_ = 0;
  std::uint64_t steps_ = 0;
  double top_speed_ = 1, ordered_at_ = 0, settled_at_ = 0, since_ = 0, fastest_ = 0;
  bool all_settled_ = false;
  StandingResult now_{};
};

class Walking final : public StandingWatch {
 public:
  Walking(const StandingPlan& plan, const scene::Scene& scene) : line_(plan.line) {
    for (std::size_t i = 0; i < scene.agents().size(); ++i) {
      const scene::SceneAgent& spec = scene.spec().agents[i];
      const auto state = scene.world().agent(scene.agents()[i]);
      if (!state) continue;
      const bool idle = spec.targets.empty() && !spec.direction;
      (idle ? idle_ : walkers_).push_back({state->id, state->at.xy()});
      if (!idle) now_.free = std::max(now_.free, (line_ - state->at.x) / state->top_speed);
    }
    now_.people = idle_.size() + walkers_.size();
  }

  void look(const World& world) override {
    if (!now_.passed) {
      now_.time = world.time();
      now_.passed = std::all_of(walkers_.begin(), walkers_.end(), [&](const Stand& w) {
        const auto state = world.agent(w.id);
        return !state || state->at.x > line_;
      });
    }
    now_.off = 0;
    for (const Stand& s : idle_) {
      if (const auto state = world.agent(s.id)) now_.off = std::max(now_.off, norm(state->at.xy() - s.home));
    }
    now_.aside = std::max(now_.aside, now_.off);
  }

  bool done() const override { return false; }  // until the limit: people need time to go back
  StandingResult result(const World&) const override { return now_; }

 private:
  struct Stand {
    AgentId id{};
    Vec2 home{};
  };
  double line_;
  std::vector<Stand> idle_, walkers_;
  StandingResult now_{};
};

class Trapped final : public StandingWatch {
 public:
  explicit Trapped(const scene::Scene& scene) {
    for (std::size_t i = 0; i < scene.agents().size(); ++i) {
      const scene::SceneAgent& agent = scene.spec().agents[i];
      if (agent.targets.empty()) continue;
      const TargetSpec& goal = scene.spec().targets[agent.targets.front()].spec;
      const bool segment = goal.shape == TargetShape::segment;
      people_.push_back({scene.agents()[i], goal.at.xy(), segment ? goal.to.xy() : goal.at.xy(), {}, {}});
    }
  }

  void look(const World& world) override {
    for (Life& p : people_) {
      const auto state = world.agent(p.id);
      if (!state || state->status == Status::arrived) {
        p.arrived = true;
        continue;
      }
      p.away.push_back(norm(state->at.xy() - nearest_on(p.from, p.to, state->at.xy())));
      p.stuck.push_back(state->status == Status::stuck ? 1 : 0);
    }
  }

  bool done() const override { return false; }

  StandingResult result(const World& world) const override {
    StandingResult out{.people = people_.size()};
    const auto patience = static_cast<std::size_t>(std::lround(15 / world.dt()));
    for (const Life& p : people_) {
      const Finding f = p.arrived ? Finding::not_stuck : finding(p.away, p.stuck, patience);
      out.really_stuck += f != Finding::not_stuck ? 1 : 0;
      out.found += f == Finding::found ? 1 : 0;
    }
    return out;
  }

 private:
  struct Life {
    AgentId id{};
    Vec2 from{}, to{};  // of the first goal
    std::vector<double> away{};
    std::vector<char> stuck{};
    bool arrived = false;
  };
  std::vector<Life> people_;
};

}  // namespace

std::unique_ptr<StandingWatch> watch_standing(const StandingPlan& plan, const scene::Scene& scene) {
  switch (plan.kind) {
    case StandingKind::gather: return std::make_unique<Gathering>(plan, scene);
    case StandingKind::walker: return std::make_unique<Walking>(plan, scene);
    case StandingKind::trap: return std::make_unique<Trapped>(scene);
    case StandingKind::none: break;
  }
  return {};
}

}  // namespace wend::cli::verify
