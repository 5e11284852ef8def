#include "environment/grid_index.hpp"

#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include <algorithm>
#include <array>

#include "support/ways.hpp"

using namespace wend;
using namespace wend::environment;
using namespace wend::test;

// The float lanes answer what the membership predicate answers, on every path and wherever the crowd stands.

namespace {

struct Crowd {
  std::vector<double> x, y, z, radius, reach;
  std::vector<std::uint32_t> floor;
  std::vector<Capsule> bodies;
  Surroundings flat() const { return {x, y, radius, floor, bodies}; }
  Surroundings3 space() const { return {x, y, z, radius}; }
  void add(double px, double py, double pz, double r, double see, std::uint32_t on = 0) {
    x.push_back(px);
    y.push_back(py);
    z.push_back(pz);
    radius.push_back(r);
    reach.push_back(see);
    floor.push_back(on);
  }
};

std::vector<std::uint32_t> sorted(std::span<const std::uint32_t> list) {
  std::vector<std::uint32_t> copy(list.begin(), list.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

// How many rows of the two differ.
std::size_t differences(const NearLists& a, const NearLists& b, std::size_t rows) {
  std::size_t wrong = 0;
  for (std::size_t k = 0; k < rows; ++k)
    wrong += sorted(a.agents_of(k)) != sorted(b.agents_of(k)) || sorted(a.bodies_of(k)) != sorted(b.bodies_of(k));
  return wrong;
}

std::size_t wrong_rows(const Crowd& c, std::size_t* pairs = nullptr) {
  const std::size_t n = c.x.size();
  BruteForce oracle;
  NearLists fast, slow;
  oracle.build(c.flat(), c.reach);
  oracle.near({0, n}, c.reach, slow);
  std::size_t wrong = 0;
  for (const Kernel kernel : kernels()) {
    GridIndex grid(kernel);
    grid.build(c.flat(), c.reach);
    grid.near({0, n}, c.reach, fast);
    wrong += differences(fast, slow, n);
  }
  if (pairs != nullptr) *pairs += slow.agents.size();
  return wrong;
}

std::size_t wrong_rows_in_space(const Crowd& c, std::size_t* pairs = nullptr) {
  const std::size_t n = c.x.size();
  NearLists fast, slow;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i != j && agents_near(c.space(), i, j, c.reach[i])) slow.agents.push_back(static_cast<std::uint32_t>(j));
    }
    slow.end_row();
  }
  std::size_t wrong = 0;
  for (const Kernel kernel : kernels()) {
    GridIndex3 grid(kernel);
    grid.build(c.space(), c.reach);
    grid.near({0, n}, c.reach, fast);
    wrong += differences(fast, slow, n);
  }
  if (pairs != nullptr) *pairs += slow.agents.size();
  return wrong;
}

// Dyadic lattice whose distances are often exactly the reach.
Crowd lattice_crowd(Vec2 shift, double pitch, int side, double see) {
  Crowd c;
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) c.add(shift.x + i * pitch, shift.y + j * pitch, (i * j % 5) * pitch, 0.25, see);
  }
  return c;
}

}  // namespace

TEST_CASE("grid index: a lattice whose distances are exactly the reach, here and far away") {
  for (const double pitch : {0.5, 1.0, 1.0 / 1024}) {
    for (const double steps : {1.0, 2.0, 5.0, 13.0}) {  // 3-4-5 and 5-12-13 stand on the edge
      CAPTURE(pitch);
      CAPTURE(steps);
      std::size_t here = 0, there = 0;
      CHECK(wrong_rows(lattice_crowd({}, pitch, 17, steps * pitch - 0.5), &here) == 0);
      CHECK(wrong_rows(lattice_crowd({1e6, -1e6}, pitch, 17, steps * pitch - 0.5), &there) == 0);
      CHECK(here > 0);
      CHECK(here == there);
    }
  }
}

TEST_CASE("grid index: distances one bit inside and outside of the reach") {
  std::size_t pairs = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test, 5);
    Crowd c;
    const double see = rng.uniform(0.5, 5);
    const bool equal = seed % 2 == 0;
    const Vec2 middle{rng.uniform(-50, 50), rng.uniform(-50, 50)};
    c.add(middle.x, middle.y, 0, 0.25, see);
    for (int i = 0; i < 60; ++i) {
      const double angle = rng.uniform(0, 6.28), r = equal ? 0.25 : rng.uniform(0.1, 0.4);
      const double far = (see + 0.25 + r) * (1 + static_cast<double>(static_cast<int>(rng.below(9)) - 4) * 1.2e-16);
      c.add(middle.x + far * std::cos(angle), middle.y + far * std::sin(angle), 0, r, rng.uniform(0, 5));
    }
    CHECK(wrong_rows(c, &pairs) == 0);
    CHECK(wrong_rows_in_space(c) == 0);
  }
  CHECK(pairs > 50000);
}

