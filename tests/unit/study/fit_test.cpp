#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/model/human.hpp>
#include <wend/base/rng.hpp>
#include <wend/runner.hpp>
#include <wend/world.hpp>

#include <array>
#include <map>

#include "study/human_predictor.hpp"
#include "support/fp_traps.hpp"
#include "unit/study/fit_support.hpp"

// The acceptance table of the human spec, section 10, and what a fit does with trials it cannot use.

using namespace wend;
using namespace wend::study;
using namespace wend::test;

namespace {

const std::map<std::string, double> truth{{"b", 3.25}, {"kg", 7.5}, {"c1", 0.4}, {"c2", 0.4}, {"ko", 198}, {"c3", 6.5}, {"c4", 0.8}};

void check_near_truth(const FitStageResult& stage, double relative) {
  for (const FitParameter& p : stage.parameters) {
    CAPTURE(p.name);
    CHECK(p.estimate == doctest::Approx(truth.at(p.name)).epsilon(relative));
    CHECK(p.low <= p.estimate);
    CHECK(p.high >= p.estimate);
  }
}

double correlation(const FitStageResult& stage, const std::string& a, const std::string& b) {
  std::size_t i = 0, j = 0;
  for (std::size_t k = 0; k < stage.parameters.size(); ++k) {
    if (stage.parameters[k].name == a) i = k;
    if (stage.parameters[k].name == b) j = k;
  }
  return stage.correlations[i * stage.parameters.size() + j];
}

bool warns(const FitStageResult& stage, const std::string& of) {
  return std::any_of(stage.warnings.begin(), stage.warnings.end(), [&](const std::string& w) { return w.find(of) != w.npos; });
}

std::string error_of(const Result<FitResult>& result) { return result ? "" : result.error().text(); }

}  // namespace

TEST_CASE("fit: 54 walks without noise give back the gains to 1e-4, staged") {
  const auto result = fit_human(all_54(), spec_options());
  REQUIRE_MESSAGE(result, error_of(result));
  REQUIRE(result->stages.size() == 2);
  CHECK(result->stages[0].trials.size() == 30);
  CHECK(result->stages[1].trials.size() == 24);
  for (const FitStageResult& stage : result->stages) {
    check_near_truth(stage, 1e-4);
    CHECK(stage.r2 > 1 - 1e-9);
    CHECK(stage.warnings.empty());
    CHECK(stage.side_mismatches == 0);
  }
  CHECK(result->stages[1].sides == 24);
  for (const auto& [name, value] : result->values) CHECK(value == doctest::Approx(truth.at(name)).epsilon(1e-4));
}

TEST_CASE("fit: one degree of noise on the goal angle") {
  auto trials = all_54();
  add_angle_noise(trials, 1, 1);
  const auto result = fit_human(trials, spec_options());
  REQUIRE_MESSAGE(result, error_of(result));
  check_near_truth(result->stages[0], 0.08);
  check_near_truth(result->stages[1], 0.08);
  for (const FitParameter& p : result->stages[0].parameters) {
    CAPTURE(p.name);
    CHECK(p.high < 1.06 * p.estimate);
    CHECK(p.low > 0.94 * p.estimate);
  }
  CHECK(result->stages[0].r2 == doctest::Approx(0.976).epsilon(0.005));
  CHECK(result->stages[1].r2 == doctest::Approx(0.983).epsilon(0.005));
  CHECK(result->stages[0].rms == doctest::Approx(deg(1)).epsilon(0.03));
  CHECK(result->stages[0].warnings.empty());
}

TEST_CASE("fit: two centimetres of noise on the position") {
  auto trials = all_54();
  add_place_noise(trials, 0.02, 1);
  FitOptions o = spec_options();
  o.residual = FitResidual::position;
  const auto result = fit_human(trials, o);
  REQUIRE_MESSAGE(result, error_of(result));
  check_near_truth(result->stages[0], 0.10);
  check_near_truth(result->stages[1], 0.08);
  CHECK(result->stages[0].r2 > 0.999);
  CHECK(result->stages[1].r2 > 0.999);
}

TEST_CASE("fit: trials at one distance only cannot tell the goal set, and it says so") {
  auto trials = joined(goal_trials({4}), obstacle_trials({4}));
  add_angle_noise(trials, 1, 7);
  const auto result = fit_human(trials, spec_options());
  REQUIRE_MESSAGE(result, error_of(result));
  const FitStageResult &goal = result->stages[0], &obstacle = result->stages[1];
  CHECK(goal.condition_number > 250);
  CHECK(goal.condition_number < 1000);
  const auto c1 = std::find_if(goal.parameters.begin(), goal.parameters.end(), [](const FitParameter& p) { return p.name == "c1"; });
  CHECK(c1->high > 10 * c1->low);
  CHECK(warns(goal, "the condition number is"));
  CHECK(warns(goal, "interval of c1"));
  CHECK(correlation(obstacle, "ko", "c4") == doctest::Approx(0.99).epsilon(0.01));
}

