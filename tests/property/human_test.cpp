#include <doctest/doctest.h>
#include <wend/model/human.hpp>
#include <wend/model/model.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/angles.hpp"
#include "support/inputs.hpp"
#include "support/near.hpp"
#include "support/stroll.hpp"

// P1 to P5 of the human spec over random scenes, and the model against the law written down with the functions of the C library.

using namespace wend;
using wend::test::HumanStroll;
using wend::test::near;
using wend::test::same_bits;

namespace {

struct Thing {
  Vec2 at, velocity;
  double weight = 1;
};

struct Scene {
  Vec2 at{}, goal{}, goal_velocity{};
  double heading = 0, turn_rate = 0, speed = 1, dt = 0.01;
  HumanParams p;
  std::vector<Thing> things;
};

struct Pose {
  Vec2 at{};
  double heading = 0, turn_rate = 0;
};

Scene random_scene(std::uint64_t seed, bool moving) {
  test::Inputs in{seed};
  Scene s;
  s.at = {in.between(-2, 2), in.between(-2, 2)};
  s.goal = s.at + in.between(4, 12) * Vec2{std::cos(in.between(-3, 3)), std::sin(in.between(-3, 3))};
  s.heading = in.between(-3, 3);
  s.turn_rate = in.between(-1, 1);
  s.speed = in.between(0.3, 1.5);
  s.dt = std::array{0.01, 0.02, 0.05, 0.03}[in.next() % 4];
  const std::array sets{HumanParams::fitted(), HumanParams::bold(), HumanParams::wide_berth()};
  s.p = sets[in.next() % 3];
  for (int n = static_cast<int>(in.next() % 8); n > 0; --n) {
    Thing t{{in.between(-6, 6), in.between(-6, 6)}, {}, in.between(0.2, 2)};
    if (moving) t.velocity = {in.between(-0.5, 0.5), in.between(-0.5, 0.5)};
    s.things.push_back(t);
  }
  if (moving) s.goal_velocity = {in.between(-0.5, 0.5), in.between(-0.5, 0.5)};
  return s;
}

// One world step of the model after the other.
Pose walk(const Scene& s, double seconds) {
  HumanStroll walker;
  walker.p = s.p;
  walker.at = s.at;
  walker.goal = s.goal;
  walker.goal_velocity = s.goal_velocity;
  walker.me.heading = s.heading;
  walker.me.turn_rate = s.turn_rate;
  walker.me.top_speed = s.speed;
  walker.me.dt = s.dt;
  for (const Thing& t : s.things) {
    walker.moving(t.at, 0, t.velocity).klass = static_cast<std::uint32_t>(walker.categories.size());
    walker.categories.push_back(t.weight);
  }
  walker.walk(seconds);
  return {walker.at, walker.me.heading, walker.me.turn_rate};
}

// (h.5)-(h.8) and classical RK4, as a textbook has them. Substeps of 0.01 s, or what divides the step, (h.17).
Pose plain_walk(const Scene& s, double seconds) {
  using State = std::array<double, 4>;
  const auto slope = [&](const State& q, double t) {
    const auto angle_to = [&](Vec2 o) { return std::remainder(q[2] - std::atan2(o.y - q[1], o.x - q[0]), 2 * pi); };
    const auto distance_to = [&](Vec2 o) { return std::hypot(o.x - q[0], o.y - q[1]); };
    const Vec2 goal = s.goal + t * s.goal_velocity;
    double dw = -s.p.b * q[3] - s.p.kg * angle_to(goal) * (std::exp(-s.p.c1 * distance_to(goal)) + s.p.c2);
    for (const Thing& thing : s.things) {
      const Vec2 o = thing.at + t * thing.velocity;
      const double e = angle_to(o);
      dw += thing.weight * s.p.ko * e * std::exp(-s.p.c3 * std::abs(e)) * std::exp(-s.p.c4 * distance_to(o));
    }
    return State{s.speed * std::cos(q[2]), s.speed * std::sin(q[2]), q[3], dw};
  };
  const auto along = [](const State& q, const State& k, double h) { return State{q[0] + h * k[0], q[1] + h * k[1], q[2] + h * k[2], q[3] + h * k[3]}; };
  const double h = s.dt / std::ceil(s.dt / 0.01 - 1e-9);
  State q{s.at.x, s.at.y, s.heading, s.turn_rate};
  const long n = std::lround(seconds / s.dt) * std::lround(s.dt / h);
  for (long i = 0; i < n; ++i) {
    const double t = static_cast<double>(i) * h;
    const State k1 = slope(q, t), k2 = slope(along(q, k1, h / 2), t + h / 2), k3 = slope(along(q, k2, h / 2), t + h / 2), k4 = slope(along(q, k3, h), t + h);
    for (std::size_t j = 0; j < 4; ++j) q[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
  }
  return {{q[0], q[1]}, q[2], q[3]};
}

double apart(const Pose& a, const Pose& b) {
  return std::max({std::abs(a.at.x - b.at.x), std::abs(a.at.y - b.at.y), std::abs(std::remainder(a.heading - b.heading, 2 * pi)), std::abs(a.turn_rate - b.turn_rate)});
}

// Does a start a billionth beside end within a millionth?
bool is_tame(const Scene& s, double seconds) {
  Scene beside = s;
  beside.at = beside.at + Vec2{0.6e-9, 0.8e-9};
  return apart(plain_walk(s, seconds), plain_walk(beside, seconds)) < 1e-6;
}

Vec2 turned(Vec2 v, double angle) { return {v.x * std::cos(angle) - v.y * std::sin(angle), v.x * std::sin(angle) + v.y * std::cos(angle)}; }

}  // namespace

TEST_CASE("human: the model, step by step, is the textbook's RK4") {
  int looked = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Scene s = random_scene(seed, seed % 2 == 0);
    if (!is_tame(s, 6)) continue;
    ++looked;
    CAPTURE(seed);
    CHECK(apart(walk(s, 6), plain_walk(s, 6)) < 1e-8);
  }
  CHECK(looked > 50);
}

