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

// -ln of m * 2^(512 e), m positive and normal, planning spec (p.17): det_log without its special cases, so that a loop
// over it has no branch.
inline double minus_ln(double m, double e) {
  constexpr std::uint64_t half_root = bits::of(0x1.6a09e667f3bcdp-1),
                          one = bits::of(1.0);  // m = 2^k (1 + f), 1 + f from sqrt(1/2)
  const std::uint64_t shifted = bits::of(m) + (one - half_root);
  const double k = (bits::to_double((shifted >> 52) | bits::of(0x1p52)) - (0x1p52 + 1023.0)) + 512 * e;
  const double f = bits::to_double((shifted & bits::fraction) + half_root) - 1.0;
  const double s = f / (f + 2.0);
  const double z = s * s;
  const double h = 0.5 * f * f;
  const double tail = z * polynomial(z, detail::log_tail);
  return ((h - (s * (h + tail) + k * detail::ln2_lo)) - f) - k * detail::ln2_hi;
}

}  // namespace wend::planning