TEST_CASE("fit: the joint fit, on any number of threads, without a start of its own") {
  auto trials = joined(goal_trials({2, 8}), obstacle_trials({3}));
  add_angle_noise(trials, 0.5, 3);
  FitOptions o = spec_options();
  o.stage = FitStage::joint;
  const auto serial = fit_human(trials, o);
  REQUIRE_MESSAGE(serial, error_of(serial));
  REQUIRE(serial->stages.size() == 1);
  REQUIRE(serial->stages[0].parameters.size() == 7);
  check_near_truth(serial->stages[0], 0.3);
  ThreadRunner threads(3);
  const auto same = fit_human(trials, o, {}, threads);
  REQUIRE(same);
  for (std::size_t i = 0; i < 7; ++i) {
    CHECK(same->stages[0].parameters[i].estimate == serial->stages[0].parameters[i].estimate);
    CHECK(same->stages[0].parameters[i].standard_error == serial->stages[0].parameters[i].standard_error);
  }
}

TEST_CASE("fit: sensitivities by dual numbers equal finite differences") {
  auto trial = walked("two obstacles", {9, 1}, {{3, 0.5}, {5, -0.3}});
  FitOptions o = spec_options();
  const WalkData walk = prepare(trial, o);
  const HumanPredictor predictor(HumanParams{}, 0.01);
  const std::vector<double> values{3, 7, 0.5, 0.5, 180, 6, 0.7};
  const std::vector<std::size_t> all{0, 1, 2, 3, 4, 5, 6}, some{1, 6};
  Prediction exact, few, up, down;
  predictor.predict(walk, values, all, true, exact);
  predictor.predict(walk, values, some, true, few);
  predictor.predict(walk, values, all, false, up);
  CHECK(up.x == exact.x);  // the plain walk has the bits of the dual one
  for (std::size_t j = 0; j < 7; ++j) {
    constexpr double h = 1e-5;
    auto more = values, less = values;
    more[j] *= std::exp(h), less[j] *= std::exp(-h);
    predictor.predict(walk, more, all, false, up);
    predictor.predict(walk, less, all, false, down);
    double largest = 0, worst = 0;
    for (std::size_t i = 0; i < walk.times.size(); ++i) {
      largest = std::max(largest, std::abs(exact.dheading[i * 7 + j]));
      worst = std::max(worst, std::abs(exact.dheading[i * 7 + j] - (up.heading[i] - down.heading[i]) / (2 * h)));
      worst = std::max(worst, std::abs(exact.dy[i * 7 + j] - (up.y[i] - down.y[i]) / (2 * h)));
    }
    CAPTURE(j);
    CHECK(largest > 1e-3);
    CHECK(worst < 1e-6 * std::max(largest, 1.0));
  }
  for (std::size_t i = 0; i < walk.times.size(); ++i) {
    CHECK(few.dx[i * 2] == exact.dx[i * 7 + 1]);
    CHECK(few.dy[i * 2 + 1] == exact.dy[i * 7 + 6]);
  }
}

TEST_CASE("fit: the start comes from what is before the onset") {
  auto trials = goal_trials({2, 4, 8});
  for (std::size_t i = 0; i < trials.size(); ++i) {
    RecordedTrial& r = trials[i];
    for (double& t : r.times) t += 1;
    for (int k = 59; k >= 0; --k) {
      r.times.insert(r.times.begin(), k / 60.0);
      r.places.insert(r.places.begin(), {k / 60.0 - 1, 0});
      r.headings.insert(r.headings.begin(), 0);
    }
    r.speeds.clear();  // found from the places
    r.onset = 1;
    Rng rng = Rng::stream(5, Purpose::test, i);
    for (double& h : r.headings) h += deg(1) * rng.normal();
    for (Vec2& p : r.places) p = p + Vec2{0.005 * rng.normal(), 0.005 * rng.normal()};
  }
  FitOptions o = spec_options();
  o.stage = FitStage::goal;
  o.smoothing = 1;
  o.zero_turn = true;
  auto result = fit_human(trials, o);
  REQUIRE_MESSAGE(result, error_of(result));
  check_near_truth(result->stages[0], 0.10);
  CHECK(result->stages[0].trials[3].start.at.x == doctest::Approx(0).epsilon(0.01));
  CHECK(result->stages[0].trials[3].speed == doctest::Approx(1).epsilon(0.01));
  CHECK(result->stages[0].trials[3].start.turn_rate == 0);
  for (RecordedTrial& r : trials) r.headings.clear();  // found from the places too
  o.residual = FitResidual::position;
  result = fit_human(trials, o);
  REQUIRE_MESSAGE(result, error_of(result));
  check_near_truth(result->stages[0], 0.25);
}

