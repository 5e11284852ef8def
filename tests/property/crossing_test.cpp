#include "geometry/crossing.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "geometry/moving_contact.hpp"
#include "support/inputs.hpp"

using namespace wend;
using namespace wend::geometry;
using wend::test::Inputs;

namespace {

using Long = long double;

bool inside(Vec2 d, double r) { return d.x * d.x + d.y * d.y <= r * r; }  // the membership predicate

// Distance of a point at d + s w, and of the moved disc and segment, in long double.
Long distance(Vec2 d, Vec2 w, Long s) {
  const Long x = d.x + s * static_cast<Long>(w.x), y = d.y + s * static_cast<Long>(w.y);
  return std::sqrt(x * x + y * y);
}

struct Point {
  Long x, y;
};
Point at(Way way, Long s) {
  return {way.from.x + s * (static_cast<Long>(way.to.x) - way.from.x), way.from.y + s * (static_cast<Long>(way.to.y) - way.from.y)};
}
Long distance(Way centre, Way a, Way b, Long s) {
  const Point p = at(centre, s), u = at(a, s), v = at(b, s);
  const Long ex = v.x - u.x, ey = v.y - u.y, length2 = ex * ex + ey * ey;
  const Long along = length2 > 0 ? std::clamp<Long>(((p.x - u.x) * ex + (p.y - u.y) * ey) / length2, 0, 1) : 0;
  const Long x = u.x + along * ex - p.x, y = u.y + along * ey - p.y;
  return std::sqrt(x * x + y * y);
}

// f falls from above 0 at lo to 0 at hi, or rises: the place where it passes 0.
template <class F>
Long bisect(const F& f, Long lo, Long hi) {
  const bool sign = f(lo) > 0;
  for (int i = 0; i < 80; ++i) {
    const Long middle = (lo + hi) / 2;
    (((f(middle) > 0) == sign) ? lo : hi) = middle;
  }
  return (lo + hi) / 2;
}

// Where a convex f is least in [0, 1].
template <class F>
Long least(const F& f) {
  Long lo = 0, hi = 1;
  for (int i = 0; i < 120; ++i) {
    const Long u = lo + (hi - lo) / 3, v = hi - (hi - lo) / 3;
    if (f(u) <= f(v)) hi = v;
    else lo = u;
  }
  return (lo + hi) / 2;
}

struct Pass {
  Vec2 d, w;
  double r;
  bool before, after;
};

// Passes by a circle; every third hugs it, with ends on it up to rounding, or grazes it.
Pass random_pass(Inputs& in, int kind) {
  const double r = in.between(0.1, 6), far = kind % 5 == 0 ? 100 * r : 2 * r;
  Vec2 d = {in.between(-far, far), in.between(-far, far)}, e = {in.between(-far, far), in.between(-far, far)};
  if (kind % 3 == 1) d = r / norm(d) * d;
  if (kind % 3 == 1 && kind % 2 == 0) e = r / norm(e) * e;
  if (kind % 12 == 2) d.y = e.y = r + static_cast<double>(in.next() % 5) * 1e-16 - 2e-16;
  if (kind % 16 == 3) d = d + Vec2{1e-9 * in.between(-1, 1), 0}, e = d + Vec2{1e-12 * in.between(-1, 1), 1e-12 * in.between(-1, 1)};
  const Vec2 w = e - d;
  const Vec2 end = d + w;
  return {d, w, r, inside(d, r), inside(end, r)};
}

}  // namespace

