#include "support/set_oracle.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace wend;
using namespace wend::test;

// The counterexamples of the environment spec, section 2: what the four sets are, and are not.

namespace {

struct Sets {
  bool near, unseparated, reachable, visible;
  friend bool operator==(const Sets&, const Sets&) = default;
};

Sets sets(const std::vector<Segment>& walls, Vec2 p, double r, Vec2 q) {
  const SetOracle oracle(walls);
  return {SetOracle::near(p, r, q), oracle.unseparated(p, r, q), oracle.reachable(p, r, std::vector{q})[0],
          oracle.visible(p, r, q)};
}

constexpr Sets only_near{true, false, false, false}, only_unseparated{true, true, false, false};
constexpr Sets hidden{true, true, true, false}, seen{true, true, true, true}, far{false, false, false, false};

}  // namespace

TEST_CASE("sets: leak through joints") {
  // A corner of the next room is in the disk: no single wall separates, yet there is no way.
  const std::vector<Segment> corner{{{-10, 1}, {0.5, 1}}, {{0.5, 1}, {0.5, -10}}};
  CHECK(sets(corner, {0, 0}, 3, {1, 2}) == only_unseparated);
  CHECK(sets(corner, {0, 0}, 3, {0, 2}) == only_unseparated);
  // A closed closet inside the disk leaks as well.
  const std::vector<Segment> closet{{{1, 1}, {2, 1}}, {{2, 1}, {2, 2}}, {{2, 2}, {1, 2}}, {{1, 2}, {1, 1}}};
  CHECK(sets(closet, {0, 0}, 4, {1.5, 1.5}) == only_unseparated);
  CHECK(sets(closet, {1.25, 1.25}, 4, {1.5, 1.5}) == seen);
  CHECK(sets(closet, {0, 0}, 4, {2.5, 2.25}) == hidden);
}

TEST_CASE("sets: wall splitting") {
  CHECK(sets({{{-5, 1}, {5, 1}}}, {0, 0}, 3, {0, 2}) == only_near);
  CHECK(sets({{{-5, 1}, {0, 1}}, {{0, 1}, {5, 1}}}, {0, 0}, 3, {0, 2}) == only_unseparated);
}

TEST_CASE("sets: hidden but unseparated") {
  CHECK(sets({{{-5, 1}, {1, 1}}}, {0, 0}, 3, {0, 2}) == hidden);
  CHECK(sets({{{-5, 1}, {1, 1}}}, {0, 0}, 3, {2, 2}) == hidden);  // the line of sight touches the tip
  CHECK(sets({{{-5, 1}, {1, 1}}}, {0, 0}, 3, {2.01, 2}) == seen);
  CHECK(sets({{{-5, 1}, {1, 1}}}, {0, 0}, 2, {2, 2}) == far);
}

TEST_CASE("sets: two discs round the tip of a wall do not see each other") {
  for (const Vec2 other : {Vec2{-5, 0}, Vec2{-5, -1}, Vec2{-3, -3}})
    CHECK(sets({{other, {0, 0}}}, {-0.297, 0.300}, 2, {0.328, -0.362}) == hidden);
}

TEST_CASE("sets: a wall that ends on the circle lets the way round its end") {
  CHECK(sets({{{-9, 3}, {0, 3}}}, {0, 0}, 3, {0, 3}) == seen);
  CHECK(sets({{{-9, 1}, {4, 1}}}, {0, -2}, 5, {0, 2}) == hidden);
  CHECK(sets({{{-9, 1}, {4, 1}}}, {0, -2}, 4.99, {0, 2}) == only_near);
}

TEST_CASE("sets: somebody on a wall is on both its sides") {
  const std::vector<Segment> wall{{{-5, 1}, {5, 1}}};
  CHECK(sets(wall, {0, 0}, 3, {0, 1}) == seen);
  CHECK(sets(wall, {0, 1}, 3, {0, 2}) == seen);
  CHECK(sets(wall, {0, 1}, 3, {0, 0}) == seen);
  CHECK(sets(wall, {0, 1}, 3, {2, 1}) == hidden);  // along the wall: it touches the line of sight
  CHECK(sets({{{-1, 1}, {1, 1}}}, {-1, 1}, 3, {1, 1}) == hidden);
  CHECK(sets({{{-1, 1}, {1, 1}}}, {0, 0}, 3, {1, 1}) == seen);
  // He is no door for others.
  const SetOracle oracle(wall);
  CHECK(oracle.reachable({0, 0}, 3, std::vector<Vec2>{{0, 1}, {0, 2}}) == std::vector<bool>{true, false});
}

TEST_CASE("sets: equal places, no radius, walls of no length") {
  CHECK(sets({{{-5, 1}, {5, 1}}}, {0, 0}, 0, {0, 0}) == seen);
  CHECK(sets({{{-5, 0}, {5, 0}}}, {0, 0}, 0, {0, 0}) == seen);
  CHECK(sets({{{0, 1}, {0, 1}}}, {0, 0}, 3, {0, 2}) == seen);
  CHECK(sets({}, {0, 0}, 3, {0, 2}) == seen);
}

TEST_CASE("sets: a wall that ends on another closes the way") {
  const std::vector<Segment> tee{{{-9, 1}, {9, 1}}, {{0, 1}, {0, -9}}};
  CHECK(sets(tee, {-1, 0}, 3, {1, 0}) == only_unseparated);
  CHECK(sets(tee, {-1, 0}, 3, {-1, 2}) == only_near);
}