TEST_CASE("fit: objects that move, come and go, and a speed that changes") {
  // Written by the predictor itself, with values of its own; what is tested is that all of it reaches the simulation.
  std::vector<RecordedTrial> trials = obstacle_trials({3});
  std::vector<WalkData> walks;
  const HumanPredictor predictor(HumanParams{}, 0.01);
  const std::array<double, 7> values{3.25, 7.5, 0.4, 0.4, 198, 6.5, 0.8};
  for (std::size_t k = 0; k < trials.size(); ++k) {
    RecordedTrial& r = trials[k];
    const double side = r.obstacles[0].at.y > 0 ? 1 : -1;
    r.obstacles[0].times = {0, 2, 4}, r.obstacles[0].places = {{4, side * 0.5}, {3.5, side * 0.3}, {3.5, side * 1.3}};
    r.obstacles[0].from = 0.5;
    r.goal.velocity = {0, 0.1 * side};
    for (std::size_t i = 0; i < r.times.size(); ++i) r.speeds[i] = 1 + 0.2 * std::sin(r.times[i] + static_cast<double>(k));
    const WalkData walk = prepare(r, spec_options());
    Prediction p;
    predictor.predict(walk, values, {}, false, p);
    const auto plain = r.places;
    for (std::size_t i = 0; i < walk.times.size(); ++i) r.places[i + 1] = {p.x[i], p.y[i]}, r.headings[i + 1] = p.heading[i];
    CHECK(norm(plain.back() - r.places.back()) > 0.1);
  }
  FitOptions o = spec_options();
  o.stage = FitStage::obstacle;
  o.held = {{"b", 3.25}, {"kg", 7.5}, {"c1", 0.4}, {"c2", 0.4}};
  o.starts = {{"ko", 150}, {"c3", 5}, {"c4", 0.6}};
  const auto result = fit_human(trials, o);
  REQUIRE_MESSAGE(result, error_of(result));
  check_near_truth(result->stages[0], 1e-3);
}

TEST_CASE("fit: sides that differ, and conditions left out") {
  auto trials = obstacle_trials({3});
  RecordedTrial& odd = trials[0];  // somebody who passed on the other side
  for (Vec2& p : odd.places) p.y = -p.y;
  for (double& h : odd.headings) h = -h;
  FitOptions o = spec_options();
  o.stage = FitStage::obstacle;
  o.held = {{"b", 3.25}, {"kg", 7.5}, {"c1", 0.4}, {"c2", 0.4}};
  o.starts = {{"ko", 190}};
  o.residual = FitResidual::heading;
  o.validate = true;
  const auto result = fit_human(trials, o);
  REQUIRE_MESSAGE(result, error_of(result));
  const FitStageResult& stage = result->stages[0];
  CHECK(stage.sides == 8);
  CHECK(stage.side_mismatches >= 1);
  CHECK(warns(stage, "on the other side"));
  CHECK(stage.trials[0].measured_sides != stage.trials[0].fitted_sides);
  REQUIRE(stage.held_out.size() == 4);
  const auto without = std::find_if(stage.held_out.begin(), stage.held_out.end(), [&](const FitHeldOut& h) { return h.condition == odd.condition; });
  REQUIRE(without != stage.held_out.end());
  CHECK(without->estimates[0] == doctest::Approx(198).epsilon(1e-3));  // without the odd one the others are exact
  CHECK(without->side_mismatches == 1);
  CHECK(without->r2 < 0.5);
}

