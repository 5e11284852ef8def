#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include "planning/clearance.hpp"
#include "planning/field3.hpp"
#include "planning/streamline.hpp"
#include "support/fields.hpp"
#include "support/fp_traps.hpp"

using namespace wend;
using planning::StreamlineEnd;
using planning::TargetCells;

namespace {

void check_direction(Vec2 found, Vec2 expected, double within = 1e-12) {
  CHECK(found.x == doctest::Approx(expected.x).epsilon(0).scale(1).epsilon(within));
  CHECK(found.y == doctest::Approx(expected.y).epsilon(0).scale(1).epsilon(within));
}

// Blocks of a cube of n cells a side.
planning::Map cube(std::uint32_t n) {
  planning::Map map;
  map.nx = map.ny = map.nz = n;
  map.dimension = 3;
  map.solid.assign(map.size(), 1);
  for (std::uint32_t k = 0; k < n; ++k) {
    for (std::uint32_t j = 0; j < n; ++j) {
      for (std::uint32_t i = 0; i < n; ++i) map.solid[map.index(i, j, k)] = 0;
    }
  }
  return map;
}

}  // namespace

TEST_CASE("distance: D2, the error in an empty room, and none along the axes") {
  const test::MadeMap room = test::open_room(129);
  const std::vector<double> d = planning::distance(room.map, room.map.solid, room.target, {});
  double worst = 0;
  for (std::uint32_t j = 0; j < 129; ++j) {
    for (std::uint32_t i = 0; i < 129; ++i) {
      const double exact = std::hypot(i - 64.0, j - 64.0), error = std::abs(d[room.map.index(i, j)] - exact);
      worst = std::max(worst, error);
      if (i == 64 || j == 64) CHECK(error <= 1e-12);
    }
  }
  CHECK(worst > 1.39);
  CHECK(worst < 1.40);
}

TEST_CASE("distance: solid targets are none, and without any there is no way") {
  TargetCells target;
  const planning::Map map = test::from_text("#T..#..#", target);
  std::vector<std::uint8_t> solid = map.solid;
  solid[target.cells[0]] = 1;
  for (double d : planning::distance(map, solid, target, {})) CHECK(d == infinity);
  const std::vector<double> d = planning::distance(map, map.solid, target, {});
  CHECK(d[map.index(3, 0)] == 2);
  CHECK(d[map.index(5, 0)] == infinity);
  CHECK(d[map.index(0, 0)] == infinity);
}

TEST_CASE("distance: the weight of a target moves the border between two exits") {
  TargetCells target;
  const planning::Map map = test::from_text("#T.........T#", target);
  target.weights = {std::exp(4.0), 1};
  const std::vector<double> d = planning::distance(map, map.solid, target, {});
  CHECK(d[map.index(1, 0)] == 0);
  CHECK(d[map.index(11, 0)] == doctest::Approx(4));
  CHECK(d[map.index(8, 0)] == doctest::Approx(7));  // 7 m to one, 3 + 4 to the other
  CHECK(d[map.index(7, 0)] == doctest::Approx(6));
  CHECK(d[map.index(9, 0)] == doctest::Approx(6));
}

TEST_CASE("distance: running costs by clearance are those of the spec") {
  planning::Map map = test::blank_map(20, 1);
  map.h = 0.5;
  std::vector<double> clearance(map.size(), 0.5);
  CHECK(planning::clearance_cost(map, clearance, 0.25)[0] == doctest::Approx(1 + 4 * 0.75 * 0.75));  // R = 4 h
  CHECK(planning::clearance_cost(map, clearance, 2.0)[0] == doctest::Approx(1 + 4 * 0.875 * 0.875));  // R = 2 r_plan
  clearance.assign(map.size(), 2.0);
  CHECK(planning::clearance_cost(map, clearance, 0.25)[0] == 1);
}

