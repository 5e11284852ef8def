#include <doctest/doctest.h>

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "planning/flood.hpp"
#include "planning/map_doors.hpp"
#include "planning/rasterise.hpp"
#include "planning/target_cells.hpp"
#include "support/fp_traps.hpp"
#include "support/maps.hpp"

#include <limits>

using namespace wend;
using planning::cell_at;
using planning::FixedBody;
using planning::Map;
using planning::MapReport;
using planning::MapRequest;
using planning::Place;

namespace {

FixedBody wall(Vec2 a, Vec2 b, std::uint32_t door = planning::no_door) { return {a, b, 0, door}; }

Place place(Vec2 at, Vec2 to) { return {at, to, {}, 0}; }

void add_box(std::vector<FixedBody>& bodies, Vec2 low, Vec2 high) {
  const Vec2 right{high.x, low.y}, left{low.x, high.y};
  for (const FixedBody& side : {wall(low, right), wall(right, high), wall(high, left), wall(left, low)}) bodies.push_back(side);
}

Map map_of(const std::vector<FixedBody>& bodies, const MapRequest& request, MapReport& report) {
  auto map = planning::make_map(bodies, request, report);
  REQUIRE_MESSAGE(map.has_value(), (map ? std::string() : map.error().text()));
  return std::move(*map);
}

double cell_of(const std::vector<FixedBody>& bodies, const MapRequest& request) {
  MapReport report;
  return map_of(bodies, request, report).h;
}

std::string error_of(const std::vector<FixedBody>& bodies, const MapRequest& request) {
  MapReport report;
  const auto map = planning::make_map(bodies, request, report);
  REQUIRE(!map.has_value());
  return map.error().text();
}

// A wall along y = 5 with a gap of this width about x = 5, in a box of 10 m.
std::vector<FixedBody> doorway(double width) {
  std::vector<FixedBody> bodies{wall({0, 5}, {5 - width / 2, 5}), wall({5 + width / 2, 5}, {10, 5})};
  add_box(bodies, {0, 0}, {10, 10});
  return bodies;
}

const MapRequest ten_metres{.low = {0, 0}, .high = {10, 10}, .r_plan = 0.25};

MapRequest with_cell(double cell) {
  MapRequest request = ten_metres;
  request.cell = cell;
  return request;
}

bool joined(const Map& map, std::span<const std::uint8_t> solid, Vec2 from, Vec2 to) {
  const std::uint32_t start[] = {*cell_at(map, from)};
  return planning::reachable(map, solid, start)[*cell_at(map, to)] != 0;
}

struct Facts {
  std::size_t free = 0, reached = 0;
  std::uint32_t farthest = 0;
};

Facts facts(const test::MadeMap& made) {
  Facts found;
  const std::vector<std::uint32_t> steps = test::steps(made.map, made.target);
  for (std::size_t cell = 0; cell < steps.size(); ++cell) {
    found.free += made.map.solid[cell] == 0;
    if (steps[cell] == 0xffffffffu) continue;
    ++found.reached;
    found.farthest = std::max(found.farthest, steps[cell]);
  }
  return found;
}

}  // namespace

TEST_CASE("maps: the reference maps are those of the spec") {
  const auto check = [](const test::MadeMap& made, std::size_t free, std::uint32_t farthest) {
    const Facts found = facts(made);
    CHECK(found.free == free);
    CHECK(found.reached == free);
    CHECK(found.farthest == farthest);
  };
  check(test::maze(256, 4, 3), 52016, 4529);
  check(test::maze(256, 16, 3), 61184, 1590);
  check(test::rooms(256, 8, 3), 61457, 506);
  check(test::city(256, 60, 3), 49753, 436);
  check(test::open_room(256), 65536, 256);
}

TEST_CASE("maps: little grids are read row by row") {
  planning::TargetCells target;
  const planning::Map map = test::from_text("#T..#/###D#/#...#", target);
  CHECK(map.nx == 5);
  CHECK(map.ny == 3);
  CHECK(target.cells == std::vector<std::uint32_t>{map.index(1, 0)});
  REQUIRE(map.doors.size() == 1);
  CHECK(map.doors[0] == std::vector<std::uint32_t>{map.index(3, 1)});
  CHECK(map.solid[map.index(3, 1)] == 1);
  CHECK(map.solid[map.index(3, 2)] == 0);
  CHECK(map.solid[map.index(4, 2)] == 1);
}

TEST_CASE("planning grid: W1, a diagonal wall one cell thick does not leak") {
  planning::TargetCells target;
  const Map map = test::from_text("T...#/...#./..#../.#.../#....", target);
  const auto reached = planning::reachable(map, map.solid, target.cells);
  std::size_t count = 0;
  for (std::uint8_t cell : reached) count += cell;
  CHECK(count == 10);
  CHECK(reached[map.index(4, 4)] == 0);
}

