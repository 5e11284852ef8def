#include "core/angles.hpp"

#include <doctest/doctest.h>

#include <cfenv>
#include <cmath>
#include <initializer_list>

#include "support/fp_traps.hpp"
#include "support/inputs.hpp"
#include "support/pack4.hpp"

namespace {

using wend::pi;
using wend::wrap;
using wend::test::Inputs;
using wend::test::NoTraps;
using wend::test::Pack4;
using wend::test::same_bits;

// Angle between the directions w and x; 80-bit sines reduce their argument exactly.
double angle_between(double w, double x) {
  const long double lw = w, lx = x;
  const long double s = std::sin(lw) * std::cos(lx) - std::cos(lw) * std::sin(lx);
  const long double c = std::cos(lw) * std::cos(lx) + std::sin(lw) * std::sin(lx);
  return static_cast<double>(std::fabs(std::atan2(s, c)));
}

}  // namespace

TEST_CASE("angles: wrap, local spec T1") {
  const double vectors[][2] = {{0, 0},
                               {3.5, -2.78318530718},
                               {-3.5, 2.78318530718},
                               {7, 0.71681469282},
                               {-9, -2.71681469282},
                               {10, -2.56637061436},
                               {pi, 3.14159265359},
                               {-pi, 3.14159265359},
                               {3 * pi, 3.14159265359}};
  for (const auto& row : vectors) {
    const double x = row[0], expected = row[1];
    CAPTURE(x);
    CHECK(std::abs(wrap(x) - expected) <= 1e-9);
  }
}

TEST_CASE("angles: every odd multiple of pi is +pi up to its rounding, never -pi") {
  int broken = 0;
  for (int n = -100'001; n <= 100'001; n += 2) {
    const double w = wrap(n * pi);
    broken += !(w <= pi && pi - w <= std::abs(n * pi) * 0x1p-51);
  }
  CHECK(broken == 0);
  CHECK(same_bits(wrap(-pi), pi));
  CHECK(same_bits(wrap(std::nextafter(pi, 4.0)), pi));
  CHECK(same_bits(wrap(std::nextafter(-pi, -4.0)), pi));
}

TEST_CASE("angles: wrap keeps the bits of what is in range") {
  Inputs in{1};
  int broken = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    const double x = i % 2 == 0 ? in.between(-3.1415926, 3.1415926) : in.magnitude(-1074, 0);
    broken += !same_bits(wrap(x), x);
  }
  CHECK(broken == 0);
  for (const double x : {0.0, -0.0, pi, -std::nextafter(pi, 0.0), 0x1p-1074}) CHECK(same_bits(wrap(x), x));
}

TEST_CASE("angles: wrap stays in range and on the same angle") {
  std::feclearexcept(FE_ALL_EXCEPT);
  Inputs in{2};
  int broken = 0;
  for (int i = 0; i < 300'000; ++i) {
    const double x = i % 2 == 0 ? in.between(-20, 20) : in.between(-6e6, 6e6);
    const double w = wrap(x);
    broken += !(w > -pi && w <= pi);
    broken += !same_bits(wrap(w), w);
    const double seam = std::abs(x) * 0x1p-51;
    broken += !(angle_between(w, x) <= (w == pi ? seam : 9e-16));
  }
  for (int i = 0; i < 100'000; ++i) {
    const double x = in.magnitude(22, 50);
    const double w = wrap(x);
    broken += !(w > -pi && w <= pi && angle_between(w, x) <= std::abs(x) * 0x1p-51);
  }
  CHECK(broken == 0);
  for (const double x : {0x1p51, -0x1p60, 1.7e308}) CHECK(wrap(x) == 0.0);
  CHECK(std::fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW) == 0);
}

TEST_CASE("angles: wrap of NaN and infinity is NaN") {
  const NoTraps on_purpose;
  CHECK(std::isnan(wrap(wend::not_a_number)));
  CHECK(std::isnan(wrap(wend::infinity)));
  CHECK(std::isnan(wrap(-wend::infinity)));
}

TEST_CASE("angles: four lanes give the bits of the scalar") {
  Inputs in{3};
  int broken = 0;
  for (int i = 0; i < 50'000; ++i) {
    Pack4 x;
    for (double& lane : x.lane) lane = i % 2 == 0 ? in.between(-10, 10) : in.any_finite();
    if (i % 10 == 0) x.lane[1] = 3 * pi;
    const Pack4 packed = wrap(x);
    for (int lane = 0; lane < 4; ++lane) broken += !same_bits(packed.lane[lane], wrap(x.lane[lane]));
  }
  CHECK(broken == 0);
}

TEST_CASE("angles: degrees") {
  CHECK(wend::deg(180) == pi);
  CHECK(wend::deg(90) == pi / 2);
  CHECK(wend::two_pi == 2 * pi);
}
