#include <doctest/doctest.h>
#include <wend/model/human.hpp>
#include <wend/model/model.hpp>
#include <wend/model/potential_field.hpp>
#include <wend/base/rng.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "core/angles.hpp"
#include "core/dual.hpp"
#include "core/segment.hpp"
#include "steering/human_law.hpp"
#include "steering/potential_law.hpp"
#include "support/inputs.hpp"
#include "support/near.hpp"
#include "support/stroll.hpp"

// Human spec sections 3, 5, 8 and 11: the laws, and the models behind the public interface one step at a time.

using namespace wend;
using namespace wend::steering;
using wend::test::FieldStroll;
using wend::test::HumanStroll;
using wend::test::near;
using wend::test::same_bits;

namespace {

Vec2 polar(double d, double degrees) { return {d * std::cos(deg(degrees)), d * std::sin(deg(degrees))}; }
Sighted seen(Vec2 at) { return {.x = at.x, .y = at.y}; }
Sighted seen(Vec2 at, Vec2 velocity, double radius) { return {.x = at.x, .y = at.y, .vx = velocity.x, .vy = velocity.y, .radius = radius}; }

double turn_rate_rate(const Walker<double>& me, Vec2 goal, const std::vector<Vec2>& obstacles, const HumanParams& p = {}) {
  std::vector<Sighted> things;
  for (const Vec2 o : obstacles) things.push_back(seen(o));
  return derivative(me, seen(goal), things, gains_of(p), p, 1.0).w;
}

// (h.8), one obstacle, with the fitted gains.
double fitted_push(double e, double d) { return 198 * e * std::exp(-6.5 * std::abs(e)) * std::exp(-0.8 * d); }

}  // namespace

TEST_CASE("human: angles are wrapped as section 8 says") {
  for (const auto& [x, want] : {std::pair{3.5, -2.783185307180}, {-3.5, 2.783185307180}, {7.0, 0.716814692820}, {-pi, 3.141592653590}, {3 * pi, 3.141592653590}, {100.0, -0.530964914873}}) {
    CHECK(wrap(x) == near{want});
  }
}

TEST_CASE("human: single terms of section 8") {
  const auto k = gains_of(HumanParams::fitted());
  CHECK(goal_term(0.1, 3.0, k) == near{-0.525895658934});
  CHECK(obstacle_term(0.1, 3.0, k) == near{0.937706702945});
  CHECK(obstacle_term(1 / 6.5, 2.0, k) == near{2.262487459452});
}

TEST_CASE("human: angular accelerations of section 8") {
  const Walker<double> rest{};
  CHECK(turn_rate_rate(rest, polar(4, 20), {}) == near{1.575761399294});
  CHECK(turn_rate_rate({.w = 0.3}, polar(2, -25), {}) == near{-3.754422535575});
  CHECK(turn_rate_rate(rest, {-4, 0}, {}) == near{-14.181852593650});  // exactly behind: to the right
  CHECK(turn_rate_rate(rest, {10, 0}, {polar(4, 4)}) == near{-0.357918068130});
  CHECK(turn_rate_rate(rest, {10, 0}, {{4, 0}}) == 0);
  CHECK(turn_rate_rate(rest, {9, 0}, {polar(4, -0.5), polar(4.5, 5)}) == near{-0.201187856498});
  CHECK(turn_rate_rate({.x = 1, .y = -2, .phi = 0.7, .w = -0.25}, {6, 3}, {{2.5, -1}, {3, 0.5}, {0, -3}}) == near{2.799949393935});
  CHECK(turn_rate_rate({.x = 2, .y = 1, .phi = 3.0, .w = 0.1}, {-3, 0.2}, {{0.5, 0.4}}) == near{-0.080561120639});
}

TEST_CASE("potential field: forces, directions and the front point of section 8") {
  struct Row {
    Vec2 p, goal;
    std::vector<Vec2> obstacles;
    double rho0, radius;
    Vec2 force;
    double direction;
  };
  const std::vector<Row> rows{
      {{0, 0}, {3, 4}, {}, 0.8, 0.25, {3, 4}, 0.927295218002},
      {{0, 0}, {3, 4}, {{0.8, 0}}, 0.8, 0.25, {1.121712997746, 4}, 1.297390552305},
      {{0, 0}, {3, 4}, {{1.05, 0}}, 0.8, 0.25, {3, 4}, 0.927295218002},
      {{1, 1}, {5, 2}, {{1.6, 1.3}, {0.5, 1.2}}, 0.8, 0.25, {23.028630479027, -11.731242267172}, -0.471155086788},
      {{1, 1}, {5, 2}, {{3, 1}}, 8, 0.25, {3.854227405248, 1}, 0.253857847285},
      {{1, 1}, {5, 2}, {{3, 1}}, 4, 0, {3.9375, 1}, 0.248709989094},
  };
  for (const Row& row : rows) {
    std::vector<Sighted> things;
    for (const Vec2 o : row.obstacles) things.push_back(seen(o, {}, row.radius));
    const Force<double> force = force_at(row.p.x, row.p.y, seen(row.goal), things, FieldGains<double>{1, 1, row.rho0});
    CHECK(force.x == near{row.force.x});
    CHECK(force.y == near{row.force.y});
    const Force<double> u = direction_of(force);
    CHECK(std::atan2(u.y, u.x) == near{row.direction});
  }
  const Drive<double> drive = follow(Force<double>{std::cos(1.1), std::sin(1.1)}, 0.3, 0.5, 0.25);
  CHECK(drive.v == near{0.348353354674});
  CHECK(drive.w == near{1.434712181799});
}

