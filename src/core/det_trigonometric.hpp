#pragma once
#include "core/number.hpp"

// Trigonometric family, part of core/det_math.hpp.

namespace wend {

namespace detail {

// pi/2 in parts of 33, 33, 33 and 53 bits: n * part is exact for n < 2^20, and 152 bits survive any cancellation there.
inline constexpr double half_pi_1 = 0x1.921fb544p+0;
inline constexpr double half_pi_2 = 0x1.0b4611a6p-34;
inline constexpr double half_pi_3 = 0x1.3198a2ep-69;
inline constexpr double half_pi_4 = 0x1.b839a252049c1p-104;
inline constexpr double two_over_pi = 0x1.45f306dc9c883p-1;

// pi/2 rounded, and what the rounding lost.
inline constexpr double half_pi_hi = 0x1.921fb54442d18p+0;
inline constexpr double half_pi_lo = 0x1.1a62633145c07p-54;
// pi/4 cut after 51 bits, so 3 pi/4 has an exact first part, and the rest.
inline constexpr double quarter_pi_hi = 0x1.921fb54442d18p-1;
inline constexpr double quarter_pi_lo = 0x1.1a62633145c07p-55;
static_assert((bits::of(quarter_pi_hi) & 3u) == 0, "3 * quarter_pi_hi must be exact");

// (sin r - r) / r^3 and (cos r - 1 + r^2 / 2) / r^4 in r^2, |r| <= 0.7856, minimax, 2^-58 and 2^-64.
inline constexpr double sin_tail[] = {-0x1.5555555555549p-3, 0x1.111111110f8a1p-7,   -0x1.a01a019c1519fp-13,
                                      0x1.71de357a03c71p-19, -0x1.ae5e67a0a5f20p-26, 0x1.5d93526f9ff35p-33};
inline constexpr double cos_tail[] = {0x1.555555555554cp-5,   -0x1.6c16c16c1521bp-10, 0x1.a01a019cbeb6ap-16,
                                      -0x1.27e4f81211d1ep-22, 0x1.1ee9f0cc36840p-29,  -0x1.8fb0e18a58c65p-37};

// (atan q - q) / q^3 in q^2, |q| <= 0.5, minimax 2^-57.8.
inline constexpr double atan_tail[] = {-0x1.5555555555518p-2, 0x1.99999999914acp-3,  -0x1.249249216e70ap-3,
                                       0x1.c71c7095f5716p-4,  -0x1.745cf53e561a2p-4, 0x1.3b11443847a5bp-4,
                                       -0x1.10f35c1c127bap-4, 0x1.dfec76020bff9p-5,  -0x1.a3a4cb4ffdd13p-5,
                                       0x1.57164b64270e9p-5,  -0x1.c1e1c3699f3d2p-6, 0x1.4c0504610f212p-7};

// (asin w - w) / w^3 in w^2, |w| <= 0.5, minimax 2^-59.8.
inline constexpr double asin_tail[] = {
    0x1.5555555555578p-3, 0x1.333333332df18p-4,  0x1.6db6db722b46ep-5, 0x1.f1c71a8ba81bdp-6, 0x1.6e8bdfe557a98p-6,
    0x1.1c49de17d00e7p-6, 0x1.ca214238ca522p-7,  0x1.75779e0993e02p-7, 0x1.618a5bf033f0dp-7, 0x1.e160d849946bep-9,
    0x1.65004e6b299bap-6, -0x1.59f41c612795ap-6, 0x1.0be3a657e2454p-5};

// |x| = n pi/2 + angle, |angle| <= pi/4 in two parts; then the sine and cosine of the angle.
template <class T>
struct QuarterTurns {
  T n;
  TwoParts<T> sin;
  TwoParts<T> cos;
};

template <class T>
QuarterTurns<T> quarter_turns(T x) {
  const T ax = abs_of(x);
  const T a = select(ax < 0x1p51, ax, ax - ax);  // huge: 0; infinite: NaN
  const T n = round_to_even(a * two_over_pi);
  const auto u = exact_sum(a - n * half_pi_1, -(n * half_pi_2));
  const auto v = exact_sum(u.hi, -(n * half_pi_3));
  const auto [r, r_lo] = exact_sum(v.hi, (u.lo + v.lo) - n * half_pi_4);

  const T z = r * r;
  const T h = 0.5 * z;
  const auto w = exact_sum(T(1.0), -h);
  const auto sin = exact_sum(r, (r_lo - h * r_lo) + z * r * polynomial(z, sin_tail));
  const auto cos = exact_sum(w.hi, w.lo + (z * z * polynomial(z, cos_tail) - r * r_lo));
  return {n, sin, cos};
}

}  // namespace detail

template <class T>
struct SinCos {
  T sin;
  T cos;
};

// Sine and cosine with one reduction. Exactly odd and even. Measured error 0.83 (sin) and 0.86 (cos) ulp for
// |x| <= 1.6e6 (2^20 pi/2). Beyond, the argument is off by up to |x| 2^-51 rad; from |x| >= 2^51, where doubles are
// half a radian apart, the answer is that of x = 0. Infinity gives NaN.
template <class T>
SinCos<T> det_sincos(T x) {
  const auto [n, s, c] = detail::quarter_turns(x);
  const auto quarter = bit_set(n, 0);
  const auto half = bit_set(n, 1);
  const T sin = select(quarter, c.hi, s.hi);
  const T cos = select(quarter, s.hi, c.hi);
  return {flip_sign(select(half, -sin, sin), x), select(differ(quarter, half), -cos, cos)};
}

template <class T>
T det_sin(T x) {
  return det_sincos(x).sin;
}

template <class T>
T det_cos(T x) {
  return det_sincos(x).cos;
}

// Tangent, exactly odd. Measured error 1.47 ulp for |x| <= 1.6e6; larger arguments as in det_sincos. No double is
// a pole, so nothing divides by zero.
template <class T>
T det_tan(T x) {
  const auto [n, s, c] = detail::quarter_turns(x);
  const auto quarter = bit_set(n, 0);
  const T den = select(quarter, s.hi, c.hi);
  const T q = select(quarter, -c.hi, s.hi) / den;
  const T lost = select(quarter, -c.lo, s.lo) - q * select(quarter, s.lo, c.lo);
  return flip_sign(q + lost / den, x);
}

// Angle of the vector (x, y) in [-pi, pi]. Measured error 1.53 ulp. Zeros, signs and infinities as in C; two
// infinite arguments raise the invalid flag.
template <class T>
T det_atan2(T y, T x) {
  const T ax = abs_of(x);
  const T ay = abs_of(y);
  const auto steep = ay > ax;
  const T longer = select(steep, ay, ax);
  const T scale = select(longer > 0x1p1020, T(0x1p-4), T(1.0));  // keeps the sum below finite
  const T num = select(steep, ax, ay) * scale;
  const T den = select(longer == 0.0, T(1.0), longer * scale);

  // atan(num / den) = pi/4 + atan((num - den) / (num + den)); the difference is exact where it is used
  const auto diagonal = num + num >= den;
  const T ratio = select(diagonal, num - den, num) / select(diagonal, num + den, den);
  const T q = select(num == den, T(0.0), ratio);  // for infinities; 0 already for finite ones

  // fold the octants: the angle is m pi/4 +- atan(q)
  const auto left = sign_bit(x);
  const T m1 = select(diagonal, T(1.0), T(0.0));
  const T m2 = select(steep, 2.0 - m1, m1);
  const T m = select(left, 4.0 - m2, m2);
  const T p = select(differ(steep, left), -q, q);
  const T z = q * q;
  const auto sum = exact_sum(m * detail::quarter_pi_hi, p);
  const T tail = p * (z * polynomial(z, detail::atan_tail));
  return flip_sign(sum.hi + (sum.lo + (tail + m * detail::quarter_pi_lo)), y);
}

// Arc tangent, exactly odd. Measured error 1.44 ulp.
template <class T>
T det_atan(T x) {
  return det_atan2(x, T(1.0));
}

// Arc sine, exactly odd. Measured error 1.17 ulp. |x| > 1 gives NaN and raises the invalid flag.
template <class T>
T det_asin(T x) {
  const T a = abs_of(x);
  const auto outer = a > 0.5;  // asin a = pi/2 - 2 asin sqrt((1 - a) / 2)
  const T z = select(outer, 0.5 - 0.5 * a, a * a);
  const T w = select(outer, sqrt_of(z), a);
  const T factor = select(outer, T(-2.0), T(1.0));
  const auto sum = exact_sum(select(outer, T(detail::half_pi_hi), T(0.0)), factor * w);
  const T tail = factor * w * (z * polynomial(z, detail::asin_tail));
  return flip_sign(sum.hi + (sum.lo + (tail + select(outer, T(detail::half_pi_lo), T(0.0)))), x);
}

// Arc cosine in [0, pi]. Measured error 1.14 ulp. |x| > 1 gives NaN and raises the invalid flag.
template <class T>
T det_acos(T x) {
  const T a = abs_of(x);
  const auto left = sign_bit(x);
  const auto outer = a > 0.5;  // acos a = 2 asin sqrt((1 - a) / 2)
  const T z = select(outer, 0.5 - 0.5 * a, a * a);
  const T w = select(outer, sqrt_of(z), a);
  const T halves = select(outer, select(left, T(2.0), T(0.0)), T(1.0));  // the result is halves * pi/2 +- ...
  const T magnitude = select(outer, T(2.0), T(1.0));
  const T factor = select(differ(left, outer), -magnitude, magnitude);
  const auto sum = exact_sum(halves * detail::half_pi_hi, -(factor * w));
  const T tail = halves * detail::half_pi_lo - factor * w * (z * polynomial(z, detail::asin_tail));
  return sum.hi + (sum.lo + tail);
}

}  // namespace wend
