#include "steering/speed.hpp"

#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>

#include <algorithm>
#include <cfenv>
#include <cmath>

#include "core/angles.hpp"
#include "steering/free_distance.hpp"
#include "support/fp_traps.hpp"
#include "support/inputs.hpp"
#include "support/near.hpp"
#include "support/view_builder.hpp"

using namespace wend;
using namespace wend::steering;
using wend::test::near;

namespace {

Vec2 unit(double angle) { return {std::cos(angle), std::sin(angle)}; }

constexpr double none = unlimited;

}  // namespace

TEST_CASE("steering: free distance of table T8") {
  struct Row {
    bool capsule;
    double phi;
    Vec2 a, b;
    double rho, free;
  };
  constexpr Row rows[] = {
      {false, 0, {3, 0}, {}, 1, 2},
      {false, 0.2, {3, 0}, {}, 1, 2.13722123256},
      {false, 0.35, {3, 0}, {}, 1, none},
      {false, pi, {3, 0}, {}, 1, none},
      {false, 0, {0.5, 0}, {}, 1, 0},
      {false, 2, {0.5, 0}, {}, 1, none},
      {true, 0, {2, -1}, {2, 1}, 0.3, 1.7},
      {true, 0.5, {2, -1}, {2, 1}, 0.3, 1.93713967645},
      {true, 0.6, {2, -1}, {2, 1}, 0.3, none},
      {true, -0.7, {1, -1}, {3, -1}, 0.2, 1.24953015946},
      {true, 0.1, {1, 0}, {4, 0}, 0.3, 0.71210261187},
      {true, 1.5, {-1, 0.2}, {1, 0.2}, 0.3, 0},
      {true, -1.5, {-1, 0.2}, {1, 0.2}, 0.3, none},
  };
  for (const Row& r : rows) {
    CAPTURE(r.capsule);
    CAPTURE(r.phi);
    const Vec2 h = unit(r.phi);
    const double got = r.capsule ? free_distance_capsule(r.a, r.b, r.rho, h) : free_distance_disc(r.a, r.rho, h);
    CHECK(got == near{r.free});
    if (r.capsule) CHECK(free_distance_capsule(r.b, r.a, r.rho, h) == near{r.free});

    for (const AttractorParams& preset : {AttractorParams::classic(), AttractorParams::robust()}) {  // and in the model
      test::AttractorAgent self(preset);
      self.me.heading = r.phi;
      self.me.radius = 0.1;
      r.capsule ? self.wall(r.a, r.b, r.rho - 0.1) : self.disc(r.a, r.rho - 0.1);
      CHECK(self.explain().free_distance == near{r.free});
    }
  }
}

TEST_CASE("steering: free distance to a capsule is where a walk along the heading first touches it") {
  test::Inputs in{8};
  int hits = 0;
  for (int i = 0; i < 600; ++i) {
    Neighbour n;
    n.a = {in.between(-3, 3), in.between(-3, 3)};
    n.b = {in.between(-3, 3), in.between(-3, 3)};
    const double rho = in.between(0.1, 0.6);
    const Vec2 h = unit(in.between(-pi, pi));
    if (test::seen_from({}, 0, n).distance < rho) continue;
    double walked = none;
    for (int s = 0; s <= 7000 && walked == none; ++s) {
      if (test::seen_from(0.001 * s * h, 0, n).distance < rho) walked = 0.001 * s;
    }
    CAPTURE(i);
    const double got = free_distance_capsule(n.a, n.b, rho, h);
    if (walked < none) CHECK(got == near{walked, 1.1e-3});
    if (walked == none && got < none) {  // between two samples: a graze
      CHECK(test::seen_from((got + 0.0005) * h, 0, n).distance > rho - 1e-3);
    }
    hits += walked < none ? 1 : 0;
  }
  CHECK(hits > 80);
}