TEST_CASE("fit: what cannot be fitted is told") {
  const auto trials = joined(goal_trials({2}), obstacle_trials({3}));
  const auto goals = goal_trials({2}), obstacles = obstacle_trials({3});
  const auto with = [&](auto change, std::span<const RecordedTrial> of) {
    FitOptions o = spec_options();
    change(o);
    return error_of(fit_human(of, o));
  };
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != text.npos; };
  CHECK(has(with([](FitOptions&) {}, {}), "no trials"));
  CHECK(has(with([](FitOptions&) {}, obstacles), "trials without obstacles, and there is none"));
  CHECK(has(with([](FitOptions&) {}, goals), "trials with obstacles, and there is none"));
  CHECK(has(with([](FitOptions& o) { o.free = {"kgg"}; }, trials), "did you mean 'kg'?"));
  CHECK(has(with([](FitOptions& o) { o.free = {"b", "b"}; }, trials), "twice"));
  CHECK(has(with([](FitOptions& o) { o.free = {"kg"}, o.starts.clear(), o.held = {{"kg", 3}}; }, trials), "both held and free"));
  CHECK(has(with([](FitOptions& o) { o.starts = {{"b", 1000}}; }, trials), "the start of b = 1000, expected 0.05 .. 100"));
  CHECK(has(with([](FitOptions& o) { o.bounds = {{"b", 5, 1}}; }, trials), "bounds of b = 5 .. 1"));
  CHECK(has(with([](FitOptions& o) { o.bounds = {{"b", 0, 1}}; }, trials), "bounds of b = 0 .. 1"));
  CHECK(has(with([](FitOptions& o) { o.searches = 0; }, trials), "searches = 0"));
  CHECK(has(with([](FitOptions& o) { o.smoothing = 60; }, trials), "smoothing = 60"));
  CHECK(has(with([](FitOptions& o) { o.progress = [](const FitProgress&) { return false; }; }, trials), "interrupted"));

  const auto bad = [&](auto change) {
    const NoTraps no_traps;
    std::vector<RecordedTrial> list{goals[0]};
    list[0].name = "seven";
    change(list[0]);
    return error_of(fit_human(list, spec_options()));
  };
  CHECK(has(bad([](RecordedTrial& r) { r.times[3] = r.times[2]; }), "trial 'seven'"));
  CHECK(has(bad([](RecordedTrial& r) { r.places[3].x = NAN; }), "not finite"));
  CHECK(has(bad([](RecordedTrial& r) { r.headings.pop_back(); }), "headings"));
  CHECK(has(bad([](RecordedTrial& r) { r.onset = r.times.back(); }), "from the onset on"));
  CHECK(has(bad([](RecordedTrial& r) { r.speed = 0; }), "a constant speed of 0"));
  CHECK(has(bad([](RecordedTrial& r) { r.speeds.assign(r.speeds.size(), 0); }), "nobody walks"));
  CHECK(has(bad([](RecordedTrial& r) { r.goal.at.x = INFINITY; }), "the goal's track"));
  CHECK(has(bad([](RecordedTrial& r) { r.goal.times = {0}, r.goal.places = {{NAN, 0}}; }), "the goal's track"));
  CHECK(has(bad([](RecordedTrial& r) { r.obstacles = {{.at = {1, 1}, .weight = NAN}}; }), "an obstacle's track"));
  CHECK(has(bad([](RecordedTrial& r) { r.start = WalkStart{{0, 0}, NAN, 0}; }), "not finite"));
  CHECK(has(bad([](RecordedTrial& r) { r.onset = NAN; }), "not finite"));
  CHECK(has(bad([](RecordedTrial& r) { r.radius = -1; }), "radius = -1"));
  CHECK(has(bad([](RecordedTrial& r) { r.times.back() = 1e12; }), "steps of 0.01 s"));
  const NoTraps no_traps;
  HumanParams p;
  p.b = NAN;
  CHECK(has(error_of(fit_human(trials, spec_options(), p)), "human: b = nan"));
}

TEST_CASE("fit: two samples a moment apart are two samples") {
  auto trials = goal_trials({2});
  know_start(trials);
  for (auto& r : trials) r.times[5] = r.times[4] + 1e-9;
  FitOptions o = spec_options();
  o.stage = FitStage::goal;
  CHECK(error_of(fit_human(trials, o)).empty());
}

TEST_CASE("fit: a moving obstacle is fitted with its bearing rate, as a trial has it") {
  const HumanParams p{.km = 20, .time_to_contact = true};
  Trial trial{.r_goal = 0.3};
  trial.goal.at = {10, 0};
  trial.obstacles = {{.at = {4, -2}, .velocity = {0, 0.6}}};
  const auto run = run_trial(trial, p);
  REQUIRE(run);
  RecordedTrial r{.name = "one", .condition = "one", .goal = trial.goal, .obstacles = trial.obstacles, .start = WalkStart{}, .speed = 1};
  for (const TrialSample& s : run->samples) {
    r.times.push_back(s.t);
    r.places.push_back({s.x, s.y});
    r.headings.push_back(s.heading);
  }
  FitOptions o;
  o.free = {"ko"};
  o.starts = {{"ko", 150}};
  o.searches = 1;
  const auto fitted = fit_human({&r, 1}, o, p);
  REQUIRE(fitted);
  CHECK(fitted->stages[0].rms < 1e-8);
  CHECK(fitted->stages[0].parameters[0].estimate == doctest::Approx(198).epsilon(1e-5));
}

