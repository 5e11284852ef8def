#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/hash.hpp"

// Deterministic inputs for the tests of number kernels, and distances in units of the last place.

namespace wend::test {

struct Inputs {
  std::uint64_t state;

  std::uint64_t next() { return mix(state += 0x9e3779b97f4a7c15u); }
  double between(double lo, double hi) { return lo + (hi - lo) * (static_cast<double>(next() >> 11) * 0x1p-53); }

  // Either sign, exponent lo .. hi uniformly: 2^-1074 is the smallest denormal.
  double magnitude(int lo, int hi) {
    const int exponent = lo + static_cast<int>(next() % static_cast<std::uint64_t>(hi - lo + 1));
    const double m = std::ldexp(between(1.0, 2.0), exponent);
    return (next() & 1u) != 0 ? -m : m;
  }
  double any_finite() { return magnitude(-1074, 1023); }

  // The double nearest to a multiple of pi/2, or one of the four around it.
  double near_quarter_turn(double max_turns) {
    const auto n = static_cast<long double>(std::floor(between(-max_turns, max_turns)));
    double x = static_cast<double>(n * 1.57079632679489661923132169163975144L);
    for (int steps = static_cast<int>(next() % 5); steps > 2; --steps) x = std::nextafter(x, 0.0);
    for (int steps = static_cast<int>(next() % 3); steps > 0; --steps) x = std::nextafter(x, 1e9);
    return x;
  }
};

// |got - expected| in units of the last place of a double near `expected`; 0 if both are NaN or the same infinity or
// zero of the same sign, 1e9 if only one is special.
inline double ulp_distance(double got, long double expected) {
  const auto rounded = static_cast<double>(expected);
  if (std::isnan(rounded) || std::isinf(rounded) || std::isnan(got) || std::isinf(got) || expected == 0) {
    const bool same =
        (std::isnan(got) && std::isnan(rounded)) || (got == rounded && std::signbit(got) == std::signbit(rounded));
    return same ? 0.0 : 1e9;
  }
  int exponent = 0;
  (void)std::frexp(expected, &exponent);
  const int last_place = exponent - 53 < -1074 ? -1074 : exponent - 53;
  return static_cast<double>(std::fabs(static_cast<long double>(got) - expected) / std::ldexp(1.0L, last_place));
}

inline bool same_bits(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace wend::test
