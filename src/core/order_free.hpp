#pragma once

namespace wend {

// Terms rounded to a multiple of a power of two add without error, so their order does not matter (decision N1).
// Exact while terms stay below 2^11 (slopes: 2^15) and their sum below 2^13 (slopes: 2^17), whatever their number.
template <class T>
T to_grid(T x) {
  constexpr double anchor = 6755399441055744.0 * 0x1p-40;  // 1.5 * 2^52 units of 2^-40
  const T shifted = x + T(anchor);
  return shifted - T(anchor);
}

template <class T>
T slope_to_grid(T x) {
  constexpr double anchor = 6755399441055744.0 * 0x1p-36;
  const T shifted = x + T(anchor);
  return shifted - T(anchor);
}

// For terms of which many may be large: what is left after this rounding is less than 1/32, and both parts are summed alone.
template <class T>
T to_coarse_grid(T x) {
  constexpr double anchor = 6755399441055744.0 * 0x1p-4;
  const T shifted = x + T(anchor);
  return shifted - T(anchor);
}

}  // namespace wend