TEST_CASE("fit: bounds hold, and are told") {
  FitOptions o = spec_options();
  o.stage = FitStage::goal;
  o.bounds = {{"c1", 0.5, 5}};
  const auto result = fit_human(goal_trials({2, 8}), o);
  REQUIRE_MESSAGE(result, error_of(result));
  const FitParameter& c1 = result->stages[0].parameters[2];
  CHECK(c1.estimate == doctest::Approx(0.5));
  CHECK(c1.at_bound);
  CHECK(warns(result->stages[0], "lies on its bound"));
}

namespace {

// A walk of the attractor in a world, with all that a trial must know about it.
RecordedTrial by_attractor(Vec2 goal, const std::vector<Vec2>& obstacles, double a, double d0, double agility, double courage) {
  RecordedTrial r;
  r.radius = 0.3;
  r.goal = {.at = goal, .radius = 0.3};
  r.speed = 1.2;
  auto world = World::create({.dt = 0.1});
  AttractorParams params = AttractorParams::robust();
  params.a = a, params.d0 = d0, params.sigma = 0;
  AgentSpec spec{.radius = 0.3, .top_speed = 1.2, .attributes = {{"agility", agility}, {"courage", courage}}};
  spec.model = *world->add_attractor(params);
  spec.target = *world->add_target({.at = lift(goal), .radius = 0.3});
  for (const Vec2 o : obstacles) {
    REQUIRE(world->add_obstacle({.at = lift(o), .to = lift(o), .radius = 0.4}));
    r.obstacles.push_back({.at = o, .radius = 0.4});
  }
  const AgentId id = *world->add_agent(spec);
  for (int i = 0; i < 100 && world->agent(id)->status != Status::arrived; ++i, world->step()) {
    r.times.push_back(i * 0.1);
    r.places.push_back(world->agent(id)->at.xy());
    r.headings.push_back(world->agent(id)->heading);
  }
  return r;
}

std::vector<RecordedTrial> attractor_trials(double a, double d0, double agility, double courage = courage_unset) {
  std::vector<RecordedTrial> all;
  for (const double angle : {20., -40.}) all.push_back(by_attractor(at_polar(5, angle), {}, a, d0, agility, courage));
  for (const double angle : {3., -6., 12.}) all.push_back(by_attractor({8, 0}, {at_polar(3, angle)}, a, d0, agility, courage));
  return all;
}

}  // namespace

TEST_CASE("fit: the attractor's a, d0 and agility from walks without noise, within 1 percent") {
  FitOptions o;
  o.smoothing = 0;
  o.zero_turn = true;
  o.searches = 2;
  auto result = fit_attractor(attractor_trials(1.4, 0.7, 0.45), o);
  REQUIRE_MESSAGE(result, error_of(result));
  const auto& p = result->stages[0].parameters;
  REQUIRE(p.size() == 3);
  CHECK(p[0].estimate == doctest::Approx(1.4).epsilon(0.01));
  CHECK(p[1].estimate == doctest::Approx(0.7).epsilon(0.01));
  CHECK(p[2].estimate == doctest::Approx(0.45).epsilon(0.01));

  o.residual = FitResidual::position;
  o.free = {"a", "courage"};
  o.held = {{"d0", 0.7}, {"agility", 0.45}};
  result = fit_attractor(attractor_trials(1.4, 0.7, 0.45, 0.35), o);
  REQUIRE_MESSAGE(result, error_of(result));
  CHECK(result->stages[0].parameters[1].estimate == doctest::Approx(0.35).epsilon(0.01));

  o.free = {"d0", "courage"};
  CHECK(error_of(fit_attractor(attractor_trials(1, 1, 1), o)).find("d0 and courage are one number") != std::string::npos);
  o.free = {"d0"};
  o.held.clear();
  CHECK(error_of(fit_attractor({{by_attractor({5, 0}, {}, 1, 1, 1, -1)}}, o)).find("no trial has an obstacle") != std::string::npos);
  o.free = {};
  std::vector<RecordedTrial> wide{by_attractor({5, 1}, {}, 1, 1, 1, -1)};
  wide[0].radius = 1e6;
  CHECK(error_of(fit_attractor(wide, o)).find("radius") != std::string::npos);
}