TEST_CASE("human: what has no direction has no share") {
  const auto k = gains_of(HumanParams{});
  const HumanParams p;
  CHECK(goal_share(Walker<double>{}, seen({5e-10, 0}), k, p) == 0);
  CHECK(goal_share(Walker<double>{}, seen({-2e-9, 0}), k, p) == near{-7.5 * pi * 1.4, 1e-7});
  CHECK(obstacle_share(Walker<double>{}, seen({0, 5e-10}), k, p) == 0);
  CHECK(obstacle_share(Walker<double>{}, seen({0, 2e-9}), k, p) == near{fitted_push(-pi / 2, 0), 1e-7});
  // Without an obstacle, or with ko = 0: the goal alone.
  HumanParams blind;
  blind.ko = 0;
  CHECK(same_bits(turn_rate_rate({}, {3, 2}, {}), turn_rate_rate({}, {3, 2}, {{1, 0.2}}, blind)));
  // Beyond |e| = pi the term of a small c3 jumps by 2 pi ko exp(-c3 pi) exp(-c4 d).
  const HumanParams wide = HumanParams::short_range();
  const auto behind = [&](double y) { return obstacle_share(Walker<double>{}, seen({-0.5, y}), gains_of(wide), wide); };
  CHECK(behind(-1e-12) - behind(1e-12) == near{2 * pi * 198 * std::exp(-pi) * std::exp(-6.0), 1e-8});
}

TEST_CASE("human: a start beside the symmetric line decides how close the walker passes") {
  for (const auto& [heading, want] : {std::pair{1e-9, 0.0777}, {1e-6, 0.3804}, {1e-3, 0.6184}, {0.0, 0.0}}) {
    HumanStroll walker;
    walker.me.heading = heading;
    walker.disc({4, 0}, 0);
    double clearance = 9;
    while (walker.time < 6) {
      const Vec2 from = walker.at;
      walker.step();
      clearance = std::min(clearance, norm(nearest_on_segment({4, 0}, from, walker.at).point - Vec2{4, 0}));
    }
    CHECK(clearance == near{want, 1e-4});
  }
}

TEST_CASE("human: sensitivities by the gains are exact") {
  using D = Dual<7>;
  const std::array<double, 7> at{3.25, 7.5, 0.4, 0.4, 198, 6.5, 0.8};
  HumanParams p;
  p.width = HumanWidth::both;
  const std::vector<Sighted> things{seen({2.5, -1}, {}, 0.3), seen({3, 0.5}, {0.2, -0.4}, 0.2), seen({0, -3}, {}, 0)};
  const auto plain = [&](const std::array<double, 7>& k) {
    const HumanGains<double> gains{k[0], k[1], k[2], k[3], k[4], k[5], k[6]};
    return derivative(Walker<double>{.x = 1, .y = -2, .phi = 0.7, .w = -0.25}, seen({6, 3}), things, gains, p, 1.0).w;
  };
  std::array<D, 7> k;
  for (std::size_t i = 0; i < 7; ++i) k[i] = D::variable(at[i], i);
  const D dual = derivative(Walker<D>{.x = 1.0, .y = -2.0, .phi = 0.7, .w = -0.25}, seen({6, 3}), things, HumanGains<D>{k[0], k[1], k[2], k[3], k[4], k[5], k[6]}, p, 1.0).w;
  CHECK(same_bits(dual.value, plain(at)));
  for (std::size_t i = 0; i < 7; ++i) {
    const double h = 1e-3 * at[i];
    std::array<double, 7> up = at, down = at;
    up[i] += h;
    down[i] -= h;
    CHECK(dual.slope[i] == near{(plain(up) - plain(down)) / (2 * h), 2e-5});
  }
}

