#pragma once
#include "core/number.hpp"

// Angles in radians and their representative in (-pi, pi].

namespace wend {

inline constexpr double pi = 0x1.921fb54442d18p+1;
inline constexpr double two_pi = 2 * pi;

// x degrees in radians.
constexpr double deg(double x) { return x * (pi / 180.0); }

namespace detail {
// 2 pi in parts of 33, 33 and 53 bits: n * part is exact for n < 2^20.
inline constexpr double two_pi_1 = 0x1.921fb544p+2;
inline constexpr double two_pi_2 = 0x1.0b4611a6p-32;
inline constexpr double two_pi_3 = 0x1.3198a2e037073p-67;
inline constexpr double one_over_two_pi = 0x1.45f306dc9c883p-3;
}  // namespace detail

// Representative of x modulo 2 pi in (-pi, pi], local spec section 1; pi is the double above. Numbers already there
// keep their bits. Elsewhere the error is below 2 ulp(pi) up to |x| = 6e6 (2^20 turns), then below |x| 2^-51.
// An odd multiple of pi is not a double: within its rounding, |x| 2^-52 of the seam, both sides give +pi, so that
// wrap(-pi) = wrap(3 pi) = pi. From |x| >= 2^51 on, where doubles are half a radian apart, the answer is 0. Infinity
// and NaN give NaN.
template <class T>
T wrap(T x) {
  const T a = abs_of(x);
  const T finite = select(a < 0x1p51, x, x - x);
  const T n = round_to_even(finite * detail::one_over_two_pi);
  const T r = ((finite - n * detail::two_pi_1) - n * detail::two_pi_2) - n * detail::two_pi_3;
  const auto seam = either(r > pi, both(r <= a * 0x1p-52 - pi, a < 0x1p51));
  return select(both(x > -pi, x <= pi), x, select(seam, T(pi), r));
}

}  // namespace wend
