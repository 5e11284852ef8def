#include "steering/competition.hpp"

#include <doctest/doctest.h>
#include <wend/analysis/portrait.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "steering/competition_n.hpp"

using namespace wend::steering;

namespace {

constexpr double tolerance = 1e-9;  // local spec, section 18

bool near(double a, double b, double within = tolerance) { return std::abs(a - b) <= within; }

double uniform(std::mt19937_64& rng, double lo, double hi) {
  return lo + (hi - lo) * (static_cast<double>(rng() >> 11) * 0x1p-53);
}

using Pair = std::array<double, 2>;

// Right side of (15), word by word.
Pair rates(Pair w, Alphas<double> a, double g12, double g21) {
  return {a.a1 * w[0] * (1 - w[0] * w[0]) - g12 * w[0] * w[1] * w[1],
          a.a2 * w[1] * (1 - w[1] * w[1]) - g21 * w[1] * w[0] * w[0]};
}

Pair rk4(Pair w, double h, Alphas<double> a, double g12, double g21) {
  const auto ahead = [&](double by, Pair k) { return Pair{w[0] + by * k[0], w[1] + by * k[1]}; };
  const Pair k1 = rates(w, a, g12, g21);
  const Pair k2 = rates(ahead(h / 2, k1), a, g12, g21);
  const Pair k3 = rates(ahead(h / 2, k2), a, g12, g21);
  const Pair k4 = rates(ahead(h, k3), a, g12, g21);
  return {w[0] + h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0]),
          w[1] + h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])};
}

}  // namespace

TEST_CASE("competition: detectors, gamma, alphas and weights of table T6") {
  struct Row {
    double f_tar, s_tar, f_obs, s_obs, W, S, P_tar, P_obs, g12, a1, a2, w_tar, w_obs;
  };
  constexpr Row rows[] = {
      {0, -1, 0, 2, 1, 0.5, -1, 1, 1, 0.215153137096, 0.46211715726, 0, 1},
      {0, -1, 0, 2, 1, 0.04, -1, 1, 1, 0.384008527876, 0.0399786803112, 1, 0},
      {0, -1, 0, 2, 0.3, 0.5, -1, 0.3, 0.246596963942, 0.215153137096, 0.46211715726, 0, 1},
      {-0.2, -0.98, 0.1, 1.5, 1.7, 0.3, -0.449328964117, 0.670320046036, 0.24718664593, 0.283474955019, 0.291312612452,
       0.387999404662, 0.986996033721},
      {-0.2, -0.98, 0.1, -1.5, 1.7, 0.3, -0.449328964117, -0.670320046036, 0.0740963931114, 0.283474955019,
       0.291312612452, 0.879378891057, 0.931274356441},
      {0.1, 0.99, 0, 1, 1, 0.3, 0.670320046036, 1, 0.035414282064, 0.283474955019, 0.291312612452, 0.945645642845,
       0.920062184905},
      {-0.5, -0.866, 0.3, -0.4, 0.8, 0.9, -0.135335283237, -0.24095536953, 0.126790453665, 0.11348085192,
       0.716297870199, 0, 1},
      {0, -1, 0, 0, 0, 0, -1, 0, 0.135335283237, 0.4, 0, 1, 0},
      {0.1, -0.9, 0.05, -0.2, 0.6, 1.5, -0.670320046036, -0.491238451847, 0.0700480416316, 0.0379406985421,
       0.905148253645, 0, 1},
      {0, -1, 0.01, 0.5, 2, 3, -1, 0.960789439152, 0.924574985963, 0.00197809852531, 0.995054753687, 0, 1},
      {0.05, -0.99, 0.2, 0.3, 0.9, 0.03, -0.818730753078, 0.404396067705, 0.262417900494, 0.388003598704,
       0.0299910032388, 1, 0},
  };
  const Competition p;
  for (const Row& row : rows) {
    CAPTURE(&row - rows);
    const double P_tar = detector(row.f_tar, row.s_tar, p.c1);
    const double P_obs = obstacle_detector(row.f_obs, row.s_obs, row.W, p.c1);
    const double g12 = gamma12(P_tar, P_obs, p.c2);
    const auto alpha = advantages(row.S, 0.0, 1.0, p.alpha1_max);
    const auto w = weights(alpha, g12, p.gamma21);
    CHECK(near(P_tar, row.P_tar));
    CHECK(near(P_obs, row.P_obs));
    CHECK(near(g12, row.g12));
    CHECK(near(alpha.a1, row.a1));
    CHECK(near(alpha.a2, row.a2));
    CHECK(near(w.tar, row.w_tar));
    CHECK(near(w.obs, row.w_obs));
  }
}

