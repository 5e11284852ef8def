#include "io/walkable.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace wend;
using namespace wend::io;

namespace {

BodyShape disc(Vec2 at, double radius) {
  return {.id = 0, .kind = BodyKind::disc, .at = at, .to = at, .radius = radius};
}
BodyShape wall(Vec2 a, Vec2 b, double radius = 0) {
  return {.id = 0, .kind = BodyKind::wall, .at = a, .to = b, .radius = radius};
}

std::vector<BodyShape> ring(std::vector<Vec2> corners, double radius = 0) {
  std::vector<BodyShape> walls;
  for (std::size_t i = 0; i < corners.size(); ++i)
    walls.push_back(wall(corners[i], corners[(i + 1) % corners.size()], radius));
  return walls;
}

const Box ten{{-10, -10}, {10, 10}};

double area(const Walkable& w) {
  double sum = std::abs(signed_area(w.outer));
  for (const Ring& hole : w.holes) sum -= std::abs(signed_area(hole));
  return sum;
}

bool walkable(const Walkable& w, Vec2 p) {
  if (!contains(w.outer, p)) return false;
  return std::none_of(w.holes.begin(), w.holes.end(), [&](const Ring& hole) { return contains(hole, p); });
}

bool cross_over(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  // More digits than the corners have: some edges are a micrometre long.
  const auto side = [](Vec2 p, Vec2 q, Vec2 r) {
    using Long = long double;
    return (Long{q.x} - p.x) * (Long{r.y} - p.y) - (Long{q.y} - p.y) * (Long{r.x} - p.x) > 0;
  };
  return side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b);
}

// No two edges cross: with holes inside the outer ring, that is a valid polygon.
bool is_valid(const Walkable& w) {
  std::vector<Ring> rings = w.holes;
  rings.push_back(w.outer);
  std::vector<std::pair<Vec2, Vec2>> edges;
  for (const Ring& r : rings) {
    for (std::size_t i = 0; i < r.size(); ++i) edges.push_back({r[i], r[(i + 1) % r.size()]});
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = i + 1; j < edges.size(); ++j) {
      const auto& [a, b] = edges[i];
      const auto& [c, d] = edges[j];
      const bool neighbours = b == c || d == a;
      if (!neighbours && cross_over(a, b, c, d)) return false;
    }
  }
  for (const Ring& hole : w.holes) {
    if (!contains(w.outer, hole[0])) return false;
  }
  return true;
}

double distance_to(const BodyShape& body, Vec2 p) {
  const Vec2 along = body.to - body.at;
  const double t = norm2(along) > 0 ? std::clamp(dot(p - body.at, along) / norm2(along), 0.0, 1.0) : 0;
  return norm(p - (body.at + t * along)) - std::max(body.radius, 0.005);
}

}  // namespace

TEST_CASE("io: without bodies one can walk in a box around everything") {
  CHECK(to_wkt(walkable_area({}, {}, {{-1.23, 0}, {4, 5}})) == "POLYGON ((-2.2 -1, 5 -1, 5 6, -2.2 6, -2.2 -1))");
  CHECK(to_wkt(walkable_area({}, {}, extent_of({}))) == "POLYGON ((-1 -1, 1 -1, 1 1, -1 1, -1 -1))");
}

TEST_CASE("io: a disc is a hole with 32 corners inside it") {
  const Walkable w = walkable_area(std::vector{disc({1, 2}, 0.5)}, {}, ten);
  REQUIRE(w.holes.size() == 1);
  CHECK(w.holes[0].size() == 32);
  for (const Vec2 p : w.holes[0]) {
    CHECK(norm(p - Vec2{1, 2}) <= 0.500001);
    CHECK(norm(p - Vec2{1, 2}) > 0.4995);
  }
}

