#include "study/objects.hpp"
#include "study/attractor_predictor.hpp"

#include <wend/world.hpp>

#include <algorithm>
#include <cmath>

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "study/fit_stages.hpp"

namespace wend::study {

namespace {

constexpr double difference = 1e-5;     // of a logarithm
constexpr double largest_dt = 0.25;     // s
constexpr double nowhere = 1e6;         // m: what a world that cannot be made predicts
constexpr double same_moment = 1e-9;    // s

double top_speed(const RecordedTrial& r) {
  if (r.speed) return *r.speed;
  double most = 0;
  for (const double v : r.speeds) most = std::max(most, v);
  for (std::size_t i = 1; r.speeds.empty() && i < r.times.size(); ++i) {
    most = std::max(most, norm(r.places[i] - r.places[i - 1]) / (r.times[i] - r.times[i - 1]));
  }
  return most;
}

double world_dt(const WalkData& walk, std::optional<double> asked) {
  if (asked) return *asked;
  const double between = walk.times.front() - walk.begin;
  return between / std::max(1.0, std::ceil(between / largest_dt - same_moment));
}

bool moves(const TrialObject& thing) { return !thing.times.empty() || norm2(thing.velocity) > 0; }

// The world of one trial, moved step by step.
class Stage {
 public:
  static Result<Stage> create(const WalkData& walk, double dt, const AttractorParams& params, std::span<const double> values) {
    auto world = World::create({.dt = dt, .seed = 1});
    if (!world) return world.error();
    Stage stage(std::move(*world), walk);
    const RecordedTrial& r = *walk.source;
    auto model = stage.world_.add_attractor(params);
    if (!model) return model.error();
    auto goal = stage.world_.add_target({.at = lift(moving(r.goal, walk.begin).at), .radius = r.goal.radius});
    if (!goal) return goal.error();
    stage.goal_ = *goal;
    stage.obstacles_.resize(r.obstacles.size());
    if (auto ok = stage.come_and_go(walk.begin); !ok) return ok.error();
    AgentSpec spec{.at = lift(walk.start.at), .heading = walk.start.heading, .turn_rate = walk.start.turn_rate, .radius = r.radius, .top_speed = top_speed(r)};
    spec.attributes = {{"agility", values[fit_agility]}, {"lightness", values[fit_lightness]}, {"courage", values[fit_courage]}};
    spec.target = *goal;
    spec.model = *model;
    auto agent = stage.world_.add_agent(spec);
    if (!agent) return agent.error();
    stage.agent_ = *agent;
    return stage;
  }

  Result<void> step(double now) {
    if (auto ok = come_and_go(now); !ok) return ok;
    const double half = now + world_.dt() / 2, end = now + world_.dt();
    const RecordedTrial& r = *walk_->source;
    if (moves(r.goal)) {
      if (auto ok = world_.apply(MoveTarget{goal_, lift(moving(r.goal, half).at), lift(moving(r.goal, end).at)}); !ok) return ok.error();
    }
    for (std::size_t i = 0; i < obstacles_.size(); ++i) {
      if (obstacles_[i] == ObstacleId{} || !moves(r.obstacles[i])) continue;
      const Vec3 h = lift(moving(r.obstacles[i], half).at), e = lift(moving(r.obstacles[i], end).at);
      if (auto ok = world_.apply(MoveObstacle{obstacles_[i], h, h, e, e}); !ok) return ok.error();
    }
    world_.step();
    world_.clear_events();
    return {};
  }

  AgentState state() const { return world_.agent(agent_).value_or(AgentState{}); }

 private:
  Stage(World world, const WalkData& walk) : world_(std::move(world)), walk_(&walk) {}

  Result<void> come_and_go(double now) {
    for (std::size_t i = 0; i < obstacles_.size(); ++i) {
      const TrialObject& thing = walk_->source->obstacles[i];
      const bool is = !(obstacles_[i] == ObstacleId{}), should = is_there(thing, now);
      if (is && !should) {
        if (auto ok = world_.remove(obstacles_[i]); !ok) return ok;
        obstacles_[i] = {};
      }
      if (!is && should) {
        auto id = world_.add_obstacle({.at = lift(moving(thing, now).at), .to = lift(moving(thing, now).at), .radius = thing.radius,
                                       .motion = moves(thing) ? BodyMotion::scripted : BodyMotion::fixed});
        if (!id) return id.error();
        obstacles_[i] = *id;
      }
    }
    return {};
  }

