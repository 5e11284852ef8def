#include "core/det_math.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "core/angles.hpp"
#include "support/fp_traps.hpp"
#include "support/inputs.hpp"
#include "support/pack4.hpp"

// The oracle is the 80-bit <cmath>: its own error is below a thousandth of our ulp.
static_assert(std::numeric_limits<long double>::digits >= 64, "these tests need a long double wider than double");

namespace {

using wend::test::Inputs;
using wend::test::NoTraps;
using wend::test::Pack4;
using wend::test::same_bits;
using wend::test::ulp_distance;

constexpr double inf = wend::infinity;
constexpr double qnan = wend::not_a_number;
constexpr double denormal = 0x1p-1074;
constexpr double largest = std::numeric_limits<double>::max();
constexpr int samples = 260'000;  // per range; every function has at least four ranges

struct Worst {
  double error = 0;
  double x = 0;
  double y = 0;
};

// The worst of `samples` inputs; `draw` sets x (and y). The kernel must leave the exception flags alone.
template <class Draw, class Kernel, class Oracle>
Worst worst_of(std::uint64_t seed, Draw draw, Kernel kernel, Oracle oracle) {
  Inputs in{seed};
  Worst worst;
  int flags = 0;
  for (int done = 0; done < samples; done += 1000) {
    double x[1000], y[1000] = {}, got[1000];
    for (int i = 0; i < 1000; ++i) draw(in, x[i], y[i]);
    std::feclearexcept(FE_ALL_EXCEPT);
    for (int i = 0; i < 1000; ++i) got[i] = kernel(x[i], y[i]);
    flags |= std::fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
    const NoTraps oracle_may_raise;
    for (int i = 0; i < 1000; ++i) {
      const double error = ulp_distance(got[i], oracle(x[i], y[i]));
      if (error > worst.error) worst = {error, x[i], y[i]};
    }
  }
  CHECK(flags == 0);
  return worst;
}

using Draw = double (*)(Inputs&);
using Unary = double (*)(double);
using LongUnary = long double (*)(long double);

void check_unary(Unary f, LongUnary oracle, double bound, std::initializer_list<Draw> ranges) {
  std::uint64_t range = 0;
  for (const Draw draw : ranges) {
    const Worst w = worst_of(
        ++range, [&](Inputs& in, double& x, double&) { x = draw(in); }, [&](double x, double) { return f(x); },
        [&](long double x, long double) { return oracle(x); });
    CAPTURE(range);
    CAPTURE(w.x);
    CHECK(w.error <= bound);
  }
}

void check_specials(Unary f, LongUnary oracle, double bound, std::initializer_list<double> inputs) {
  const NoTraps on_purpose;
  for (const double magnitude : inputs) {
    for (const double x : {magnitude, -magnitude}) {
      CAPTURE(x);
      CHECK(ulp_distance(f(x), oracle(x)) <= bound);
    }
  }
}

void check_odd(Unary f, double range) {
  Inputs in{99};
  int broken = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double x = in.between(0.0, range);
    broken += !same_bits(f(-x), -f(x));
  }
  CHECK(broken == 0);
}

void check_rising(Unary f, double lo, double hi) {
  int broken = 0;
  double before = f(lo);
  for (int i = 1; i <= 100'000; ++i) {
    const double now = f(lo + (hi - lo) * i / 100'000);
    broken += !(now > before);
    before = now;
  }
  CHECK(broken == 0);
}

}  // namespace

TEST_CASE("det_math: exp is within 1 ulp") {
  check_unary(wend::det_exp<double>, std::exp, 0.85,
              {[](Inputs& in) { return in.between(-1, 1); }, [](Inputs& in) { return in.between(-30, 0); },
               [](Inputs& in) { return in.between(-745, 709.7); }, [](Inputs& in) { return in.magnitude(-1074, 8); }});
  check_specials(wend::det_exp<double>, std::exp, 0.85,
                 {0, denormal, 1, 709.78, 709.79, 710, 745, 745.13, 745.14, 746, 1e10, largest, inf, qnan});
  CHECK(wend::det_exp(0.0) == 1.0);
  CHECK(wend::det_exp(-745.0) == denormal);
  CHECK(wend::det_exp(-746.0) == 0.0);
  check_rising(wend::det_exp<double>, -700, 700);
}