TEST_CASE("human: P1, a reflected scene gives the reflected path") {
  for (std::uint64_t seed = 100; seed < 130; ++seed) {
    const Scene s = random_scene(seed, seed % 2 == 0);
    Scene m = s;
    const auto mirror = [](Vec2 v) { return Vec2{v.x, -v.y}; };
    m.at = mirror(s.at);
    m.goal = mirror(s.goal);
    m.goal_velocity = mirror(s.goal_velocity);
    m.heading = -s.heading;
    m.turn_rate = -s.turn_rate;
    for (Thing& t : m.things) t = {mirror(t.at), mirror(t.velocity), t.weight};
    const Pose a = walk(s, 6), b = walk(m, 6);
    CAPTURE(seed);
    CHECK(apart(a, {mirror(b.at), -b.heading, -b.turn_rate}) <= 1e-12);
  }
}

TEST_CASE("human: P2, a moved and turned scene gives the moved and turned path") {
  int looked = 0;
  for (std::uint64_t seed = 200; seed < 230; ++seed) {
    const Scene s = random_scene(seed, seed % 2 == 0);
    if (!is_tame(s, 10)) continue;
    ++looked;
    test::Inputs in{seed};
    const double angle = in.between(-3, 3);
    const Vec2 shift{in.between(-50, 50), in.between(-50, 50)};
    const auto place = [&](Vec2 v) { return shift + turned(v, angle); };
    Scene m = s;
    m.at = place(s.at);
    m.goal = place(s.goal);
    m.goal_velocity = turned(s.goal_velocity, angle);
    m.heading = wrap(s.heading + angle);
    for (Thing& t : m.things) t = {place(t.at), turned(t.velocity, angle), t.weight};
    const Pose a = walk(s, 10), b = walk(m, 10);
    CAPTURE(seed);
    CHECK(apart({place(a.at), a.heading + angle, a.turn_rate}, b) < 1e-9);
  }
  CHECK(looked > 20);
}

