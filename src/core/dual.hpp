#pragma once
#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/number.hpp"
#include "core/order_free.hpp"

#include <array>
#include <cstddef>

namespace wend {

// A number and its derivatives by n parameters. A kernel that is generic over its number type, called with these, gives
// its value with the bits of the plain call and exact sensitivities beside it. Comparisons look at the value.
template <std::size_t n>
struct Dual {
  double value = 0;
  std::array<double, n> slope{};

  constexpr Dual() = default;
  constexpr Dual(double v) : value(v) {}
  static constexpr Dual variable(double v, std::size_t which) {
    Dual x(v);
    x.slope[which] = 1;
    return x;
  }

  // f(x) with f'(x): the chain rule.
  constexpr Dual chain(double f, double derivative) const {
    Dual y(f);
    for (std::size_t i = 0; i < n; ++i) y.slope[i] = derivative * slope[i];
    return y;
  }

  friend constexpr Dual operator-(const Dual& a) { return a.chain(-a.value, -1.0); }
  friend constexpr Dual operator+(const Dual& a, const Dual& b) { return combine(a.value + b.value, a, 1.0, b, 1.0); }
  friend constexpr Dual operator-(const Dual& a, const Dual& b) { return combine(a.value - b.value, a, 1.0, b, -1.0); }
  friend constexpr Dual operator*(const Dual& a, const Dual& b) { return combine(a.value * b.value, a, b.value, b, a.value); }
  friend constexpr Dual operator/(const Dual& a, const Dual& b) {
    const double q = a.value / b.value;
    return combine(q, a, 1.0 / b.value, b, -q / b.value);
  }
  friend constexpr Dual& operator+=(Dual& a, const Dual& b) { return a = a + b; }

  friend constexpr bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend constexpr bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend constexpr bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend constexpr bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend constexpr bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }

  // value with da/dp * by_a + db/dp * by_b
  static constexpr Dual combine(double value, const Dual& a, double by_a, const Dual& b, double by_b) {
    Dual y(value);
    for (std::size_t i = 0; i < n; ++i) y.slope[i] = by_a * a.slope[i] + by_b * b.slope[i];
    return y;
  }
};

template <std::size_t n>
constexpr Dual<n> select(bool mask, const Dual<n>& yes, const Dual<n>& no) {
  return mask ? yes : no;
}
template <std::size_t n>
constexpr Dual<n> abs_of(const Dual<n>& x) {
  return sign_bit(x.value) ? -x : x;
}
template <std::size_t n>
Dual<n> sqrt_of(const Dual<n>& x) {
  const double root = sqrt_of(x.value);
  return x.chain(root, root > 0 ? 0.5 / root : 0.0);
}
template <std::size_t n>
Dual<n> wrap(const Dual<n>& x) {
  return x.chain(wrap(x.value), 1.0);
}
template <std::size_t n>
Dual<n> to_grid(const Dual<n>& x) {
  return x.chain(to_grid(x.value), 1.0);
}
template <std::size_t n>
Dual<n> slope_to_grid(const Dual<n>& x) {
  return x.chain(slope_to_grid(x.value), 1.0);
}
template <std::size_t n>
Dual<n> to_coarse_grid(const Dual<n>& x) {
  return x.chain(to_coarse_grid(x.value), 1.0);
}
template <std::size_t n>
Dual<n> det_exp(const Dual<n>& x) {
  const double e = det_exp(x.value);
  return x.chain(e, e);
}
template <std::size_t n>
SinCos<Dual<n>> det_sincos(const Dual<n>& x) {
  const auto sc = det_sincos(x.value);
  return {x.chain(sc.sin, sc.cos), x.chain(sc.cos, -sc.sin)};
}
template <std::size_t n>
Dual<n> det_atan2(const Dual<n>& y, const Dual<n>& x) {
  const double r2 = x.value * x.value + y.value * y.value;
  const double inverse = r2 > 0 ? 1 / r2 : 0;
  return Dual<n>::combine(det_atan2(y.value, x.value), y, x.value * inverse, x, -y.value * inverse);
}
template <std::size_t n>
Dual<n> det_asin(const Dual<n>& x) {
  const double c = 1 - x.value * x.value;
  return x.chain(det_asin(x.value), c > 0 ? 1 / sqrt_of(c) : 0.0);
}

template <std::size_t n>
constexpr double value_of(const Dual<n>& x) {
  return x.value;
}

}  // namespace wend
