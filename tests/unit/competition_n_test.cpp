#include "steering/competition_n.hpp"

#include <doctest/doctest.h>
#include <wend/analysis/portrait.hpp>

#include "support/fp_traps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <random>
#include <utility>
#include <vector>

using namespace wend::steering;

namespace {

bool near(double a, double b, double within = 1e-9) { return std::abs(a - b) <= within; }

bool near(const ClassRow& a, const ClassRow& b, double within = 1e-9) {
  for (unsigned i = 0; i < max_classes; ++i) {
    if (!near(a[i], b[i], within)) return false;
  }
  return true;
}

bool finite(const ClassRow& w) {
  return std::all_of(w.begin(), w.end(), [](double x) { return std::isfinite(x) && x >= 0; });
}

double uniform(std::mt19937_64& rng, double lo, double hi) {
  return lo + (hi - lo) * (static_cast<double>(rng() >> 11) * 0x1p-53);
}

System system_of(std::initializer_list<double> alpha, std::initializer_list<std::initializer_list<double>> gamma) {
  System s;
  s.k = static_cast<unsigned>(alpha.size());
  std::copy(alpha.begin(), alpha.end(), s.alpha.begin());
  unsigned i = 0;
  for (const auto& row : gamma) std::copy(row.begin(), row.end(), s.gamma[i++].begin());
  return s;
}

System random_system(std::mt19937_64& rng, unsigned k) {
  System s;
  s.k = k;
  for (unsigned i = 0; i < k; ++i) {
    s.alpha[i] = uniform(rng, 0.01, 1);
    for (unsigned j = 0; j < k; ++j) s.gamma[i][j] = uniform(rng, 0, 1.2);
  }
  return s;
}

System permuted(const System& s, const std::array<unsigned, max_classes>& to) {
  System t;
  t.k = s.k;
  for (unsigned i = 0; i < s.k; ++i) {
    t.alpha[to[i]] = s.alpha[i];
    for (unsigned j = 0; j < s.k; ++j) t.gamma[to[i]][to[j]] = s.gamma[i][j];
  }
  return t;
}

// Right side of (27), word by word.
ClassRow rates(const System& s, const ClassRow& w) {
  ClassRow r{};
  for (unsigned i = 0; i < s.k; ++i) {
    r[i] = s.alpha[i] * w[i] * (1 - w[i] * w[i]);
    for (unsigned j = 0; j < s.k; ++j) {
      if (j != i) r[i] -= s.gamma[i][j] * w[j] * w[j] * w[i];
    }
  }
  return r;
}

// Jacobian of (27) by central differences, times a vector: an oracle that knows nothing of section 13.
ClassRow jacobian_times(const System& s, const ClassRow& w, const ClassRow& v, double eps) {
  ClassRow ahead = w;
  ClassRow behind = w;
  for (unsigned i = 0; i < s.k; ++i) {
    ahead[i] += eps * v[i];
    behind[i] -= eps * v[i];
  }
  const ClassRow a = rates(s, ahead);
  const ClassRow b = rates(s, behind);
  ClassRow out{};
  for (unsigned i = 0; i < s.k; ++i) out[i] = (a[i] - b[i]) / (2 * eps);
  return out;
}

// Growth exponent of v' = J v over a long time, by the exponential series, renormalised.
double growth_rate(const System& s, const ClassRow& w, std::mt19937_64& rng) {
  ClassRow v{};
  for (unsigned i = 0; i < s.k; ++i) v[i] = uniform(rng, 0.5, 1);
  const double h = 0.1;
  double log_growth = 0;
  double counted = 0;
  for (int step = 0; step < 6000; ++step) {
    ClassRow term = v;
    for (int n = 1; n <= 6; ++n) {
      term = jacobian_times(s, w, term, 1e-4);
      for (unsigned i = 0; i < s.k; ++i) {
        term[i] *= h / n;
        v[i] += term[i];
      }
    }
    double length = 0;
    for (double x : v) length += x * x;
    length = std::sqrt(length);
    for (double& x : v) x /= length;
    if (step >= 3000) {
      log_growth += std::log(length);
      counted += h;
    }
  }
  return log_growth / counted;
}

}  // namespace

