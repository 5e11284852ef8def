#include <doctest/doctest.h>
#include <cstdio>
#include <chrono>
#include "unit/study/fit_support.hpp"
#include <wend/world.hpp>
using namespace wend;
using namespace wend::study;
using namespace wend::test;

static void show(const FitResult& r) {
  for (auto& s : r.stages) {
    std::printf("== %s cond %.4g rms %.4g r2 %.5f mean %.5f n %zu ev %llu sides %zu/%zu it %zu\n", s.name.c_str(), s.condition_number, s.rms, s.r2, s.mean_condition_r2, s.residuals, (unsigned long long)s.evaluations, s.side_mismatches, s.sides, s.searches[0].iterations);
    for (auto& p : s.parameters) std::printf("  %s %.8g se %.3g  [%.5g %.5g]\n", p.name.c_str(), p.estimate, p.standard_error, p.low, p.high);
    for (std::size_t i=0;i<s.correlations.size();++i) std::printf("%7.3f%s", s.correlations[i], (i+1)%s.parameters.size()?"":"\n");
    for (auto& w : s.warnings) std::printf("  ! %s\n", w.c_str());
  }
  std::fflush(stdout);
}
static void timed(const char* name, auto&& f) {
  auto t=std::chrono::steady_clock::now();
  std::printf("---- %s\n", name);
  auto r=f();
  if(!r) { std::printf("ERR %s\n", r.error().text().c_str()); return; }
  show(*r);
  std::printf("  %.3f s\n", std::chrono::duration<double>(std::chrono::steady_clock::now()-t).count());
}

static RecordedTrial by_attractor(std::string condition, Vec2 goal, std::vector<Vec2> obstacles, AttractorParams params, double agility) {
  RecordedTrial r;
  r.name = r.condition = condition;
  r.radius = 0.3;
  r.goal.at = goal; r.goal.radius = 0.3;
  auto w = World::create({.dt = 0.1});
  params.sigma = 0;
  AgentSpec s{.radius=0.3,.speed=1.2,.agility=agility};
  s.model = *w->add_attractor(params);
  s.target = *w->add_target({.at={goal.x,goal.y}, .radius=0.3});
  for (auto o : obstacles) { (void)*w->add_obstacle({.at=lift(o), .to=lift(o), .radius=0.4}); r.obstacles.push_back({.at=o,.radius=0.4}); }
  auto id = *w->add_agent(s);
  for (int i=0;i<100;++i) {
    auto st=*w->agent(id);
    if (st.status==Status::arrived) break;
    r.times.push_back(i*0.1); r.places.push_back(st.at.xy()); r.headings.push_back(st.heading);
    w->step();
  }
  r.speed=1.2;
  return r;
}
TEST_CASE("att") {
  auto params = AttractorParams::robust(); params.a=1.4; params.d0=0.7;
  std::vector<RecordedTrial> t;
  for (double a : {20., -40., 70.}) t.push_back(by_attractor(concat("g",a), at_polar(5,a), {}, params, 0.45));
  for (double a : {3., -6., 12.}) t.push_back(by_attractor(concat("o",a), {8,0}, {at_polar(3,a)}, params, 0.45));
  FitOptions o; o.searches=1; o.smoothing=0; o.zero_turn=true;
  timed("attractor", [&]{ return fit_attractor(t, o); });
  o.searches=6;
  timed("attractor", [&]{ return fit_attractor(t, o); });
  o.residual=FitResidual::position;
  timed("attractor", [&]{ return fit_attractor(t, o); });
}
TEST_CASE("x") {
  for (int s=8;s<24;++s) {
  auto o = spec_options();
  auto one = goal_trials({4}); add_angle_noise(one, 1, s);
  o.stage=FitStage::goal;
  timed("one", [&]{ return fit_human(one, o); });
  }
}