TEST_CASE("competition: weights of table T7") {
  constexpr std::array<double, 6> rows[] = {
      {0.3, 0.25, 0.05, 0.05, 0.928476690885, 0.909717652295},
      {0.1, 0.8, 0.135, 0.05, 0, 1},
      {0.39, 0.02, 0.1, 0.05, 1, 0},
      {0.385, 0.03, 0.9, 0.05, 1, 0},
      {0.03, 0.04, 0.9, 0.05, 0, 1},
      {0.2, 0.5, 0.2, 0.05, 0, 1},
      {0.4, 0, 0.135335283237, 0.05, 1, 0},
      {0.2, 0.5, 0.1999999, 0.05, 0.000745355971806, 0.999999972222},
  };
  for (const auto& row : rows) {
    CAPTURE(&row - rows);
    const auto w = weights(Alphas<double>{row[0], row[1]}, row[2], row[3]);
    CHECK(near(w.tar, row[4]));
    CHECK(near(w.obs, row[5]));
  }
}

TEST_CASE("competition: crowd discount of table T19") {
  constexpr std::array<double, 5> rows[] = {
      {0.2, 0.5, 0.25, 0.274391629861, 0.604367777117},
      {0, 2, 0.25, 0.215153137096, 0.964027580076},
      {0.5, 0, 0.25, 0.215153137096, 0.46211715726},
      {0.2, 0.5, 1, 0.158252889153, 0.604367777117},
  };
  for (const auto& row : rows) {
    CAPTURE(&row - rows);
    const auto alpha = advantages(row[0], row[1], row[2], 0.4);
    CHECK(near(alpha.a1, row[3]));
    CHECK(near(alpha.a2, row[4]));
  }
}

TEST_CASE("competition: degenerate cases") {
  const Competition p;
  SUBCASE("a slope of zero is no fixed point of either kind") {
    CHECK(detector(0.0, 0.0, p.c1) == 0);
    CHECK(detector(0.3, -0.0, p.c1) == 0);
    CHECK(detector(0.0, 1e-300, p.c1) == 1);
    CHECK(detector(0.0, -1e-300, p.c1) == -1);
  }
  SUBCASE("no objects: the target alone") {
    const double P_obs = obstacle_detector(0.0, 0.0, 0.0, p.c1);
    const auto w = weights(advantages(0.0, 0.0, p.beta_a, p.alpha1_max), gamma12(-1.0, P_obs, p.c2), p.gamma21);
    CHECK(w.tar == 1);
    CHECK(w.obs == 0);
  }
  SUBCASE("gamma equal to alpha suppresses") {
    const auto tar_off = weights(Alphas<double>{0.2, 0.5}, 0.2, 0.05);
    CHECK(tar_off.tar == 0);
    CHECK(tar_off.obs == 1);
    const auto obs_off = weights(Alphas<double>{0.2, 0.05}, 0.1, 0.05);
    CHECK(obs_off.tar == 1);
    CHECK(obs_off.obs == 0);
    CHECK(weights(Alphas<double>{0.2, 0.3}, 0.2, 0.4).obs == 1);  // bistable, not a win of the target
    CHECK(weights(Alphas<double>{0.3, 0.2}, 0.4, 0.2).tar == 1);
  }
  SUBCASE("a crowd of S > 20 leaves no target and divides by nothing") {
    for (double S : {20.5, 30.0, 400.0, 1e6, 1e300}) {
      const auto alpha = advantages(S, 0.0, p.beta_a, p.alpha1_max);
      CHECK(alpha.a1 == 0);
      CHECK(alpha.a2 == 1);
      const auto w = weights(alpha, gamma12(1.0, 1.0, p.c2), p.gamma21);
      CHECK(w.tar == 0);
      CHECK(w.obs == 1);
    }
  }
  SUBCASE("all zero, tiny and huge numbers give finite weights") {
    for (double a1 : {0.0, 1e-300, 1e-160, 1.0}) {
      for (double a2 : {0.0, 1e-300, 1e-160, 1.0}) {
        for (double g : {1e-310, 1e-200, 0.5, 1e300}) {
          const auto w = weights(Alphas<double>{a1, a2}, g, g);
          CHECK((w.tar >= 0 && w.tar <= 1));
          CHECK((w.obs >= 0 && w.obs <= 1));
        }
      }
    }
  }
}