TEST_CASE("human: every extension switched off leaves the bits of section 3") {
  test::Inputs in{11};
  for (int scene = 0; scene < 200; ++scene) {
    HumanStroll walker;
    walker.me.dt = in.between(0.01, 0.1);
    walker.me.heading = in.between(-pi, pi);
    walker.me.turn_rate = in.between(-1, 1);
    walker.me.radius = 0.25;
    walker.me.speed = in.between(0, 2);  // counts with kv only
    walker.goal = {in.between(-9, 9), in.between(-9, 9)};
    walker.me.random = Rng::stream(in.next(), Purpose::heading_noise);
    std::vector<Sighted> things;
    for (int i = 0; i < 6; ++i) {
      Neighbour& n = walker.moving({in.between(-5, 5), in.between(-5, 5)}, in.between(0, 0.5), {in.between(-1, 1), in.between(-1, 1)});
      things.push_back(seen(n.a, n.velocity, n.radius + 0.25));
    }
    const Motion bare = walker.look();
    // Every number an extension would use while its switch is off.
    walker.p.bv = 3;
    walker.p.bt = 9;
    walker.p.c5 = 3;
    walker.p.c6 = 0.7;
    walker.p.cull_angle = 0.1;
    walker.p.cull_distance = 0.1;
    const Motion with = walker.look();
    CHECK(same_bits(bare.displacement.x, with.displacement.x));
    CHECK(same_bits(bare.displacement.y, with.displacement.y));
    CHECK(same_bits(bare.heading, with.heading));
    CHECK(same_bits(bare.turn_rate, with.turn_rate));
    CHECK(bare.speed == 1);

    // And they are the bits of (h.8) written down plainly, but for the grid of the sum.
    const Walker<double> me{.phi = walker.me.heading, .w = walker.me.turn_rate};
    const auto k = gains_of(HumanParams{});
    double sum = 0;
    for (const Sighted& thing : things) sum += slope_to_grid(obstacle_term(wrap(me.phi - det_atan2(thing.y, thing.x)), std::sqrt(thing.x * thing.x + thing.y * thing.y), k));
    const Vec2 g = walker.goal;
    const double want = -3.25 * me.w + goal_term(wrap(me.phi - det_atan2(g.y, g.x)), std::sqrt(g.x * g.x + g.y * g.y), k) + sum;
    CHECK(same_bits(derivative(me, seen(g), things, k, HumanParams{}, 1.0).w, want));
  }
}

TEST_CASE("human: one step with each integrator, by hand") {
  // Goal straight to the left, turn rate and place at rest: dw/dt = kg (pi/2) (exp(-c1 d) + c2).
  const double h = 0.1, pull = 7.5 * (pi / 2) * (std::exp(-0.8) + 0.4);
  const auto stepped = [&](HumanIntegrator integrator) {
    HumanStroll walker;
    walker.p.integrator = integrator;
    walker.p.substep = h;
    walker.me.dt = h;
    walker.goal = {0, 2};
    return walker.look();
  };
  const Motion euler = stepped(HumanIntegrator::euler), semi = stepped(HumanIntegrator::semi_implicit);
  CHECK(euler.turn_rate == near{h * pull});
  CHECK(euler.heading == 0);
  CHECK(euler.displacement.x == near{0.1});
  CHECK(euler.displacement.y == 0);
  CHECK(semi.turn_rate == near{h * pull});
  CHECK(semi.heading == near{h * h * pull});
  CHECK(semi.displacement.y == near{h * std::sin(h * h * pull)});
  // Midpoint: the middle is half an Euler step away.
  const double w = 0.5 * h * pull, e = -std::atan2(2, -0.5 * h), d = std::hypot(2, 0.5 * h);
  const Motion midpoint = stepped(HumanIntegrator::midpoint);
  CHECK(midpoint.turn_rate == near{h * (-3.25 * w - 7.5 * e * (std::exp(-0.4 * d) + 0.4))});
  CHECK(midpoint.heading == near{h * w});
}

TEST_CASE("human: X2, the speed relaxes") {
  HumanStroll walker;
  walker.me.top_speed = 1.4;
  walker.me.speed = 0.5;
  walker.me.dt = 0.5;
  walker.p.kv = 2;
  CHECK(walker.look().speed == near{1.4 - 0.9 * std::exp(-1.0), 1e-8});                 // (h.35)
  CHECK(walker.look().displacement.x == near{0.7 - 0.45 * (1 - std::exp(-1.0)), 1e-8});
  walker.p.bv = 3;  // (h.36), roots -1 and -2: deviation -0.9 (2 exp(-t) - exp(-2t)) from rest
  CHECK(walker.look().speed == near{1.4 - 0.9 * (2 * std::exp(-0.5) - std::exp(-1.0)), 1e-8});
  walker.step();  // the rate of the speed is remembered
  CHECK(walker.look().speed == near{1.4 - 0.9 * (2 * std::exp(-1.0) - std::exp(-2.0)), 1e-8});
}

TEST_CASE("human: X3, noise is a Wiener increment of the turn rate after each substep") {
  HumanStroll walker;
  walker.p.sigma = 0.3;
  walker.me.random = Rng::stream(7, Purpose::heading_noise);
  Rng same = walker.me.random;
  CHECK(walker.look().turn_rate == near{0.3 * std::sqrt(0.01) * same.normal()});  // the goal is ahead: no other turn
  walker.me.dt = 0.05;  // five substeps draw five numbers
  CHECK(walker.look().turn_rate == walker.look().turn_rate);
  walker.p.kg = 0;
  walker.p.b = 1e-9;
  double sum = 0;
  same = walker.me.random;
  for (int i = 0; i < 5; ++i) sum += 0.3 * std::sqrt(0.01) * same.normal();
  CHECK(walker.look().turn_rate == near{sum, 1e-8});
}

