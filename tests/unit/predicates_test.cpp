#include "geometry/predicates.hpp"

#include <doctest/doctest.h>

#include "geometry/expansion.hpp"
#include "geometry/segments.hpp"
#include "support/dyadic.hpp"
#include "support/inputs.hpp"

using namespace wend;
using namespace wend::geometry;
using wend::test::Dyadic;

TEST_CASE("predicates: left, right, on the line") {
  CHECK(orientation({0, 0}, {1, 0}, {0, 1}) == 1);
  CHECK(orientation({0, 0}, {0, 1}, {1, 0}) == -1);
  CHECK(orientation({0, 0}, {1, 1}, {2, 2}) == 0);
  CHECK(orientation({0.1, 0.1}, {0.2, 0.2}, {0.3, 0.3}) == 0);
  CHECK(orientation({3, 4}, {3, 4}, {1, 2}) == 0);
  // 0.3 is not three times 0.1: the points of this line are exact, those of y = 3x are not
  CHECK(orientation({0, 0}, {0.1, 0.3}, {0.2, 0.6}) == 0);
  CHECK(orientation({0, 0}, {0.1, 0.3}, {0.3, 0.9}) != 0);
}

TEST_CASE("predicates: inside, on and outside a circle") {
  CHECK(in_circle({0, 0}, {1, 0}, {0, 1}, {0.5, 0.5}) == 1);
  CHECK(in_circle({0, 0}, {1, 0}, {0, 1}, {1, 1}) == 0);
  CHECK(in_circle({0, 0}, {1, 0}, {0, 1}, {1, 1.0000000000000002}) == -1);
  CHECK(in_circle({0, 0}, {1, 0}, {0, 1}, {1, 0.9999999999999999}) == 1);
  CHECK(in_circle({0, 0}, {0, 1}, {1, 0}, {0.5, 0.5}) == -1);  // a triangle that turns right
}

TEST_CASE("predicates: in space") {
  const Vec3 o = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
  CHECK(orientation3(o, x, y, z) == 1);
  CHECK(orientation3(o, y, x, z) == -1);
  CHECK(orientation3(o, x, y, {7, -3, 0}) == 0);
  CHECK(orientation3(o, x, y, {7, -3, 1e-90}) == 1);
  CHECK(in_sphere(o, x, y, z, {0.5, 0.5, 0.5}) == 1);
  CHECK(in_sphere(o, x, y, z, {1, 1, 1}) == 0);
  CHECK(in_sphere(o, x, y, z, {1, 1, 1.0000000000000002}) == -1);
  const double t = 1e-94;
  CHECK(in_sphere(o, {t, 0, 0}, {0, t, 0}, {0, 0, t}, {t, t, t}) == 0);
  CHECK(in_sphere(o, {t, 0, 0}, {0, t, 0}, {0, 0, t}, {t, t, 1.0000000000000002 * t}) == -1);
}