TEST_CASE("planning grid: W1, a thin wall does not leak at any angle, even on cells much wider than r_plan") {
  for (int turn = 0; turn < 360; turn += 3) {
    const double angle = turn * pi / 180;
    const Vec2 along{det_cos(angle), det_sin(angle)}, middle{5.01, 4.93};
    std::vector<FixedBody> bodies{wall(middle - 9 * along, middle + 9 * along)};
    MapReport report;
    const Map map = map_of(bodies, {.low = {0, 0}, .high = {10, 10}, .r_plan = 0.001, .cell = 0.5}, report);
    const Vec2 across{-along.y, along.x};
    CHECK_MESSAGE(!joined(map, map.solid, middle - 3 * across, middle + 3 * across), turn);
    CHECK(report.closed.empty());
  }
}

TEST_CASE("planning grid: a wall makes the cells within r_plan solid, and its own") {
  MapReport report;
  const Map map = map_of({wall({2, 5}, {8, 5})}, with_cell(0.5), report);
  CHECK(map.nx == 20);
  CHECK(map.ny == 20);
  CHECK(map.size() == 22 * 22);
  CHECK(map.solid[*cell_at(map, {5, 5.2})] == 1);   // centre at 5.25: touches
  CHECK(map.solid[*cell_at(map, {5, 4.8})] == 1);
  CHECK(map.solid[*cell_at(map, {5, 5.6})] == 0);
  CHECK(map.solid[*cell_at(map, {1.8, 5.2})] == 0);  // 0.35 from the end
  CHECK(map.solid[0] == 1);
  // A disc covers what it covers.
  const Map disc = map_of({{{5, 5}, {5, 5}, 1.0, planning::no_door}}, with_cell(0.5), report);
  CHECK(disc.solid[*cell_at(disc, {5.2, 5.2})] == 1);
  CHECK(disc.solid[*cell_at(disc, {6.2, 5.2})] == 0);  // 1.275 away
  CHECK(disc.solid[*cell_at(disc, {5.8, 5.8})] == 1);  // 1.06
}

TEST_CASE("planning grid: doors are solid while shut, and only where no wall is") {
  std::vector<FixedBody> bodies = doorway(1.5);
  bodies.push_back(wall({4.25, 5}, {5.75, 5}, 1));
  MapReport report;
  const Map map = map_of(bodies, with_cell(0.125), report);
  REQUIRE(map.doors.size() == 2);
  CHECK(map.doors[0].empty());
  CHECK(std::is_sorted(map.doors[1].begin(), map.doors[1].end()));
  const Vec2 below{5, 4}, above{5, 6};
  CHECK(!joined(map, map.solid, below, above));
  const std::uint8_t shut[] = {1, 0}, open[] = {0, 1};
  CHECK(planning::solid_now(map, shut) == map.solid);
  const auto now = planning::solid_now(map, open);
  CHECK(joined(map, now, below, above));
  CHECK(now == map_of(doorway(1.5), with_cell(0.125), report).solid);
}

TEST_CASE("planning grid: a cell of two doors is free when both are open") {
  Map map = test::blank_map(3, 1);
  map.doors = {{map.index(0, 0), map.index(1, 0)}, {map.index(1, 0), map.index(2, 0)}};
  const std::uint8_t left[] = {1, 0}, both[] = {1, 1};
  const auto one = planning::solid_now(map, left), all = planning::solid_now(map, both);
  CHECK(one[map.index(0, 0)] == 0);
  CHECK(one[map.index(1, 0)] == 1);
  CHECK(all[map.index(1, 0)] == 0);
}

TEST_CASE("planning grid: the default cell is a quarter of the narrowest free width, within limits") {
  CHECK(cell_of({}, ten_metres) == 0.5);
  CHECK(cell_of(doorway(1.5), ten_metres) == doctest::Approx(0.25));
  CHECK(cell_of(doorway(0.6), ten_metres) == 0.25 / 8);  // 0.025 is less
  CHECK(cell_of(doorway(0.4), ten_metres) == 0.5);       // nobody fits: no passage
  // Thick walls, and a door that stands in its doorway: the same doorway.
  std::vector<FixedBody> thick;
  add_box(thick, {0, 4.9}, {4.25, 5.1});
  add_box(thick, {5.75, 4.9}, {10, 5.1});
  thick.push_back(wall({4.25, 5}, {5.75, 5}, 0));
  CHECK(cell_of(thick, ten_metres) == doctest::Approx(0.25));
  // Two pillars.
  CHECK(cell_of({{{3, 5}, {3, 5}, 0.5, planning::no_door}, {{5, 5}, {5, 5}, 0.5, planning::no_door}}, ten_metres) == doctest::Approx(0.125));
}