TEST_CASE("det_math: log is within 1 ulp") {
  check_unary(
      wend::det_log<double>, std::log, 0.9,
      {[](Inputs& in) { return in.between(0.5, 2); }, [](Inputs& in) { return in.between(0.69, 0.72); },
       [](Inputs& in) { return 1 + in.magnitude(-52, -3); }, [](Inputs& in) { return std::abs(in.any_finite()); }});
  check_specials(wend::det_log<double>, std::log, 0.9,
                 {0, denormal, 3 * denormal, 0x1p-1022, 1, 1 - 0x1p-53, 1 + 0x1p-52, 2, largest, inf, qnan});
  CHECK(same_bits(wend::det_log(1.0), 0.0));
  check_rising(wend::det_log<double>, 0.001, 5);
}

TEST_CASE("det_math: sin, cos and tan are within 1, 1 and 2 ulp") {
  const std::initializer_list<Draw> ranges = {
      [](Inputs& in) { return in.between(-4, 4); }, [](Inputs& in) { return in.between(-1.6e6, 1.6e6); },
      [](Inputs& in) { return in.near_quarter_turn(1e6); }, [](Inputs& in) { return in.magnitude(-1074, 19); }};
  const std::initializer_list<double> specials = {
      0, denormal, 0x1p-1022, 1e-9, 0.5, 1, wend::pi / 4, wend::pi / 2, wend::pi, 1e6, inf, qnan};
  check_unary(wend::det_sin<double>, std::sin, 0.9, ranges);
  check_unary(wend::det_cos<double>, std::cos, 0.9, ranges);
  check_unary(wend::det_tan<double>, std::tan, 1.6, ranges);
  check_specials(wend::det_sin<double>, std::sin, 0.9, specials);
  check_specials(wend::det_cos<double>, std::cos, 0.9, specials);
  check_specials(wend::det_tan<double>, std::tan, 1.6, specials);
  check_odd(wend::det_sin<double>, 1e6);
  check_odd(wend::det_tan<double>, 1e6);
  check_rising(wend::det_sin<double>, -1.56, 1.56);
  check_rising(wend::det_tan<double>, -1.57, 1.57);
}

TEST_CASE("det_math: sincos of a large angle is as good as its argument, of a huge one that of 0") {
  Inputs in{5};
  int broken = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double x = in.magnitude(20, 50);
    const auto [s, c] = wend::det_sincos(x);
    const double slack = std::abs(x) * 0x1p-51;
    broken += !(std::abs(s - std::sin(x)) <= slack && std::abs(c - std::cos(x)) <= slack);
    broken += !(std::abs(s * s + c * c - 1) < 1e-6);
  }
  CHECK(broken == 0);
  for (const double x : {0x1p51, 0x1p60, largest}) {
    CHECK(same_bits(wend::det_sin(-x), -0.0));
    CHECK(wend::det_cos(x) == 1.0);
  }
}

TEST_CASE("det_math: sincos is the pair of sin and cos") {
  Inputs in{6};
  int broken = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double x = in.between(-100, 100);
    const auto [s, c] = wend::det_sincos(x);
    broken += !(same_bits(s, wend::det_sin(x)) && same_bits(c, wend::det_cos(x)));
    broken += !(std::abs(s * s + c * c - 1) < 5e-16);
  }
  CHECK(broken == 0);
}

TEST_CASE("det_math: tanh is within 2 ulp") {
  check_unary(wend::det_tanh<double>, std::tanh, 1.5,
              {[](Inputs& in) { return in.between(-1, 1); }, [](Inputs& in) { return in.between(-25, 25); },
               [](Inputs& in) { return in.between(0.1, 0.6); }, [](Inputs& in) { return in.magnitude(-1074, 1023); }});
  check_specials(wend::det_tanh<double>, std::tanh, 1.5,
                 {0, denormal, 0x1p-1022, 1e-9, 0.5, 1, 18.7, 19.06, 19.07, 20, 22, 1e10, largest, inf, qnan});
  check_odd(wend::det_tanh<double>, 25);
  check_rising(wend::det_tanh<double>, -8, 8);
}