TEST_CASE("human: X4, widths shorten the distance and widen the reach") {
  const auto k = gains_of(HumanParams{});
  const Sighted thing = seen(polar(2, -10), {}, 0.5);
  const double e = deg(10);
  HumanParams p;
  const auto share = [&](HumanWidth width, const Sighted& s) {
    p.width = width;
    return obstacle_share(Walker<double>{}, s, k, p);
  };
  const double alpha = std::asin(0.25), c3 = 6.5 / (1 + 6.5 * alpha);
  CHECK(share(HumanWidth::none, thing) == near{fitted_push(e, 2)});
  CHECK(share(HumanWidth::gap, thing) == near{fitted_push(e, 1.5)});                            // (h.38)
  CHECK(share(HumanWidth::reach, thing) == near{198 * e * std::exp(-c3 * e) * std::exp(-1.6)});  // (h.39)
  CHECK(share(HumanWidth::both, thing) == near{198 * e * std::exp(-c3 * e) * std::exp(-1.2)});
  const Sighted overlapping = seen(polar(0.3, -10), {}, 0.5);
  CHECK(share(HumanWidth::both, overlapping) == near{198 * e * std::exp(-6.5 / (1 + 6.5 * pi / 2) * e)});
  for (const HumanWidth width : {HumanWidth::gap, HumanWidth::reach, HumanWidth::both}) {
    CHECK(same_bits(share(width, seen(polar(2, -10))), share(HumanWidth::none, seen(polar(2, -10)))));
  }
}

TEST_CASE("human: X5, interception and avoidance by the bearing rate") {
  HumanParams p;
  const auto k = gains_of(p);
  // At the origin with speed 1 along x; a goal at (3, 4) that runs with (-1, 0.5): r x v_rel = 3 * 0.5 - 4 * (-2) = 9.5.
  const double rate = 9.5 / 25;
  p.kt = 1.5;
  const Sighted goal = seen({3, 4}, {-1, 0.5}, 0);
  CHECK(goal_share(Walker<double>{}, goal, k, p) == near{1.5 * rate * 6});  // (h.40), (h.42)
  p.bt = 2;
  CHECK(derivative(Walker<double>{.w = 0.5}, goal, std::vector<Sighted>{}, k, p, 1.0).w == near{-2 * 0.5 + 1.5 * rate * 6});
  p.bt = -1;
  CHECK(derivative(Walker<double>{.w = 0.5}, goal, std::vector<Sighted>{}, k, p, 1.0).w == near{-3.25 * 0.5 + 1.5 * rate * 6});

  HumanParams avoid;
  avoid.ko = 0;
  avoid.km = 5;
  avoid.c5 = 2;
  avoid.c6 = 0.3;
  const auto push = [&](const Sighted& s) { return obstacle_share(Walker<double>{}, s, gains_of(avoid), avoid); };
  CHECK(push(goal) == near{-5 * rate * std::exp(-2 * rate - 1.5)});                    // (h.41)
  CHECK(push(seen({-0.1, 4}, {-1, 0.5}, 0)) == 0);                                     // behind the shoulder
  CHECK(push(seen({4, 0}, {-1, 0}, 0)) == 0);                                          // no bearing rate: no answer
  avoid.tie_break = 0.01;
  CHECK(push(seen({4, 0}, {-1, 0}, 0)) == near{5 * 0.01 * std::exp(-2 * 0.01 - 1.2)});  // unless told: to the left
  CHECK(push(seen({4, 0}, {2, 0}, 0)) == 0);                                           // it runs away
}

TEST_CASE("human: a tie is broken only when asked, and to the left") {
  HumanParams p;
  CHECK(turn_rate_rate({}, {10, 0}, {{4, 0}}, p) == 0);
  p.tie_break = 0.01;
  CHECK(turn_rate_rate({}, {10, 0}, {{4, 0}}, p) == near{fitted_push(0.01, 4)});
  CHECK(turn_rate_rate({}, {10, 0}, {{4, 0.001}}, p) == near{fitted_push(-std::atan2(0.001, 4), std::hypot(4, 0.001)) });
}

