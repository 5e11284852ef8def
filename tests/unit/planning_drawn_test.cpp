#include <doctest/doctest.h>

#include "planning/drawn.hpp"
#include "planning/streamline.hpp"
#include "support/fields.hpp"

#include <utility>

using namespace wend;
using planning::StreamlineEnd;
using planning::TargetCells;

namespace {

// The same vector in all cells.
DrawnGrid everywhere(const planning::Map& map, Vec2 v, double strength) {
  const std::size_t cells = std::size_t{map.nx} * map.ny;
  return {map.origin, map.h, map.nx, map.ny, std::vector<double>(cells, v.x), std::vector<double>(cells, v.y), std::vector<double>(cells, strength)};
}

struct Drawn {
  Result<planning::Field> field;
  std::string warning;
};

Drawn draw(const planning::Field* beneath, const planning::Map& map, const TargetCells& target, const DrawnGrid& grid,
           std::vector<Stroke> strokes = {}, std::vector<RoamArea> roam = {}, bool strict = false) {
  std::string warning = "of old";
  auto field = planning::draw(beneath, std::make_shared<const planning::Map>(map), map.solid, target, grid, strokes, roam, strict, warning);
  return {std::move(field), warning};
}

planning::Map empty_room(std::uint32_t columns, std::uint32_t rows) {
  planning::Map map = test::blank_map(columns, rows);
  test::fill(map, 0, columns, 0, rows, false);
  return map;
}

// A field beneath that goes along x everywhere, up to the target column at the right.
planning::Field rightwards(const planning::Map& map, TargetCells& target) {
  target = {};
  for (std::uint32_t j = 0; j < map.ny; ++j) target.cells.push_back(map.index(map.nx - 1, j));
  return test::distance_field(map, target);
}

void check_unit(Vec2 found, Vec2 expected) {
  CHECK(std::abs(found.x - expected.x) <= 1e-12);
  CHECK(std::abs(found.y - expected.y) <= 1e-12);
}

}  // namespace

TEST_CASE("drawn: blends with the field beneath by its strength") {
  const planning::Map map = empty_room(20, 20);
  TargetCells target;
  const planning::Field beneath = rightwards(map, target);
  const std::uint32_t cell = map.index(8, 9);
  const Vec2 s = direction_or(Vec2{-1, 2}, {});
  for (double a : {0.0, 0.25, 0.5, 0.9, 1.0}) {
    const Drawn drawn = draw(&beneath, map, target, everywhere(map, {-3, 6}, a));
    REQUIRE(drawn.field);
    check_unit(drawn.field->unit[cell], direction_or((1 - a) * Vec2{1, 0} + a * s, {}));
    CHECK(drawn.field->kind == PlannerKind::drawn);
    CHECK(drawn.field->potential == beneath.potential);
  }
  CHECK(draw(&beneath, map, target, {}).field->unit == beneath.unit);
  DrawnGrid plain = everywhere(map, {0, 0}, 1);  // no opinion
  CHECK(draw(&beneath, map, target, plain).field->unit == beneath.unit);
  plain.strength.clear();  // all of it
  plain.y.assign(plain.y.size(), 1e-200);
  check_unit(draw(&beneath, map, target, plain).field->unit[cell], {0, 1});
}

TEST_CASE("drawn: of two opposed vectors the drawn one wins from one half on") {
  const planning::Map map = empty_room(20, 5);
  TargetCells target;
  const planning::Field beneath = rightwards(map, target);
  const auto at = [&](double a) { return draw(&beneath, map, target, everywhere(map, {-1, 0}, a)).field->unit[map.index(8, 2)]; };
  check_unit(at(0.49), {1, 0});
  check_unit(at(0.5), {-1, 0});
  check_unit(at(0.51), {-1, 0});
}

TEST_CASE("drawn: over a harmonic field") {
  const test::MadeMap made = test::maze(21, 4, 1);
  const planning::Field beneath = test::harmonic_field(made.map, made.target);
  const Drawn same = draw(&beneath, made.map, made.target, {});
  CHECK(same.warning.empty());
  const std::uint32_t cell = made.map.index(18, 17);
  check_unit(same.field->unit[cell], beneath.sample(made.map.centre(cell).xy()).direction);
}

TEST_CASE("drawn: what points into walls is taken off") {
  const planning::Map map = empty_room(6, 6);
  const Drawn drawn = draw(nullptr, map, {{map.index(5, 5)}, {}}, everywhere(map, {1, -0.5}, 1));
  check_unit(drawn.field->unit[map.index(2, 0)], {1, 0});
  check_unit(drawn.field->unit[map.index(5, 3)], {0, -1});
  check_unit(drawn.field->unit[map.index(5, 0)], {0, 0});
  check_unit(drawn.field->unit[map.index(2, 2)], direction_or(Vec2{1, -0.5}, {}));
}

