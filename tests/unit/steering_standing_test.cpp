#include <doctest/doctest.h>

#include "planning/formation.hpp"
#include "steering/standing.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

using namespace wend;
using doctest::Approx;

// Test vectors T47-T49 of the local spec, section 20.5; tolerance 1e-9.

namespace {

constexpr double tolerance = 1e-9;

bool near(double a, double b) { return std::abs(a - b) <= tolerance; }

}  // namespace

TEST_CASE("standing T47: the places of a group") {
  const std::vector<planning::Member> members{{{-10, 0}, .25}, {{-8, 1}, .25}, {{-9, 3}, .3}, {{-12, -1}, .2}, {{-11, 2}, .25}};
  const Vec2 places[] = {{0.0665652360928, -0.248424843116}, {0.367032648493, -0.0983461017596}, {0.0854051495044, 0.318736357179},
                         {-0.304041885793, -0.304041885793}, {-0.268686546733, 0.268686546733}};
  double squares = 0;
  for (const planning::Member& m : members) squares += m.radius * m.radius;
  const double R_g = planning::group_radius(squares);
  CHECK(near(R_g, 0.629980158418));
  const planning::Formation formation(members, R_g, R_g);
  CHECK_FALSE(formation.packed());
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Vec2 o = formation.place(members[i].at, members[i].radius);
    CHECK_MESSAGE(near(o.x, places[i].x), i, ": ", o.x, " for ", places[i].x);
    CHECK_MESSAGE(near(o.y, places[i].y), i, ": ", o.y, " for ", places[i].y);
  }

  SUBCASE("in any order of the members, bit for bit") {
    std::vector<planning::Member> shuffled = members;
    std::rotate(shuffled.begin(), shuffled.begin() + 2, shuffled.end());
    std::swap(shuffled[0], shuffled[3]);
    const planning::Formation again(shuffled, R_g, R_g);
    for (const planning::Member& m : members) CHECK(again.place(m.at, m.radius) == formation.place(m.at, m.radius));
  }
}

TEST_CASE("standing: a packed group keeps its shape, one member stands on the point") {
  std::vector<planning::Member> disc;
  double squares = 0;
  for (int x = -5; x <= 5; ++x) {
    for (int y = -5; y <= 5; ++y) {
      const Vec2 p{10 + 0.5 * x, -3 + 0.5 * y};
      if (norm(p - Vec2{10, -3}) > 2.6) continue;
      disc.push_back({p, .25});
      squares += .25 * .25;
    }
  }
  const double R_g = planning::group_radius(squares);
  const planning::Formation formation(disc, R_g, R_g);
  CHECK(formation.packed());
  CHECK(norm(formation.centre() - Vec2{10, -3}) < tolerance);
  for (const planning::Member& m : disc) CHECK(norm(formation.place(m.at, m.radius) - (m.at - formation.centre())) < tolerance);
  const planning::Member one[] = {{{4, 5}, .25}};
  const double r = planning::group_radius(.25 * .25);
  CHECK(planning::Formation(one, r, r).place({4, 5}, .25) == Vec2{});
}

TEST_CASE("standing: a disc beside walls grows by what they take") {
  std::array<double, 32> free{};
  free.fill(40);
  CHECK(planning::radius_with_room(4, 16, free) == Approx(4));
  std::fill_n(free.begin(), 16, 0.0);  // a wall through the point
  CHECK(planning::radius_with_room(4, 16, free) == Approx(4 * std::sqrt(2.0)));
  std::fill_n(free.begin(), 24, 0.0);  // a corner
  CHECK(planning::radius_with_room(4, 16, free) == Approx(8));
  free.fill(1);  // a closet
  CHECK(planning::radius_with_room(4, 16, free) == Approx(4));
  free[0] = 40;
  CHECK(planning::radius_with_room(4, 16, free) == Approx(16));
}

TEST_CASE("standing T48: the arrival radius grows, and held-up agents roll along the rim") {
  struct Row {
    double outside, time, Q, growth, beta;
  };
  const Row rows[] = {{.5, 0, .2, 0, .875}, {.5, 0, .8, 0, 1.75}, {.1, 0, .8, 0, .7}, {.5, 4, .8, .25, 1.75}, {1.2, 8, .4, .5, 1.75}, {.9, 20, .9, 1, 0}};
  for (const Row& row : rows) {
    const double R_a = steering::arrival_radius(3.95, .25, row.time, 4.0);
    CHECK(near(R_a - 3.95, row.growth));
    CHECK(near(steering::roll_angle(3.95 + row.outside - R_a, .25, row.Q), row.beta));
  }
  CHECK(steering::roll_side(0, 0) == 1);
  CHECK(steering::roll_side(0, .1) == -1);
  CHECK(steering::roll_side(1, 1.4) == 1);
  CHECK(steering::roll_side(1, 1.6) == -1);
  CHECK(steering::roll_side(-1, -1.6) == 1);
}

TEST_CASE("standing T49: the age of an agent that is held up") {
  constexpr double none = std::numeric_limits<double>::infinity();
  struct Row {
    bool held;
    double age, hope, after;
  };
  const Row rows[] = {{false, 3, 1, 0}, {true, 0, none, .1}, {true, 4.95, none, 5.05}, {true, 7, 0, .1}, {true, 6, 5.2, 5.3}};
  for (const Row& row : rows) CHECK(near(steering::held_age(row.held, row.age, row.hope, .1), row.after));
}
