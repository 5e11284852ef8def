#include <doctest/doctest.h>
#include <cstdio>
#include <chrono>
#include "unit/study/fit_support.hpp"
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
TEST_CASE("x") {
  auto trials = all_54();
  auto o = spec_options();
  timed("noise-free", [&]{ return fit_human(trials, o); });
  auto a = trials; add_angle_noise(a, 1, 1);
  timed("1 deg", [&]{ return fit_human(a, o); });
  auto p = trials; add_place_noise(p, 0.02, 1);
  auto po = o; po.residual = FitResidual::position;
  timed("2cm", [&]{ return fit_human(p, po); });
  auto one = joined(goal_trials({4}), obstacle_trials({4})); add_angle_noise(one, 1, 1);
  timed("one", [&]{ return fit_human(one, o); });
  auto jo = o; jo.stage = FitStage::joint;
  timed("joint", [&]{ return fit_human(a, jo); });
  auto jf = o; jf.searches=4;
  timed("4 searches", [&]{ return fit_human(a, jf); });
}