TEST_CASE("human: P3, the order of bodies does not matter and weights add") {
  for (std::uint64_t seed = 300; seed < 320; ++seed) {
    Scene s = random_scene(seed, false);
    s.things.push_back({{0.5, 1}, {}, 1});
    Scene shuffled = s;
    std::rotate(shuffled.things.begin(), shuffled.things.begin() + 1, shuffled.things.end());
    std::reverse(shuffled.things.begin() + 1, shuffled.things.end());
    const Pose a = walk(s, 4), b = walk(shuffled, 4);
    CAPTURE(seed);
    CHECK(same_bits(a.at.x, b.at.x));
    CHECK(same_bits(a.at.y, b.at.y));
    CHECK(same_bits(a.heading, b.heading));
    CHECK(same_bits(a.turn_rate, b.turn_rate));
    Scene doubled = s, twice = s;
    doubled.things.back().weight = 2;
    twice.things.push_back(twice.things.back());
    if (is_tame(doubled, 2)) CHECK(apart(walk(doubled, 2), walk(twice, 2)) < 1e-9);
  }
  // Shares as large as the parameters allow, more than a grid bears together.
  for (std::uint64_t seed = 320; seed < 340; ++seed) {
    Scene s = random_scene(seed, false);
    s.dt = 0.01;
    s.p.ko = 10000;
    s.p.c3 = s.p.c4 = 0;
    test::Inputs in{seed};
    for (int i = 0; i < 40; ++i) s.things.push_back({s.at + Vec2{in.between(-6, -1), in.between(0.1, 6)}, {}, 1});
    s.heading = 0;
    Scene shuffled = s;
    std::reverse(shuffled.things.begin(), shuffled.things.end());
    CAPTURE(seed);
    CHECK(same_bits(walk(s, 0.01).turn_rate, walk(shuffled, 0.01).turn_rate));
  }
}

TEST_CASE("human: P4, a goal alone is not circled") {
  test::Inputs in{400};
  for (const auto& [d, most] : {std::pair{2.0, 1}, {4.0, 2}, {8.0, 3}}) {
    for (int i = 0; i < 6; ++i) {
      const double a = in.between(deg(5), deg(25)) * (i % 2 == 0 ? 1 : -1);
      HumanStroll walker;
      walker.goal = d * Vec2{std::cos(a), std::sin(a)};
      int changes = 0;
      double before = 0;
      while (norm(walker.goal - walker.at) > 0.1 && walker.time < 20) {
        const Vec2 to = walker.goal - walker.at;
        const double e = wrap(walker.me.heading - std::atan2(to.y, to.x));
        changes += e * before < 0 ? 1 : 0;
        before = e;
        walker.step();
      }
      CAPTURE(d);
      CAPTURE(a);
      CHECK(walker.time < 20);
      CHECK(changes == most);
    }
  }
}

TEST_CASE("human: P5, a far goal still pulls, a far obstacle does not push") {
  test::Inputs in{500};
  for (int i = 0; i < 50; ++i) {
    HumanStroll walker;
    walker.me.heading = in.between(-3, 3);
    const double bearing = in.between(-3, 3), far = in.between(200, 1e6);
    walker.goal = far * Vec2{std::cos(bearing), std::sin(bearing)};
    walker.disc(far * Vec2{std::cos(0.3 + walker.me.heading), std::sin(0.3 + walker.me.heading)}, 0.1);
    const Decision d = walker.model.explain(walker.view());
    CHECK(d.target_rate == near{-7.5 * 0.4 * wrap(walker.me.heading - bearing)});
    REQUIRE(d.has("f_obs"));
    CHECK(d.value("f_obs") == 0);
  }
}

TEST_CASE("human: X6 touches nothing in random fields, and everybody arrives") {
  for (const std::uint64_t seed : {7, 40, 70, 107, 137, 161, 197, 241, 390}) {  // fields in which the margin alone makes it stand, and some more
    HumanStroll walker;
    walker.goal = {9, 0};
    walker.me.radius = 0.25;
    walker.me.dt = 0.05;
    walker.p.substep = 0.025;
    walker.p.margin = 1;
    test::Inputs in{seed};  // SplitMix64, as (h.33) asks
    for (int i = 0; i < 10; ++i) {
      const double x = in.between(1, 8);
      walker.disc({x, in.between(-2, 2)}, 0);
    }
    double nearest = 9;
    bool stood = false;
    while (walker.time < 40 && norm(walker.goal - walker.at) > 0.25) {
      stood = walker.step().blocked || stood;
      for (const Neighbour& n : walker.placed) nearest = std::min(nearest, norm(n.a - walker.at));
    }
    CAPTURE(seed);
    CHECK(walker.time < 25);
    CHECK(nearest >= 0.25);
    CHECK(stood);
  }
}