TEST_CASE("sampler: H4, at the saddle the tie goes to the lower index") {
  TargetCells target;
  const planning::Field field = test::grid_field("#T...T#", target, {1, 2 / 7.0, 1 / 7.0, 2 / 7.0, 1});
  check_direction(field.sample({3.5, 0.5}).direction, {-1, 0});
  check_direction(field.sample({3.6, 0.5}).direction, {1, 0});
  check_direction(field.sample({3.4, 0.5}).direction, {-1, 0});
  const planning::Field distance = test::distance_field(*field.map, target);
  check_direction(distance.sample({3.5, 0.5}).direction, {-1, 0});
  CHECK(distance.sample({4.5, 0.5}).direction == Vec2{1, 0});
  // As solved, up to its last bits, and with a last bit that is wrong.
  const planning::Field rounded = test::grid_field("#T...T#", target, {1, 2 / 7.0, 1 / 7.0, 2 / 7.0 * (1 + 1e-15), 1});
  CHECK(rounded.potential[rounded.map->index(4, 0)] < rounded.potential[rounded.map->index(2, 0)]);
  check_direction(rounded.sample({3.5, 0.5}).direction, {-1, 0});
  check_direction(test::harmonic_field(*field.map, target).sample({3.5, 0.5}).direction, {-1, 0});
}

TEST_CASE("sampler: a wall has the value of the cell beside it") {
  TargetCells target;
  const planning::Field field = test::distance_field(test::from_text("T.#/..#", target), target);
  const double d = field.potential[field.map->index(1, 1)];
  CHECK(d == doctest::Approx(1 + std::sqrt(0.5)));
  check_direction(field.unit[field.map->index(1, 1)], {-std::sqrt(0.5), -std::sqrt(0.5)});
  check_direction(field.unit[field.map->index(1, 0)], direction_or(Vec2{-1, 1 - d}, {}));
  CHECK(field.unit[field.map->index(0, 0)] == Vec2{});
}

TEST_CASE("sampler: H5, nobody cuts past a solid corner") {
  TargetCells target;
  const planning::Field harmonic =
      test::grid_field("#T..##/#..#.#/##...#", target, {40321, 12480, 3120, 11700, 6479, 31, 1736, 465, 124});
  const planning::Field distance = test::distance_field(*harmonic.map, target);
  for (const planning::Field* field : {&harmonic, &distance}) {
    check_direction(field->sample({4.5, 1.5}).direction, {0, 1}, field == &harmonic ? 0.4 : 1e-12);
    for (double y = 1.05; y < 2; y += 0.1) {
      for (double x = 4.05; x < 5; x += 0.1) {
        const planning::Streamline line = planning::follow(*field, {x, y}, 1000);
        CHECK(line.end == StreamlineEnd::arrived);
        CHECK(field->sample({x, y}).direction.y > 0);
        if (field == &distance) CHECK(line.touches == 0);
      }
    }
  }
}

TEST_CASE("sampler: where the field has no answer it says why") {
  TargetCells target;
  const planning::Field field = test::distance_field(test::from_text("T...#../####.../......#", target), target);
  CHECK(field.sample({0.5, 0.5}).status == PlanStatus::at_goal);
  CHECK(field.sample({0.5, 0.5}).direction == Vec2{});
  CHECK(field.sample({5.5, 0.5}).status == PlanStatus::unreachable);
  CHECK(field.sample({5.5, 0.5}).direction == Vec2{});
  CHECK(field.sample({2.5, 0.5}).status == PlanStatus::field);
  // in a wall: the nearest free centre
  const planning::Sample in_wall = field.sample({1.5, 1.4});
  CHECK(in_wall.status == PlanStatus::outside);
  check_direction(in_wall.direction, {0, -1});
  check_direction(field.sample({1.5, 1.5}).direction, {0, -1});  // as near to both sides: the lower index
  check_direction(field.sample({6.8, 2.9}).direction, direction_or(Vec2{5.5, 2.5} - Vec2{6.8, 2.9}, {}));
  // off the grid: the nearest of its points; its edge still belongs to it
  check_direction(field.sample({-3, 1}).direction, {1, 0});
  check_direction(field.sample({9, 5}).direction, {-std::sqrt(0.5), -std::sqrt(0.5)});
  CHECK(field.sample({9, 5}).status == PlanStatus::outside);
  CHECK(field.sample({7, 0.5}).status == PlanStatus::unreachable);
  check_direction(field.sample({1e300, 1}).direction, {-1, 0});
  const test::NoTraps off;
  CHECK(field.sample({std::nan(""), 1}).status == PlanStatus::outside);
  CHECK(field.sample({infinity, 1}).direction == Vec2{});
  const planning::Map blocked = test::blank_map(5, 5);
  CHECK(test::distance_field(blocked, {}).sample({2, 2}).direction == Vec2{});
}