TEST_CASE("io: a closed wall around all agents is the outer ring") {
  auto bodies = ring({{-5, -4}, {5, -4}, {5, 4}, {-5, 4}});
  bodies.push_back(disc({2, 2}, 0.5));
  bodies.push_back(disc({8, 8}, 0.5));  // outside: nobody gets there
  const std::vector<Vec2> inside{{0, 0}, {-4, 3}};
  const Walkable w = walkable_area(bodies, inside, ten);
  CHECK(is_valid(w));
  CHECK(w.holes.size() == 1);
  CHECK(std::abs(signed_area(w.outer)) == doctest::Approx(9.99 * 7.99).epsilon(1e-4));

  // Agents outside only: the room is an island.
  const Walkable out = walkable_area(bodies, std::vector<Vec2>{{9, 0}}, ten);
  CHECK(is_valid(out));
  CHECK(out.holes.size() == 2);
  CHECK(area(out) == doctest::Approx(22.0 * 22 - 10.01 * 8.01 - 0.78).epsilon(1e-3));

  // On both sides: one polygon cannot hold them, so the walls between them are left out.
  const Walkable both = walkable_area(bodies, std::vector<Vec2>{{0, 0}, {9, 0}}, ten);
  CHECK(both.left_out == 4);
  CHECK(both.holes.size() == 2);
}

TEST_CASE("io: bodies that touch, overlap or coincide are merged") {
  const std::vector<std::vector<BodyShape>> cases = {
      {disc({0, 0}, 1), disc({1, 0}, 1)},
      {disc({0, 0}, 1), disc({2, 0}, 1)},                                                 // tangent
      {disc({0, 0}, 1), disc({0, 0}, 1), disc({0, 0}, 1)},                                // the same
      {disc({0, 0}, 1), disc({0.2, 0}, 0.3)},                                             // one inside the other
      {wall({0, 0}, {1, 0}), wall({1, 0}, {2, 0}), wall({2, 0}, {3, 0})},                 // one line in pieces
      {wall({0, 0}, {2, 0}), wall({1, 0}, {3, 0}), wall({3, 0}, {0, 0})},                 // one line, over itself
      {wall({-1, 0}, {1, 0}), wall({0, -1}, {0, 1}), wall({-1, -1}, {1, 1})},             // a star
      {wall({0, 0}, {0, 4}, 0.1), wall({0, 4}, {4, 4}, 0.1), wall({4, 4}, {4, 0}, 0.1)},  // a U
      {wall({1, 1}, {1, 1}), disc({1, 1}, 0.001)},                                        // points
  };
  for (const auto& bodies : cases) {
    const Walkable w = walkable_area(bodies, std::vector<Vec2>{{-8, -8}}, ten);
    CHECK(w.left_out == 0);
    CHECK(is_valid(w));
    CHECK(w.holes.size() <= 2);
    CHECK(w.holes.size() >= 1);
  }
}

TEST_CASE("io: random clutter gives a valid polygon: no body in it, and all that is in plain sight") {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    std::mt19937 rng(seed);
    const auto uniform = [&](double low, double high) {
      return low + (high - low) * static_cast<double>(rng()) / 4294967295.0;
    };
    const auto place = [&] {
      return Vec2{std::round(uniform(-8, 8)), std::round(uniform(-8, 8))};
    };  // on a grid, to coincide
    std::vector<BodyShape> bodies;
    for (int i = 0; i < 25; ++i) {
      const Vec2 a = place(), b = place();
      const double radius = 0.25 * std::round(uniform(1, 5));
      if (i % 3 == 0) bodies.push_back(disc(a, radius));
      if (i % 3 == 1) bodies.push_back(wall(a, b));
      if (i % 3 == 2) bodies.push_back(wall(a, b, 0.25));
    }
    const Vec2 agent{-9.5, -9.5};
    const Walkable w = walkable_area(bodies, std::vector{agent}, ten);
    CHECK(w.left_out == 0);
    CHECK(is_valid(w));
    CHECK(walkable(w, agent));
    for (int i = 0; i < 300; ++i) {
      const Vec2 p{uniform(-9, 9), uniform(-9, 9)};
      const auto clearance = [&](Vec2 q) {
        double nearest = 1e9;
        for (const BodyShape& body : bodies) nearest = std::min(nearest, distance_to(body, q));
        return nearest;
      };
      if (clearance(p) < -0.02) CHECK_FALSE(walkable(w, p));
      bool seen = true;  // from the agent, along a straight line
      const double length = norm(p - agent);
      for (double at = 0; seen && at < length;) {
        const double free = clearance(agent + at / length * (p - agent));
        seen = free > 0.01;
        at += std::max(free, 0.01);
      }
      seen = seen && clearance(p) > 0.01;
      if (seen) CHECK(walkable(w, p));
    }
  }
}
