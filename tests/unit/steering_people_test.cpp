#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include <wend/model/attractor.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "core/angles.hpp"
#include "steering/crowd.hpp"
#include "steering/half_planes.hpp"
#include "steering/repeller.hpp"
#include "steering/side_step.hpp"
#include "steering/speed.hpp"
#include "support/worlds.hpp"

// Test vectors T30-T42, T45, T46 of the local spec, section 19.8; tolerance 1e-9.

using namespace wend;
using namespace wend::steering;

namespace {

constexpr double v_max = 1.4;

Vec2 unit(double angle) { return {std::cos(angle), std::sin(angle)}; }

Walked walk(Vec2 wish, double heading, double kappa_l, std::vector<HalfPlane> hard, std::vector<HalfPlane> soft = {}) {
  Programme p;
  p.wish = wish;
  p.heading = unit(heading);
  p.lateral_cost = kappa_l;
  p.top_speed = v_max;
  p.hard = std::move(hard);
  p.soft = std::move(soft);
  for (std::size_t k = 0; k < p.hard.size(); ++k) p.hard[k].key = k;
  for (std::size_t k = 0; k < p.soft.size(); ++k) p.soft[k].key = k;
  return solve(p);
}

void check(Vec2 is, Vec2 expected) {
  CHECK(std::abs(is.x - expected.x) < 1e-9);
  CHECK(std::abs(is.y - expected.y) < 1e-9);
}

bool close(double is, double expected) { return std::abs(is - expected) < 1e-9; }

}  // namespace

TEST_CASE("people T30: the sliding body") {
  const double k = 2.5;
  check(walk({1.4, 0}, 0, k, {}).velocity, {1.4, 0});
  check(walk({1.4, 0}, 0, k, {{unit(0), .5}}).velocity, {0.5, 0});
  check(walk({1.4, 0}, 0, k, {{unit(.8), .2}}).velocity, {0.618478559516, -0.321873843314});
  check(walk({1.4, 0}, 0, 1, {{unit(.8), .2}}).velocity, {0.85978100748, -0.556230303949});
  check(walk({1.4, 0}, 0, k, {{unit(.8), 0}}).velocity, {0.41689689037, -0.404896346893});
  check(walk({1.4, 0}, 0, k, {{unit(.8), .1}, {unit(-.8), .1}}).velocity, {0.143532419967, 0});
  check(walk({1.4, 0}, 0, k, {{unit(.8), 0}, {unit(-.8), 0}}).velocity, {0, 0});
  check(walk({1.4, 0}, 0, k, {{unit(.9), .1}, {unit(-.5), .4}}).velocity, {0.366607556649, -0.163261226041});
  check(walk({-.1, 0}, 0, k, {{unit(3.0), .02}}).velocity, {-0.0208455255917, -0.00451327867831});
  check(walk({.7, .7}, pi / 4, k, {{unit(0), .1}, {unit(pi / 2), .3}, {unit(2.5), .05}}).velocity, {0.1, 0.217410890108});
  check(walk({1.4, 0}, 0, k, {{unit(1.2), .3}, {unit(.2), .6}, {unit(-1.0), .2}}).velocity, {0.542796616735, 0.110846678404});
  check(walk({.3, -.2}, -.5, k, {{unit(2), 0}, {unit(-1.2), 0}, {unit(.4), .05}}).velocity, {0.0466218337065, 0.0181256164316});
}