TEST_CASE("sampler: W1, a diagonal wall of one cell lets nothing through") {
  planning::Map map = test::blank_map(24, 24);
  test::fill(map, 0, 24, 0, 24, false);
  for (std::uint32_t i = 0; i < 24; ++i) map.solid[map.index(i, i)] = 1;
  const TargetCells target{{map.index(12, 3)}, {}};
  for (const planning::Field& field : {test::harmonic_field(map, target), test::distance_field(map, target)}) {
    for (double y = 0.25; y < 24; y += 0.5) {
      for (double x = 0.25; x < 24; x += 0.5) {
        const planning::Sample s = field.sample({x, y});
        if (std::floor(y) > std::floor(x)) CHECK(s.status == PlanStatus::unreachable);
        if (std::floor(y) < std::floor(x)) CHECK(planning::follow(field, {x, y}, 10000).end == StreamlineEnd::arrived);
      }
    }
  }
}

TEST_CASE("sampler: U1, out of the trap by its opening") {
  planning::Map map = test::blank_map(40, 40);
  test::fill(map, 0, 40, 0, 40, false);
  test::fill(map, 10, 26, 12, 13, true);
  test::fill(map, 10, 26, 28, 29, true);
  test::fill(map, 25, 26, 12, 29, true);
  const TargetCells target{{map.index(34, 20)}, {}};
  const auto cost = planning::clearance_cost(map, planning::clearance(map, map.solid), 0.25);
  const Vec2 goal{34.5, 20.5};
  for (const planning::Field& field : {test::harmonic_field(map, target), test::distance_field(map, target, cost)}) {
    for (double y = 13.1; y < 28; y += 0.4) {
      for (double x = 11.1; x < 25; x += 0.4) {
        CHECK(field.sample({x, y}).direction.x < 0);
        const planning::Streamline line = planning::follow(field, {x, y}, 10000);
        CHECK(line.end == StreamlineEnd::arrived);
        CHECK(line.touches == 0);
        // Straight on ends at the bottom of the U.
        Vec2 p{x, y};
        const auto blocked = [&] { return field.sample(p).status == PlanStatus::outside; };
        while (!blocked() && norm(goal - p) > 0.5) p = p + 0.25 * direction_or(goal - p, {});
        CHECK(blocked());
      }
    }
  }
}

TEST_CASE("sampler: the direction does not jump where cells meet") {
  const test::MadeMap made = test::city(64, 12, 3);
  const planning::Field harmonic = test::harmonic_field(made.map, made.target);
  const planning::Field distance = test::distance_field(made.map, made.target);
  Rng rng = Rng::stream(5, Purpose::test);
  int compared = 0;
  for (int n = 0; n < 4000; ++n) {
    const double border = 1 + static_cast<double>(rng.below(62)), along = rng.uniform(1, 63);
    const bool upright = rng.below(2) == 0;
    const auto at = [&](double off) { return upright ? Vec2{border + off, along} : Vec2{along, border + off}; };
    const planning::Sample a = harmonic.sample(at(-1e-9)), b = harmonic.sample(at(1e-9));
    if (a.status != PlanStatus::field || b.status != PlanStatus::field) continue;
    ++compared;
    check_direction(a.direction, b.direction, 1e-5);
    // Bilinear means meet at centres as well as at borders, but for the component that walls take off.
    const Vec2 c = distance.sample(at(-1e-9)).direction, d = distance.sample(at(1e-9)).direction;
    if (c.x != 0 && c.y != 0 && d.x != 0 && d.y != 0 && norm(c - d) > 1e-5) {
      bool walls = false;
      for (int side = 0; side < 4; ++side) {
        const Vec2 off{side == 0 ? -1.0 : side == 1 ? 1.0 : 0.0, side == 2 ? -1.0 : side == 3 ? 1.0 : 0.0};
        walls = walls || distance.sample(at(-0.5) + off).status == PlanStatus::outside || distance.sample(at(0.5) + off).status == PlanStatus::outside;
      }
      CHECK(walls);
    }
  }
  CHECK(compared > 2000);
}