TEST_CASE("det_math: asin and acos are within 2 ulp") {
  const std::initializer_list<Draw> ranges = {
      [](Inputs& in) { return in.between(-1, 1); }, [](Inputs& in) { return in.between(0.45, 0.55); },
      [](Inputs& in) { return std::copysign(1 - std::abs(in.magnitude(-53, -3)), in.between(-1, 1)); },
      [](Inputs& in) { return in.magnitude(-1074, -1); }};
  const std::initializer_list<double> specials = {0,           denormal, 0x1p-1022, 1e-9,    0.5, 1 - 0x1p-53, 1,
                                                  1 + 0x1p-52, 1.001,    2,         largest, inf, qnan};
  check_unary(wend::det_asin<double>, std::asin, 1.3, ranges);
  check_unary(wend::det_acos<double>, std::acos, 1.3, ranges);
  check_specials(wend::det_asin<double>, std::asin, 1.3, specials);
  check_specials(wend::det_acos<double>, std::acos, 1.3, specials);
  CHECK(wend::det_asin(1.0) == wend::pi / 2);
  CHECK(wend::det_acos(-1.0) == wend::pi);
  CHECK(same_bits(wend::det_acos(1.0), 0.0));
  check_odd(wend::det_asin<double>, 1);
  check_rising(wend::det_asin<double>, -1, 1);
}

TEST_CASE("det_math: atan is within 2 ulp") {
  check_unary(wend::det_atan<double>, std::atan, 1.6,
              {[](Inputs& in) { return in.between(-1, 1); }, [](Inputs& in) { return in.between(0.48, 0.6); },
               [](Inputs& in) { return in.magnitude(-10, 10); }, [](Inputs& in) { return in.any_finite(); }});
  check_specials(wend::det_atan<double>, std::atan, 1.6, {0, denormal, 1e-9, 0.5, 1, 2, 1e10, largest, inf, qnan});
  check_odd(wend::det_atan<double>, 10);
  check_rising(wend::det_atan<double>, -100, 100);
}

TEST_CASE("det_math: atan2 is within 2 ulp") {
  using Draw2 = void (*)(Inputs&, double&, double&);
  const Draw2 ranges[] = {
      [](Inputs& in, double& y, double& x) { y = in.between(-10, 10), x = in.between(-10, 10); },
      [](Inputs& in, double& y, double& x) { y = in.magnitude(-5, 5), x = in.magnitude(-5, 5); },
      [](Inputs& in, double& y, double& x) { y = in.between(0.5, 0.6), x = in.between(-1.1, 1.1); },
      [](Inputs& in, double& y, double& x) { y = in.any_finite(), x = in.any_finite(); },
  };
  std::uint64_t range = 0;
  for (const Draw2 draw : ranges) {
    const Worst w = worst_of(
        ++range, draw, [](double y, double x) { return wend::det_atan2(y, x); },
        [](long double y, long double x) { return std::atan2(y, x); });
    CAPTURE(range);
    CAPTURE(w.x);
    CAPTURE(w.y);
    CHECK(w.error <= 1.7);
  }
}

TEST_CASE("det_math: atan2 at zeros, infinities and the ends of the range is as in C") {
  const NoTraps on_purpose;
  const double list[] = {0, denormal, 3 * denormal, 0x1p-1022, 1e-300, 0.5, 1,
                         2, 1e300,    largest / 2,  largest,   inf,    qnan};
  for (const double ay : list) {
    for (const double ax : list) {
      for (int signs = 0; signs < 4; ++signs) {
        const double y = (signs & 1) != 0 ? -ay : ay;
        const double x = (signs & 2) != 0 ? -ax : ax;
        CAPTURE(y);
        CAPTURE(x);
        CHECK(ulp_distance(wend::det_atan2(y, x), std::atan2(static_cast<long double>(y), x)) <= 2.0);
      }
    }
  }
  CHECK(wend::det_atan2(0.0, -1.0) == wend::pi);
  CHECK(wend::det_atan2(-0.0, -1.0) == -wend::pi);
  CHECK(wend::det_atan2(-1.0, 0.0) == -wend::pi / 2);
  CHECK(wend::det_atan2(1.0, 1.0) == wend::pi / 4);
}

TEST_CASE("det_math: the zero vector and the largest ones raise no flag in atan2") {
  std::feclearexcept(FE_ALL_EXCEPT);
  volatile double zero = 0.0, big = largest;
  volatile double angle = wend::det_atan2<double>(zero, zero);
  CHECK(angle == 0.0);
  angle = wend::det_atan2<double>(zero, -zero);
  CHECK(angle == wend::pi);
  angle = wend::det_atan2<double>(big, big);
  CHECK(angle == wend::pi / 4);
  CHECK(std::fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW) == 0);
}

