#include "geometry/crossing.hpp"

#include <doctest/doctest.h>

#include "geometry/moving_contact.hpp"
#include "support/near.hpp"

using namespace wend;
using namespace wend::geometry;
using test::near;

TEST_CASE("crossing: two discs touch where their radii meet") {
  CHECK(first_touch({5, 0}, {-8, 0}, 1).value() == 0.5);
  CHECK(first_touch({5, 0}, {-4, 0}, 1).value() == 1);
  CHECK_FALSE(first_touch({5, 0}, {-3.9, 0}, 1));
  CHECK_FALSE(first_touch({5, 0}, {8, 0}, 1));
  CHECK_FALSE(first_touch({5, 0}, {0, 0}, 1));
  CHECK_FALSE(first_touch({5, 2}, {-9, 0}, 1));
  CHECK(first_touch({4, 3}, {-8, 0}, 3).value() == 0.5);  // grazing is touching
  CHECK(first_touch({0.5, 0}, {-1, 0}, 1).value() == 0);  // overlap that grows
  CHECK(first_touch({1, 0}, {-1, 0}, 1).value() == 0);
  CHECK_FALSE(first_touch({0.5, 0}, {1, 0}, 1));
  CHECK_FALSE(first_touch({0.5, 0}, {0, 0}, 1));
  CHECK_FALSE(first_touch({0, 0}, {1, 0}, 1));
  CHECK_FALSE(first_touch({5, 0}, {-1e-200, 0}, 1));
}

TEST_CASE("crossing: a long way and a small disc keep their digits") {
  // Passes at 0.9999 R: the discriminant taken as b^2 - |w|^2 c would have no digit left at this distance.
  const double t = first_touch({1e6, 0.9999e-3}, {-2e6, 0}, 1e-3).value();
  CHECK(std::abs(t - (1e6 - 1e-3 * std::sqrt(1 - 0.9999 * 0.9999)) / 2e6) < 1e-15);
}

TEST_CASE("crossing: in, out, through, and not at all") {
  const auto run = [](Vec2 d, Vec2 w, double r) {
    const auto in = [&](Vec2 q) { return norm2(q) <= r * r; };
    return circle_crossings(d, w, r, in(d), in(d + w));
  };
  Crossings c = run({4, 0}, {-4, 0}, 2);
  REQUIRE(c.count == 1);
  CHECK(c.at[0].s == 0.5);
  CHECK(c.at[0].enter);

  c = run({0, 0}, {4, 0}, 2);
  REQUIRE(c.count == 1);
  CHECK(c.at[0].s == 0.5);
  CHECK_FALSE(c.at[0].enter);

  c = run({4, 0}, {-8, 0}, 2);  // in and out in one step
  REQUIRE(c.count == 2);
  CHECK(c.at[0].s == 0.25);
  CHECK(c.at[0].enter);
  CHECK(c.at[1].s == 0.75);
  CHECK_FALSE(c.at[1].enter);

  CHECK(run({4, 2}, {-8, 0}, 2).count == 0);  // grazing gives no event
  CHECK(run({4, 0}, {-1, 0}, 2).count == 0);
  CHECK(run({4, 0}, {8, 0}, 2).count == 0);
  CHECK(run({1, 0}, {-2, 0}, 2).count == 0);
  CHECK(run({4, 0}, {0, 0}, 2).count == 0);
  CHECK(run({0, 0}, {1, 0}, 0).count == 1);
  CHECK(run({-1, 0}, {2, 0}, 0).count == 0);

  c = run({4, 0}, {-2, 0}, 2);  // the end is on the circle, and the closed disk has it
  REQUIRE(c.count == 1);
  CHECK(c.at[0].s == 1);
  c = run({2, 0}, {2, 0}, 2);  // from the circle outwards
  REQUIRE(c.count == 1);
  CHECK(c.at[0].s == 0);
}

TEST_CASE("crossing: a root that disagrees with the membership at the end becomes 1") {
  Crossings c = circle_crossings({4, 0}, {-1, 0}, 2, false, true);
  REQUIRE(c.count == 1);
  CHECK(c.at[0].enter);
  CHECK(c.at[0].s == 1);
  c = circle_crossings({1, 0}, {0, 0}, 2, true, false);  // nobody moved
  REQUIRE(c.count == 1);
  CHECK_FALSE(c.at[0].enter);
  CHECK(c.at[0].s == 1);
  c = circle_crossings({4, 0}, {1, 0}, 2, false, true);
  REQUIRE(c.count == 1);
  CHECK(c.at[0].s == 1);
}