TEST_CASE("sampler: nothing points into a wall less than half a cell away") {
  const test::MadeMap made = test::maze(41, 4, 2);
  const planning::Field field = test::distance_field(made.map, made.target);
  for (double y = 0.1; y < 41; y += 0.2) {
    for (double x = 0.1; x < 41; x += 0.2) {
      const planning::Sample s = field.sample({x, y});
      if (s.status != PlanStatus::field) continue;
      CHECK(norm(s.direction) == doctest::Approx(1));
      const auto solid = [&](double i, double j) { return field.sample({i, j}).status == PlanStatus::outside; };
      if (solid(x + (s.direction.x > 0 ? 0.45 : -0.45), y)) CHECK(std::abs(s.direction.x) <= 1e-12);
      if (solid(x, y + (s.direction.y > 0 ? 0.45 : -0.45))) CHECK(std::abs(s.direction.y) <= 1e-12);
    }
  }
}

TEST_CASE("streamline: says how it ended") {
  TargetCells target;
  const planning::Field field = test::distance_field(test::from_text("T....#..", target), target);
  const planning::Streamline line = planning::follow(field, {4.5, 0.5}, 1000);
  CHECK(line.end == StreamlineEnd::arrived);
  CHECK(line.length >= 3.5);
  CHECK(line.length < 3.8);
  CHECK(line.points.front() == Vec2{4.5, 0.5});
  CHECK(planning::follow(field, {4.5, 0.5}, 3).end == StreamlineEnd::too_long);
  CHECK(planning::follow(field, {6.5, 0.5}, 1000).end == StreamlineEnd::unreachable);
  CHECK(planning::follow(field, {5.5, 0.5}, 1000).end == StreamlineEnd::outside);
  CHECK(planning::follow(field, {0.5, 0.5}, 1000).end == StreamlineEnd::arrived);
  planning::Field level = field;
  level.potential.assign(level.potential.size(), 1);
  level.unit.assign(level.unit.size(), {});
  CHECK(planning::follow(level, {4.5, 0.5}, 1000).end == StreamlineEnd::stuck);
}

TEST_CASE("space: the distance in a cube") {
  const planning::Map map = cube(17);
  const TargetCells target{{map.index(8, 8, 8)}, {}};
  const std::vector<double> d = planning::distance(map, map.solid, target, {});
  for (std::uint32_t k = 0; k < 17; ++k) {
    for (std::uint32_t j = 0; j < 17; ++j) {
      for (std::uint32_t i = 0; i < 17; ++i) {
        const double x = i - 8.0, y = j - 8.0, z = k - 8.0, exact = std::sqrt(x * x + y * y + z * z);
        CHECK(d[map.index(i, j, k)] >= exact - 1e-12);
        CHECK(d[map.index(i, j, k)] <= exact + 1.6);
        CHECK(d[map.index(i, j, k)] == doctest::Approx(d[map.index(k, i, j)]).epsilon(1e-13));
        if ((x == 0) + (y == 0) + (z == 0) == 2) CHECK(d[map.index(i, j, k)] == exact);
      }
    }
  }
  CHECK(d[map.index(9, 9, 9)] == doctest::Approx(1 + 1 / std::sqrt(2.0) + 1 / std::sqrt(3.0)));
  const auto field = planning::make_field3(PlannerKind::distance, std::make_shared<const planning::Map>(map), map.solid, target, d);
  const Vec3 there = field.sample({3.2, 5.1, 12.9}).direction;
  const Vec3 straight{8.5 - 3.2, 8.5 - 5.1, 8.5 - 12.9};
  const double cosine = (there.x * straight.x + there.y * straight.y + there.z * straight.z) /
                        std::sqrt(straight.x * straight.x + straight.y * straight.y + straight.z * straight.z);
  CHECK(cosine > 0.99);
  CHECK(field.sample({8.5, 8.5, 8.5}).status == PlanStatus::at_goal);
  CHECK(field.sample({8.5, 8.5, 20}).direction == Vec3{0, 0, -1});
}

