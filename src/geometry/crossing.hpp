#pragma once
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/segment.hpp"
#include "geometry/segments.hpp"

// When, inside a step, something that moves straight touches or crosses something: a share of the step in [0, 1].
// Turning every offset and motion round (who looks at whom) gives the same bits. Roots are written so that nothing
// cancels; half the discriminant b^2 - |w|^2 c of the spec is taken as R^2 |w|^2 - (d x w)^2, which is the same number
// and does not cancel when the way is long and R is small.

namespace wend::geometry {

namespace detail {

// |d + s w|^2 = R^2, that is s^2 a + 2 s b + c = 0.
struct CircleRoots {
  double a, b, c, discriminant, root;
};
inline CircleRoots circle_roots(Vec2 d, Vec2 w, double R) {
  const double a = norm2(w), turn = cross(d, w);
  const double discriminant = R * R * a - turn * turn;
  return {a, dot(d, w), norm2(d) - R * R, discriminant, std::sqrt(std::max(discriminant, 0.0))};
}

// way / total, or 1 when that is not within [0, 1).
inline double share(double way, double total) { return total > 0 && way < total ? std::max(way / total, 0.0) : 1; }

}  // namespace detail

// First touch of a disc and a point at offset d that moves by w, R the sum of the radii: environment spec (e.37).
inline std::optional<double> first_touch(Vec2 d, Vec2 w, double R) {
  const detail::CircleRoots r = detail::circle_roots(d, w, R);
  if (r.b >= 0) return std::nullopt;
  if (r.c <= 0) return 0.0;  // overlap, and coming closer
  if (r.discriminant < 0 || r.c > r.root - r.b) return std::nullopt;
  return r.c / (r.root - r.b);
}

struct Crossings {
  int count = 0;
  struct {
    double s = 0;
    bool enter = false;
  } at[2];
};

// The crossings of the circle of radius r by a point at offset d that moves by w: environment spec (e.40). What the
// membership predicate says at both ends is honoured: a root that disagrees becomes 1.
inline Crossings circle_crossings(Vec2 d, Vec2 w, double r, bool inside_before, bool inside_after) {
  Crossings out;
  if (inside_before && inside_after) return out;
  const detail::CircleRoots q = detail::circle_roots(d, w, r);
  const bool both_outside = !inside_before && !inside_after;
  // Nearest at the share -b / a: before or after the step means that a point outside at both ends was never inside.
  if (both_outside && !(q.b < 0 && -q.b < q.a && q.discriminant > 0)) return out;
  const double enter = detail::share(q.c, q.root - q.b);
  const double exit = q.b < 0 ? detail::share(q.root - q.b, q.a) : detail::share(-q.c, q.root + q.b);
  if (!inside_before) out.at[out.count++] = {both_outside ? std::min(enter, exit) : enter, true};
  if (!inside_after) out.at[out.count++] = {exit, false};
  return out;
}

// First touch of a disc at p that moves by w and the segment ab, R the radius of the disc plus that of the segment:
// environment spec (e.41). Overlap at the start counts, at 0, only when the disc comes closer. A way from p to p + w that
// meets ab always has an answer, unless p is on ab itself: then p has no side to keep.
inline std::optional<double> first_touch_segment(Vec2 p, Vec2 w, Vec2 a, Vec2 b, double R) {
  const Vec2 away = p - nearest_on_segment(p, a, b).point;
  if (norm2(away) <= R * R) {
    if (dot(away, w) < 0 || (segments_meet(p, p + w, a, b) && !on_segment(p, a, b))) return 0.0;
    return std::nullopt;
  }

  const Vec2 ab = b - a;
  const double side = cross(ab, p - a), length2 = norm2(ab);
  const double gap = std::abs(side) - R * std::sqrt(length2);
  const double closing = side > 0 ? -cross(ab, w) : cross(ab, w);
  std::optional<double> first;
  const auto offer = [&](std::optional<double> t) {
    if (t && (!first || *t < *first)) first = t;
  };
  if (gap > 0 && gap <= closing) {
    const double t = gap / closing;
    const double foot = dot(ab, p - a) + t * dot(ab, w);
    if (foot >= 0 && foot <= length2) offer(t);
  }
  offer(first_touch(p - a, w, R));
  offer(first_touch(p - b, w, R));
  if (!first && segments_meet(p, p + w, a, b) && !on_segment(p, a, b)) return detail::share(std::abs(side), closing);
  return first;
}

}  // namespace wend::geometry