TEST_CASE("competition_n: fixed points, stable sets and leading eigenvalues of table T13") {
  struct Row {
    System system;
    std::vector<std::pair<unsigned, ClassRow>> stable;  // mask and weights
    std::vector<std::pair<unsigned, double>> leading;   // mask and eigenvalue
  };
  const Row rows[] = {
      {system_of({0.3, 0.5}, {{0, 0.1}, {0.05, 0}}),
       {{3, {0.830454798537, 0.964901281354}}},
       {{0, 0.5}, {1, 0.45}, {2, 0.2}, {3, -0.39005495}}},
      {system_of({0.1, 0.5}, {{0, 0.3}, {0.05, 0}}), {{2, {0, 1}}}, {{0, 0.5}, {1, 0.45}, {2, -0.2}}},
      {system_of({0.38, 0.03}, {{0, 0.9}, {0.05, 0}}),
       {{1, {1, 0}}, {2, {0, 1}}},
       {{0, 0.38}, {1, -0.02}, {2, -0.06}, {3, 0.0351472498}}},
      {system_of({0.5, 0.4, 0.3}, {{0, 0.1, 0.1}, {0.05, 0, 0.1}, {0.05, 0.1, 0}}),
       {{7, {0.850769959395, 0.867398958024, 0.792824967172}}},
       {{0, 0.5}, {1, 0.35}, {2, 0.4}, {3, 0.169230769}, {4, 0.4}, {5, 0.272413793}, {6, 0.345454545},
        {7, -0.307210587}}},
      {system_of({0.2, 0.6, 0.5}, {{0, 0.4, 0.1}, {0.05, 0, 0.7}, {0.05, 0.8, 0}}),
       {{2, {0, 1, 0}}, {5, {0.72547625011, 0, 0.973328526785}}},
       {{0, 0.6}, {1, 0.55}, {2, -0.2}, {4, 0.1}, {5, -0.0894736842}, {6, 0.131318427}, {7, 0.123617952}}},
      {system_of({1, 1, 1}, {{0, 1.6, 0.6}, {0.6, 0, 1.6}, {1.6, 0.6, 0}}),
       {},
       {{0, 1}, {1, 0.4}, {2, 0.4}, {4, 0.4}, {7, 0.0625}}},
      {system_of({0.3, 0.6, 0.4, 0.5},
                 {{0, 0.2, 0.05, 0.1}, {0.05, 0, 0.3, 0.1}, {0.05, 0.5, 0, 0.1}, {0.05, 0.1, 0.1, 0}}),
       {{11, {0.401859034028, 0.922459580154, 0, 0.902033589327}}},
       {{0, 0.6}, {1, 0.55}, {2, 0.4}, {3, 0.385294118}, {4, 0.4}, {5, 0.368085106}, {8, 0.5}, {9, 0.472413793},
        {10, 0.0448275862}, {11, -0.0890347943}, {12, 0.278947368}, {13, 0.272477064}}},
  };
  for (const Row& row : rows) {
    CAPTURE(&row - rows);
    const FixedPoints found = fixed_points(row.system);
    REQUIRE(found.count == row.leading.size());
    std::vector<FixedPoint> stable;
    for (unsigned p = 0; p < found.count; ++p) {
      const FixedPoint& point = found.points[p];
      CAPTURE(point.mask);
      CHECK(point.mask == row.leading[p].first);
      CHECK(near(point.leading, row.leading[p].second, 1e-8));
      if (point.stable) stable.push_back(point);
    }
    REQUIRE(stable.size() == row.stable.size());
    for (std::size_t i = 0; i < stable.size(); ++i) {
      CHECK(stable[i].mask == row.stable[i].first);
      CHECK(near(stable[i].w, row.stable[i].second));
    }
    const Settled answer = settle(row.system);
    CHECK(answer.stable_points == stable.size());
    if (stable.size() == 1) CHECK(near(answer.w, row.stable[0].second));
  }
}

TEST_CASE("competition_n: at every fixed point (27) is at rest and the mask tells who is active") {
  std::mt19937_64 rng(21);
  for (int i = 0; i < 600; ++i) {
    const System s = random_system(rng, 1 + static_cast<unsigned>(i) % max_classes);
    const FixedPoints found = fixed_points(s);
    for (unsigned p = 0; p < found.count; ++p) {
      const FixedPoint& point = found.points[p];
      for (unsigned c = 0; c < max_classes; ++c) CHECK((point.w[c] > 0) == (((point.mask >> c) & 1u) != 0));
      CHECK(near(rates(s, point.w), ClassRow{}, 1e-9));
      CHECK(point.stable == (point.leading < 0));
    }
  }
}

TEST_CASE("competition_n: leading eigenvalue is the growth rate of a small disturbance") {
  std::mt19937_64 rng(22);
  for (int i = 0; i < 24; ++i) {
    const System s = random_system(rng, 3 + static_cast<unsigned>(i) % 4);
    const FixedPoints found = fixed_points(s);
    const FixedPoint& point = found.points[rng() % found.count];
    CAPTURE(i);
    CHECK(near(growth_rate(s, point.w, rng), point.leading, 5e-3));
  }
}