TEST_CASE("steering: an agent inside a wall is stopped towards its axis only") {
  // Overlapping the body part: 0 towards the axis, else nothing ahead, (35); the nearly parallel way out would meet an
  // end disc.
  const Vec2 a{-1, 0.1}, b{1, 0.1};
  CHECK(free_distance_capsule(a, b, 0.3, unit(0.05)) == 0);
  CHECK(free_distance_capsule(a, b, 0.3, unit(-1.0)) == none);
  CHECK(free_distance_capsule(a, b, 0.3, unit(-0.05)) == none);
}

TEST_CASE("steering: free distance in relative motion of table T16") {
  struct Row {
    double phi;
    Vec2 c, V;
    double free;
  };
  constexpr Row rows[] = {
      {0, {4, 0}, {0, 0}, 3.6},    {0, {4, 0}, {-1, 0}, 1.8},           {0, {4, 0}, {0.5, 0}, 7.2},
      {0, {4, 0}, {1, 0}, none},   {0, {3, -3}, {0, 1}, 2.71715728753}, {0.3, {2, 2}, {-0.2, -0.8}, 1.52908796031},
      {0, {-2, 0}, {1.5, 0}, 3.2},
  };
  for (const Row& r : rows) {
    CAPTURE(r.c.x);
    CAPTURE(r.V.x);
    const auto ray = [&](Vec2 u) { return free_distance_disc(r.c, 0.4, u); };
    CHECK(free_distance_relative(unit(r.phi), r.V, 1.0, ray) == near{r.free});

    test::AttractorAgent self(AttractorParams::robust());
    self.me.radius = 0.2;
    self.me.heading = r.phi;
    self.p.sense = 100;
    self.moving(r.c, 0.2, r.V);
    CHECK(self.explain().free_distance == near{r.free});
    self.p.relative_motion = false;  // classic: as if it stood still
    CHECK(self.explain().free_distance == near{free_distance_disc(r.c, 0.4, unit(r.phi))});
  }
}

TEST_CASE("steering: the free distance in relative motion is top speed times the time to contact") {
  const auto ray = [](Vec2 u) { return free_distance_disc({5, 0}, 1, u); };
  CHECK(free_distance_relative({1, 0}, {-1, 0}, 3.0, ray) == near{3});  // 4 m apart, closing at 4 m/s: contact in 1 s
}

TEST_CASE("steering: an agent of top speed 0 looks at movers without a NaN") {
  test::AttractorAgent self(AttractorParams::robust());
  self.me.top_speed = 0;
  self.moving({1, 1}, 0.2, {0, 1});  // passes by
  const test::NoTraps inside;        // asked by its flag, so that a failure is reported and not a crash
  const AttractorDecision d = self.explain();
  CHECK_FALSE(std::fetestexcept(FE_INVALID));
  CHECK(d.free_distance == none);
  CHECK(d.wanted_speed == 0);
}

TEST_CASE("steering: speed law of table T9") {
  constexpr double rows[][2] = {{0, -0.2}, {0.1, -0.1}, {0.2, 0}, {0.5, 0.3}, {1.1, 0.9}, {1.2, 1}, {5, 1}, {none, 1}};
  const AttractorNumbers p = test::numbers(AttractorParams::robust());
  for (const auto& row : rows) {
    CAPTURE(row[0]);
    CHECK(wanted_speed(row[0], 0.2, 1, p) == near{row[1]});
  }
}

TEST_CASE("steering: the speed law is cut at the retreat speed and at the scaled top speed") {
  AttractorNumbers p = test::numbers(AttractorParams::robust());
  CHECK(wanted_speed(0, 0.9, 1, p) == -0.25);
  p.v_back = 0;
  CHECK(wanted_speed(0, 0.9, 1, p) == 0);
  p.kappa_v = 0.8;
  CHECK(wanted_speed(none, 0.2, 1.5, p) == near{1.2});
  CHECK(wanted_speed(9, 0.2, 1.5, p) == near{1.2});
  CHECK(wanted_speed(0.7, 0.2, 1.5, p) == near{0.4});
  p.t2c = 2;
  CHECK(wanted_speed(0.7, 0.2, 1.5, p) == near{0.2});
}