TEST_CASE("human: X6, speed keeps the time to contact") {
  HumanParams p;
  p.margin = 2;
  const std::vector<Sighted> none;
  const auto speed = [&](const Sighted& s) {
    const Walker<double> me{};
    return walking_speed(me, det_sincos(me.phi), std::vector<Sighted>{s}, p);
  };
  CHECK(speed(seen({1.5, 0}, {}, 0.5)) == near{0.5});            // gap 1 m at 2 s
  CHECK(speed(seen({2.5, 0}, {}, 0.5)) == 1);                    // far enough
  CHECK(speed(seen({1.5, 0.5}, {}, 0.5)) == 1);                  // beside the strip
  CHECK(speed(seen({-1, 0}, {}, 0.5)) == 1);                     // behind
  CHECK(speed(seen({1.5, 0}, {-0.25, 0}, 0.5)) == near{0.25});   // it comes
  CHECK(speed(seen({1.5, 0}, {-3, 0}, 0.5)) == 0);               // standing is the least
  CHECK(speed(seen({1.5, 0}, {0.25, 0}, 0.5)) == near{0.75});    // it goes ahead
  CHECK(speed(seen({0.4, 0}, {}, 0.5)) == 0);                    // touching
  const double d = std::hypot(1.2, 0.3);
  CHECK(speed(seen({1.2, 0.3}, {}, 0.5)) == near{(d - 0.5) / 2 * d / 1.2});  // closing with the cosine of its angle

  HumanStroll walker;
  walker.p.margin = 2;
  walker.me.radius = 0.25;
  walker.disc({4, 0}, 0.25);
  double t = 0;  // dead ahead: from a gap of 2 m on it comes closer as exp(-t / 2), and stands at 5 % of its speed
  for (; t < 20 && !walker.step().blocked; t += 0.01) {}
  CHECK(walker.at.x == near{3.4, 1e-3});
  CHECK(t == near{1.5 + 2 * std::log(20), 0.01});
}

TEST_CASE("human: X6, who is held for a second walks around, on the side of its goal") {
  for (const double side : {1.0, -1.0}) {
    HumanStroll walker;
    walker.p.margin = 0.5;
    walker.p.ko = 0;  // nothing else turns it away
    walker.me.radius = 0.25;
    const Vec2 post{4, -0.05 * side};
    walker.disc(post, 0.25);
    double nearest = 9, beside = 0;
    bool stood = false;
    while (walker.time < 20 && norm(walker.at - walker.goal) > 0.3) {
      stood = walker.step().blocked || stood;
      nearest = std::min(nearest, norm(walker.at - post));
      if (std::abs(walker.at.x - post.x) < 0.05) beside = walker.at.y - post.y;
    }
    CHECK(stood);
    CHECK(walker.time < 15);
    CHECK(nearest >= 0.5);
    CHECK(beside * side > 0.5);
  }
}

TEST_CASE("human: X6, nobody clings to a body that walks") {
  HumanStroll walker;
  walker.p.margin = 0.5;
  walker.me.radius = 0.2;
  walker.me.dt = 0.05;
  walker.moving({4, -2}, 0.2, {0, 0.6});
  double nearest = 9;
  while (walker.time < 20 && norm(walker.at - walker.goal) > 0.3) {
    walker.step();
    nearest = std::min(nearest, norm(walker.at - walker.placed[0].a));
  }
  CHECK(walker.time < 13);
  CHECK(nearest > 0.4);
}

TEST_CASE("human: X7 leaves out what is both far and aside") {
  HumanParams p;
  p.c3 = p.c4 = 0.1;
  p.cull = true;
  const auto k = gains_of(p);
  const auto felt = [&](Vec2 at) { return obstacle_share(Walker<double>{}, seen(at), k, p) != 0; };
  CHECK(felt({-1, 7.9}));
  CHECK(felt({1, 8.1}));
  CHECK_FALSE(felt({-1, 8.1}));
  p.cull = false;
  CHECK(felt({-1, 8.1}));
}

TEST_CASE("human: X8 follows the turn rate the law asks for, X9 looks at the time to contact") {
  HumanParams p;
  p.b_p = 20;
  const auto k = gains_of(p);
  const double law = (goal_share(Walker<double>{}, seen({3, 1}), k, p) + obstacle_share(Walker<double>{}, seen({2, 0.3}), k, p)) / 3.25;
  CHECK(derivative(Walker<double>{.w = 0.2}, seen({3, 1}), std::vector{seen({2, 0.3})}, k, p, 1.0).w == near{-20 * (0.2 - law)});  // (h.44)

  HumanParams ttc;
  ttc.time_to_contact = true;
  const auto share = [&](const Sighted& s, double v) { return obstacle_share(Walker<double>{.v = v}, s, k, ttc); };
  const double e = deg(30);
  CHECK(share(seen(polar(2, -30)), 0.5) == near{fitted_push(e, 2 / std::cos(e))});  // (h.45): V tau = d / cos e
  CHECK(share(seen(polar(2, -1e-9)), 1) == near{fitted_push(deg(1e-9), 2), 1e-10});    // straight at it: section 3
  CHECK(share(seen(polar(2, -120)), 1) == 0);                                          // it is left behind
  CHECK(share(seen({2, -0.1}, {-1, 0}, 0), 1) == near{fitted_push(std::atan2(0.1, 2), std::hypot(2, 0.1) / (2 * std::cos(std::atan2(0.1, 2)))), 1e-9});
  CHECK(share(seen(polar(2, -30)), 0) == 0);                                           // who stands sees nothing grow
  CHECK(goal_share(Walker<double>{}, seen(polar(2, 150)), k, ttc) == near{7.5 * deg(150) * 0.4});
}

