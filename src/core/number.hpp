#pragma once
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/bits.hpp"

// The number type of the kernels: double here, a pack of lanes later. A pack type T offers, in its own namespace,
//   T(double) implicit, + - * / and unary -, < <= > >= == != giving a mask,
//   and one overload of each primitive of the first part below, lane by lane.
// Everything after the first part is a template and follows. No primitive branches on the value of a lane.

namespace wend {

static_assert(FLT_EVAL_METHOD == 0, "doubles must be rounded after every operation");
static_assert(std::numeric_limits<double>::is_iec559, "IEEE 754 doubles are required");

// ---- what a pack type overloads ----

constexpr double select(bool mask, double yes, double no) { return mask ? yes : no; }
constexpr bool both(bool a, bool b) { return a && b; }
constexpr bool either(bool a, bool b) { return a || b; }
constexpr bool differ(bool a, bool b) { return a != b; }

namespace bits {
inline constexpr std::uint64_t sign = 0x8000000000000000u;
inline constexpr std::uint64_t fraction = 0x000fffffffffffffu;
}  // namespace bits

constexpr double abs_of(double x) { return bits::to_double(bits::of(x) & ~bits::sign); }

// Correctly rounded; -fno-math-errno makes it one instruction, without the flag it is the same value.
inline double sqrt_of(double x) { return std::sqrt(x); }

// True for negative numbers and for -0.
constexpr bool sign_bit(double x) { return (bits::of(x) & bits::sign) != 0; }

// `x` with its sign flipped where `s` carries a minus sign; with x >= 0 this is copysign.
constexpr double flip_sign(double x, double s) { return bits::to_double(bits::of(x) ^ (bits::of(s) & bits::sign)); }

// 2^k for an integer k in -1022 .. 1023: the sum leaves k + 1023 in the low bits, the shift makes it the exponent.
constexpr double pow2_of(double k) { return bits::to_double(bits::of(k + (0x1.8p52 + 1023.0)) << 52); }

// floor(log2 x) of a positive normal x, and x / 2^floor(log2 x) in [1, 2).
constexpr double exponent_of(double x) {
  return bits::to_double((bits::of(x) >> 52) | bits::of(0x1p52)) - (0x1p52 + 1023.0);
}
constexpr double mantissa_of(double x) { return bits::to_double((bits::of(x) & bits::fraction) | bits::of(1.0)); }

// Bit `i` of the integer n in two's complement, |n| <= 2^51.
constexpr bool bit_set(double n, int i) { return ((bits::of(n + 0x1.8p52) >> i) & 1u) != 0; }

// The leading 26 bits of x, so that the product of two such numbers is exact.
constexpr double upper_half(double x) { return bits::to_double(bits::of(x) & ~std::uint64_t{0x7ffffff}); }

// The plain number in x, for number types that carry more.
constexpr double value_of(double x) { return x; }

// ---- what follows from it ----

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// A NaN in x passes through; a NaN in the limit does not.
template <class T>
constexpr T min_of(T x, T limit) {
  return select(x > limit, limit, x);
}
template <class T>
constexpr T max_of(T x, T limit) {
  return select(x < limit, limit, x);
}

// Nearest integer, ties to even, for |x| <= 2^51.
template <class T>
constexpr T round_to_even(T x) {
  return (x + 0x1.8p52) - 0x1.8p52;
}

// x * 2^k for an integer k in -2040 .. 2040 and |x| near 1: rounds once, so the result may be denormal, 0 or infinite.
template <class T>
constexpr T scale_by_pow2(T x, T k) {
  const T half = round_to_even(k * 0.5);
  return x * pow2_of(half) * pow2_of(k - half);
}

namespace detail {
// Splits at the largest power of two: short dependency chains, the same tree for every number type.
template <std::size_t first, std::size_t count, class T, std::size_t n>
[[gnu::always_inline]] constexpr T estrin(const T (&powers)[4], const double (&c)[n]) {
  static_assert(count <= 16);
  if constexpr (count == 1) {
    return T(c[first]);
  } else {
    constexpr std::size_t low = std::bit_floor(count - 1);
    constexpr int level = std::bit_width(low) - 1;
    return estrin<first, low>(powers, c) + powers[level] * estrin<first + low, count - low>(powers, c);
  }
}
}  // namespace detail

// c[0] + c[1] z + c[2] z^2 + ...
template <class T, std::size_t n>
[[gnu::always_inline]] constexpr T polynomial(T z, const double (&c)[n]) {
  const T z2 = z * z;
  const T z4 = z2 * z2;
  const T powers[4] = {z, z2, z4, z4 * z4};
  return detail::estrin<0, n>(powers, c);
}

// An unevaluated sum hi + lo with |lo| <= ulp(hi) / 2: about 106 bits.
template <class T>
struct TwoParts {
  T hi;
  T lo;
};

// Exact a + b, provided |a| >= |b| or a is a multiple of ulp(b).
template <class T>
constexpr TwoParts<T> exact_sum(T a, T b) {
  const T s = a + b;
  return {s, b - (s - a)};
}

// Exact a * b up to 2^-106 |ab|, without a fused multiply-add; |a|, |b| < 2^900.
template <class T>
constexpr TwoParts<T> exact_product(T a, T b) {
  const T a1 = upper_half(a);
  const T b1 = upper_half(b);
  const T a2 = a - a1;
  const T b2 = b - b1;
  const T p = a * b;
  return {p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}

}  // namespace wend