TEST_CASE("steering: the constant speed law ignores what is ahead") {
  for (double scale : {1.0, 0.6}) {
    test::AttractorAgent self(AttractorParams::robust());
    self.p.speed = SpeedLaw::constant;
    self.p.kappa_v = scale;
    self.me.top_speed = 1.4;
    self.toward(0);
    self.disc({0.9, 0}, 0.5);
    CHECK(self.explain().wanted_speed == near{1.4 * scale});
    CHECK(self.steer().speed == near{1.4 * scale});
  }
}

TEST_CASE("steering: turns slow an agent down, retreat is not slowed") {
  AttractorNumbers p = test::numbers(AttractorParams::robust());
  p.turn_slowdown = 0.5;
  p.omega_max = 4;
  CHECK(slowed_in_turn(0.8, 0, p) == 0.8);
  CHECK(slowed_in_turn(0.8, 1, p) == near{0.7});
  CHECK(slowed_in_turn(0.8, -1, p) == near{0.7});
  CHECK(slowed_in_turn(0.8, 4, p) == near{0.4});
  CHECK(slowed_in_turn(0.8, -9, p) == near{0.4});  // not below the share of the cap
  CHECK(slowed_in_turn(-0.2, 4, p) == -0.2);

  test::AttractorAgent self(AttractorParams::robust());  // (37) with the turn rate really used, after the filter
  self.toward(pi / 2);
  self.memory.agility = 0.5;
  self.p.turn_slowdown = 0.5;
  self.p.omega_max = 0.8;
  const Motion m = self.steer();
  CHECK(m.turn_rate == near{0.55 * 0.8});
  CHECK(m.speed == near{1 - 0.5 * 0.55});
}

TEST_CASE("steering: arrival limit") {
  AttractorNumbers p = test::numbers(AttractorParams::robust());
  CHECK(limited_by_arrival(1, 10, 0, 1, p) == 1);
  CHECK(limited_by_arrival(1, 0.5, 0, 1, p) == near{0.4});
  CHECK(limited_by_arrival(1, 0.5, 0.3, 1, p) == near{0.7});  // a target that moves on
  CHECK(limited_by_arrival(1, 0, 0, 1, p) == near{0.05});
  CHECK(limited_by_arrival(2, 0, 0, 2, p) == near{0.1});
  CHECK(limited_by_arrival(-0.2, 0.5, 0, 1, p) == -0.2);  // a limit, not a speed
  p.a = 2;
  CHECK(limited_by_arrival(1, 0.5, 0, 1, p) == near{0.8});
  p.kappa_arr = 0;
  CHECK(limited_by_arrival(1, 0, 0, 1, p) == 1);
}

TEST_CASE("steering: only an agent that approaches its last point target slows down for it") {
  test::AttractorAgent self(AttractorParams::robust());
  self.toward(0, 0.5);
  CHECK(self.steer().speed == 1);
  self.me.approaches = true;
  CHECK(self.steer().speed == near{0.4});
  self.me.goal_velocity = {0, 0.3};
  CHECK(self.steer().speed == near{0.7});
  self.p.kappa_arr = 0;
  CHECK(self.steer().speed == 1);
  self.p.kappa_arr = 0.8;
  self.toward(0);  // a direction, infinitely far
  CHECK(self.steer().speed == 1);
}

TEST_CASE("steering: an overlapped body ahead makes the agent back off") {
  test::AttractorAgent self(AttractorParams::classic());
  self.disc({0.7, 0}, 0.5);
  const AttractorDecision d = self.explain();
  REQUIRE(d.shares.size() == 1);
  CHECK(d.shares[0].nearness == 1);
  CHECK(d.shares[0].half_angle == near{pi / 2});
  CHECK(d.free_distance == 0);
  CHECK(d.wanted_speed == near{-0.2});
  self.me.heading = 2;  // turned away it is free to leave
  CHECK(self.explain().wanted_speed == 1);
}
