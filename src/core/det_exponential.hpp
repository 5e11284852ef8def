#pragma once
#include "core/number.hpp"

// Exponential family, part of core/det_math.hpp.

namespace wend {

namespace detail {

// ln 2 in two parts; the first has 32 bits, so k * ln2_hi is exact for every exponent k.
inline constexpr double ln2_hi = 0x1.62e42feep-1;
inline constexpr double ln2_lo = 0x1.a39ef35793c76p-33;
inline constexpr double log2_of_e = 0x1.71547652b82fep+0;

// (e^r - 1 - r) / r^2 on |r| <= 0.3467, minimax, relative to e^r 2^-60.
inline constexpr double exp_tail[] = {0x1.0000000000000p-1,  0x1.555555555555bp-3,  0x1.5555555555503p-5,
                                      0x1.111111110ec4ap-7,  0x1.6c16c16c3050dp-10, 0x1.a01a01b385cc4p-13,
                                      0x1.a01a01367bcefp-16, 0x1.71ddf00d4738ap-19, 0x1.27e5b44e74a9bp-22,
                                      0x1.af6c0ad427b08p-26, 0x1.1e3d4daa97f2bp-29};

// (2 atanh s - 2 s) / s^3 in s^2, |s| <= 0.1716, minimax, relative 2^-59.
inline constexpr double log_tail[] = {0x1.5555555555592p-1, 0x1.999999997ff06p-2, 0x1.24924941e3165p-2,
                                      0x1.c71c5212752f1p-3, 0x1.74663d61eeaf7p-3, 0x1.39a1db628a366p-3,
                                      0x1.2f04503511a18p-3};

// (atanh s - s - s^3 / 3) / s^5 in s^2, |s| <= 0.1716, minimax, relative to (atanh s) / s 2^-66.
inline constexpr double log_tail_fine[] = {0x1.9999999999b30p-3, 0x1.2492492457d5fp-3, 0x1.c71c722d66cf4p-4,
                                           0x1.745ce9e2fed4cp-4, 0x1.3b1eec2505d03p-4, 0x1.0f7fe670ad33ep-4,
                                           0x1.0e42d0917a4ccp-4};

// x + x_lo = k ln 2 + hi - lo with |hi - lo| <= 0.3467; tail = e^(hi - lo) - 1 - (hi - lo).
template <class T>
struct ExpParts {
  T k;
  T hi;
  T lo;
  T tail;
};

template <class T>
ExpParts<T> exp_parts(T x, T x_lo) {
  const T k = round_to_even(x * log2_of_e);
  const T hi = x - k * ln2_hi;
  const T lo = k * ln2_lo - x_lo;
  const T r = hi - lo;
  return {k, hi, lo, r * r * polynomial(r, exp_tail)};
}

// e^(x + x_lo) for -746 <= x <= 710, |x_lo| <= ulp(x).
template <class T>
T exp_of_sum(T x, T x_lo) {
  const auto [k, hi, lo, tail] = exp_parts(x, x_lo);
  const auto sum = exact_sum(T(1.0), hi);
  return scale_by_pow2(sum.hi + (sum.lo + (tail - lo)), k);
}

// x = 2^k (1 + f) with sqrt(1/2) < 1 + f <= sqrt(2), f exact; any positive finite x. Other x: finite nonsense.
template <class T>
struct LogParts {
  T k;
  T f;
};

template <class T>
LogParts<T> log_parts(T x) {
  const auto denormal = x < 0x1p-1022;
  const T scaled = x * select(denormal, T(0x1p54), T(1.0));
  const T m = mantissa_of(scaled);
  const auto upper = m > 0x1.6a09e667f3bcdp+0;  // sqrt(2)
  const T k = exponent_of(scaled) - select(denormal, T(54.0), T(0.0)) + select(upper, T(1.0), T(0.0));
  return {k, m * select(upper, T(0.5), T(1.0)) - 1.0};
}

// ln x with a relative error below 2^-63, for pow; positive finite x.
template <class T>
TwoParts<T> log_two_parts(T x) {
  const auto [k, f] = log_parts(x);
  // s = f / (2 + f) to twice the precision: quotient, then the exact remainder over the divisor
  const auto d = exact_sum(T(2.0), f);
  const T s = f / d.hi;
  const auto sd = exact_product(s, d.hi);
  const T s_lo = (((f - sd.hi) - sd.lo) - s * d.lo) / d.hi;
  // ln(1 + f) = 2 s (1 + c), c = z / 3 + z^2 (...), z = s^2
  const auto z = exact_product(s, s);
  const T z_lo = z.lo + 2.0 * s * s_lo;
  const auto third = exact_product(z.hi, T(0x1.5555555555555p-2));
  const T third_lo = third.lo + (z_lo * 0x1.5555555555555p-2 + z.hi * 0x1.5555555555555p-56);
  const auto c = exact_sum(third.hi, third_lo + z.hi * z.hi * polynomial(z.hi, log_tail_fine));
  const auto g = exact_sum(T(1.0), c.hi);
  const T g_lo = g.lo + c.lo;
  const auto half_log = exact_product(s, g.hi);
  const T half_log_lo = half_log.lo + (s * g_lo + s_lo * g.hi);
  const auto sum = exact_sum(k * ln2_hi, 2.0 * half_log.hi);
  return exact_sum(sum.hi, sum.lo + (2.0 * half_log_lo + k * ln2_lo));
}

// Nearest integer of any a >= 0.
template <class T>
T whole(T a) {
  return select(a < 0x1p52, (a + 0x1p52) - 0x1p52, a);
}

}  // namespace detail

// e^x. Measured error 0.80 ulp. Overflows to inf above 709.782..., underflows gradually through the denormals
// to 0 below -745.133...; exp(-inf) = 0.
template <class T>
T det_exp(T x) {
  return detail::exp_of_sum(min_of(max_of(x, T(-746.0)), T(710.0)), T(0.0));
}

// Natural logarithm. Measured error 0.86 ulp. log(0) = -inf and log(x < 0) = NaN, both without an exception flag.
template <class T>
T det_log(T x) {
  const auto [k, f] = detail::log_parts(x);
  const T s = f / (f + 2.0);
  const T z = s * s;
  const T h = 0.5 * f * f;
  const T tail = z * polynomial(z, detail::log_tail);
  const T y = k * detail::ln2_hi - ((h - (s * (h + tail) + k * detail::ln2_lo)) - f);
  const T finite_or_not = select(x < infinity, y, x);  // NaN and +inf are their own logarithm
  return select(x <= 0.0, select(x == 0.0, T(-infinity), T(not_a_number)), finite_or_not);
}

// Hyperbolic tangent, exactly odd. Measured error 1.35 ulp; 1 from 19.07 on.
template <class T>
T det_tanh(T x) {
  const auto [k, hi, lo, tail] = detail::exp_parts(2.0 * min_of(abs_of(x), T(20.0)), T(0.0));
  const T two_k = pow2_of(k);
  const auto whole_part = exact_sum(two_k - 1.0, two_k * hi);
  const auto t = exact_sum(whole_part.hi, whole_part.lo + two_k * (tail - lo));  // e^(2|x|) - 1
  const auto d = exact_sum(T(2.0), t.hi);
  const T q = t.hi / d.hi;
  const T lost = (t.lo - q * (d.lo + t.lo)) * (0.5 - 0.5 * q);  // 1 / (t + 2) = (1 - q) / 2
  return flip_sign(q + select(t.hi < 0x1p54, lost, T(0.0)), x);
}

// x^y. Measured error 1.50 ulp. Special values as in C, infinities without the divide-by-zero and invalid flags:
// pow(x, 0) = pow(1, y) = 1 even for NaN; x < 0 needs an integer y, else NaN; zeros and infinities keep the sign of x
// for odd y. Underflow is gradual.
template <class T>
T det_pow(T x, T y) {
  const T ax = abs_of(x);
  const T ay = abs_of(y);
  const auto limit_base = either(ax == 0.0, ax == infinity);
  const auto log_x = detail::log_two_parts(select(limit_base, T(1.0), ax));

  // |ln x| >= 2^-53 unless x = 1, so a larger exponent than 2^65 over- or underflows all the same.
  const T y_safe = min_of(max_of(y, T(-0x1p65)), T(0x1p65));
  const auto product = exact_product(y_safe, log_x.hi);
  const auto e = exact_sum(product.hi, product.lo + y_safe * log_x.lo);
  const T e_hi = min_of(max_of(e.hi, T(-746.0)), T(710.0));
  const T power = detail::exp_of_sum(e_hi, select(e_hi == e.hi, e.lo, T(0.0)));
  const T limit = select(differ(ax == 0.0, y > 0.0), T(infinity), T(0.0));
  const T magnitude = select(limit_base, limit, power);

  const auto integer = detail::whole(ay) == ay;
  const auto odd = both(integer, detail::whole(0.5 * ay) != 0.5 * ay);
  const T with_sign = select(odd, flip_sign(magnitude, x), magnitude);
  const auto root_of_negative = both(both(x < 0.0, ax < infinity), detail::whole(ay) != ay);
  const T real = select(root_of_negative, T(not_a_number), with_sign);
  const T value = select(either(x != x, y != y), x + y, real);
  return select(either(y == 0.0, x == 1.0), T(1.0), value);
}

}  // namespace wend