TEST_CASE("human: a direction pulls like a goal infinitely far") {
  HumanStroll walker;
  walker.me.goal_angle = 0.4;
  walker.me.goal_distance = std::numeric_limits<double>::infinity();
  walker.me.goal_offset = {1, 0};
  CHECK(walker.model.explain(walker.plain_view()).target_rate == near{7.5 * 0.4 * 0.4});  // (h.21)
  walker.me.has_goal = false;
  CHECK(walker.model.explain(walker.plain_view()).target_rate == 0);
  CHECK(walker.steer(walker.plain_view()).turn_rate == 0);
}

TEST_CASE("human: bodies move within the step, walls are seen at their nearest point") {
  const auto turned = [](auto&& place) {
    HumanStroll walker;
    walker.me.dt = 0.1;
    walker.p.substep = 0.1;
    walker.p.integrator = HumanIntegrator::midpoint;  // what counts is half a step in
    walker.p.b = 1e-12;
    place(walker);
    return walker.look().turn_rate;
  };
  const auto want = [](Vec2 o) { return 0.1 * fitted_push(-std::atan2(o.y, o.x - 0.05), std::hypot(o.x - 0.05, o.y)); };
  CHECK(turned([](HumanStroll& w) { w.moving({2, 0.5}, 0, {-1, 2}); }) == near{want({1.95, 0.6})});
  // The axis from (2, 1) to (2, -3): nearest to (0.05, 0) is (2, 0), dead ahead, no turn; from (2, 1) up it is its end.
  CHECK(turned([](HumanStroll& w) { w.wall({2, 1}, {2, -3}); }) == near{0});
  CHECK(turned([](HumanStroll& w) { w.wall({2, 1}, {2, 3}); }) == near{want({2, 1})});
  // On a path with tracks: a + tau (rate + tau bend), the ends on their own.
  HumanStroll walker;
  walker.me.dt = 0.1;
  walker.p.substep = 0.1;
  walker.p.integrator = HumanIntegrator::midpoint;
  walker.p.b = 1e-12;
  walker.wall({2, 1}, {2, 3});
  View view = walker.view();
  const std::vector<Track> tracks{{{{-1, 2}, {4, 0}}, {{0, 0}, {0, 0}}}};
  view.tracks = tracks;
  CHECK(walker.steer(view).turn_rate == near{want({2 - 0.05 + 0.01, 1.1})});
}

TEST_CASE("human: classes weigh, what is hidden does not turn but slows") {
  HumanStroll walker;
  walker.categories = {1, 2.5};  // weights
  walker.disc({2, 0.3}, 0).klass = 1;
  const double push = fitted_push(-std::atan2(0.3, 2), std::hypot(2, 0.3));
  CHECK(walker.model.explain(walker.view()).value("f_obs") == near{2.5 * push});
  walker.me.radius = 0.4;
  walker.p.margin = 4;
  View view = walker.view();
  view.hidden = view.bodies;
  view.bodies = {};
  const Decision d = walker.model.explain(view);
  REQUIRE(d.has("f_obs"));
  CHECK(d.value("f_obs") == 0);
  CHECK(d.shares.empty());
  CHECK(d.limited);
  CHECK(d.limiter == 1);
  CHECK(d.wanted_speed < 0.5);
}

TEST_CASE("human: explain adds up, with exact slopes") {
  HumanStroll walker;
  walker.me.heading = 0.2;
  walker.me.turn_rate = 0.7;  // does not count
  walker.goal = {6, 3};
  walker.disc({2.5, 1}, 0.2);
  walker.agent({3, -0.5}, 0.3, {1, 0});
  for (double b_p : {0.0, 12.0}) {
    walker.p.b_p = b_p;
    const Decision d = walker.model.explain(walker.view());
    CHECK(d.law == Law::angular_acceleration);
    REQUIRE(d.shares.size() == 2);
    const double scale = b_p == 0 ? 1 : b_p / 3.25;
    CHECK(d.rate == near{scale * turn_rate_rate({.phi = 0.2}, {6, 3}, {{2.5, 1}, {3, -0.5}})});
    CHECK(d.rate == near{d.target_rate + d.shares[0].f + d.shares[1].f});
    CHECK(d.plain == d.rate);
    CHECK(d.target_weight == 1);
    for (const Share& share : d.shares) CHECK(share.weight == 1);
    CHECK(d.shares[0].id == 1);
    CHECK(d.shares[0].angle == near{std::atan2(1, 2.5)});
    CHECK(d.shares[0].clearance == near{std::hypot(2.5, 1) - 0.2});
    CHECK(d.shares[1].kind == BodyKind::agent);
    const auto rate_at = [&](double heading) {
      walker.me.heading = heading;
      return walker.model.explain(walker.view()).rate;
    };
    const double by_difference = (rate_at(0.2 + 1e-5) - rate_at(0.2 - 1e-5)) / 2e-5;
    CHECK(d.value("slope_tar") + d.value("slope_obs") == near{by_difference, 1e-5});
    walker.me.heading = 0.2;
    CHECK(d.wanted_speed == 1);
    CHECK_FALSE(d.limited);
  }
  walker.me.heading = std::atan2(1, 2.5);
  CHECK(walker.model.explain(walker.view()).free_distance == near{std::hypot(2.5, 1) - 0.2});
}

