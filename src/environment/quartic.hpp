#pragma once
#include <wend/vec.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

// The in-circle determinant of four sites that move straight is a quartic in time (environment spec, section 9).

namespace wend::environment {

struct MovingPoint {
  Vec2 at, by;  // at + s by
};

using Quartic = std::array<double, 5>;  // Bernstein coefficients over an interval

namespace detail {

using Quadratic = std::array<double, 3>;  // by powers

inline Quadratic square(const MovingPoint& a) { return {norm2(a.at), 2 * dot(a.at, a.by), norm2(a.by)}; }
inline Quadratic turn(const MovingPoint& a, const MovingPoint& b) {
  return {cross(a.at, b.at), cross(a.at, b.by) + cross(a.by, b.at), cross(a.by, b.by)};
}
inline double size(const Quadratic& q) { return std::abs(q[0]) + std::abs(q[1]) + std::abs(q[2]); }

// The halves of the interval.
inline void split(const Quartic& q, Quartic& left, Quartic& right) {
  Quartic row = q;
  left[0] = row[0];
  right[4] = row[4];
  for (std::size_t level = 1; level < 5; ++level) {
    for (std::size_t i = 0; i + level < 5; ++i) row[i] = 0.5 * (row[i] + row[i + 1]);
    left[level] = row[0];
    right[4 - level] = row[4 - level];
  }
}

inline std::optional<double> first_positive(const Quartic& q, double low, double high) {
  if (*std::max_element(q.begin(), q.end()) <= 0) return std::nullopt;
  if (q[0] > 0 || high - low < 1e-13) return low;
  Quartic left, right;
  split(q, left, right);
  const double middle = 0.5 * (low + high);
  if (const auto found = first_positive(left, low, middle)) return found;
  return first_positive(right, middle, high);
}

}  // namespace detail

// The first share s in [from, 1] of the step at which d is inside the circle of the left turn a, b, c: more inside than
// rounding can make it, so that the same four sites do not fail both ways.
inline std::optional<double> first_inside(MovingPoint a, MovingPoint b, MovingPoint c, const MovingPoint& d,
                                          double from) {
  const double rest = 1 - from;
  const Vec2 origin = d.at + from * d.by;
  for (MovingPoint* p : {&a, &b, &c}) *p = {p->at + from * p->by - origin, rest * (p->by - d.by)};
  const detail::Quadratic lift[3] = {detail::square(a), detail::square(b), detail::square(c)};
  const detail::Quadratic minor[3] = {detail::turn(b, c), detail::turn(c, a), detail::turn(a, b)};
  Quartic power{};
  for (int term = 0; term < 3; ++term)
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) power[i + j] += lift[term][i] * minor[term][j];
  // A bound of what the products were before they cancelled.
  const auto reach = [](const MovingPoint& p) { return std::sqrt(norm2(p.at)) + std::sqrt(norm2(p.by)); };
  const double ra = reach(a), rb = reach(b), rc = reach(c);
  const double tolerance = 1e-14 * ra * rb * rc * (ra + rb + rc) + 1e-280;

  constexpr double choose[5][5] = {
      {1}, {1, 1.0 / 4}, {1, 2.0 / 4, 1.0 / 6}, {1, 3.0 / 4, 3.0 / 6, 1.0 / 4}, {1, 1, 1, 1, 1}};
  Quartic q{};
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j <= i; ++j) q[i] += choose[i][j] * power[j];
    q[i] -= tolerance;
  }
  const auto t = detail::first_positive(q, 0, 1);
  if (!t) return std::nullopt;
  return from + *t * rest;
}

}  // namespace wend::environment
