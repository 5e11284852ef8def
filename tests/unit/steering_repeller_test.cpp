#include "steering/repeller.hpp"

#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>

#include <cmath>

#include "support/inputs.hpp"
#include "support/near.hpp"
#include "support/view_builder.hpp"

using namespace wend;
using namespace wend::steering;
using wend::test::near;

namespace {

struct Row {
  double x, half, r, d0, delta, h1, R, W, D, f, slope;
};

void check(const Row& row) {
  CAPTURE(row.x);
  CAPTURE(row.half);
  const Window<double> w = window(row.x, row.half, row.delta);
  CHECK(w.steepness == near{row.h1});
  CHECK(w.value == near{row.W});
  for (double psi : {0.0, 2.5, -3.0}) {  // only the difference counts, across the seam as well
    const Push<double> got = push(wrap(psi + row.x), {psi, row.half, row.r}, row.delta, row.d0);
    CHECK(got.window == near{row.W});
    CHECK(got.nearness == near{row.D});
    CHECK(got.f == near{row.f});
    CHECK(got.slope == near{row.slope});
    CHECK(got.f / (got.window * got.nearness) == near{row.R});
  }
}

double slope_of_pair(double y) {  // section 4.2: discs of radius 0.5 at (3, +-y)
  test::AttractorAgent self(AttractorParams::classic());
  self.p.d0 = 2;
  self.disc({3, y}, 0.5);
  self.disc({3, -y}, 0.5);
  return self.explain().slope_obs;
}

}  // namespace

TEST_CASE("steering: repeller of table T5") {
  constexpr double tenth = pi / 10, twentieth = pi / 20, quarter = pi / 2, e_half = 0.606530659713;
  constexpr Row rows[] = {
      {0, tenth, 3, 6, 0.8, 5.99681487612, 0, 0.999966049718, e_half, 0, 5.24786462772},
      {0.1, tenth, 3, 6, 0.8, 5.99681487612, 0.629367600781, 0.999963953375, e_half, 0.381716985999, 2.60211048103},
      {tenth, tenth, 3, 6, 0.8, 5.99681487612, 1, 0.999938938591, e_half, 0.606493624096, -0.00013725433225},
      {-tenth, tenth, 3, 6, 0.8, 5.99681487612, -1, 0.999938938591, e_half, -0.606493624096, -0.00013725433225},
      {0.6, tenth, 3, 6, 0.8, 5.99681487612, 0.768872799275, 0.999724244316, e_half, 0.466216328915, -0.707856086107},
      {1, tenth, 3, 6, 0.8, 5.99681487612, 0.358709053613, 0.991650222186, e_half, 0.215751394148, -0.489187645878},
      {1.4, tenth, 3, 6, 0.8, 5.99681487612, 0.140575444498, 0.583090367317, e_half, 0.0497162188813, -0.367716954275},
      {2, tenth, 3, 6, 0.8, 5.99681487612, 0.0297419927056, 0.00123658871362, e_half, 2.23073561032e-05,
       -0.000302831049456},
      {0.3, twentieth, 3, 6, 0.8, 7.84122640137, 0.768872799275, 0.99968641312, e_half, 0.466198686529, -1.41459492765},
      {-0.9, 0.5, 0.4, 1, 0.8, 5.21169650242, -0.808792135411, 0.999856280266, 0.670320046036, -0.542071663849,
       -0.48247757879},
      {1, 1.3, 0.1, 1, 0.8, 13.1885541925, 0.968898874035, 1, 0.904837418036, 0.87669595552, 0.202314451274},
      {0.5, quarter, 0, 1, 0.8, 13.1885541925, 0.629367600781, 1, 1, 0.629367600781, 0.858067342818},
      {2.5, quarter, -0.1, 1, 0.8, 13.1885541925, 0.880873364217, 0.994755183506, 1, 0.876253345068, -0.279887813726},
      {-1.2, 1.17, 0.05, 2, 0.8, 13.1390762402, -0.999676834572, 1, 0.975309912028, -0.974994725584, -0.0208332206321},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("steering: repeller with other window margins, table T5b") {
  constexpr double tenth = pi / 10, e_half = 0.606530659713;
  constexpr Row rows[] = {
      {0.2, tenth, 3, 6, 0.1, 63.7731459793, 0.915575474377, 1, e_half, 0.555324596491, 1.00896989141},
      {0.6, tenth, 3, 6, 0.1, 63.7731459793, 0.768872799275, 0.99995815011, e_half, 0.466325409695, -0.708556345051},
      {0.75, tenth, 3, 6, 0.1, 63.7731459793, 0.59621674514, 0.134363568494, e_half, 0.0485890555889, -3.74663533918},
      {0.6, 0.4, 1, 1, 0.4, 11.9635486869, 0.909795989569, 0.999984547377, 0.367879441171, 0.334690068303,
       -0.278978263124},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("steering: the window is (1 + tanh 4)/2 at twice the half angle and one half at its margin") {
  for (double half : {0.02, 0.3, 0.7, 1.1}) {
    CHECK(window(2 * half, half, 0.8).value == near{0.999664650});
    CHECK(window(2 * half + 0.8, half, 0.8).value == near{0.5, 1e-12});
    CHECK(window(-2 * half - 0.8, half, 0.8).value == near{0.5, 1e-12});
  }
}

TEST_CASE("steering: a touched obstacle dead ahead is in the window and repels with slope e D / dpsi") {
  for (double half : {1.38, pi / 2, 2.0, 3.0}) {  // fused obstacles may be wider than half a turn
    CAPTURE(half);
    const Push<double> p = push(0.0, {0.0, half, -0.05}, 0.8, 1.0);
    CHECK(p.window == near{1, 1e-14});
    CHECK(p.f == 0);
    CHECK(p.nearness == 1);
    CHECK(p.slope == near{std::exp(1.0) / half});
  }
}

TEST_CASE("steering: the slope of a push is its derivative, and the push is odd") {
  test::Inputs in{5};
  for (int i = 0; i < 500; ++i) {
    const Sight<double> s{0, in.between(0.05, 2.5), in.between(-0.2, 3)};
    const double x = in.between(-3, 3), delta = in.between(0.1, 1.2), d0 = in.between(0.2, 3), h = 1e-6;
    if (std::abs(x) < 1e-3) continue;
    CAPTURE(x);
    CAPTURE(s.half_angle);
    const double by_difference = (push(x + h, s, delta, d0).f - push(x - h, s, delta, d0).f) / (2 * h);
    CHECK(push(x, s, delta, d0).slope == near{by_difference, 2e-6});
    CHECK(push(-x, s, delta, d0).f == -push(x, s, delta, d0).f);
    CHECK(push(x, s, delta, d0).f * x >= 0);  // away from the obstacle
  }
}

TEST_CASE("steering: a gap is closed below the agent's diameter and open above it") {
  // The numbers of section 4.2 have six digits.
  CHECK(slope_of_pair(0.6) == near{0.799230, 5e-7});
  CHECK(slope_of_pair(0.8) == near{-0.000196, 5e-7});
  CHECK(slope_of_pair(1.2) == near{-0.733733, 5e-7});
}

TEST_CASE("steering: a pair of discs pushes symmetrically") {
  test::AttractorAgent self(AttractorParams::classic());
  self.disc({2, 0.9}, 0.5);
  self.disc({2, -0.9}, 0.5);
  CHECK(self.explain().f_obs == 0);
  self.me.heading = 0.1;
  const double left = self.explain().f_obs;
  self.me.heading = -0.1;
  CHECK(self.explain().f_obs == -left);
}