TEST_CASE("human: other parameters do not go on with an escape or a speed rate that nobody counts") {
  HumanStroll fresh, left_over;
  for (HumanStroll* walker : {&fresh, &left_over}) walker->disc({2, 0.2}, 0.3);
  left_over.state = {5, 1, 1};  // of the same agent while it had X2 and X6
  const Motion a = fresh.look(), b = left_over.look();
  CHECK(a.turn_rate == b.turn_rate);
  CHECK(a.turn_rate != 0);
  CHECK(left_over.next == std::vector<double>{0, 0, 0});
}

TEST_CASE("human: who has arrived stands") {
  HumanStroll walker;
  walker.me.halted = true;
  walker.me.heading = 1;
  walker.me.turn_rate = 2;
  walker.me.speed = 1;
  const Motion motion = walker.look();
  CHECK(motion.displaced);
  CHECK(motion.displacement == Vec2{});
  CHECK(motion.heading == 1);
  CHECK(motion.turn_rate == 0);
  CHECK(motion.speed == 0);
  CHECK(motion.safety == Safety::off);
  CHECK_FALSE(walker.model.traits(walker.params).obeys);
  walker.p.safety = true;
  CHECK(walker.look().safety == Safety::yield);
  CHECK(walker.look().yield_time == 0.25);
  CHECK(walker.model.traits(walker.params).obeys);
}

TEST_CASE("human: it senses as far as an obstacle is felt") {
  const HumanModel model;
  HumanParams p;
  const auto range = [&](const std::vector<double>& categories = {}) {
    const std::vector<double> params = to_block(p);
    return model.sense_range({params, {}, categories, {.top_speed = 1}});
  };
  const double d = range();
  CHECK(fitted_push(1 / 6.5, d) == near{1e-12, 1e-15});
  CHECK(range({5}) == near{d + std::log(5) / 0.8});
  p.sense = 3;
  CHECK(range() == 3);
  p.sense = -1;
  p.km = 1;
  CHECK(range() == near{std::log(1e12 / std::exp(1.0)) / 0.2});
  p.km = 0;
  p.c4 = 0;
  CHECK(range() == 1e8);
  p.ko = 0;
  CHECK(range() == 0);
  p.margin = 2;
  CHECK(range() >= 2);
}

TEST_CASE("human: parameters are checked by name, sets by word") {
  const HumanModel model;
  CHECK(to_block(HumanParams{}).size() == model.info().parameters.size());
  for (std::size_t i = 0; i < model.info().parameters.size(); ++i) {
    CHECK(to_block(HumanParams{})[i] == model.info().parameters[i].fallback);
  }
  for (const auto& field : human_fields()) {
    CHECK(accepts(field.info, field.info.fallback));
    CHECK_FALSE(accepts(field.info, -2));
    CHECK_FALSE(accepts(field.info, std::numeric_limits<double>::infinity()));
  }
  HumanParams p;
  p.b = 0;
  CHECK(check_fields(human_fields(), p, "human").error().text() == "human: b = 0, expected more than 0, up to 1000 1/s");
  CHECK(human_set("bold", "x")->c4 == 1.6);
  CHECK(human_set("wide_berth", "x")->c4 == 0.4);
  CHECK(human_set("short_range", "x")->c3 == 1);
  CHECK(human_set("fitted", "x")->ko == 198);
  const auto wrong = human_set("fited", "scene.lua:3");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().text() == "scene.lua:3: set = \"fited\", expected \"fitted\" or \"bold\" or \"wide_berth\" or \"short_range\"; did you mean \"fitted\"?");
  p = {};
  p.b = 300;
  CHECK(model.check_together(to_block(p), 0.1, "human").error().text() == "human: substep = 0.01 s is too long for b = 300 1/s, expected at most 2 / b");
  CHECK(model.check_together(to_block(HumanParams{}), 0.5, "human").has_value());
  CHECK(model.state_size() <= 4);
}