TEST_CASE("planning grid: walls that meet, bends and the inside of pillars are no passages") {
  CHECK(cell_of({wall({2, 2}, {8, 2}), wall({2, 2}, {8, 2.8})}, ten_metres) == 0.5);
  std::vector<FixedBody> round;  // sides of 0.17 m
  for (int k = 0; k < 80; ++k) {
    const double from = k * 0.06, to = (k + 1) * 0.06;
    round.push_back(wall({5 + 3 * det_cos(from), 5 + 3 * det_sin(from)}, {5 + 3 * det_cos(to), 5 + 3 * det_sin(to)}));
  }
  CHECK(cell_of(round, ten_metres) == 0.5);
  CHECK(cell_of({wall({2, 2}, {4, 2}), wall({4, 2}, {4.3, 2.7}), wall({4.3, 2.7}, {6, 3})}, ten_metres) == 0.5);
  std::vector<FixedBody> pillar;
  add_box(pillar, {4, 4}, {4.8, 4.8});
  CHECK(cell_of(pillar, ten_metres) == 0.5);
  MapRequest somebody = ten_metres;
  const Vec2 outside[] = {{1, 1}}, inside[] = {{4.4, 4.4}};
  somebody.inhabited = outside;
  CHECK(cell_of(pillar, somebody) == 0.5);
  somebody.inhabited = inside;
  CHECK(cell_of(pillar, somebody) == doctest::Approx(0.075));
  // Rooms without a door between them are both as good as inhabited until it is known better.
  std::vector<FixedBody> apart = doorway(1.5);
  apart.push_back(wall({0, 3}, {10, 3}));
  CHECK(cell_of(apart, ten_metres) == doctest::Approx(0.25));
  somebody.inhabited = outside;
  CHECK(cell_of(apart, somebody) == 0.5);
  // Behind a narrow door it is inhabited too.
  somebody.inhabited = outside;
  std::vector<FixedBody> two = doorway(0.7);
  const std::vector<FixedBody> narrow{wall({0, 8}, {4.7, 8}), wall({5.3, 8}, {10, 8})};
  two.insert(two.end(), narrow.begin(), narrow.end());
  CHECK(cell_of(two, somebody) == 0.25 / 8);
}

TEST_CASE("planning grid: closed and narrow passages are reported") {
  MapReport report;
  Map map = map_of(doorway(0.8), with_cell(0.5), report);
  CHECK(!joined(map, map.solid, {5, 3}, {5, 7}));
  REQUIRE(report.closed.size() == 1);
  CHECK(report.closed[0] == Vec2{5, 5});
  CHECK(report.narrow.empty());
  CHECK(planning::closed_text(report.closed[0]) == "planner: passage at (5,5) narrower than 2 r_plan + h was closed");
  map = map_of(doorway(0.8), with_cell(0.125), report);
  CHECK(joined(map, map.solid, {5, 3}, {5, 7}));
  CHECK(report.closed.empty());
  REQUIRE(report.narrow.size() == 1);
  CHECK(planning::narrow_text({-1.2345, 5}) == "planner: passage at (-1.23,5) narrower than 3 cells");
  for (double cell : {0.0, 0.1, 0.025}) {  // 0.3 m are three cells of 0.1
    map_of(doorway(0.8), with_cell(cell), report);
    CHECK(report.closed.empty());
    CHECK(report.narrow.empty());
  }
  // Thick walls are several bodies with one doorway; one too narrow for anybody is none.
  std::vector<FixedBody> thick = doorway(0.4);
  add_box(thick, {0, 2.8}, {4.6, 3});
  add_box(thick, {5.4, 2.8}, {10, 3});
  MapRequest request = with_cell(0.5);
  const Vec2 somebody[] = {{5, 1}};
  request.inhabited = somebody;
  map_of(thick, request, report);
  REQUIRE(report.closed.size() == 1);
  CHECK(report.closed[0].x == doctest::Approx(5));
}