TEST_CASE("competition_n: alike classes have exact eigenvalues") {
  // All off-diagonal entries g: B = -2 u (a - g) on differences, k - 1 times, and -2 a along the diagonal.
  for (unsigned k = 2; k <= max_classes; ++k) {
    for (double g : {0.05, 0.3, 0.7}) {
      System s;
      s.k = k;
      for (unsigned i = 0; i < k; ++i) {
        s.alpha[i] = 0.5;
        s.gamma[i].fill(g);
      }
      const FixedPoints found = fixed_points(s);
      const FixedPoint& all = found.points[found.count - 1];
      REQUIRE(all.mask == (1u << k) - 1);
      const double u = 0.5 / (0.5 + (k - 1) * g);
      CHECK(near(all.leading, std::max(-2 * u * (0.5 - g), -1.0), 1e-13));
    }
  }
}

TEST_CASE("competition_n: rings of dominance have the eigenvalues of a circulant matrix") {
  for (unsigned k = 3; k <= max_classes; ++k) {
    System s;
    s.k = k;
    double sum = 1;
    for (unsigned i = 0; i < k; ++i) {
      s.alpha[i] = 1;
      for (unsigned j = 0; j < k; ++j) s.gamma[i][j] = 0.1 * ((j + k - i) % k);
      sum += 0.1 * i;
    }
    const FixedPoints found = fixed_points(s);
    const FixedPoint& all = found.points[found.count - 1];
    REQUIRE(all.mask == (1u << k) - 1);
    double expected = -2;
    for (unsigned m = 1; m < k; ++m) {
      double real = 1;
      for (unsigned d = 1; d < k; ++d) real += 0.1 * d * std::cos(2 * 3.141592653589793 * m * d / k);
      expected = std::max(expected, -2 * real / sum);
    }
    CHECK(near(all.leading, expected, 1e-12));
  }
}

TEST_CASE("competition_n: a ring where each hurts only the next does not trap the eigenvalue search") {
  for (unsigned k = 3; k <= max_classes; ++k) {
    System s;
    s.k = k;
    for (unsigned i = 0; i < k; ++i) {
      s.alpha[i] = 1;
      s.gamma[i][(i + 1) % k] = 0.5;
    }
    const FixedPoints found = fixed_points(s);
    const FixedPoint& all = found.points[found.count - 1];
    REQUIRE(all.mask == (1u << k) - 1);
    const double deepest = std::cos(2 * 3.141592653589793 * (k / 2) / k);
    CHECK(near(all.leading, -2 / 1.5 * (1 + 0.5 * deepest), 1e-12));
  }
}

TEST_CASE("competition_n: permuting the classes permutes the answer") {
  std::mt19937_64 rng(26);
  for (int i = 0; i < 300; ++i) {
    const System s = random_system(rng, 2 + static_cast<unsigned>(i) % 4);
    std::array<unsigned, max_classes> to{0, 1, 2, 3, 4, 5};
    for (unsigned c = s.k; c-- > 1;) std::swap(to[c], to[rng() % (c + 1)]);
    const System t = permuted(s, to);

    const FixedPoints a = fixed_points(s);
    const FixedPoints b = fixed_points(t);
    REQUIRE(a.count == b.count);
    for (unsigned p = 0; p < a.count; ++p) {
      unsigned mask = 0;
      ClassRow w{};
      for (unsigned c = 0; c < s.k; ++c) {
        mask |= ((a.points[p].mask >> c) & 1u) << to[c];
        w[to[c]] = a.points[p].w[c];
      }
      const auto same = std::find_if(b.points.begin(), b.points.begin() + b.count,
                                     [&](const FixedPoint& q) { return q.mask == mask; });
      REQUIRE(same != b.points.begin() + b.count);
      CHECK(near(same->w, w));
      CHECK(near(same->leading, a.points[p].leading));
      CHECK(same->stable == a.points[p].stable);
    }

    const Settled x = settle(s);
    const Settled y = settle(t);
    ClassRow w{};
    for (unsigned c = 0; c < s.k; ++c) w[to[c]] = x.w[c];
    CHECK(x.stable_points == y.stable_points);
    CHECK(near(y.w, w, x.stable_points == 0 ? 1e-6 : 1e-9));
  }
}