  World world_;
  const WalkData* walk_;
  TargetId goal_{};
  AgentId agent_{};
  std::vector<ObstacleId> obstacles_;
};

}  // namespace

std::vector<Fittable> attractor_fittables(const AttractorParams& p) {
  return {{"a", "1/s", p.a, 0.02, 50, 100},
          {"d0", "m", p.d0, 0.06, 50, 100},
          {"agility", "", 1, 0.01, 1, 1},
          {"courage", "", courage_unset, 0.01, 1, 1},
          {"lightness", "", 1, 0.01, 1, 1}};
}

AttractorPredictor::AttractorPredictor(const AttractorParams& params, std::optional<double> dt)
    : params_(params), dt_(dt), fittables_(attractor_fittables(params)) {
  params_.sigma = 0;
}

Result<void> AttractorPredictor::walk(const WalkData& walk, std::span<const double> values, Prediction& out) const {
  out.clear();
  AttractorParams params = params_;
  params.a = values[fit_a];
  params.d0 = values[fit_d0];
  const double dt = world_dt(walk, dt_);
  auto stage = Stage::create(walk, dt, params, values);
  if (!stage) return stage.error();
  AgentState before = stage->state(), now = before;
  std::uint64_t steps = 0;
  double time = walk.begin;
  for (const double t : walk.times) {
    while (time < t - same_moment) {
      before = now;
      if (auto ok = stage->step(time); !ok) return ok;
      now = stage->state();
      time = walk.begin + static_cast<double>(++steps) * dt;
    }
    const double share = std::clamp(1 - (time - t) / dt, 0.0, 1.0);
    const Vec2 at = share > 1 - 1e-6 ? now.at.xy() : before.at.xy() + share * (now.at.xy() - before.at.xy());
    out.x.push_back(at.x);
    out.y.push_back(at.y);
    out.heading.push_back(share > 1 - 1e-6 ? now.heading : before.heading + share * wrap(now.heading - before.heading));
  }
  return {};
}

void AttractorPredictor::predict(const WalkData& data, std::span<const double> values, std::span<const std::size_t> free, bool slopes,
                                 Prediction& out) const {
  const auto walk_or_nowhere = [&](std::span<const double> at, Prediction& p) {
    if (walk(data, at, p)) return;
    p.clear();
    p.x.assign(data.times.size(), nowhere);
    p.y = p.heading = p.x;
  };
  walk_or_nowhere(values, out);
  if (!slopes) return;
  const std::size_t n = free.size(), samples = data.times.size();
  for (auto* list : {&out.dx, &out.dy, &out.dheading}) list->assign(n * samples, 0.0);
  Prediction beside;
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<double> changed(values.begin(), values.end());
    const double step = changed[free[j]] * det_exp(difference) > fittables_[free[j]].most ? -difference : difference;
    changed[free[j]] *= det_exp(step);
    walk_or_nowhere(changed, beside);
    for (std::size_t i = 0; i < samples; ++i) {
      out.dx[i * n + j] = (beside.x[i] - out.x[i]) / step;
      out.dy[i * n + j] = (beside.y[i] - out.y[i]) / step;
      out.dheading[i * n + j] = wrap(beside.heading[i] - out.heading[i]) / step;
    }
  }
}

Result<FitResult> fit_attractor(std::span<const RecordedTrial> trials, const FitOptions& options, TaskRunner& runner) {
  FitOptions o = options;
  const bool any_obstacle = std::any_of(trials.begin(), trials.end(), [](const RecordedTrial& r) { return !r.obstacles.empty(); });
  if (o.free.empty()) {
    for (const char* name : {"a", "d0", "agility"}) {
      const bool held = std::any_of(o.held.begin(), o.held.end(), [&](const auto& h) { return h.first == name; });
      if (!held && (any_obstacle || std::string_view(name) != "d0")) o.free.emplace_back(name);
    }
  }
  const auto is_free = [&](std::string_view name) { return std::find(o.free.begin(), o.free.end(), name) != o.free.end(); };
  if (is_free("d0") && is_free("courage")) {
    return Error{Errc::invalid_value, "d0 and courage are one number: courage changes d0 (local-layer spec, section 8). Hold one of them, such as --hold d0=1", "fit"};
  }
  if (!any_obstacle && (is_free("d0") || is_free("courage"))) {
    return Error{Errc::invalid_value, "no trial has an obstacle: d0 and courage say how far obstacles are heeded and cannot be fitted", "fit"};
  }
  AttractorPredictor predictor(o.attractor, o.dt);
  std::vector<Fittable> fittables = attractor_fittables(o.attractor);
  // In the middle of what is possible, where a search can go both ways.
  if (is_free("agility")) fittables[fit_agility].value = 0.6;
  if (is_free("lightness")) fittables[fit_lightness].value = 0.6;
  if (is_free("courage")) fittables[fit_courage].value = 0.5;

  // Whatever the world does not accept is said before the search begins.
  std::vector<double> values;
  for (const Fittable& f : fittables) values.push_back(f.value);
  for (const RecordedTrial& trial : trials) {
    if (auto ok = check_trial(trial, o); !ok) return ok.error();
    Prediction ignored;
    if (auto ok = predictor.walk(prepare(trial, o), values, ignored); !ok) {
      return Error{ok.error().code, ok.error().text(), "trial '" + trial.name + "'"};
    }
  }
  auto result = run_stages(trials, o, std::move(fittables), {{"attractor", o.free, StagePlan::Trials::all}}, predictor, runner);
  if (!result) return result;
  result->model = "attractor";
  std::erase_if(result->values, [](const auto& v) { return v.first == "courage" && v.second < 0; });
  return result;
}

Result<FitResult> fit_attractor(std::span<const RecordedTrial> trials, const FitOptions& o) {
  SerialRunner runner;
  return fit_attractor(trials, o, runner);
}

}  // namespace wend::study