TEST_CASE("grid index: reach of nothing, of more than the world, of no sense") {
  Rng rng = Rng::stream(2, Purpose::test, 5);
  for (const double see : {0.0, -0.3, -3.0, 1e3, 1e9, 1e100}) {
    CAPTURE(see);
    Crowd c;
    for (int i = 0; i < 200; ++i)
      c.add(rng.uniform(0, 20), rng.uniform(0, 20), rng.uniform(0, 20), i % 2 == 0 ? 0.2 : 0.3, see);
    for (std::size_t i = 0; i < 40; i += 2) c.x[i] = c.x[i + 1], c.y[i] = c.y[i + 1], c.z[i] = c.z[i + 1];
    CHECK(wrong_rows(c) == 0);
    CHECK(wrong_rows_in_space(c) == 0);
    std::fill(c.radius.begin(), c.radius.end(), 0.0);
    CHECK(wrong_rows(c) == 0);
    CHECK(wrong_rows_in_space(c) == 0);
  }
}

TEST_CASE("grid index: everybody at one point, and points closer than floats can tell") {
  for (const double apart : {0.0, 1e-300, 1e-30, 1e-20, 1e-9}) {
    CAPTURE(apart);
    Crowd c;
    for (int i = 0; i < 50; ++i) c.add(apart * i, -apart * (i % 7), 0, 0, apart * (i % 5));
    CHECK(wrong_rows(c) == 0);
    CHECK(wrong_rows_in_space(c) == 0);
  }
}

TEST_CASE("grid index: outliers at the end of the world cost cells, not answers") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test, 6);
    Crowd c;
    const double far = seed % 3 == 0 ? 1e7 : seed % 3 == 1 ? 1e4 : 1e5;
    for (int i = 0; i < 150; ++i) {
      const bool out = i < 6;
      const double x = out ? rng.uniform(-far, far) : rng.uniform(0, 30),
                   y = out ? rng.uniform(-far, far) : rng.uniform(0, 30);
      c.add(x, y, out ? rng.uniform(-far, far) : rng.uniform(0, 5), rng.uniform(0.2, 0.3), i == 7 ? 2e4 : 3,
            static_cast<std::uint32_t>(rng.below(seed % 4 + 1)));
    }
    c.bodies = {{{0, 0}, {30, 30}, 0.1, 0}, {{-far, 5}, {far, 6}, 0, 0}, {{c.x[0], c.y[0]}, {c.x[0], c.y[0]}, 2, 0}};
    CHECK(wrong_rows(c) == 0);
    CHECK(wrong_rows_in_space(c) == 0);
  }
}

TEST_CASE("grid index: in space, the same as every pair") {
  std::size_t pairs = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test, 7);
    Crowd c;
    const std::size_t n = rng.below(10) == 0 ? rng.below(3) : rng.below(150);
    const double size = std::exp(rng.uniform(0, 4));
    for (std::size_t i = 0; i < n; ++i)
      c.add(rng.uniform(0, size), rng.uniform(0, size), rng.uniform(0, size), seed % 2 == 0 ? 0.2 : rng.uniform(0, 1),
            rng.uniform(0, 4));
    CHECK(wrong_rows_in_space(c, &pairs) == 0);
    std::size_t layers = 0;
    CHECK(wrong_rows_in_space(lattice_crowd({1e6, -1e6}, 0.5, 8, 1.0), &layers) == 0);
    CHECK(layers > 0);
  }
  CHECK(pairs > 10000);
}

TEST_CASE("grid index: bodies alone, and long slanting walls") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test, 8);
    Crowd c;
    const std::size_t n = 1 + rng.below(120);
    const Vec2 shift = seed % 5 == 0 ? Vec2{9e6, -9e6} : Vec2{};
    for (std::size_t i = 0; i < n; ++i)
      c.add(shift.x + rng.uniform(0, 60), shift.y + rng.uniform(0, 60), 0, 0.25, rng.uniform(0, 3),
            static_cast<std::uint32_t>(rng.below(2)));
    for (int b = 0; b < 25; ++b) {
      const double span = b % 5 == 0 ? 1e5 : 80;
      const Vec2 a{shift.x + rng.uniform(-span, span), shift.y + rng.uniform(-span, span)};
      c.bodies.push_back({a,
                          b % 4 == 0 ? a : Vec2{shift.x + rng.uniform(-span, span), shift.y + rng.uniform(-span, span)},
                          b % 3 == 0 ? 0 : rng.uniform(0, 2), static_cast<std::uint32_t>(rng.below(2))});
    }
    GridIndex grid;
    BruteForce oracle;
    NearLists all, bodies, slow;
    grid.build(c.flat(), c.reach);
    oracle.build(c.flat(), c.reach);
    for (int again = 0; again < 2; ++again) {
      grid.near({0, n}, c.reach, all);
      grid.bodies_near({0, n}, c.reach, bodies);
    }
    oracle.bodies_near({0, n}, c.reach, slow);
    CHECK(differences(bodies, slow, n) == 0);
    CHECK(bodies.agents.empty());
    oracle.near({0, n}, c.reach, slow);
    CHECK(differences(all, slow, n) == 0);
  }
}