TEST_CASE("competition: without obstacles in line the target is dropped only in contact-like crowding") {
  const double edge = std::atanh(1 - std::exp(-2.0) / 0.4);  // S* = 0.796, section 5.1
  for (double S : {edge - 1e-6, edge + 1e-6}) {
    const auto w = weights(advantages(S, 0.0, 1.0, 0.4), gamma12(0.0, 0.0, 2.0), 0.05);
    CHECK((w.tar > 0) == (S < edge));
  }
}

TEST_CASE("competition: hysteresis keeps the winner in the bistable case and nowhere else") {
  const Alphas<double> bistable{0.3, 0.03};
  const auto answer = [&](Weights<double> before) { return weights(bistable, 0.9, 0.05, before); };
  CHECK(answer({}).tar == 1);
  CHECK(answer({0, 1}).tar == 0);
  CHECK(answer({0, 1}).obs == 1);
  CHECK(answer({1, 0}).tar == 1);
  CHECK(answer({0.4, 0.9}).tar == 1);
  CHECK(weights(Alphas<double>{0.02, 0.03}, 0.9, 0.05, {1, 0}).tar == 1);
  CHECK(weights(Alphas<double>{0.1, 0.8}, 0.135, 0.05, {1, 0}).tar == 0);
  CHECK(weights(Alphas<double>{0.39, 0.02}, 0.1, 0.05, {0, 1}).tar == 1);
}

TEST_CASE("competition: gamma12 stays in its range for any detectors") {
  std::mt19937_64 rng(11);
  for (int i = 0; i < 2000; ++i) {
    const std::array<double, 5> in{uniform(rng, -5, 5), uniform(rng, -1, 1), uniform(rng, -5, 5), uniform(rng, -1, 1),
                                   uniform(rng, 0, 9)};
    const double P_tar = detector(in[0], in[1], 4);
    const double P_obs = obstacle_detector(in[2], in[3], in[4], 4);
    CHECK(std::abs(P_tar) <= 1);
    CHECK(std::abs(P_obs) <= 1);
    const double g12 = gamma12(P_tar, P_obs, 2.0);
    CHECK(g12 >= std::exp(-4.0) - 1e-15);
    CHECK(g12 <= 1);
  }
}

TEST_CASE("competition: the closed form is where (15) goes from a small equal seed") {
  std::mt19937_64 rng(12);
  int both = 0;
  int alone = 0;
  while (both + alone < 4000) {
    const Alphas<double> a{uniform(rng, 0, 0.4), uniform(rng, 0, 1)};
    const double g12 = uniform(rng, 0.018, 0.5);
    const double g21 = uniform(rng, 0.01, 0.4);
    if (std::abs(a.a1 - g12) < 1e-3 || std::abs(a.a2 - g21) < 1e-3) continue;
    if (g12 > a.a1 && g21 > a.a2) continue;  // bistable: a rule, not a limit
    const auto w = weights(a, g12, g21);
    (w.tar > 0 && w.obs > 0 ? both : alone) += 1;

    const double h = 0.5 / (std::max(a.a1, a.a2) + std::max(g12, g21));
    const auto there = [&](Pair at) { return near(at[0], w.tar, 1e-6) && near(at[1], w.obs, 1e-6); };
    Pair at{1e-3, 1e-3};
    int steps = 0;
    while (!there(at) && steps < 200000) {
      at = rk4(at, h, a, g12, g21);
      ++steps;
    }
    for (int i = 0; i < 100; ++i) at = rk4(at, h, a, g12, g21);  // a saddle would throw it out again
    if (!there(at)) {
      FAIL_CHECK("alpha ", a.a1, " ", a.a2, " gamma ", g12, " ", g21, " ends at ", at[0], " ", at[1]);
    }
  }
  CHECK(both > 1000);
  CHECK(alone > 1000);
}