TEST_CASE("planning grid: bad input and too large grids are refused with what would do") {
  MapRequest request = ten_metres;
  request.cell = 0.001;
  request.max_cells = 1000000;
  const std::string text = error_of({}, request);
  CHECK(text == "planner: a grid of 10000 x 10000 cells of 0.001 m needs 100040004 cells with its border, the limit is 1000000; cell = 0.011 would fit");
  request.cell = 0.011;
  CHECK(cell_of({}, request) == 0.011);
  request.cell = 0.01;
  CHECK(error_of({}, request).find("would fit") != std::string::npos);
  CHECK(error_of({}, with_cell(-1)) == "planner: cell = -1, expected 0 (chosen by the planner) or 0.001 .. 1000000 m");
  request = ten_metres;
  request.r_plan = 0;
  CHECK(error_of({}, request) == "planner: r_plan = 0, expected 0.001 .. 1000000 m");
  request = ten_metres;
  request.high.y = 0;
  CHECK(error_of({}, request) == "planner: low = (0, 0), high = (10, 0), expected low < high, within 1e+09 m");
  const test::NoTraps quiet;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(error_of({wall({0, 0}, {1, 1}), wall({nan, 0}, {1, 1})}, ten_metres) ==
        "planner: body 1 from (nan, 0) to (1, 1), expected numbers within 1e+09 m");
  CHECK(error_of({{{0, 0}, {1, 1}, -1, planning::no_door}}, ten_metres) == "planner: body 0: radius = -1, expected 0 .. 1000000 m");
  CHECK(error_of({wall({0, 0}, {1, 1}, 1u << 20)}, ten_metres) == "planner: body 0: door = 1048576, expected less than 1048576");
}

TEST_CASE("planning targets: free cells within the radius, or the cell that holds the place") {
  MapReport report;
  const Map map = map_of({}, with_cell(1), report);
  const auto cells = [&](const std::vector<Place>& places, const std::vector<double>& radii, const std::vector<double>& weights = {}) {
    auto found = planning::target_cells(map, map.solid, places, radii, weights, {});
    REQUIRE_MESSAGE(found.has_value(), (found ? std::string() : found.error().text()));
    return *found;
  };
  const Place point = place({2.9, 3.1}, {2.9, 3.1});
  CHECK(cells({point}, {0}).cells == std::vector<std::uint32_t>{map.index(2, 3)});
  CHECK(cells({point}, {0.8}).cells == std::vector<std::uint32_t>{map.index(2, 2), map.index(2, 3), map.index(3, 3)});
  const Place corner = place({10, 10}, {10, 10});
  CHECK(cells({corner}, {0}).cells == std::vector<std::uint32_t>{map.index(9, 9)});
  const Place line = place({1.2, 1.2}, {4.7, 1.2});
  CHECK(cells({line}, {0}).cells == std::vector<std::uint32_t>{map.index(1, 1), map.index(2, 1), map.index(3, 1), map.index(4, 1)});
  const Vec2 square[] = {{1.2, 1.2}, {3.2, 1.2}, {3.2, 3.2}, {1.2, 3.2}};
  const Place area{{}, {}, square, 0};
  CHECK(cells({area}, {0}).cells.size() == 9);
  // Overlapping places: a cell once, weights add up.
  CHECK(cells({point, point, line}, {0, 0, 0}).cells.size() == 5);
  CHECK(cells({point, point}, {0, 0}).weights.empty());
  CHECK(cells({point, point}, {0, 0}, {2, 3}).weights == std::vector<double>{5});
}

TEST_CASE("planning targets: a place without a free cell is an error that says where to go instead") {
  MapReport report;
  const Map map = map_of({wall({0, 5}, {10, 5})}, with_cell(0.5), report);
  const auto error = [&](Place where, double radius, double weight, const std::vector<std::string>& names) {
    const auto found = planning::target_cells(map, map.solid, {{where}}, {{radius}}, {{weight}}, names);
    REQUIRE(!found.has_value());
    return found.error().text();
  };
  CHECK(error(place({5.1, 5.1}, {5.1, 5.1}), 0, 1, {"target \"exit\""}) ==
        "planner: no target cell: target \"exit\" at (5.1, 5.1) lies inside a wall; the nearest free cell is at (5.25, 5.75)");
  CHECK(error(place({12, 5}, {14, 5}), 0.1, 1, {}) ==
        "planner: no target cell: target 0 at (13, 5) lies outside the grid, expected a place within (0, 0) .. (10, 10)");
  CHECK(error(place({1, 1}, {1, 1}), -1, 1, {"a"}) == "planner: a: radius = -1, expected 0 .. 1e+09 m");
  CHECK(error(place({1, 1}, {1, 1}), 0, 0, {"a"}) == "planner: a: weight = 0, expected a number > 0");
  {
    const test::NoTraps quiet;
    CHECK(error(place({std::numeric_limits<double>::quiet_NaN(), 1}, {1, 1}), 0, 1, {"a"}) ==
          "planner: a is not at a place within 1e+09 m");
  }
  const Map full = test::blank_map(2, 2);
  const Place middle = place({1, 1}, {1, 1});
  CHECK(planning::target_cells(full, full.solid, {{middle}}, {{0.0}}, {}, {}).error().text() ==
        "planner: no target cell: target 0 at (1, 1) lies inside a wall, and the grid has no free cell");
  CHECK(!planning::target_cells(map, map.solid, {}, {}, {}, {}).has_value());
}
