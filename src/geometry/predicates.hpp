#pragma once
#include <wend/vec.hpp>

#include <cmath>
#include <cstdint>

// Geometry decides by these signs and by nothing else. Each is evaluated in double with a bound of its error,
// environment spec (e.44), and exactly when the bound does not settle it. The sign is exact for coordinates that are 0 or
// 1e-95 <= |c| <= 1e9 (in the plane: 1e-125). `exact_calls` counts the exact evaluations.

namespace wend::geometry {

// +1: a, b, c turn left; 0: on one line.
int orientation(Vec2 a, Vec2 b, Vec2 c, std::uint64_t* exact_calls = nullptr);

// +1: d is inside the circle through a, b, c, which turn left; 0: on it. The sign changes when two points swap places.
int in_circle(Vec2 a, Vec2 b, Vec2 c, Vec2 d, std::uint64_t* exact_calls = nullptr);

// The same, never 0 for points that are not all on one line: environment spec (e.45). The ids differ.
int in_circle_by_id(const Vec2 (&p)[4], const std::uint32_t (&id)[4], std::uint64_t* exact_calls = nullptr);

// +1: d lies on the side of the plane abc from which a, b, c turn left; 0: on the plane.
int orientation3(Vec3 a, Vec3 b, Vec3 c, Vec3 d, std::uint64_t* exact_calls = nullptr);

// +1: e is inside the sphere through a, b, c, d, whose orientation is +1; 0: on it.
int in_sphere(Vec3 a, Vec3 b, Vec3 c, Vec3 d, Vec3 e, std::uint64_t* exact_calls = nullptr);

// The same, never 0 for points that are not all on one plane.
int in_sphere_by_id(const Vec3 (&p)[5], const std::uint32_t (&id)[5], std::uint64_t* exact_calls = nullptr);

namespace detail {

constexpr double half_ulp = 0x1p-53;
// Products below 1e-308 lose more than half_ulp of themselves; what a sum of them can lose stays far below this.
constexpr double underflow_bound = 1e-290;

inline bool settled(double value, double error) { return std::abs(value) > error + underflow_bound; }
inline int sign(double value) { return (value > 0) - (value < 0); }

int exact_orientation(Vec2 a, Vec2 b, Vec2 c);
int exact_in_circle(Vec2 a, Vec2 b, Vec2 c, Vec2 d);
int exact_orientation3(Vec3 a, Vec3 b, Vec3 c, Vec3 d);
int exact_in_sphere(Vec3 a, Vec3 b, Vec3 c, Vec3 d, Vec3 e);
int tie_in_circle(const Vec2 (&p)[4], const std::uint32_t (&id)[4], std::uint64_t* exact_calls);

}  // namespace detail

inline int orientation(Vec2 a, Vec2 b, Vec2 c, std::uint64_t* exact_calls) {
  const double left = (a.x - c.x) * (b.y - c.y), right = (a.y - c.y) * (b.x - c.x);
  constexpr double bound = (3 + 16 * detail::half_ulp) * detail::half_ulp;
  const double value = left - right;
  if (detail::settled(value, bound * (std::abs(left) + std::abs(right)))) return detail::sign(value);
  if (exact_calls) ++*exact_calls;
  return detail::exact_orientation(a, b, c);
}

inline int in_circle(Vec2 a, Vec2 b, Vec2 c, Vec2 d, std::uint64_t* exact_calls) {
  const Vec2 u = a - d, v = b - d, w = c - d;
  const double vw = v.x * w.y, wv = w.x * v.y, wu = w.x * u.y, uw = u.x * w.y, uv = u.x * v.y, vu = v.x * u.y;
  const double u2 = norm2(u), v2 = norm2(v), w2 = norm2(w);
  const double value = u2 * (vw - wv) + v2 * (wu - uw) + w2 * (uv - vu);
  const double permanent = u2 * (std::abs(vw) + std::abs(wv)) + v2 * (std::abs(wu) + std::abs(uw)) +
                           w2 * (std::abs(uv) + std::abs(vu));
  constexpr double bound = (10 + 96 * detail::half_ulp) * detail::half_ulp;
  if (detail::settled(value, bound * permanent)) return detail::sign(value);
  if (exact_calls) ++*exact_calls;
  return detail::exact_in_circle(a, b, c, d);
}

inline int in_circle_by_id(const Vec2 (&p)[4], const std::uint32_t (&id)[4], std::uint64_t* exact_calls) {
  const int sign = in_circle(p[0], p[1], p[2], p[3], exact_calls);
  return sign != 0 ? sign : detail::tie_in_circle(p, id, exact_calls);
}

}  // namespace wend::geometry