TEST_CASE("competition: the stable cases join continuously") {
  std::mt19937_64 rng(13);
  for (int i = 0; i < 1000; ++i) {
    const Alphas<double> a{uniform(rng, 0.1, 0.4), uniform(rng, 0.1, 1)};
    const double g21 = uniform(rng, 0.01, 0.09);
    const auto inside = weights(a, a.a1 * (1 - 1e-12), g21);
    const auto outside = weights(a, a.a1, g21);
    CHECK(near(inside.tar, outside.tar, 1e-5));
    CHECK(near(inside.obs, outside.obs, 1e-9));
  }
}

TEST_CASE("competition: exchanging the classes exchanges the weights, bit by bit") {
  std::mt19937_64 rng(14);
  for (int i = 0; i < 2000; ++i) {
    const Alphas<double> a{uniform(rng, 0, 1), uniform(rng, 0, 1)};
    const double g12 = uniform(rng, 0, 1);
    const double g21 = uniform(rng, 0, 1);
    const auto w = weights(a, g12, g21);
    const auto x = weights(Alphas<double>{a.a2, a.a1}, g21, g12);
    CHECK(w.tar == x.obs);
    CHECK(w.obs == x.tar);
  }
}

TEST_CASE("competition: a stable equilibrium exists whenever both alphas are positive, and the closed form is one") {
  std::mt19937_64 rng(15);
  for (int i = 0; i < 5000; ++i) {
    const Alphas<double> a{uniform(rng, 0.01, 1), uniform(rng, 0.01, 1)};
    const double g12 = uniform(rng, 0, 1.2);
    const double g21 = uniform(rng, 0, 1.2);
    const auto w = weights(a, g12, g21);
    const auto s = two_class_stability(a, g12, g21);
    CHECK_FALSE(s.none);
    if (w.tar > 0 && w.obs > 0) {
      CHECK(s.mixed);
      CHECK(s.leading < 0);
      CHECK(near(s.mixed_at.tar, w.tar));
      CHECK(near(s.mixed_at.obs, w.obs));
    } else {
      CHECK((w.tar > 0 ? s.target : s.obstacles));
      CHECK(s.mixed_exists == (s.target && s.obstacles));  // the saddle between two winners
      CHECK_FALSE(s.mixed);
    }
  }
}

TEST_CASE("competition: both active with one negative alpha can be stable") {
  // Class 2 decays alone and lives off class 1; trace and determinant of the linearisation decide.
  const auto s = two_class_stability({1, -0.1}, 2, -1);
  CHECK(s.mixed_exists);
  CHECK(s.mixed);
  CHECK(s.imaginary > 0);
  CHECK(near(s.leading, s.other));
  CHECK(near(s.leading, -0.1 / 19));  // -(alpha1 u1 + alpha2 u2), u = (1, 9) / 19

  Pair at{std::sqrt(1 / 19.0) + 0.01, std::sqrt(9 / 19.0) - 0.01};
  for (int i = 0; i < 40000; ++i) at = rk4(at, 0.1, {1, -0.1}, 2, -1);
  CHECK(near(at[0], s.mixed_at.tar, 1e-6));
  CHECK(near(at[1], s.mixed_at.obs, 1e-6));
}