TEST_CASE("drawn: cells that end in a trap are counted, with a place") {
  TargetCells target;
  const planning::Map map = test::from_text("T.........", target);
  DrawnGrid grid = everywhere(map, {-1, 0}, 1);
  CHECK(draw(nullptr, map, target, grid).warning.empty());
  for (std::size_t c : {7u, 8u, 9u}) grid.x[c] = 1;
  const Drawn trapped = draw(nullptr, map, target, grid);
  REQUIRE(trapped.field);
  CHECK(trapped.warning.starts_with("drawn field: 3 of 9 cells end in a trap or a loop near (9"));
  const Drawn strict = draw(nullptr, map, target, grid, {}, {}, true);
  REQUIRE_FALSE(strict.field);
  CHECK(strict.field.error().text() == trapped.warning);
  CHECK(draw(nullptr, map, target, grid, {}, {{{9, 0}, {10, 1}}}, true).field.has_value());
  // Toward each other: a loop of two cells, and those that come to it.
  for (std::size_t c : {2u, 3u, 4u}) grid.x[c] = 1;
  CHECK(draw(nullptr, map, target, grid).warning.starts_with("drawn field: 8 of 9 cells end in a trap or a loop near (5"));
  // Over a field that knows the way the wall at the end is none.
  const planning::Field beneath = test::distance_field(map, target);
  CHECK(draw(&beneath, map, target, {}).warning.empty());
  CHECK(draw(nullptr, map, target, {}).warning.starts_with("drawn field: 9 of 9 cells"));
}

TEST_CASE("drawn: large numbers of trapped cells are readable") {
  const planning::Map map = empty_room(201, 200);
  TargetCells target;
  for (std::uint32_t j = 0; j < 200; ++j) target.cells.push_back(map.index(200, j));
  DrawnGrid grid = everywhere(map, {1, 0}, 1);
  for (std::size_t c = 0; c < 50; ++c) grid.x[3 * 201 + c] = -1;  // 50 cells of one row
  grid.x[7 * 201 + 20] = 0;                                      // no opinion: 21 cells end here
  const Drawn drawn = draw(nullptr, map, target, grid);
  CHECK(drawn.warning == "drawn field: 71 of 40,000 cells end in a trap or a loop near (0.5,3.5)");
  CHECK(draw(nullptr, map, target, everywhere(map, {-1, 0}, 1)).warning.starts_with("drawn field: 40,000 of 40,000 cells"));
}

TEST_CASE("drawn: the field beneath alone has no traps") {
  for (const test::MadeMap& made : {test::maze(61, 4, 3), test::rooms(64, 4, 2), test::city(64, 20, 3)}) {
    for (const planning::Field& beneath : {test::harmonic_field(made.map, made.target), test::distance_field(made.map, made.target)}) {
      CHECK(draw(&beneath, made.map, made.target, {}).warning == "");
    }
  }
}

TEST_CASE("drawn: strokes are strong on their line and fall off to half their width") {
  const planning::Map map = empty_room(40, 21);
  TargetCells target;
  const planning::Field beneath = rightwards(map, target);
  const Stroke stroke{{{20.5, 0}, {20.5, 21}}, 8, 1};
  const Drawn drawn = draw(&beneath, map, target, {}, {stroke});
  REQUIRE(drawn.field);
  const auto at = [&](std::uint32_t i) { return drawn.field->unit[map.index(i, 10)]; };
  check_unit(at(20), {0, 1});
  for (std::uint32_t off : {1u, 2u, 3u, 4u, 9u}) {
    const double rest = std::max(0.0, 1 - off * off / 16.0), a = rest * rest;
    check_unit(at(20 + off), direction_or(Vec2{1 - a, a}, {}));
    check_unit(at(20 - off), at(20 + off));
  }
  // Half as strong; two of them together are one.
  Stroke half = stroke;
  half.strength = 0.5;
  check_unit(draw(&beneath, map, target, {}, {half}).field->unit[map.index(20, 10)], {std::sqrt(0.5), std::sqrt(0.5)});
  check_unit(draw(&beneath, map, target, {}, {half, half}).field->unit[map.index(20, 10)], {0, 1});
  // The other way at once: no opinion.
  const Stroke back{{{20.5, 21}, {20.5, 0}}, 8, 1};
  check_unit(draw(&beneath, map, target, {}, {stroke, back}).field->unit[map.index(20, 10)], {1, 0});
  // Round a bend.
  const Stroke bend{{{0, 10.5}, {20.5, 10.5}, {20.5, 21}}, 6, 1};
  const Drawn bent = draw(&beneath, map, target, {}, {bend});
  check_unit(bent.field->unit[map.index(20, 10)], {std::sqrt(0.5), std::sqrt(0.5)});
}