TEST_CASE("predicates: exact calls are counted, and only those") {
  std::uint64_t calls = 0;
  orientation({0, 0}, {1, 0}, {0, 1}, &calls);
  in_circle({0, 0}, {1, 0}, {0, 1}, {0.5, 0.5}, &calls);
  CHECK(calls == 0);
  orientation({0, 0}, {1, 1}, {2, 2}, &calls);
  CHECK(calls == 1);
  in_circle({0, 0}, {1, 0}, {0, 1}, {1, 1}, &calls);
  CHECK(calls == 2);
  in_circle_by_id({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {0, 1, 2, 3}, &calls);
  CHECK(calls == 3);  // the tie itself is clear: the other three are not on a line
  orientation3({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, &calls);
  in_sphere({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, &calls);
  CHECK(calls == 5);
}

TEST_CASE("predicates: the site of the lowest id loses its diagonal") {
  const Vec2 square[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  // +1: the diagonal 0-2 must go. The site of the lowest id is raised, so it must not have one.
  CHECK(in_circle_by_id(square, {0, 1, 2, 3}) == 1);
  CHECK(in_circle_by_id(square, {9, 1, 2, 3}) == -1);
  CHECK(in_circle_by_id(square, {9, 8, 2, 3}) == 1);
  CHECK(in_circle_by_id(square, {9, 8, 7, 3}) == -1);
  CHECK(in_circle_by_id({{0, 0}, {1, 1}, {2, 2}, {3, 3}}, {0, 1, 2, 3}) == 0);
  // A cluster far below the size of a metre is as good as a square of one.
  const double t = 1e-120;
  CHECK(in_circle_by_id({{0, 0}, {t, 0}, {t, t}, {0, t}}, {0, 1, 2, 3}) == 1);
  CHECK(in_circle({0, 0}, {t, 0}, {t, t}, {0, 1.0000000000000002 * t}) == -1);
}

TEST_CASE("segments: what blocks a view") {
  const Vec2 p = {0, 0}, q = {4, 0};
  CHECK(blocks({2, -1}, {2, 1}, p, q));
  CHECK(blocks({2, 0}, {2, 1}, p, q));        // touches from one side
  CHECK(blocks({1, 0}, {2, 0}, p, q));        // lies in the view
  CHECK(blocks({-1, 0}, {1, 0}, p, q));
  CHECK(blocks({-1, 0}, {9, 0}, p, q));
  CHECK(blocks({2, 0}, {2, 0}, p, q));        // a point is a wall as well
  CHECK_FALSE(blocks({2, 1}, {2, 2}, p, q));
  CHECK_FALSE(blocks({0, 0}, {0, 1}, p, q));  // only at p
  CHECK_FALSE(blocks({4, -1}, {4, 1}, p, q));
  CHECK_FALSE(blocks({-1, 0}, {0, 0}, p, q));
  CHECK_FALSE(blocks({4, 0}, {5, 0}, p, q));
  CHECK_FALSE(blocks({-1, -1}, {-1, 1}, p, q));
  CHECK_FALSE(blocks({-1, 0}, {1, 0}, p, p));  // nothing is between a point and itself
  CHECK_FALSE(blocks({0, -1}, {0, 1}, p, p));
  CHECK(blocks({-1, 2}, {1, 2}, {0, 0}, {0, 4}));
  CHECK_FALSE(blocks({0, 4}, {0, 5}, {0, 0}, {0, 4}));
}

TEST_CASE("segments: meeting and lying on") {
  CHECK(on_segment({1, 1}, {0, 0}, {2, 2}));
  CHECK(on_segment({2, 2}, {0, 0}, {2, 2}));
  CHECK_FALSE(on_segment({3, 3}, {0, 0}, {2, 2}));
  CHECK_FALSE(on_segment({1, 1.0000000000000002}, {0, 0}, {2, 2}));
  CHECK(segments_meet({0, 0}, {2, 2}, {0, 2}, {2, 0}));
  CHECK(segments_meet({0, 0}, {2, 2}, {2, 2}, {3, 0}));
  CHECK(segments_meet({0, 0}, {2, 0}, {1, 0}, {5, 0}));
  CHECK(segments_meet({1, 0}, {1, 0}, {0, 0}, {5, 0}));
  CHECK_FALSE(segments_meet({0, 0}, {2, 0}, {3, 0}, {5, 0}));
  CHECK_FALSE(segments_meet({0, 0}, {2, 2}, {1, 0}, {2, 1}));
}

namespace {

template <int N>
Dyadic value(const Expansion<N>& e) {
  Dyadic sum;
  for (int i = 0; i < e.size(); ++i) sum = sum + Dyadic(e[i]);
  return sum;
}

// Largest and lowest bit of a term, as powers of two.
template <int N>
bool overlaps(const Expansion<N>& e) {
  for (int i = 1; i < e.size(); ++i) {
    int low_top = 0, bit = 0;
    (void)std::frexp(e[i - 1], &low_top);
    double m = std::frexp(e[i], &bit);
    while (m != std::floor(m)) m *= 2, --bit;
    if (low_top > bit) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("expansion: sums and products are exact, in terms that do not overlap") {
  test::Inputs in{3};
  for (int i = 0; i < 3000; ++i) {
    CAPTURE(i);
    const auto number = [&] { return in.next() % 8 == 0 ? 0.0 : in.magnitude(-60, 60); };
    const double a = number(), b = number();
    const Two s = two_sum(a, b), p = two_product(a, b);
    REQUIRE((Dyadic(s.high) + Dyadic(s.low) - Dyadic(a) - Dyadic(b)).sign() == 0);
    REQUIRE((Dyadic(p.high) + Dyadic(p.low) - Dyadic(a) * Dyadic(b)).sign() == 0);

    const auto u = exact_difference(number(), number()), v = exact_difference(number(), number());
    const auto product = u * v;
    const auto long_product = (product - u * number()) * (v + u);
    REQUIRE((value(u) * value(v) - value(product)).sign() == 0);
    REQUIRE((value(product + u) - value(product) - value(u)).sign() == 0);
    REQUIRE(product.sign() == value(product).sign());
    REQUIRE(long_product.sign() == value(long_product).sign());
    REQUIRE_FALSE(overlaps(product));
    REQUIRE_FALSE(overlaps(long_product));
  }
}