TEST_CASE("competition: the enumeration of section 13 agrees with the two-class rules in full and with (28)") {
  std::mt19937_64 rng(23);
  int mixed_stable = 0;
  int mixed_saddle = 0;
  int complex_pairs = 0;
  for (int i = 0; i < 20000; ++i) {
    const double lowest = i % 2 == 0 ? 0.01 : -1.0;  // half of them with any signs
    const Alphas<double> a{uniform(rng, lowest, 1), uniform(rng, lowest, 1)};
    const double g12 = uniform(rng, -1.2, 1.2);
    const double g21 = uniform(rng, -1.2, 1.2);
    System s;
    s.k = 2;
    s.alpha = {a.a1, a.a2};
    s.gamma[0][1] = g12;
    s.gamma[1][0] = g21;
    const TwoClassStability rules = two_class_stability(a, g12, g21);
    const FixedPoints found = fixed_points(s);
    std::array<const FixedPoint*, 4> by_mask{};
    for (unsigned p = 0; p < found.count; ++p) by_mask[found.points[p].mask] = &found.points[p];

    REQUIRE(by_mask[0] != nullptr);
    REQUIRE(by_mask[1] != nullptr);
    REQUIRE(by_mask[2] != nullptr);
    CHECK(by_mask[0]->stable == rules.none);
    CHECK(by_mask[1]->stable == rules.target);
    CHECK(by_mask[2]->stable == rules.obstacles);
    REQUIRE((by_mask[3] != nullptr) == rules.mixed_exists);
    if (!rules.mixed_exists) continue;
    const double scale = 1 + std::abs(rules.leading) + std::abs(rules.other) + rules.imaginary;
    CHECK(near(by_mask[3]->leading, rules.leading, 1e-9 * scale * scale));
    CHECK(by_mask[3]->stable == rules.mixed);
    const double Delta = a.a1 * a.a2 - g12 * g21;
    if (a.a1 > 0 && a.a2 > 0) CHECK(rules.mixed == (Delta > 0));
    mixed_stable += rules.mixed ? 1 : 0;
    mixed_saddle += Delta < 0 ? 1 : 0;
    complex_pairs += rules.imaginary > 0 ? 1 : 0;
  }
  CHECK(mixed_stable > 1000);
  CHECK(mixed_saddle > 1000);
  CHECK(complex_pairs > 100);
}

TEST_CASE("competition: the N-class answer for two classes is the closed form, bit by bit") {
  std::mt19937_64 rng(24);
  for (int i = 0; i < 3000; ++i) {
    System s;
    s.k = 2;
    s.alpha = {uniform(rng, 0.01, 1), uniform(rng, 0.01, 1)};
    s.gamma[0][1] = uniform(rng, 0, 1.2);
    s.gamma[1][0] = uniform(rng, 0, 1.2);
    const auto w = weights(Alphas<double>{s.alpha[0], s.alpha[1]}, s.gamma[0][1], s.gamma[1][0]);
    const Settled answer = settle(s);
    CHECK(answer.w == ClassRow{w.tar, w.obs});
    CHECK(answer.stable_points >= 1);
    const ClassRow before{0, 1};
    if (answer.stable_points == 2) CHECK(settle(s, &before).w == before);
  }
}

TEST_CASE("competition: one obstacle class is the two-class competition") {
  std::mt19937_64 rng(25);
  const Competition p;
  for (int i = 0; i < 500; ++i) {
    const double P_tar = uniform(rng, -1, 1);
    const ClassView seen[] = {{uniform(rng, -1, 1), uniform(rng, 0, 2)}};
    const System s = obstacle_classes(P_tar, seen, p);
    const auto w = weights(advantages(seen[0].S, 0.0, 1.0, p.alpha1_max), gamma12(P_tar, seen[0].P, p.c2), p.gamma21);
    REQUIRE(s.k == 2);
    CHECK(settle(s).w == ClassRow{w.tar, w.obs});
  }
  const ClassView three[] = {{0.5, 0.1}, {-0.2, 0.3}, {0.9, 0.2}};
  const System s = obstacle_classes(-0.7, three, p);
  CHECK(s.k == 4);
  CHECK(near(s.alpha[0], 0.4 * (1 - std::tanh(0.6))));
  CHECK(near(s.alpha[3], std::tanh(0.2)));
  CHECK(near(s.gamma[0][2], std::exp(-2 * (1 + 0.14))));
  CHECK(s.gamma[3][0] == 0.05);
  CHECK(s.gamma[1][3] == 0.05);
}
