#include "environment/certificates.hpp"

#include <wend/base/rng.hpp>

#include <doctest/doctest.h>

#include "core/det_math.hpp"
#include "geometry/predicates.hpp"

using namespace wend;
using namespace wend::environment;

namespace {

struct Quad {
  Vec2 p[4];
};

// Anything, and what is hard: nearly on a circle, nearly on a line, two almost at one place, far from the origin.
Quad random_quad(Rng& rng) {
  Quad q;
  const std::uint64_t kind = rng.below(5);
  const double noise = std::pow(10.0, -rng.uniform(0, 6));
  for (int i = 0; i < 4; ++i) {
    q.p[i] = {rng.uniform(-1, 1), rng.uniform(-1, 1)};
    if (kind == 1) q.p[i] = direction_or(q.p[i], {1, 0}) + noise * Vec2{rng.uniform(-1, 1), rng.uniform(-1, 1)};
    if (kind == 2) q.p[i].y *= noise;
    if (kind == 3 && i == 3) q.p[3] = q.p[0] + noise * q.p[3];
    if (kind == 4) q.p[i] = q.p[i] + Vec2{1e5, -1e5};
  }
  return q;
}

int sign(const Quad& q) { return geometry::in_circle(q.p[0], q.p[1], q.p[2], q.p[3]); }

// In-circle determinant in long double, only to find the way downhill.
long double value(const Quad& q) {
  long double x[3], y[3], l[3];
  for (int i = 0; i < 3; ++i) {
    x[i] = static_cast<long double>(q.p[i].x) - q.p[3].x;
    y[i] = static_cast<long double>(q.p[i].y) - q.p[3].y;
    l[i] = x[i] * x[i] + y[i] * y[i];
  }
  return l[0] * (x[1] * y[2] - x[2] * y[1]) + l[1] * (x[2] * y[0] - x[0] * y[2]) + l[2] * (x[0] * y[1] - x[1] * y[0]);
}

// Every site goes delta in the direction that brings the determinant nearest to zero, in several parts.
Quad downhill(const Quad& start, double delta) {
  Quad q = start;
  const int parts = 8;
  const double h = 1e-6;
  for (int part = 0; part < parts; ++part) {
    Quad next = q;
    for (int i = 0; i < 4; ++i) {
      Quad dx = q, dy = q;
      dx.p[i].x += h;
      dy.p[i].y += h;
      const long double here = value(q);
      const Vec2 slope{static_cast<double>((value(dx) - here) / h), static_cast<double>((value(dy) - here) / h)};
      const double away = here > 0 ? -1 : 1;
      next.p[i] = q.p[i] + (away * delta / parts) * direction_or(slope, {1, 0});
    }
    q = next;
  }
  return q;
}

}  // namespace

TEST_CASE("certificates: no displacement below the tolerance changes the sign, not even downhill") {
  Rng rng = Rng::stream(1, Purpose::test);
  double ratio_sum = 0;
  int ratios = 0, alive = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    CAPTURE(trial);
    const Quad q = random_quad(rng);
    const double cheap = circle_tolerance(q.p[0], q.p[1], q.p[2], q.p[3]);
    const double exact = exact_circle_tolerance(q.p[0], q.p[1], q.p[2], q.p[3]);
    REQUIRE(cheap <= exact * (1 + 1e-6) + 1e-9);
    if (exact > 1e-3) ratio_sum += cheap / exact, ++ratios;
    if (!(exact > 1e-9)) continue;
    ++alive;
    const double rounding = std::abs(q.p[0].x) > 100 ? 2e-10 : 1e-14;  // of the displaced sites
    for (const double tolerance : {cheap, exact}) {
      const double delta = 0.9999 * tolerance - rounding;
      if (delta <= 0 || (tolerance == exact && exact < 1e-5)) continue;  // the exact one loses digits when it is tiny
      if (sign(downhill(q, delta)) != sign(q)) FAIL("downhill by ", delta, " changed the sign");
      for (int k = 0; k < 4; ++k) {
        Quad moved = q;
        for (Vec2& p : moved.p) {
          const double angle = rng.uniform(-3.2, 3.2);
          p = p + delta * Vec2{det_cos(angle), det_sin(angle)};
        }
        if (sign(moved) != sign(q)) FAIL("a random displacement by ", delta, " changed the sign");
      }
    }
  }
  CHECK(alive > 15000);
  CHECK(ratio_sum / ratios > 0.4);
}

TEST_CASE("certificates: a turn holds until its sites have moved half the width of the triangle") {
  Rng rng = Rng::stream(2, Purpose::test);
  for (int trial = 0; trial < 20000; ++trial) {
    const Quad q = random_quad(rng);
    const double delta = turn_tolerance(q.p[0], q.p[1], q.p[2]);
    const int before = geometry::orientation(q.p[0], q.p[1], q.p[2]);
    for (int k = 0; k < 8; ++k) {
      Vec2 p[3];
      for (int i = 0; i < 3; ++i) {
        const double angle = rng.uniform(-3.2, 3.2);
        p[i] = q.p[i] + 0.9999 * delta * Vec2{det_cos(angle), det_sin(angle)};
      }
      if (delta > 0) REQUIRE(geometry::orientation(p[0], p[1], p[2]) == before);
    }
  }
}