TEST_CASE("crossing: enter and exit of a circle against bisection in long double") {
  Inputs in{1};
  int entered = 0, left = 0, twice = 0;
  for (int i = 0; i < 60'000; ++i) {
    CAPTURE(i);
    const Pass p = random_pass(in, i);
    const auto f = [&](Long s) { return distance(p.d, p.w, s) - static_cast<Long>(p.r); };
    const Crossings got = circle_crossings(p.d, p.w, p.r, p.before, p.after);

    // Both end states are honoured, always.
    bool now = p.before;
    double last = 0;
    for (int k = 0; k < got.count; ++k) {
      REQUIRE(got.at[k].enter == !now);
      REQUIRE(got.at[k].s >= last);
      REQUIRE(got.at[k].s <= 1);
      last = got.at[k].s;
      now = !now;
    }
    REQUIRE(now == p.after);

    // Where rounding cannot decide, the number of crossings is that of exact arithmetic, and each is on the circle.
    const Long nearest = least(f), scale = norm(p.d) + norm(p.w) + p.r, margin = 1e-12L * scale;
    for (int k = 0; k < got.count; ++k) {
      REQUIRE(std::abs(f(got.at[k].s)) < margin);
    }
    if (std::abs(f(0)) < margin || std::abs(f(1)) < margin || std::abs(f(nearest)) < margin) continue;
    const bool is_twice = !p.before && !p.after && f(nearest) < 0;
    REQUIRE(got.count == (is_twice ? 2 : p.before != p.after ? 1 : 0));
    for (int k = 0; k < got.count; ++k) {
      const Long truth = got.at[k].enter ? bisect(f, 0, nearest) : bisect(f, nearest, 1);
      const Long slope = std::abs(f(std::min<Long>(truth + 1e-6L, 1)) - f(std::max<Long>(truth - 1e-6L, 0))) / 2e-6L;
      REQUIRE(std::abs(got.at[k].s - truth) * std::max<Long>(slope, 1e-3L * norm(p.w)) < 4e-15L * scale);
      (got.at[k].enter ? entered : left) += 1;
    }
    twice += is_twice;
  }
  CHECK(entered > 2500);
  CHECK(left > 2500);
  CHECK(twice > 1000);
}

TEST_CASE("crossing: who looks at whom does not change a bit") {
  Inputs in{2};
  for (int i = 0; i < 20'000; ++i) {
    const Pass p = random_pass(in, i);
    const Crossings one = circle_crossings(p.d, p.w, p.r, p.before, p.after);
    const Crossings other = circle_crossings(-p.d, -p.w, p.r, p.before, p.after);
    REQUIRE(one.count == other.count);
    for (int k = 0; k < one.count; ++k) REQUIRE(test::same_bits(one.at[k].s, other.at[k].s));
    REQUIRE(first_touch(p.d, p.w, p.r) == first_touch(-p.d, -p.w, p.r));
  }
}

TEST_CASE("crossing: first touch of two discs against bisection in long double") {
  Inputs in{3};
  int touched = 0;
  for (int i = 0; i < 60'000; ++i) {
    CAPTURE(i);
    const Pass p = random_pass(in, i);
    const auto f = [&](Long s) { return distance(p.d, p.w, s) - static_cast<Long>(p.r); };
    const auto got = first_touch(p.d, p.w, p.r);
    const Long nearest = least(f), margin = 1e-12L * (norm(p.d) + norm(p.w) + p.r);
    if (got) {
      REQUIRE(*got >= 0);
      REQUIRE(*got <= 1);
      REQUIRE(dot(p.d, p.w) < 0);
      REQUIRE(f(*got) < margin);
    }
    if (std::abs(f(0)) < margin || std::abs(f(nearest)) < margin) continue;
    if (f(0) < 0) {
      if (got) REQUIRE(*got == 0);
      continue;
    }
    REQUIRE(got.has_value() == (f(nearest) < 0));
    if (!got) continue;
    const Long truth = bisect(f, 0, nearest);
    REQUIRE(std::abs(*got - truth) < 1e-7L);
    REQUIRE(std::abs(f(*got)) < margin);
    ++touched;
  }
  CHECK(touched > 2500);
}

TEST_CASE("crossing: first touch of a disc and a segment against bisection in long double") {
  Inputs in{4};
  int touched = 0, at_ends = 0;
  for (int i = 0; i < 60'000; ++i) {
    CAPTURE(i);
    const auto any = [&] { return i % 4 == 0 ? std::floor(in.between(-4, 5)) : in.between(-4, 4); };
    const Vec2 p = {any(), any()}, w = {any(), any()}, a = {any(), any()}, b = i % 50 == 0 ? a : Vec2{any(), any()};
    const double R = i % 7 == 0 ? 0 : in.between(0, 1.5);
    const Way centre = {p, p + w}, from = {a, a}, to = {b, b};
    const auto f = [&](Long s) { return distance(centre, from, to, s) - static_cast<Long>(R); };
    const auto got = first_touch_segment(p, w, a, b, R);
    const Long nearest = least(f);
    if (got) {
      REQUIRE(*got >= 0);
      REQUIRE(*got <= 1);
      REQUIRE(f(*got) < 1e-12L);
    }
    if (f(0) < 1e-12L) {
      if (got) REQUIRE(*got < 1e-6);
      continue;
    }
    if (f(nearest) < -1e-12L) REQUIRE(got.has_value());
    if (f(nearest) > 1e-12L) REQUIRE_FALSE(got.has_value());
    if (!got) continue;
    REQUIRE(std::abs(f(*got)) < 1e-12L);
    for (int k = 0; k < 8; ++k) REQUIRE(f(*got * k / 8) > -1e-12L);
    ++touched;
    const Vec2 there = p + *got * w;
    at_ends += dot(there - a, b - a) < 0 || dot(there - b, a - b) < 0;
  }
  CHECK(touched > 3000);
  CHECK(at_ends > 500);
}

