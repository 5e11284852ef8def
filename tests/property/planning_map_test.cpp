#include <doctest/doctest.h>

#include "core/segment.hpp"
#include "planning/clearance.hpp"
#include "planning/flood.hpp"
#include "planning/rasterise.hpp"
#include "support/inputs.hpp"
#include "support/maps.hpp"

#include <cmath>

using namespace wend;
using planning::FixedBody;
using planning::Map;

namespace {

// Some random free cells; `free` of 8.
Map random_map(test::Inputs& in, std::uint32_t nx, std::uint32_t ny, std::uint32_t nz, std::uint64_t free) {
  Map map;
  map.nx = nx, map.ny = ny, map.nz = nz;
  map.dimension = nz > 1 ? 3 : 2;
  map.h = 0.5;
  map.solid.assign(map.size(), 1);
  for (std::uint32_t k = 0; k < nz; ++k) {
    for (std::uint32_t j = 0; j < ny; ++j) {
      for (std::uint32_t i = 0; i < nx; ++i) map.solid[map.index(i, j, k)] = in.next() % 8 < free ? 0 : 1;
    }
  }
  return map;
}

Map random_map(test::Inputs& in, std::uint64_t free) {
  const auto side = [&] { return static_cast<std::uint32_t>(1 + in.next() % 9); };
  return random_map(in, side(), side(), in.next() % 2 == 0 ? 1 : side(), free);
}

std::uint32_t random_cell(test::Inputs& in, const Map& map) { return static_cast<std::uint32_t>(in.next() % map.size()); }

}  // namespace

TEST_CASE("planning grid: flood reaches exactly what repeated looking at the neighbours reaches") {
  test::Inputs in{501};
  for (int round = 0; round < 300; ++round) {
    const Map map = random_map(in, 3 + in.next() % 5);
    const std::vector<std::uint32_t> targets{random_cell(in, map), random_cell(in, map)};
    std::vector<std::uint8_t> expected(map.size(), 0);
    for (std::uint32_t t : targets) expected[t] = map.solid[t] == 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t cell = 0; cell < map.size(); ++cell) {
        if (map.solid[cell] != 0 || expected[cell] != 0) continue;
        for (int n = 0; n < map.neighbour_count(); ++n) expected[cell] |= expected[static_cast<std::size_t>(cell + map.offset(n))];
        changed |= expected[cell] != 0;
      }
    }
    REQUIRE(planning::reachable(map, map.solid, targets) == expected);
  }
}

TEST_CASE("planning grid: clearance is the distance to the nearest solid square or cube") {
  test::Inputs in{502};
  for (int round = 0; round < 100; ++round) {
    const Map map = random_map(in, 6 + in.next() % 3);
    const std::vector<double> found = planning::clearance(map, map.solid);
    double worst = 0;
    for (std::uint32_t cell = 0; cell < map.size(); ++cell) {
      double expected = map.solid[cell] != 0 ? 0 : 1e9;
      const Vec3 p = map.centre(cell);
      for (std::uint32_t other = 0; other < map.size() && expected > 0; ++other) {
        if (map.solid[other] == 0) continue;
        const Vec3 q = map.centre(other);
        const auto way = [&](double a, double b) { return std::max(0.0, std::fabs(a - b) - map.h / 2); };
        const double x = way(p.x, q.x), y = way(p.y, q.y), z = way(p.z, q.z);
        expected = std::min(expected, std::sqrt(x * x + y * y + z * z));
      }
      worst = std::max(worst, std::fabs(found[cell] - expected));
    }
    REQUIRE(worst <= 1e-14);
  }
}

TEST_CASE("planning grid: indices and centres agree in space") {
  test::Inputs in{503};
  const Map map = random_map(in, 3, 4, 5, 4);
  CHECK(map.size() == 5 * 6 * 7);
  CHECK(map.centre(map.index(2, 1, 3)) == Vec3{1.25, 0.75, 1.75});
  CHECK(map.index(0, 0, 0) + map.offset(5) == map.index(0, 0, 1));
  CHECK(map.index(0, 0, 0) + map.offset(3) == map.index(0, 1, 0));
  CHECK(map.neighbour_count() == 6);
}

TEST_CASE("planning grid: cells are solid where a body is within r_plan or passes through, and no step crosses a wall") {
  test::Inputs in{504};
  for (int round = 0; round < 60; ++round) {
    std::vector<FixedBody> bodies;
    const auto some = [&] { return in.next() % 4 == 0 ? std::floor(in.between(-1, 11)) : in.between(-1, 11); };  // on lines of the grid too
    for (std::uint64_t k = 1 + in.next() % 12; k > 0; --k) {
      const Vec2 a{some(), some()};
      bodies.push_back({a, in.next() % 5 == 0 ? a : Vec2{some(), some()}, in.next() % 3 == 0 ? in.between(0, 1) : 0, planning::no_door});
    }
    const double r = in.next() % 2 == 0 ? 0.05 : in.between(0.1, 0.5), cell = in.next() % 2 == 0 ? 0.25 : in.between(0.2, 0.6);
    planning::MapReport report;
    const auto made = planning::make_map(bodies, {.low = {0, 0}, .high = {10, 10}, .r_plan = r, .cell = cell}, report);
    REQUIRE(made.has_value());
    const Map& map = *made;
    std::size_t missing = 0, extra = 0, crossings = 0;
    const Vec2 half{cell / 2, cell / 2}, flip{cell / 2, -cell / 2};
    for (std::uint32_t j = 0; j < map.ny; ++j) {
      for (std::uint32_t i = 0; i < map.nx; ++i) {
        const std::uint32_t at = map.index(i, j);
        const Vec2 p = map.centre(at).xy();
        bool must = false, may = false;
        for (const FixedBody& body : bodies) {
          const double away = norm(nearest_on_segment(p, body.a, body.b).point - p) - body.radius - r;
          must |= away < -1e-9;
          // The axis passes through the square when it meets a diagonal, or ends inside.
          const double through = std::min(segment_distance(body.a, body.b, p - half, p + half), segment_distance(body.a, body.b, p - flip, p + flip));
          const auto inside = [&](Vec2 end) { return std::max(std::fabs(end.x - p.x), std::fabs(end.y - p.y)) <= cell / 2 + 1e-9; };
          may |= away <= 1e-9 || through <= 1e-9 || inside(body.a) || inside(body.b);
          // A step to the right or upwards that crosses the wall needs one of the two cells solid.
          for (int n : {1, 3}) {
            const auto to = static_cast<std::uint32_t>(at + map.offset(n));
            crossings += map.solid[at] == 0 && map.solid[to] == 0 && segments_cross(p, map.centre(to).xy(), body.a, body.b);
          }
        }
        missing += must && map.solid[at] == 0;
        extra += !may && map.solid[at] == 1;
      }
    }
    REQUIRE(missing == 0);
    REQUIRE(extra == 0);
    REQUIRE(crossings == 0);
  }
}
