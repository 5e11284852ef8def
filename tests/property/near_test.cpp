#include "environment/near.hpp"

#include <wend/base/rng.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "environment/grid_index.hpp"

using namespace wend;
using namespace wend::environment;

// The grid answers what looking at every pair answers.

namespace {

struct Scene {
  std::vector<double> x, y, radius, reach;
  std::vector<std::uint32_t> floor;
  std::vector<Capsule> bodies;
  Surroundings surroundings() const { return {x, y, radius, floor, bodies}; }
};

enum Kind { spread, clustered, collinear, coincident, huge_coordinates, one_outlier, tiny_and_wide, kinds };

Scene random_scene(Rng& rng, Kind kind) {
  Scene s;
  const std::size_t n = rng.below(10) == 0 ? rng.below(3) : 2 + rng.below(60);
  const double size = std::exp(rng.uniform(-2, 5));
  const double shift = kind == huge_coordinates ? (rng.below(2) == 0 ? 9e6 : -9e6) : 0;
  const std::uint32_t floors = rng.below(3) == 0 ? 3 : 1;
  for (std::size_t i = 0; i < n; ++i) {
    double px = rng.uniform(-size, size), py = rng.uniform(-size, size);
    if (kind == clustered) {
      px = size * static_cast<double>(rng.below(4)) + rng.uniform(-0.5, 0.5);
      py = size * static_cast<double>(rng.below(4)) + rng.uniform(-0.5, 0.5);
    }
    if (kind == collinear) rng.below(2) == 0 ? px = 1.5 : py = std::floor(py);
    if (kind == coincident) px = std::floor(px / size * 2), py = std::floor(py / size * 2);
    if (kind == one_outlier && i == 0) px = 1e7, py = -1e7;
    s.x.push_back(px + shift);
    s.y.push_back(py - shift);
    const bool wide = kind == tiny_and_wide && rng.below(8) == 0;
    s.radius.push_back(wide ? 5 : kind == tiny_and_wide ? 0.001 : rng.uniform(0.1, 0.5));
    s.reach.push_back(wide ? 1000 : rng.below(6) == 0 ? 0 : rng.uniform(0, 5));
    s.floor.push_back(static_cast<std::uint32_t>(rng.below(floors)));
  }
  const std::size_t bodies = rng.below(12);
  for (std::size_t b = 0; b < bodies; ++b) {
    const Vec2 a{rng.uniform(-1.5 * size, 1.5 * size) + shift, rng.uniform(-1.5 * size, 1.5 * size) - shift};
    Vec2 c = a;  // a disc, or a wall of no length
    if (rng.below(2) == 0)
      c = {rng.uniform(-1.5 * size, 1.5 * size) + shift, rng.uniform(-1.5 * size, 1.5 * size) - shift};
    if (rng.below(8) == 0) c = {a.x, a.y + 1e6};  // far longer than the crowd is wide
    if (rng.below(8) == 0) c = {std::nextafter(a.x, 1e300), a.y};
    s.bodies.push_back(
        {a, c, rng.below(3) == 0 ? 0 : rng.uniform(0, 2), static_cast<std::uint32_t>(rng.below(floors))});
  }
  // Some distances exactly at the edge of the reach.
  if (n > 2 && rng.below(2) == 0) {
    s.x[1] = s.x[0] + 3;
    s.y[1] = s.y[0];
    s.radius[0] = s.radius[1] = 0.5;
    s.reach[0] = 2;
  }
  return s;
}

std::vector<std::uint32_t> sorted(std::span<const std::uint32_t> list) {
  std::vector<std::uint32_t> copy(list.begin(), list.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

}  // namespace

TEST_CASE("near: the grid equals brute force as sets") {
  GridIndex grid;  // one for all scenes: what is left of the last must not matter
  BruteForce oracle;
  NearLists fast, slow;
  std::size_t pairs = 0, touched_bodies = 0, wrong = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test);
    const Scene s = random_scene(rng, static_cast<Kind>(seed % kinds));
    const std::size_t n = s.x.size();
    grid.build(s.surroundings(), s.reach);
    oracle.build(s.surroundings(), s.reach);
    const std::size_t begin = n == 0 ? 0 : rng.below(n);  // also part of the rows
    for (const Range rows : {Range{0, n}, Range{begin, n}}) {
      grid.near(rows, s.reach, fast);
      oracle.near(rows, s.reach, slow);
      for (std::size_t k = 0; k < rows.end - rows.begin; ++k) {
        const auto agents = sorted(slow.agents_of(k)), bodies = sorted(slow.bodies_of(k));
        if (sorted(fast.agents_of(k)) != agents || sorted(fast.bodies_of(k)) != bodies) ++wrong;
        pairs += agents.size();
        touched_bodies += bodies.size();
      }
    }
    REQUIRE(wrong == 0);
  }
  CHECK(pairs > 100000);
  CHECK(touched_bodies > 10000);
}

TEST_CASE("near: nobody is near himself, floors are apart, the edge is within") {
  const std::vector<double> x{0, 2, 0}, y{0, 0, 0}, radius{0.5, 0.5, 0.5}, reach{1, 1, 1};
  const std::vector<std::uint32_t> floor{0, 0, 1};
  const std::vector<Capsule> bodies{
      {{0, 5}, {0, 5}, 3.5, 0}, {{0, 5}, {0, 5}, 3.5 - 1e-9, 0}, {{-9, -1.5}, {9, -1.5}, 0, 1}};
  for (NearIndex* index : std::initializer_list<NearIndex*>{new GridIndex, new BruteForce}) {
    index->build({x, y, radius, floor, bodies}, reach);
    NearLists out;
    index->near({0, 3}, reach, out);
    CHECK(sorted(out.agents_of(0)) == std::vector<std::uint32_t>{1});
    CHECK(sorted(out.agents_of(1)) == std::vector<std::uint32_t>{0});
    CHECK(out.agents_of(2).empty());
    CHECK(sorted(out.bodies_of(0)) == std::vector<std::uint32_t>{0});  // 1 + 0.5 + 3.5 = 5 exactly
    CHECK(sorted(out.bodies_of(2)) == std::vector<std::uint32_t>{2});
    delete index;
  }
}

TEST_CASE("near: nobody at all, and one alone") {
  GridIndex grid;
  NearLists out;
  grid.build({}, {});
  grid.near({0, 0}, {}, out);
  CHECK(out.agents.empty());
  const std::vector<double> x{1e7}, y{-1e7}, radius{0.3}, reach{0};
  const std::vector<std::uint32_t> floor{0};
  const std::vector<Capsule> bodies{{{1e7, -1e7}, {-1e7, 1e7}, 0, 0}};
  grid.build({x, y, radius, floor, bodies}, reach);
  grid.near({0, 1}, reach, out);
  CHECK(out.agents_of(0).empty());
  CHECK(out.bodies_of(0).size() == 1);
}