TEST_CASE("crossing: nobody who meets a wall is missed, however thin both are") {
  Inputs in{5};
  int met = 0;
  for (int i = 0; i < 100'000; ++i) {
    CAPTURE(i);
    const double step = i % 2 == 0 ? 0.1 : 1.0, offset = i % 3 == 0 ? 1e6 : 0.0;
    const auto any = [&] { return offset + step * static_cast<double>(in.next() % 6); };
    const Vec2 p = {any(), any()}, q = {any(), any()}, a = {any(), any()}, b = {any(), any()};
    const Vec2 w = q - p;
    if (on_segment(p, a, b) || !segments_meet(p, p + w, a, b)) continue;
    REQUIRE(first_touch_segment(p, w, a, b, 0).has_value());
    REQUIRE(first_touch_segment(p, w, a, b, 0.25).has_value());
    REQUIRE(first_touch_segment(p, w, a, b, 1e-17).has_value());
    ++met;
  }
  CHECK(met > 10'000);
}

TEST_CASE("crossing: a disc and a segment that moves, against samples in long double") {
  Inputs in{6};
  int touched = 0, missed = 0;
  for (int i = 0; i < 12'000; ++i) {
    CAPTURE(i);
    const auto any = [&] { return i % 4 == 0 ? std::floor(in.between(-4, 5)) : in.between(-4, 4); };
    const auto way = [&](bool still) {
      const Vec2 from = {any(), any()};
      return Way{from, still ? from : Vec2{any(), any()}};
    };
    const Way centre = way(i % 5 == 0), a = way(i % 2 == 0), b = way(false);  // every other one is a door on its hinge
    const double R = i % 7 == 0 ? 0 : in.between(1e-3, 1);
    const auto f = [&](Long s) { return distance(centre, a, b, s) - static_cast<Long>(R); };
    const auto got = contact_time_moving(centre, a, b, R);
    if (f(0) < 1e-9L) {  // overlap: at 0, or not before the two have parted or passed through each other
      if (got && *got > 1e-9) REQUIRE(f(*got) < 1e-9L);
      continue;
    }
    const Long until = got ? static_cast<Long>(*got) : 1;
    for (int k = 0; k <= 100; ++k) REQUIRE(f(until * k / 100) > -1e-9L);
    if (got) {
      REQUIRE(*got <= 1);
      REQUIRE(std::abs(f(*got)) < 1e-9L);
    }
    touched += got.has_value();
    missed += !got.has_value();
  }
  CHECK(touched > 3000);
  CHECK(missed > 1000);
}

TEST_CASE("crossing: a segment that stands still is touched when first_touch_segment says so") {
  Inputs in{7};
  for (int i = 0; i < 10'000; ++i) {
    CAPTURE(i);
    const auto any = [&] { return in.between(-4, 4); };
    const Vec2 p = {any(), any()}, w = {any(), any()}, a = {any(), any()}, b = {any(), any()};
    const double R = in.between(0.01, 1);
    const auto still = first_touch_segment(p, w, a, b, R), moving = contact_time_moving({p, p + w}, {a, a}, {b, b}, R);
    const bool overlap = norm(p - nearest_on_segment(p, a, b).point) <= R;
    if (overlap && !still) continue;  // the moving one also looks for a second approach
    REQUIRE(still.has_value() == moving.has_value());
    if (still) REQUIRE(std::abs(*still - *moving) < 1e-7);
  }
}