TEST_CASE("space: harmonic fields lead along a duct and round its corner") {
  planning::Map map = cube(9);
  for (std::uint32_t cell = 0; cell < map.size(); ++cell) {
    const Vec3 c = map.centre(cell);
    const bool first = c.x < 3 && c.y < 3, second = c.y < 3 && c.z > 6;  // along z, then along x
    if (!first && !second) map.solid[cell] = 1;
  }
  const TargetCells target{{map.index(8, 1, 7)}, {}};
  const auto shared = std::make_shared<const planning::Map>(map);
  const auto factor = planning::HarmonicFactor::make(shared, 1.0);
  REQUIRE(factor);
  const auto field = planning::make_field3(PlannerKind::harmonic, shared, map.solid, target, factor->solve(target, {}));
  const Vec3 low = field.sample({1.5, 1.5, 1.5}).direction;
  CHECK(low.z > 0.99);
  CHECK(std::abs(low.y) < 1e-9);
  CHECK(field.sample({4.5, 1.5, 7.5}).direction.x > 0.999);
  CHECK(field.sample({8.5, 8.5, 8.5}).status == PlanStatus::outside);
  const planning::Sample3 off = field.sample({1.5, 3.5, 1.5});  // in the wall: back to the duct
  CHECK(off.direction.y == doctest::Approx(-1));
  Rng rng = Rng::stream(3, Purpose::test);
  for (int n = 0; n < 200; ++n) {
    Vec3 p{rng.uniform(0, 3), rng.uniform(0, 3), rng.uniform(0, 9)};
    planning::Sample3 s = field.sample(p);
    for (int step = 0; step < 400 && s.status == PlanStatus::field; ++step, s = field.sample(p)) {
      p = {p.x + 0.25 * s.direction.x, p.y + 0.25 * s.direction.y, p.z + 0.25 * s.direction.z};
    }
    CHECK(s.status == PlanStatus::at_goal);
  }
}

TEST_CASE("space: a step past solid edges and corners is none") {
  planning::Map map = cube(2);  // two free corners that touch in a point, or in an edge
  map.solid.assign(map.size(), 1);
  for (const auto& at : {map.index(0, 0, 0), map.index(1, 1, 1)}) map.solid[at] = 0;
  const auto shared = std::make_shared<const planning::Map>(map);
  std::vector<double> potential(map.size(), infinity);
  potential[map.index(0, 0, 0)] = 0, potential[map.index(1, 1, 1)] = 1;
  for (PlannerKind kind : {PlannerKind::harmonic, PlannerKind::distance}) {
    const auto field = planning::make_field3(kind, shared, map.solid, {{map.index(0, 0, 0)}, {}}, potential);
    CHECK(field.sample({1.4, 1.4, 1.4}).direction.x >= 0);  // harmonic: to the middle of its cell
  }
  // Through one free side and one free edge it can be seen, but no step leads straight there.
  for (const auto& at : {map.index(1, 0, 0), map.index(1, 1, 0)}) map.solid[at] = 0;
  potential[map.index(1, 0, 0)] = 0.1, potential[map.index(1, 1, 0)] = 0.2;
  const auto field = planning::make_field3(PlannerKind::distance, std::make_shared<const planning::Map>(map), map.solid,
                                           {{map.index(0, 0, 0)}, {}}, potential);
  CHECK(field.sample({1.5, 1.5, 1.5}).direction == Vec3{0, 0, -1});
}
