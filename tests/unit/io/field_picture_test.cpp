#include <doctest/doctest.h>
#include <wend/analysis/planning_field.hpp>
#include <wend/io/field_picture.hpp>
#include <wend/io/picture.hpp>

#include <cmath>
#include <memory>
#include <string>
#include <string_view>

#include "io/field_cells.hpp"
#include "io/field_lines.hpp"
#include "io/field_paint.hpp"
#include "io/viewport.hpp"
#include "pixels.hpp"
#include "planning/distance.hpp"
#include "planning/field.hpp"
#include "scratch.hpp"
#include "support/maps.hpp"

using namespace wend;
using namespace wend::io;
using test::content;
using test::Picture;
using test::same;
using test::Scratch;

namespace {

PlanningField field_of(std::string_view text, double cell = 1) {
  planning::TargetCells target;
  planning::Map made = test::from_text(text, target);
  made.h = cell;
  const auto map = std::make_shared<const planning::Map>(made);
  auto potential = planning::distance(*map, map->solid, target, {});
  auto field = planning::make_field(PlannerKind::distance, map, map->solid, target, std::move(potential));
  field.closed_passages = {{0.5 * cell, 1.5 * cell}};
  field.narrow_passages = {{3.5 * cell, 1.5 * cell}};
  FieldUse use;
  use.kind = PlannerKind::distance;
  use.radius = 0.3;
  return {use, std::make_shared<const planning::Field>(std::move(field))};
}


// Rows from below: a room with the target at its left, a wall with a shut door, and a part nobody reaches.
PlanningField house_field() { return field_of("T..........#..../...........#..../...........D..../...........#..../################"); }

Style plain_style() {
  Style style{.width = 800, .height = 300};
  style.view = Box{{0, 0}, {16, 5}};
  style.legend = false;
  style.scale_bar = false;
  style.time_stamp = false;
  return style;
}

const FieldLook only_colours{.contours = false, .streamlines = false, .sight = false, .passages = false, .agents = false};

}  // namespace

TEST_CASE("field picture: near is pale, far is dark, walls, doors, targets and unreachable parts are told apart") {
  const Scratch scratch("field");
  for (const bool dark : {false, true}) {
    Style style = plain_style();
    style.dark = dark;
    REQUIRE(draw_field(scratch.path("a.png"), house_field(), {}, {}, only_colours, style));
    const Picture picture(scratch.path("a.png"));
    const Viewport view = fit_view(style, *style.view);
    const auto at = [&](double x, double y) { return picture.at(view.pixel({x, y})); };
    const Palette& tones = palette(dark);
    CHECK(same(at(0.5, 0.5), blend(tones.paper, tones.target, 0.45)));
    CHECK(same(at(1.1, 0.1), along(field_ramp(dark), 0)));
    CHECK(same(at(10.9, 3.9), along(field_ramp(dark), 1)));
    CHECK(same(at(11.5, 0.5), tones.solid));
    CHECK(same(at(11.5, 2.5), tones.moving));
    int pale = 0, lines = 0;
    for (double x = 12.1; x < 16; x += 0.05) {
      pale += same(at(x, 1.5), tones.no_way) ? 1 : 0;
      lines += same(at(x, 1.5), tones.no_way_line) ? 1 : 0;
    }
    CHECK(pale > 20);
    CHECK(lines > 5);
  }
}

TEST_CASE("field picture: the words of the legend are those of what is there") {
  const Scratch scratch("field-words");
  Frame frame;
  frame.targets = {{.id = 1, .at = {0.5, 0.5}, .radius = 0.2}};
  frame.agents = {{.id = {0, 1}, .at = {3, 2}}, {.id = {1, 1}, .at = {14, 2}}};
  frame.bodies = {{.id = 7, .kind = BodyKind::wall, .at = {11.5, 2}, .to = {11.5, 3}, .door = true}};
  const FieldNotes notes{.sight = {{{3, 2}, {0.5, 0.5}}}, .lost = {{1, 1}}};
  // Text is drawn as outlines in an .svg: ask the keys' widths by drawing with and without.
  Style style{.width = 1280, .height = 720, .title = "House"};
  REQUIRE(draw_field(scratch.path("all.svg"), house_field(), frame, notes, {}, style));
  REQUIRE(draw_field(scratch.path("again.svg"), house_field(), frame, notes, {}, style));
  CHECK(content(scratch.path("all.svg")) == content(scratch.path("again.svg")));
  CHECK(content(scratch.path("all.svg")).find("<svg") != std::string::npos);
  style.legend = false;
  REQUIRE(draw_field(scratch.path("none.svg"), house_field(), frame, notes, {}, style));
  CHECK(content(scratch.path("none.svg")).size() < content(scratch.path("all.svg")).size());
  REQUIRE(draw_field(scratch.path("all.pdf"), house_field(), frame, notes, {}, style));
  CHECK(content(scratch.path("all.pdf")).starts_with("%PDF"));
  const auto refused = draw_field(scratch.path("all.gif"), house_field(), frame, notes, {}, style);
  REQUIRE(!refused);
  CHECK(refused.error().message.find("expected .png, .svg or .pdf") != std::string::npos);
  style.width = 10;
  CHECK(!draw_field(scratch.path("b.png"), house_field(), frame, notes, {}, style));
  CHECK(scratch.files() == std::vector<std::string>{"again.svg", "all.pdf", "all.svg", "none.svg"});
}

