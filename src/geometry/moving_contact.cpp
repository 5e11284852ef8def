#include "geometry/moving_contact.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "geometry/crossing.hpp"

namespace wend::geometry {
namespace {

// A polynomial over [0, 1] in Bernstein form: its values lie between the least and the largest coefficient.
template <std::size_t N>
using Bernstein = std::array<double, N>;

template <std::size_t N>
struct Halves {
  Bernstein<N> left, right;
};

template <std::size_t N>
Halves<N> halve(Bernstein<N> q) {
  Halves<N> out;
  for (std::size_t k = 0; k < N; ++k) {
    out.left[k] = q[0];
    out.right[N - 1 - k] = q[N - 1 - k];
    for (std::size_t i = 0; i + 1 < N - k; ++i) q[i] = 0.5 * (q[i] + q[i + 1]);
  }
  return out;
}

// The first place where q falls from above 0 to 0 or below and that is accepted. A q that only grazes 0 counts as well.
template <std::size_t N, class Accept>
std::optional<double> first_fall(const Bernstein<N>& q, const Accept& accept, double from = 0, double width = 1) {
  const auto above = [](double c) { return c > 0; };
  if (std::all_of(q.begin(), q.end(), above) || std::none_of(q.begin(), q.end(), above)) return std::nullopt;
  if (width < 0x1p-44) return q[0] > 0 && accept(from) ? std::optional(from) : std::nullopt;
  const Halves<N> half = halve(q);
  const auto found = first_fall(half.left, accept, from, width / 2);
  return found ? found : first_fall(half.right, accept, from + width / 2, width / 2);
}

Vec2 at(Way way, double s) { return way.from + s * (way.to - way.from); }

}  // namespace

std::optional<double> contact_time_moving(Way centre, Way a, Way b, double R) {
  // Everything as seen from the centre of the disc.
  a = {a.from - centre.from, a.to - centre.to};
  b = {b.from - centre.from, b.to - centre.to};
  const Vec2 wa = a.to - a.from, wb = b.to - b.from;

  const NearestOnSegment nearest = nearest_on_segment({0, 0}, a.from, b.from);
  const bool overlap = norm2(nearest.point) <= R * R;
  if (overlap && dot(nearest.point, wa + nearest.along * (wb - wa)) < 0) return 0.0;

  std::optional<double> first;
  const auto offer = [&](std::optional<double> s) {
    if (s && (!first || *s < *first)) first = s;
  };
  if (!overlap) {
    offer(first_touch(a.from, wa, R));
    offer(first_touch(b.from, wb, R));
  }

  // The foot of the centre is on the segment. A segment that shrinks to a point and turns over passes over no one but
  // those it is near to: the margin only has to tell them from the others.
  const auto beside = [&](double s) {
    const Vec2 from = at(a, s), to = at(b, s);
    return dot(from, to - from) <= 0 && dot(to, to - from) >= 0 &&
           norm(nearest_on_segment({0, 0}, from, to).point) <= R + 1e-6 * (norm(from) + norm(to));
  };
  // Twice the area of centre, a, b; it changes sign when the line passes over the centre.
  const Bernstein<3> area = {cross(a.from, b.from), 0.5 * (cross(a.from, b.to) + cross(a.to, b.from)), cross(a.to, b.to)};
  offer(first_fall(area, beside));
  offer(first_fall(Bernstein<3>{-area[0], -area[1], -area[2]}, beside));

  if (!(R > 0)) return first;

  // Distance to the line against R, both times the length and squared.
  const Vec2 ab0 = b.from - a.from, ab1 = b.to - a.to;
  const double R2 = R * R, l0 = R2 * norm2(ab0), l1 = R2 * dot(ab0, ab1), l2 = R2 * norm2(ab1);
  const auto [c0, c1, c2] = area;
  offer(first_fall(Bernstein<5>{c0 * c0 - l0, c0 * c1 - (l0 + l1) / 2, (c0 * c2 + 2 * c1 * c1) / 3 - (l0 + 4 * l1 + l2) / 6,
                                c1 * c2 - (l1 + l2) / 2, c2 * c2 - l2},
                   beside));
  return first;
}

}  // namespace wend::geometry