TEST_CASE("people T30: neighbours in any order give the same bits, because half planes are sorted") {
  std::vector<HalfPlane> planes{{unit(.9), .1, 7}, {unit(-.5), .4, 3}, {unit(.1), .5, 5}, {unit(1.5), .02, 1}};
  const auto solved = [&](const std::vector<int>& order) {
    Programme p;
    p.wish = {1.3, .1};
    p.heading = unit(.2);
    p.lateral_cost = 2.5;
    p.top_speed = v_max;
    for (int i : order) p.hard.push_back(planes[static_cast<std::size_t>(i)]);
    return solve(p).velocity;
  };
  std::vector<int> order{0, 1, 2, 3};
  const Vec2 first = solved(order);
  check(first, {0.366607556649, -0.163261226041});
  do CHECK(solved(order) == first);
  while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("people T30: random programmes against all vertices and feet") {
  test::for_seeds(4000, [](Rng& rng) {
    const auto u = [&] { return rng.uniform(); };
    const auto count = 1 + static_cast<int>(u() * 7);
    std::vector<HalfPlane> planes;
    for (int i = 0; i < count; ++i) planes.push_back({unit(2 * pi * u()), u() < .3 ? 0 : u() * .8});
    const double heading = 2 * pi * u(), kappa = 1 + 4 * u(), pace = (1.1 * u() - .1) * v_max;
    const Vec2 h = unit(heading), across{-h.y, h.x}, wish = pace * h;
    const Vec2 v = walk(wish, heading, kappa, planes).velocity;
    const auto cost = [&](Vec2 w) { return (dot(w, h) - pace) * (dot(w, h) - pace) + kappa * dot(w, across) * dot(w, across); };
    double best = cost({0, 0});
    const auto try_point = [&](Vec2 w) {
      for (const HalfPlane& p : planes) {
        if (dot(p.n, w) - p.b > 1e-10) return;
      }
      best = std::min(best, cost(w));
    };
    try_point(wish);
    for (std::size_t i = 0; i < planes.size(); ++i) {
      const HalfPlane& p = planes[i];
      const double nf = dot(p.n, h), nl = dot(p.n, across), e = dot(p.n, wish) - p.b, den = nf * nf + nl * nl / kappa;
      try_point(wish - (e * nf / den) * h - (e * nl / kappa / den) * across);
      for (std::size_t j = 0; j < i; ++j) {
        const double d = cross(p.n, planes[j].n);
        if (std::abs(d) < 1e-9) continue;
        try_point({(p.b * planes[j].n.y - planes[j].b * p.n.y) / d, (planes[j].b * p.n.x - p.b * planes[j].n.x) / d});
      }
    }
    CHECK(cost(v) <= best + 1e-9);
    for (const HalfPlane& p : planes) CHECK(dot(p.n, v) <= p.b + 1e-12);
    CHECK(norm(v) <= std::abs(pace) + 1e-12);
  });
}

TEST_CASE("people T31: speed law of a body that can slide") {
  struct Blocker { double free, cos_gamma, side; };
  const auto speed = [](std::vector<Blocker> blockers, double back) {
    SlideSpeed law(.5, v_max, 1);
    for (const Blocker& b : blockers) law.add(b.free, .05 + back, b.cos_gamma, b.side);
    return law.wanted(.25);
  };
  CHECK(close(speed({}, 0), 1.4));
  CHECK(close(speed({{0, 1, 0}}, 0), -0.1));
  CHECK(close(speed({{0, 1, 0}}, .1), -0.25));
  CHECK(close(speed({{0, .5, 1}}, 0), 1.2124355653));
  CHECK(close(speed({{0, .5, 1}, {0, .5, -1}}, 0), -0.1));
  CHECK(close(speed({{0, .5, 1}, {.3, .5, -1}}, 0), 0.5));
  CHECK(close(speed({{.2, .9, 1}}, 0), 0.610245852096));
  CHECK(close(speed({{.2, .9, 1}, {.5, .3, -1}}, .05), 0.610245852096));
  CHECK(close(speed({{2, 1, 0}}, 0), 1.4));
}

TEST_CASE("people T32: same way, nearer to the target, oncoming") {
  struct Row { Vec2 V; double heading; bool stands; double its, mine, q, o; };
  for (const Row& r : {Row{{1.4, 0}, 0, false, 9, 10, 1, 1}, Row{{0, 0}, 0.5, false, 9, 10, 0.87758256189, 1}, Row{{0, 0}, 2, true, 1, 4, 0.75, 1},
                       Row{{0, 0}, 2, false, 12, 10, 0, 1}, Row{{-1.4, 0}, 3, false, 5, 10, 0, 2}, Row{{-0.35, 0}, 2, false, 2, 10, 0.4, 1.25},
                       Row{{0.5, 1}, 1.2, false, 9.5, 10, 0.362357754477, 1}}) {
    const double along = r.V.x / v_max;
    const double q = std::max(same_way(along, r.stands ? 0 : std::cos(r.heading)), nearer_to_target(r.its, r.mine, along));
    CHECK(close(q, r.q));
    CHECK(close(oncoming(along, 1.0), r.o));
  }
}

TEST_CASE("people T33, T34: impatience and the gain of agents that walk my way") {
  struct Row { double Q, pace, next, I, B; };
  for (const Row& r : {Row{0, 0, 0.05, 0, 0}, Row{0.3, 0, 0.335, 0, 0}, Row{0.65, 0.7, 0.6425, 0.5, 0}, Row{0.8, 0, 0.81, 0.714285714286, 0},
                       Row{0.9, 0, 0.905, 0.857142857143, 0.5}, Row{1, 0.1, 0.996428571429, 1, 1}, Row{0.5, 1.4, 0.475, 0.285714285714, 0}}) {
    CHECK(close(delay_after(r.Q, r.pace / v_max, .1, 2.0), r.next));
    CHECK(close(beyond(r.Q, .3), r.I));
    CHECK(close(beyond(r.Q, .8), r.B));
  }
  struct Gain { double q, Q, g; };
  for (const Gain& r : {Gain{1, 0, 0}, Gain{1, 0.65, 0.2}, Gain{1, 1, 0.4}, Gain{0.5, 0.65, 0.6}, Gain{0, 0.9, 1}}) {
    CHECK(close(gain(r.q, 0.0, 1 - .4 * beyond(r.Q, .3), 1.0), r.g));
  }
}

TEST_CASE("people T35, T36: facing away, saturation") {
  struct Row { double x_t, factor, cap; };
  for (const Row& r : {Row{0, 1, 1.4}, Row{0.8, 0.893847348272, 1.4}, Row{pi / 2, 0.65, 1.4}, Row{2, 0.504348607209, 0.933915543067}, Row{pi, 0.3, 0.28}}) {
    CHECK(close(facing_factor(std::cos(r.x_t), .7), r.factor));
    CHECK(close(capped_facing_away(v_max, std::cos(r.x_t), v_max, .8), r.cap));
  }
  const std::array<std::array<double, 2>, 5> pushes{{{0, 0}, {0.5, 0.489837324807}, {-1, -0.92423431452}, {2, 1.52318831191}, {5, 1.9732285963}}};
  for (const auto& [f, used] : pushes) CHECK(close(saturated(f, 2), used));
  CHECK(saturated(5, 0) == 5);
}

TEST_CASE("people T37: shares of a gap add up to one") {
  const std::array<std::array<double, 4>, 5> rows{{{1.4, 0, 0.818181818182, 1.63472727273}, {0, 0, .5, .999}, {.7, .7, .5, .999}, {1, -.5, 0.80701754386, 1.61242105263}, {.2, .6, 0.351063829787, 0.701425531915}}};
  for (const auto& [mine, its, theta, b] : rows) {
    const double a_i = std::max(0.0, mine), a_j = std::max(0.0, its);
    CHECK(close(share_of_gap(a_i, a_j, .7, .07), theta));
    CHECK(close(.999 * share_of_gap(a_i, a_j, .7, .07) * .2 / .1, b));
    CHECK(close(share_of_gap(a_i, a_j, .7, .07) + share_of_gap(a_j, a_i, .7, .07), 1));
  }
}

TEST_CASE("people T39: walls beside the way do not silence the target") {
  const std::array<std::array<double, 5>, 6> rows{{{0, 0, 1, 1, 1}, {0, pi / 2, 1, 1, 0}, {0, .8, .9, .7, 0.438925226889}, {0, 1.4, 1, .5, 0.0849835714501}, {0, 2, 1, 1, 0}, {1.2, .3, .6, .4, 0.149186392385}}};
  for (const auto& [n, e, W, D, term] : rows) CHECK(close(in_the_way(dot(unit(n), unit(e))) * W * D, term));
}

TEST_CASE("people T38: handedness") {
  struct Row { double heading; Vec2 c, V; double c_i, x, f; };
  for (const Row& r : {Row{0, {2, 0}, {-1.4, 0}, 1, -0.0505360510284, -0.03653426852}, Row{0, {2, 0}, {-0.7, 0}, 0.5, -0.0252680255142, -0.0201883222658},
                       Row{0, {2, 0}, {0, 0}, 0.1, -0.00505360510284, -0.004373950836},
                       Row{0.3, {2, 1}, {-1, -0.2}, 0.724600378898, -0.196329028873, -0.0548730754945},
                       Row{0, {2, 0}, {1.4, 0}, 0.1, -0.00505360510284, -0.004373950836}}) {
    const double c = handedness(dot(unit(r.heading), r.V) / v_max, .1);
    CHECK(close(c, r.c_i));
    Sight<double> sight = see_disc(r.c.x, r.c.y, norm(r.c), .5, .02);
    sight.psi += .2 * c * sight.half_angle;
    CHECK(close(wrap(r.heading - sight.psi), r.x));
    CHECK(close(push(r.heading, sight, .8, .6).f, r.f));
  }
}

TEST_CASE("people T40: overtaking") {
  struct Agent { double q, W, D, along, g; };
  const auto check_gains = [](std::vector<Agent> agents, double I, double K_expected) {
    double crowd = 0;
    for (const Agent& a : agents) crowd += a.W * a.D;
    const double K = clip01(crowd / 3);
    CHECK(close(K, K_expected));
    for (const Agent& a : agents) CHECK(close(gain(a.q, slower(a.along, .3), 1 - .4 * I, K), a.g));
  };
  check_gains({{1, 1, .5, 1, 0}}, 0, 0.166666666667);
  check_gains({{1, 1, .5, .8, 0.555555555556}}, 0, 0.166666666667);
  check_gains({{1, 1, .5, 0, 0.833333333333}}, 0, 0.166666666667);
  check_gains({{1, 1, 1, .8, 0.128888888889}, {1, .9, .8, .4, 0.193333333333}, {0, 1, .7, -1, 1}}, 0, 0.806666666667);
  check_gains({{1, 1, 1, .8, 0.303111111111}, {1, .9, .8, .4, 0.354666666667}, {0, 1, .7, -1, 1}}, .5, 0.806666666667);
  check_gains({{1, 1, 1, 0, .4}, {1, 1, 1, 0, .4}, {.5, 1, 1, .2, .7}, {0, 1, .6, -.5, 1}}, 1, 1);
}

TEST_CASE("people T41: time gap") {
  struct Row { Vec2 d; double along, rho, speed; };
  for (const Row& r : {Row{{1, 0}, 0, .5, 0.833333333333}, Row{{1, 0}, 1.4, .5, 1.53333333333}, Row{{1, 0}, .6, .5, 1.13333333333}, Row{{.5, 0}, 0, .5, 0},
                       Row{{.6, .3}, 0, .5, 0.42}, Row{{.6, .3}, .8, .5, 0.733333333333}, Row{{.9, -.45}, .2, .5, 1.23675842137}, Row{{.5, .2}, -1, .4, 0.35}}) {
    CHECK(close(time_gap_speed(r.d, {r.along, 0}, {1, 0}, r.rho, .6, .5, .5, v_max), r.speed));
  }
  CHECK(time_gap_speed({1, .5}, {0, 0}, {1, 0}, .5, .6, .5, .5, v_max) == unlimited);
  CHECK(time_gap_speed({-1, 0}, {0, 0}, {1, 0}, .5, .6, .5, .5, v_max) == unlimited);
}

TEST_CASE("people T42: right of way") {
  const std::array<std::array<double, 3>, 5> rows{{{.5, 1, 0.880797077978}, {0, 1, .5}, {-.5, 1, 0.119202922022}, {.2, .1, 0.413984688677}, {.5, -.6, 0}}};
  for (const auto& [nearer, same, factor] : rows) CHECK(close(right_of_way(nearer, .5, same), factor));
}

TEST_CASE("people T45: soft half planes give way, hard ones never") {
  const Vec2 alpha = unit(.8), beta = unit(-.8);
  struct Row { Vec2 wish; double kappa; std::vector<HalfPlane> hard, soft; Vec2 V; double violation; };
  for (const Row& r : {Row{{1.4, 0}, 2.5, {{{1, 0}, .5}}, {}, {.5, 0}, 0}, Row{{1.4, 0}, 2.5, {}, {{{1, 0}, -.5}}, {-.5, 0}, 0},
                       Row{{1.4, 0}, 2.5, {{{-1, 0}, 0}}, {{{1, 0}, -.5}}, {0, 0}, .5}, Row{{1.4, 0}, 2.5, {{{-1, 0}, 0}}, {{alpha, -.5}}, {0, -0.697003909694}, 0},
                       Row{{0, 0}, 1, {}, {{{0, 1}, -.4}, {{0, -1}, -.2}}, {0, -.1}, .3}, Row{{1.4, 0}, 1, {}, {{{1, 0}, -3}}, {-1.37309939256, 0}, 1.62690060744},
                       Row{{0, 0}, 1, {{{-1, 0}, .1}, {{0, -1}, .2}}, {{alpha, -1}}, {-.1, -0.2}, 0.786858110886},
                       Row{{1.4, 0}, 2.5, {{{0, 1}, .1}}, {{alpha, -.2}, {beta, .3}}, {0.0717662099836, -0.348501954847}, 0}}) {
    const Walked w = walk(r.wish, 0, r.kappa, r.hard, r.soft);
    check(w.velocity, r.V);
    CHECK(close(w.violation, r.violation));
  }
  test::for_seeds(2000, [](Rng& rng) {
    std::vector<HalfPlane> hard, soft;
    for (int i = 0, n = static_cast<int>(rng.uniform() * 5); i < n; ++i) hard.push_back({unit(2 * pi * rng.uniform()), rng.uniform() < .3 ? 0 : rng.uniform()});
    for (int i = 0, n = 1 + static_cast<int>(rng.uniform() * 3); i < n; ++i) soft.push_back({unit(2 * pi * rng.uniform()), -1.5 + 2 * rng.uniform()});
    const double heading = 2 * pi * rng.uniform();
    const Walked w = walk(v_max * rng.uniform() * unit(heading), heading, 2.5, hard, soft);
    for (const HalfPlane& p : hard) CHECK(dot(p.n, w.velocity) <= p.b + 1e-12);
    CHECK(norm(w.velocity) <= v_max + 1e-9);
    double worst = 0;
    for (const HalfPlane& p : soft) worst = std::max(worst, dot(p.n, w.velocity) - p.b);
    for (int k = 0; k < 50; ++k) {
      const Vec2 x = (1.37 * std::sqrt(rng.uniform())) * unit(2 * pi * rng.uniform());
      if (std::any_of(hard.begin(), hard.end(), [&](const HalfPlane& p) { return dot(p.n, x) > p.b; })) continue;
      double there = 0;
      for (const HalfPlane& p : soft) there = std::max(there, dot(p.n, x) - p.b);
      CHECK(worst <= there + 1e-9);
    }
  });
}

TEST_CASE("people T46: out of the way of a mover that does not obey") {
  struct Row { Vec2 d, U, V; double rho, m, T; std::optional<HalfPlane> plane; };
  for (const Row& r : {Row{{-3, .2}, {2, 0}, {0, 0}, .75, .2, 3, HalfPlane{{0, 1}, -0.666666666667}}, Row{{-3, -.2}, {2, 0}, {0, 0}, .75, .2, 3, HalfPlane{{0, -1}, -0.666666666667}},
                       Row{{-3, 0}, {2, 0}, {0, 0}, .75, .2, 3, HalfPlane{{0, 1}, -0.844444444444}}, Row{{-3, .2}, {2, 0}, {0, 1.4}, .75, .2, 3, HalfPlane{{0, -1}, -1.02222222222}},
                       Row{{-3, .2}, {2, 0}, {1.4, 0}, .75, .2, 3, {}}, Row{{-9, .2}, {2, 0}, {0, 0}, .75, .2, 3, {}}, Row{{3, .2}, {2, 0}, {0, 0}, .75, .2, 3, {}},
                       Row{{-1, .5}, {1, -.3}, {.2, .1}, .5, .1, 1.5, HalfPlane{{0.287347885566, 0.957826285221}, -0.598358493041}},
                       Row{{-.8, .3}, {1.4, 0}, {0, 0}, .5, .1, 1.5, HalfPlane{{0, 1}, -1}}}) {
    const auto plane = side_step(r.d, r.U, r.V, v_max, r.rho, r.m, r.T, .3);
    REQUIRE(plane.has_value() == r.plane.has_value());
    if (!plane) continue;
    check(plane->n, r.plane->n);
    CHECK(close(plane->b, r.plane->b));
  }
}

TEST_CASE("people: relative parameters scale with radius and speed, given ones stay, times are at least dt") {
  const AttractorParams people;
  const AttractorParams p = resolved(people, .25, 1.4, .1), twice = resolved(people, .5, 1.4, .1);
  const AttractorParams fast = resolved(people, .25, 2.8, .001);
  CHECK(twice.d0 == doctest::Approx(2 * p.d0));
  CHECK(twice.t2c == doctest::Approx(2 * p.t2c));
  CHECK(twice.a == doctest::Approx(p.a / 2));
  CHECK(fast.d0 == p.d0);
  CHECK(fast.a == doctest::Approx(2 * p.a));
  CHECK(fast.v_back == doctest::Approx(2 * p.v_back));
  CHECK(resolved(people, .01, 50, .1).t2c == .1);
  AttractorParams given;
  given.d0 = 2;
  given.ref_radius = .5;
  const AttractorParams q = resolved(given, .25, 1.4, .1);
  CHECK(q.d0 == 2);
  CHECK(q.d0_w == 2);
  CHECK(q.sense == 10);
  CHECK(q.d1 == doctest::Approx(twice.d1));
  const std::vector<double> block = to_block(resolved(people, .25, 1.4, .1));
  for (std::size_t i = 0; i < block.size(); ++i) {
    CAPTURE(attractor_fields()[i].info.name);
    CHECK(block[i] >= 0);
  }
}

TEST_CASE("people: companions are trusted while no strangers are about, T43") {
  struct Row {
    double strangers, I, T, left;
  };
  for (const Row& r : {Row{0, 0, 1, 1}, Row{0, 1, 1, .76}, Row{.5, 1, .5, .68}, Row{1, 1, 0, .6}, Row{3, .5, 0, .8}}) {
    const double T = trust(1.0, r.strangers, 1.0);
    CHECK(close(T, r.T));
    CHECK(close(1 - .4 * r.I * (1 - (1 - .6) * T), r.left));
  }
}

TEST_CASE("people: facing a wall that is not in the way, and the side for oncoming agents, T44") {
  struct Row {
    double beside, in_way, U, Q, against, angle;
  };
  for (const Row& r : {Row{0, 0, 0, 0, 2, 0}, Row{.1, 0, .4, .5, .5, .15}, Row{1, 0, 1, 1, 3, .6}, Row{1, .02, .6, .25, 1, .15}, Row{1, .05, 0, 1, .2, .12}}) {
    CHECK(close(faces_wall(r.beside, r.in_way), r.U));
    CHECK(close(aside(.6, r.Q, r.against, 1.0), r.angle));
  }
}

TEST_CASE("people: an agent that is held up for long steps back though one side is free, (C38)") {
  const auto wanted = [](double retreat, bool right = false) {
    SlideSpeed speed(.5, 1.4, 1, retreat);
    speed.add(0, .15, .8, 1);  // touches a body on its left, sin gamma = .6
    if (right) speed.add(.3, .15, .8, -1);
    return speed.wanted(.25);
  };
  CHECK(close(wanted(0), .84));
  CHECK(close(wanted(.5), .27));
  CHECK(close(wanted(1), -.25));  // -0.3 m/s, cut at the top speed of retreat
  CHECK(close(wanted(0, true), .3));
  CHECK(close(wanted(.5, true), 0));
  CHECK(close(wanted(1, true), -.25));
}

TEST_CASE("people: an agent wedged between bodies that stand, (C39)") {
  struct Row {
    double K, standing, wedged;
  };
  for (const Row& r : {Row{0, 0, 0}, Row{0, .02, .4}, Row{.5, .05, .5}, Row{.25, 1, .75}, Row{1, 1, 0}}) {
    CHECK(close(wedged(r.K, r.standing), r.wedged));
  }
}

TEST_CASE("people: an agent steps back before walls, not in a stream, (C40)") {
  struct Row {
    double in_way, beside, strangers, before;
  };
  for (const Row& r : {Row{0, 0, 0, 0}, Row{.05, 0, 2, .4}, Row{0, .1, .05, .4}, Row{.025, .075, 0, .8}, Row{0, 1, .1, 0}}) {
    CHECK(close(before_wall(r.in_way, r.beside, r.strangers), r.before));
  }
}