TEST_CASE("crossing: from the circle outwards is at once, and out never comes before in") {
  for (int k = 1; k < 50; ++k) {
    const Crossings out = circle_crossings({3, 4}, {0.1 * k, 0.3}, 5, true, false);
    REQUIRE(out.count == 1);
    CHECK(out.at[0].s == 0);
    const Vec2 d = {-9e6 / 3.7, 0.9e-12}, w = {1.7e7 / (0.8 + 0.1 * k / 3), 0};  // through a speck, far and fast
    const Crossings through = circle_crossings(d, w, 1e-12, false, false);
    REQUIRE(through.count == 2);
    CHECK(through.at[0].s <= through.at[1].s);
  }
}

TEST_CASE("crossing: a disc meets a wall on its side or round its end") {
  const Vec2 a = {0, 0}, b = {10, 0};
  CHECK(first_touch_segment({5, 3}, {0, -4}, a, b, 1).value() == 0.5);
  CHECK(first_touch_segment({5, -3}, {0, 4}, a, b, 1).value() == 0.5);
  CHECK(first_touch_segment({5, 3}, {1e4, -4e4}, a, b, 1).value() == near{0.5e-4});
  CHECK(first_touch_segment({-3, 0}, {4, 0}, a, b, 1).value() == 0.5);
  CHECK(first_touch_segment({13, 0}, {-4, 0}, a, b, 1).value() == 0.5);
  CHECK(first_touch_segment({-0.6, 3}, {0, -4}, a, b, 1).value() == near{0.55});
  CHECK_FALSE(first_touch_segment({-1.1, 3}, {0, -9}, a, b, 1));
  CHECK_FALSE(first_touch_segment({5, 3}, {0, -1.9}, a, b, 1));
  CHECK_FALSE(first_touch_segment({5, 3}, {3, 0}, a, b, 1));
  CHECK_FALSE(first_touch_segment({5, 3}, {0, 0}, a, b, 1));
  CHECK(first_touch_segment({5, 0.5}, {0, -0.1}, a, b, 1).value() == 0);  // overlap that grows
  CHECK_FALSE(first_touch_segment({5, 0.5}, {1, 0.1}, a, b, 1));
  CHECK_FALSE(first_touch_segment({5, 1}, {2, 0}, a, b, 1));              // slides along
  CHECK(first_touch_segment({5, 3}, {0, -6}, a, b, 0).value() == 0.5);    // a point and a line
  CHECK(first_touch_segment({-1, 1}, {2, -2}, a, b, 0).value() == 0.5);   // at the very end
  CHECK(first_touch_segment({3, 0}, {-4, 0}, a, a, 1).value() == 0.5);    // a wall that is a point
}

TEST_CASE("crossing: a door swings against somebody who stands") {
  // Hinge at the origin, from the x axis towards the y axis along the chord.
  const Way hinge = {{0, 0}, {0, 0}}, tip = {{4, 0}, {0, 4}};
  const auto t = contact_time_moving({{2, 2}, {2, 2}}, hinge, tip, 0.5);
  REQUIRE(t);
  // the line through (4 - 4s, 4s) is 0.5 from (2, 2): |8 - 16 s| = 0.5 sqrt(32 s^2 - 32 s + 16)
  CHECK(std::abs(8 - 16 * *t) == near{0.5 * std::sqrt(32 * *t * *t - 32 * *t + 16)});
  CHECK(*t < 0.5);
  CHECK_FALSE(contact_time_moving({{2, -2}, {2, -2}}, hinge, tip, 0.5));
  CHECK_FALSE(contact_time_moving({{5, 5}, {5, 5}}, hinge, tip, 0.5));
  CHECK(contact_time_moving({{2, 0.4}, {2, 0.4}}, hinge, tip, 0.5).value() == 0);
  CHECK_FALSE(contact_time_moving({{2, -0.4}, {2, -0.4}}, hinge, tip, 0.5));
  CHECK(contact_time_moving({{1, 1}, {1, 1}}, hinge, tip, 0).value() == near{0.5});
}

TEST_CASE("crossing: walking with a wall that moves is no contact") {
  CHECK_FALSE(contact_time_moving({{0, 1}, {5, 6}}, {{-3, 0}, {2, 5}}, {{3, 0}, {8, 5}}, 0.5));
  // and the wall overtakes a slower one
  CHECK(contact_time_moving({{0, 1}, {0, 1}}, {{-3, 0}, {-3, 2}}, {{3, 0}, {3, 2}}, 0.5).value() == near{0.25});
  // a half turn of a rotor in one step shrinks to a point on the way: it still cannot pass through
  CHECK(contact_time_moving({{0.1, 3}, {0.1, -3}}, {{-4, 0}, {4, 0}}, {{4, 0}, {-4, 0}}, 0.3));
}