TEST_CASE("competition_n: with several stable points the answer is the one the motion goes to") {
  std::mt19937_64 rng(27);
  int several = 0;
  while (several < 60) {
    const System s = random_system(rng, 3 + static_cast<unsigned>(several) % 2);
    const Settled answer = settle(s);
    if (answer.stable_points < 2) continue;
    ++several;
    double rate = 0;
    for (unsigned i = 0; i < s.k; ++i) {
      double sum = s.alpha[i];
      for (unsigned j = 0; j < s.k; ++j) sum += j == i ? 0 : s.gamma[i][j];
      rate = std::max(rate, sum);
    }
    // Plain Euler steps, not logarithmic, much finer and longer than the code under test.
    ClassRow w{};
    std::fill(w.begin(), w.begin() + s.k, 0.01);
    for (int step = 0; step < 60000; ++step) {
      const ClassRow r = rates(s, w);
      for (unsigned i = 0; i < s.k; ++i) w[i] += 0.05 / rate * r[i];
    }
    CAPTURE(several);
    CHECK(near(w, answer.w, 1e-2));
  }
}

TEST_CASE("competition_n: hysteresis holds a stable point and lets go of an unstable one") {
  // Mutually exclusive targets, section 10: gamma_kl = 1.2 alpha_l.
  const auto targets = [](double a, double b, double c) {
    return system_of({a, b, c}, {{0, 1.2 * b, 1.2 * c}, {1.2 * a, 0, 1.2 * c}, {1.2 * a, 1.2 * b, 0}});
  };
  const ClassRow first{1, 0, 0};
  const ClassRow second{0, 1, 0};
  CHECK(near(settle(targets(0.30, 0.35, 0.2)).w, second));
  CHECK(near(settle(targets(0.30, 0.35, 0.2), &first).w, first));
  CHECK(near(settle(targets(0.35, 0.30, 0.2), &second).w, second));
  CHECK(near(settle(targets(0.30, 0.37, 0.2), &first).w, second));
  CHECK(settle(targets(0.30, 0.35, 0.2)).stable_points == 2);
}

TEST_CASE("competition_n: cyclic dominance gives finite weights, the same every time") {
  std::mt19937_64 rng(28);
  const System ring = system_of({1, 1, 1}, {{0, 1.6, 0.6}, {0.6, 0, 1.6}, {1.6, 0.6, 0}});
  const Settled still = settle(ring);
  CHECK(still.stable_points == 0);
  CHECK(near(still.w, ClassRow{0.559016994375, 0.559016994375, 0.559016994375}, 1e-3));  // nobody is first: symmetric
  const ClassRow before{0.9, 0.3, 0.1};
  const Settled going = settle(ring, &before);
  CHECK(finite(going.w));
  CHECK(*std::max_element(going.w.begin(), going.w.end()) > 0.5);
  CHECK(settle(ring, &before).w == going.w);

  int cyclic = 0;
  for (int i = 0; i < 4000; ++i) {
    const System s = random_system(rng, 3);
    const FixedPoints found = fixed_points(s);
    if (std::none_of(found.points.begin(), found.points.begin() + found.count,
                     [](const FixedPoint& p) { return p.stable; })) {
      ++cyclic;
      const Settled answer = settle(s);
      CHECK(finite(answer.w));
      CHECK(*std::max_element(answer.w.begin(), answer.w.end()) <= 1 + 1e-9);
    }
  }
  CHECK(cyclic > 4);  // 0.7 % of random systems, decision 32
  CHECK(cyclic < 80);
}

TEST_CASE("competition_n: degenerate systems give finite weights") {
  const wend::test::NoTraps quiet;  // NaN and infinities on purpose
  CHECK(settle(System{}).w == ClassRow{});
  CHECK(fixed_points(System{}).count == 1);

  System one;
  one.k = 1;
  one.alpha[0] = 0.4;
  CHECK(near(settle(one).w, ClassRow{1}));
  one.alpha[0] = -0.4;
  CHECK(settle(one).w == ClassRow{});

  System nothing;
  nothing.k = max_classes;
  CHECK(finite(settle(nothing).w));

  // Helpers without limit: nothing bounds the growth.
  CHECK(finite(settle(system_of({0.1, 0.1, 0.1}, {{0, -1, -1}, {-1, 0, -1}, {-1, -1, 0}})).w));
  CHECK(finite(settle(system_of({-0.1, 0.2, -0.3}, {{0, -5, 1}, {2, 0, -9}, {-4, 1, 0}})).w));

  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const ClassRow bad_before{nan, inf, -inf};
  for (double bad : {nan, inf, -inf, 1e300, 1e-300}) {
    CHECK(finite(settle(system_of({bad, 0.5, 0.4}, {{0, 0.1, 0.1}, {0.1, 0, 0.1}, {0.1, 0.1, 0}})).w));
    CHECK(finite(settle(system_of({0.2, 0.5, 0.4}, {{0, bad, 0.9}, {0.1, 0, 0.9}, {0.9, 0.1, 0}}), &bad_before).w));
  }
}