TEST_CASE("field picture: a cross where a passage was closed, and none without passages") {
  const Scratch scratch("field-cross");
  Style style = plain_style();
  const Viewport view = fit_view(style, *style.view);
  for (const bool passages : {true, false}) {
    FieldLook look = only_colours;
    look.passages = passages;
    REQUIRE(draw_field(scratch.path("a.png"), house_field(), {}, {}, look, style));
    const Picture picture(scratch.path("a.png"));
    CHECK(same(picture.at(view.pixel({0.5, 1.5})), palette(false).alarm) == passages);
  }
}

TEST_CASE("field picture: ranks follow the order of the potential and do not leak through corners") {
  const FieldCells cells(field_of("T.../.#../...."));
  const auto& order = cells.near_to_far();
  REQUIRE(order.size() == 11);
  CHECK(cells.what(order.front()) == FieldCell::target);
  CHECK(cells.rank({0.5, 0.5}) < 0.2);
  CHECK(cells.rank({3.9, 2.9}) > 0.9);
  for (std::size_t i = 1; i < order.size(); ++i)
    CHECK(cells.field().potential(order[i - 1] % 4, order[i - 1] / 4) <= cells.field().potential(order[i] % 4, order[i] / 4));
  // Two cells that touch corner to corner between two solid ones know nothing of each other.
  const FieldCells knot(field_of("T.#./.#../...."));
  CHECK(knot.corner(1, 0, true, true) == knot.corner(1, 0, true, false));
  CHECK(knot.corner(2, 1, false, false) > knot.corner(1, 0, true, true) + 0.2);
  CHECK(FieldCells(field_of("T.#../...#./..#..")).count(FieldCell::unreachable) == 5);
}

TEST_CASE("field picture: ways stay out of walls, end at the target or join, and every corridor has one") {
  for (const double gap : {1.0, 3.0, 9.0}) {
    test::MadeMap made = test::maze(41, 3, 5);
    made.map.h = 0.5;
    const auto map = std::make_shared<const planning::Map>(made.map);
    auto field = planning::make_field(PlannerKind::distance, map, map->solid, made.target, planning::distance(*map, map->solid, made.target, {}));
    const FieldCells cells(PlanningField({}, std::make_shared<const planning::Field>(std::move(field))));
    const auto ways = field_lines(cells, gap);
    REQUIRE(!ways.empty());
    std::size_t arrived = 0;
    for (const FieldLine& way : ways) {
      for (const Vec2 p : way) {
        const auto cell = cells.at(p);
        REQUIRE(cell.has_value());
        REQUIRE(cells.has_way(*cell));
      }
      arrived += cells.what(*cells.at(way.back())) == FieldCell::target ? 1 : 0;
    }
    CHECK(arrived >= 1);
    CHECK(ways == field_lines(cells, gap));
    // From the farthest cell all the way.
    CHECK(norm(ways.front().front() - cells.centre(cells.near_to_far().back())) < 1e-9);
    CHECK(cells.what(*cells.at(ways.front().back())) == FieldCell::target);
  }
}

TEST_CASE("field picture: below a crowd the field is fainter, and another field is drawn anew") {
  const Scratch scratch("field-below");
  Frame frame;
  frame.field = house_field();
  Style style = plain_style();
  style.grid = false;
  style.overlays.field = true;
  const Viewport view = fit_view(style, *style.view);
  REQUIRE(draw_picture(scratch.path("a.png"), frame, {}, style));
  const Palette& tones = palette(false);
  {
    const Picture picture(scratch.path("a.png"));
    CHECK(same(picture.at(view.pixel({11.5, 0.5})), blend(tones.paper, tones.solid, field_under_crowd)));
    int far = 0;  // but for the arrows
    for (double x = 10.2; x < 10.95; x += 0.05)
      far += same(picture.at(view.pixel({x, 3.9})), blend(tones.paper, along(field_ramp(false), 1), field_under_crowd)) ? 1 : 0;
    CHECK(far > 5);
  }
  style.overlays.field = false;
  REQUIRE(draw_picture(scratch.path("b.png"), frame, {}, style));
  CHECK(same(Picture(scratch.path("b.png")).at(view.pixel({11.5, 0.5})), tones.paper));
}

TEST_CASE("picture: a shut door is a line of its own colour, an open one is dots") {
  const Scratch scratch("door");
  Frame frame;
  const BodyShape door{.id = 1, .kind = BodyKind::wall, .at = {2, 1}, .to = {2, 4}, .radius = 0.1, .door = true};
  Style style = plain_style();
  style.grid = false;
  const Viewport view = fit_view(style, *style.view);
  const auto share = [&](const Frame& f) {
    REQUIRE(draw_picture(scratch.path("a.png"), f, {}, style));
    const Picture picture(scratch.path("a.png"));
    int brown = 0;
    for (double y = 1.05; y < 3.95; y += 0.02) brown += same(picture.at(view.pixel({2, y})), palette(false).moving_edge) ? 1 : 0;
    return brown;
  };
  frame.bodies = {door};
  CHECK(share(frame) == 145);
  frame.bodies.clear();
  frame.open_doors = {door};
  CHECK(share(frame) > 0);
  CHECK(share(frame) < 145);
}