TEST_CASE("det_math: pow is within 2 ulp") {
  using Draw2 = void (*)(Inputs&, double&, double&);
  const Draw2 ranges[] = {
      [](Inputs& in, double& x, double& y) { x = in.between(0, 10), y = in.between(-20, 20); },
      [](Inputs& in, double& x, double& y) {
        x = std::abs(in.any_finite()), y = in.between(-745, 709.7) / wend::det_log(x);
      },
      [](Inputs& in, double& x, double& y) {
        x = 1 + in.magnitude(-52, -2), y = in.between(-745, 709.7) / wend::det_log(x);
      },
      [](Inputs& in, double& x, double& y) { x = in.between(-9, -0.1), y = std::floor(in.between(-60, 60)); },
      [](Inputs& in, double& x, double& y) { x = in.between(1.3, 1.5), y = in.between(600, 709.7) / wend::det_log(x); },
  };
  std::uint64_t range = 0;
  for (const Draw2 draw : ranges) {
    const Worst w = worst_of(
        ++range, draw, [](double x, double y) { return wend::det_pow(x, y); },
        [](long double x, long double y) { return std::pow(x, y); });
    CAPTURE(range);
    CAPTURE(w.x);
    CAPTURE(w.y);
    CHECK(w.error <= 1.7);
  }
}

TEST_CASE("det_math: pow of special arguments is as in C") {
  const NoTraps on_purpose;
  const double list[] = {
      0, denormal, 0x1p-1022,  1e-9,         0.5,        1 - 0x1p-53, 1,     1 + 0x1p-52, 1.5, 2,   3,
      4, 1e9 + 1,  0x1p52 - 1, 0x1p52 - 0.5, 0x1p53 - 1, 0x1p53,      1e300, largest,     inf, qnan};
  for (const double ax : list) {
    for (const double ay : list) {
      for (int signs = 0; signs < 4; ++signs) {
        const double x = (signs & 1) != 0 ? -ax : ax;
        const double y = (signs & 2) != 0 ? -ay : ay;
        CAPTURE(x);
        CAPTURE(y);
        // the oracle's range is wider than ours: let it overflow and underflow like a double
        const auto expected = static_cast<double>(std::pow(static_cast<long double>(x), static_cast<long double>(y)));
        CHECK(ulp_distance(wend::det_pow(x, y), expected) <= 2.0);
      }
    }
  }
  for (int n = 0; n <= 20; ++n) {
    CHECK(wend::det_pow(2.0, static_cast<double>(n)) == std::ldexp(1.0, n));
    CHECK(wend::det_pow(3.0, static_cast<double>(n)) == std::round(std::pow(3.0L, n)));
  }
}

TEST_CASE("det_math: four lanes give the bits of the scalar") {
  const NoTraps on_purpose;
  const auto sin_of = [](auto v) { return wend::det_sincos(v).sin; };
  const auto cos_of = [](auto v) { return wend::det_sincos(v).cos; };
  Inputs in{11};
  int broken = 0;
  const auto compare = [&](auto f, const Pack4& x) {
    const Pack4 packed = f(x);
    for (int i = 0; i < 4; ++i) broken += !same_bits(packed.lane[i], f(x.lane[i]));
  };
  const auto compare2 = [&](auto f, const Pack4& x, const Pack4& y) {
    const Pack4 packed = f(x, y);
    for (int i = 0; i < 4; ++i) broken += !same_bits(packed.lane[i], f(x.lane[i], y.lane[i]));
  };
  for (int i = 0; i < 20'000; ++i) {
    Pack4 x, y;
    for (int lane = 0; lane < 4; ++lane) {
      x.lane[lane] = i % 2 == 0 ? in.between(-3, 3) : in.any_finite();
      y.lane[lane] = i % 2 == 0 ? in.between(-3, 3) : in.any_finite();
      if (in.next() % 64 == 0) x.lane[lane] = (in.next() & 1u) != 0 ? inf : qnan;
      if (in.next() % 64 == 0) y.lane[lane] = 0.0;
    }
    compare([](auto v) { return wend::det_exp(v); }, x);
    compare([](auto v) { return wend::det_log(v); }, x);
    compare(sin_of, x);
    compare(cos_of, x);
    compare([](auto v) { return wend::det_tan(v); }, x);
    compare([](auto v) { return wend::det_tanh(v); }, x);
    compare([](auto v) { return wend::det_asin(v); }, x);
    compare([](auto v) { return wend::det_acos(v); }, x);
    compare([](auto v) { return wend::det_atan(v); }, x);
    compare2([](auto a, auto b) { return wend::det_atan2(a, b); }, x, y);
    compare2([](auto a, auto b) { return wend::det_pow(a, b); }, x, y);
  }
  CHECK(broken == 0);
}
