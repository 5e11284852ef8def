#pragma once
#include "core/det_math.hpp"

#include <cstdint>

namespace wend::planning {

// A non-negative number of any size: m * 2^(512 e), planning spec (p.15). The exponent moves in steps of 512, with
// 2^-256 <= m < 2^256 or m = 0, so that sums of numbers of nearly one size, the rule, are plain sums of doubles; a
// number is dropped where it is less than 2^-512 of the other.
struct Extended {
  double m = 0;
  std::int32_t e = 0;
};

inline constexpr double extended_up = 0x1p512, extended_down = 0x1p-512;
inline constexpr double extended_high = 0x1p256, extended_low = 0x1p-256;

// The product is brought to its own exponent first: only then do exponents say which of two is larger (p.16).
inline Extended normalised(double m, std::int32_t e) {
  if (m == 0) return {};
  while (m < extended_low) {
    m *= extended_up;
    --e;
  }
  while (m >= extended_high) {
    m *= extended_down;
    ++e;
  }
  return {m, e};
}

inline Extended operator*(Extended a, Extended b) { return normalised(a.m * b.m, a.e + b.e); }
inline Extended operator/(Extended a, double b) { return normalised(a.m / b, a.e); }

// Planning spec (p.16).
inline Extended operator+(Extended a, Extended b) {
  if (a.m == 0) return b;
  if (b.m == 0) return a;
  const std::int32_t apart = a.e - b.e;
  if (apart == 0) return normalised(a.m + b.m, a.e);
  if (apart == 1) return normalised(a.m + b.m * extended_down, a.e);
  if (apart == -1) return normalised(a.m * extended_down + b.m, b.e);
  return apart > 0 ? a : b;
}

inline bool operator<(Extended a, Extended b) {
  if (a.m == 0 || b.m == 0) return a.m < b.m;
  return a.e != b.e ? a.e < b.e : a.m < b.m;
}

// 0 where it is too small for a double.
inline double to_double(Extended a) {
  while (a.e < 0 && a.m != 0) {
    a.m *= extended_down;
    ++a.e;
  }
  while (a.e > 0 && a.m < wend::infinity) {
    a.m *= extended_up;
    --a.e;
  }
  return a.m;
}

// -ln of a positive m * 2^(512 e), planning spec (p.17).
inline double minus_ln(double m, double e) {
  const double twos = 512 * e;
  return -((twos * detail::ln2_hi + det_log(m)) + twos * detail::ln2_lo);
}

}  // namespace wend::planning