TEST_CASE("drawn: a one-way ring") {
  const planning::Map map = empty_room(40, 40);
  TargetCells target{{map.index(38, 20)}, {}};
  Stroke ring{{}, 6, 1};
  for (int n = 0; n <= 32; ++n) ring.points.push_back({20 + 12 * std::cos(n * 0.19634954), 20 + 12 * std::sin(n * 0.19634954), 0});
  const Drawn alone = draw(nullptr, map, target, {}, {ring});
  CHECK_FALSE(alone.warning.empty());
  // Standing still beside it and going round for ever are both allowed here.
  const Drawn roam = draw(nullptr, map, target, {}, {ring}, {{{0, 0}, {40, 40}}});
  CHECK(roam.warning.empty());
  // All go round with it, also where the shorter way is the other one.
  const planning::Field beneath = test::distance_field(map, target);
  const Drawn over = draw(&beneath, map, target, {}, {ring});
  REQUIRE(over.field);
  for (double angle = 0.3; angle < 6; angle += 0.1) {
    const Vec2 out{std::cos(angle), std::sin(angle)}, p = Vec2{20, 20} + 12 * out;
    CHECK(cross(out, over.field->sample(p).direction) > 0.5);
  }
}

TEST_CASE("drawn: what cannot be drawn is said with its place") {
  const planning::Map map = empty_room(10, 10);
  const TargetCells target{{map.index(0, 0)}, {}};
  const auto error = [&](const DrawnGrid& grid, std::vector<Stroke> strokes = {}) {
    const Drawn drawn = draw(nullptr, map, target, grid, std::move(strokes));
    REQUIRE_FALSE(drawn.field);
    return drawn.field.error().text();
  };
  const DrawnGrid good = everywhere(map, {1, 0}, 1);
  DrawnGrid grid = good;
  grid.y[34] = std::nan("");
  grid.x[57] = infinity;
  CHECK(error(grid) == "drawn field: cell (4,3) = (1,nan), expected finite numbers");
  grid = good;
  grid.strength[12] = 1.5;
  CHECK(error(grid) == "drawn field: strength of cell (2,1) = 1.5, expected 0 .. 1");
  grid = good;
  grid.x.pop_back();
  CHECK(error(grid) == "drawn field: 99 x, 100 y and 100 strengths, expected 100 of each for 10 x 10 cells");
  grid = good;
  grid.cell = 0;
  CHECK(error(grid) == "drawn field: cell = 0, expected a side above 0 m");
  grid = good;
  grid.origin.x = std::nan("");
  CHECK(error(grid) == "drawn field: origin = (nan,0), expected finite numbers");
  CHECK(error({}, {{{{0, 0}}, 1, 1}}) == "drawn field: stroke 0 has 1 points, expected 2 or more");
  CHECK(error({}, {{{{0, 0}, {1, infinity}}, 1, 1}}) == "drawn field: point 1 of stroke 0 = (1,inf), expected finite numbers");
  CHECK(error({}, {{{{0, 0}, {1, 1}}, 0, 1}}) == "drawn field: width of stroke 0 = 0, expected a width above 0 m");
  CHECK(error({}, {{{{0, 0}, {1, 1}}, 1, -1}}) == "drawn field: strength of stroke 0 = -1, expected 0 .. 1");
}

TEST_CASE("drawn: a grid coarser than the map, and beside it") {
  const planning::Map map = empty_room(8, 8);
  const DrawnGrid grid{{2, 2}, 2, 2, 1, {1, 0}, {0, 1}, {}};
  const Drawn drawn = draw(nullptr, map, {{map.index(0, 0)}, {}}, grid);
  CHECK(drawn.field->unit[map.index(2, 3)] == Vec2{1, 0});
  CHECK(drawn.field->unit[map.index(4, 2)] == Vec2{0, 1});
  CHECK(drawn.field->unit[map.index(1, 2)] == Vec2{});
  CHECK(drawn.field->unit[map.index(4, 4)] == Vec2{});
  CHECK(drawn.field->sample({6.5, 6.5}).status == PlanStatus::field);
  CHECK(drawn.field->sample({6.5, 6.5}).direction == Vec2{});
}