TEST_CASE("potential field: particle and front point, one step at a time") {
  FieldStroll walker;
  walker.me.top_speed = 0.5;
  walker.me.radius = 0.25;
  walker.goal = {3, 4};
  walker.me.heading = 0.3;
  const Motion front = walker.look();
  CHECK(front.displaced);
  const double c = std::cos(0.3), s = std::sin(0.3);
  const double angle = std::atan2(4 - 0.25 * s, 3 - 0.25 * c);  // of the force at the front point
  CHECK(walker.model.explain(walker.view()).rate == near{2 * std::sin(angle - 0.3)});
  CHECK(walker.model.explain(walker.view()).law == Law::turn_rate);
  CHECK(walker.model.explain(walker.view()).wanted_speed == near{0.5 * std::cos(angle - 0.3)});
  // The front point walks straight to the goal, the body keeps its distance from it.
  const Vec2 point = front.displacement + 0.25 * Vec2{std::cos(front.heading), std::sin(front.heading)};
  CHECK(point.x == near{0.25 * c + 0.005 * std::cos(angle)});
  CHECK(point.y == near{0.25 * s + 0.005 * std::sin(angle)});
  CHECK(front.heading == near{0.3 + 0.01 * 2 * std::sin(angle - 0.3), 3e-4});
  CHECK(front.turn_rate == near{2 * std::sin(angle - front.heading)});
  CHECK(front.speed == near{0.5 * std::cos(angle - front.heading)});

  walker.p.mode = PotentialFieldMode::particle;
  const Motion particle = walker.look();
  CHECK(particle.displacement.x == near{0.003});
  CHECK(particle.displacement.y == near{0.004});
  CHECK(particle.heading == near{std::atan2(4, 3)});
  CHECK(particle.speed == 0.5);
  const Decision d = walker.model.explain(walker.view());
  CHECK(d.law == Law::direction);
  CHECK(d.rate == near{std::atan2(4, 3) - 0.3});
  CHECK(d.target_rate == near{std::sin(d.rate)});

  walker.me.halted = true;
  CHECK(walker.look().displacement == Vec2{});
  CHECK(walker.look().speed == 0);
}

TEST_CASE("potential field: no force, no motion") {
  FieldStroll walker;
  walker.p.mode = PotentialFieldMode::particle;
  walker.goal = {5e-13, 0};  // (h.27)
  CHECK(walker.look().displacement == Vec2{});
  CHECK(walker.look().blocked);
  CHECK(walker.model.explain(walker.view()).rate == 0);
  walker.me.has_goal = false;
  CHECK(walker.look().speed == 0);
  walker.disc({0, 0}, 1);  // exactly on top: no direction, (h.24) has none
  CHECK(walker.look().displacement == Vec2{});
}

TEST_CASE("potential field: a planner's direction pulls as the straight way is long") {
  FieldStroll walker;
  walker.p.mode = PotentialFieldMode::particle;
  walker.me.goal_angle = pi / 2;
  walker.me.goal_distance = std::numeric_limits<double>::infinity();
  walker.me.goal_offset = {3, 4};
  walker.disc({0.5, 0}, 0);
  const View view = walker.plain_view();
  // Push (1/0.5 - 1/0.8) / 0.25 = 3 to the left, pull 5 along the direction: (h.22).
  CHECK(walker.model.explain(view).rate == near{std::atan2(5, -3)});
}

TEST_CASE("potential field: the order of bodies does not matter, nor do far ones") {
  test::Inputs in{5};
  for (int scene = 0; scene < 50; ++scene) {
    FieldStroll walker;
    walker.me.radius = 0.25;
    walker.me.dt = 0.1;
    walker.goal = {in.between(-9, 9), in.between(-9, 9)};
    for (int i = 0; i < 12; ++i) walker.disc({in.between(-1, 1), in.between(-1, 1)}, in.between(0, 0.4));
    const Motion motion = walker.look();
    std::reverse(walker.placed.begin(), walker.placed.end());
    walker.disc({4, 4}, 0.1);
    const Motion again = walker.look();
    CHECK(same_bits(motion.displacement.x, again.displacement.x));
    CHECK(same_bits(motion.displacement.y, again.displacement.y));
    CHECK(same_bits(motion.heading, again.heading));
  }
}

TEST_CASE("potential field: parameters") {
  const PotentialFieldModel model;
  for (std::size_t i = 0; i < model.info().parameters.size(); ++i) {
    CHECK(to_block(PotentialFieldParams{})[i] == model.info().parameters[i].fallback);
  }
  PotentialFieldParams p;
  p.rho0 = 0;
  CHECK(check_fields(potential_field_fields(), p, "field").error().text() == "field: rho0 = 0, expected more than 0, up to 1000 m");
  CHECK_FALSE(model.traits(to_block(p)).obeys);
  p.safety = true;
  CHECK(model.traits(to_block(p)).obeys);
  p.mode = PotentialFieldMode::particle;
  p.rho0 = 2;
  const std::vector<double> params = to_block(p);
  CHECK(model.sense_range({params, {}, {}, {.top_speed = 1.5}}) >= 2);
}
