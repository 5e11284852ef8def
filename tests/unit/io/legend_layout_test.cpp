#include <doctest/doctest.h>
#include <wend/io/picture.hpp>

#include <algorithm>
#include <vector>

#include "io/cairo_ptr.hpp"
#include "io/legend_key.hpp"
#include "io/legend_layout.hpp"
#include "io/painter.hpp"
#include "pixels.hpp"
#include "scratch.hpp"

using namespace wend;
using namespace wend::io;

namespace {

const auto more_width = [](std::size_t) { return 60.0; };

// No two entries of a line overlap, and none leaves its line.
void check_apart(const LegendPlan& plan, std::span<const double> widths, const LegendRoom& room) {
  struct Part {
    std::size_t line;
    double from, to;
  };
  std::vector<Part> parts;
  for (std::size_t i = 0; i < plan.spots.size(); ++i) parts.push_back({plan.spots[i].line, plan.spots[i].right, plan.spots[i].right + widths[i]});
  if (plan.more > 0 && plan.lines > 0) parts.push_back({plan.more_spot.line, plan.more_spot.right, plan.more_spot.right + more_width(plan.more)});
  for (const Part& p : parts) {
    CHECK(p.line < room.lines);
    CHECK(p.from >= 0);
    CHECK(p.to <= (p.line == 0 ? room.lowest : room.upper));
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const bool apart = parts[i].line != parts[k].line || parts[i].from >= parts[k].to + room.gap || parts[k].from >= parts[i].to + room.gap;
      CHECK(apart);
    }
  }
}

Frame many_groups(std::uint32_t groups) {
  Frame frame;
  for (std::uint32_t i = 0; i < groups; ++i) frame.agents.push_back({.id = {i, 1}, .at = {1.0 * i, 0}, .group = i});
  frame.targets = {{.id = 1, .at = {3, 3}, .radius = 0.5}};
  return frame;
}

}  // namespace

TEST_CASE("legend: entries fill lines from the lower right and never overlap") {
  const std::vector<double> widths{100, 50, 80, 120, 40, 200};
  for (const double lowest : {0.0, 90.0, 260.0, 1000.0}) {
    for (const std::size_t lines : {1u, 2u, 3u, 6u}) {
      CAPTURE(lowest);
      CAPTURE(lines);
      const LegendRoom room{.lowest = lowest, .upper = 300, .lines = lines, .gap = 20};
      const LegendPlan plan = plan_legend(widths, 0, more_width, room);
      check_apart(plan, widths, room);
      if (plan.lines > 0) CHECK(plan.spots.size() + plan.more == widths.size());
    }
  }
  const LegendPlan one = plan_legend(widths, 0, more_width, {.lowest = 1000, .upper = 1000, .lines = 1, .gap = 20});
  CHECK(one.spots.size() == 6);
  CHECK(one.more == 0);
  CHECK(one.lines == 1);
  CHECK(one.spots[0].right == 0);
  CHECK(one.spots[1].right == 120);
}

TEST_CASE("legend: what has no room is counted") {
  const std::vector<double> widths{100, 100, 100, 100};
  const LegendPlan plan = plan_legend(widths, 2, more_width, {.lowest = 200, .upper = 200, .lines = 1, .gap = 20});
  CHECK(plan.spots.size() == 1);
  CHECK(plan.more == 5);  // three here, two before
  CHECK(plan.more_spot.right == 0);
  CHECK(plan.spots[0].right == 80);
  CHECK(plan_legend(widths, 0, more_width, {.lowest = 30, .upper = 30, .lines = 3, .gap = 20}).lines == 0);
  CHECK(plan_legend({}, 0, more_width, {.lowest = 30, .upper = 30, .lines = 3, .gap = 20}).lines == 0);
}

TEST_CASE("legend: pictures of every size show or count all groups") {
  const Frame frame = many_groups(8);
  for (const auto& [width, height] : {std::pair(1280, 720), std::pair(480, 270), std::pair(320, 180), std::pair(240, 400)}) {
    CAPTURE(width);
    for (const ColourBy colour : {ColourBy::group, ColourBy::weight, ColourBy::speed}) {
      Style style{.width = width, .height = height, .colour = colour};
      Painter painter(style, frame, {});
      const double before = painter.viewport().height;
      painter.make_room(frame, true);
      CHECK(painter.viewport().height <= before);
      const auto keys = painter.keys(frame);
      CHECK(keys.list.size() == (colour == ColourBy::group ? 9 : 1));
      const Surface sheet(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
      const Context cr(cairo_create(sheet.get()));
      const LegendPlan plan = painter.plan_keys(cr.get(), keys, 0, painter.lines_allowed());
      CHECK(plan.spots.size() + plan.more == keys.list.size());
      CHECK(plan.lines > 0);
    }
  }
  Painter crowded({.width = 480, .height = 270}, many_groups(30), {});
  CHECK(crowded.keys(many_groups(30)).left_out == 22);
}

TEST_CASE("legend: agents that wait wear a thin ring of their own colour, stuck ones a red one, idle ones none") {
  const test::Scratch scratch("rings");
  for (const bool dark : {false, true}) {
    Frame frame;
    const Status statuses[] = {Status::waiting, Status::stuck, Status::idle, Status::arrived, Status::moving};
    for (std::uint32_t i = 0; i < 5; ++i) frame.agents.push_back({.id = {i, 1}, .at = {2.0 * i, 0}, .status = statuses[i], .radius = 0.5});
    const Style style{.width = 3200, .height = 1200, .view = Box{{-1, -1}, {9, 1}}, .dark = dark, .headings = false, .grid = false, .legend = false};
    REQUIRE(draw_picture(scratch.path("a.png"), frame, {}, style));
    const test::Picture picture(scratch.path("a.png"));
    const Painter painter(style, frame, {});
    const Palette& tones = palette(dark);
    const auto beside = [&](std::size_t i, double lines) {
      return picture.at(painter.viewport().pixel(frame.agents[i].at.xy() + Vec2{0.5, 0}) + Vec2{lines * painter.line(), 0});
    };
    const auto ringed = [&](std::size_t i, Colour colour) {
      for (double lines = 0.5; lines < 4; lines += 0.1) {
        if (test::same(beside(i, lines), colour)) return true;
      }
      return false;
    };
    CHECK(ringed(0, tones.waiting));
    CHECK(ringed(1, tones.alarm));
    for (const std::size_t calm : {2u, 3u, 4u}) CHECK_FALSE((ringed(calm, tones.alarm) || ringed(calm, tones.waiting)));
    CHECK(difference(tones.waiting, tones.alarm) > 0.1);
    const auto has = [&](Painter::Key::Mark mark) {
      const auto keys = painter.keys(frame).list;
      return std::any_of(keys.begin(), keys.end(), [&](const Painter::Key& k) { return k.mark == mark; });
    };
    CHECK(has(Painter::Key::Mark::waiting));
    CHECK(has(Painter::Key::Mark::trouble));
  }
}

TEST_CASE("trails: as long as their lines cover a tenth of the picture") {
  // Agents walk side by side for 60 s at 1 m/s.
  const auto crowd = [](std::uint32_t count, std::vector<Trail>& trails) {
    Frame frame;
    frame.time = 60;
    for (std::uint32_t i = 0; i < count; ++i) {
      const double y = 30.0 * i / count;
      Trail trail{.id = {i, 1}, .group = 0, .points = {}};
      for (int t = 0; t <= 60; ++t) trail.points.push_back({.time = 1.0 * t, .at = {1.0 * t, y}, .speed = 1});
      trails.push_back(trail);
      frame.agents.push_back({.id = {i, 1}, .at = {60, y}});
    }
    return frame;
  };
  const Style style{.width = 1280, .height = 720, .view = Box{{-1, -1}, {61, 31}}};
  double before = 100;
  for (const std::uint32_t count : {3u, 60u, 400u, 20000u}) {
    CAPTURE(count);
    std::vector<Trail> trails;
    const Frame frame = crowd(count, trails);
    const double seconds = trail_seconds(frame, trails, style);
    CHECK(seconds <= before);
    before = seconds;
    if (count == 3) CHECK(seconds == 60);
    if (count == 20000) CHECK(seconds == shortest_trail);
    if (count == 400) {
      const Painter painter(style, frame, trails);
      const double ink = count * seconds * painter.viewport().scale * Painter::trail_width * painter.line();
      const double paper = 62 * 32 * painter.viewport().scale * painter.viewport().scale;
      CHECK(ink < trail_share * paper);
      CHECK(ink * (seconds + 1) / seconds > trail_share * paper);
    }
    forget_before(trails, frame.time - seconds);
    const auto begins_in_time = [&](const Trail& t) { return t.points.front().time <= 60 - seconds && t.points.front().time >= 60 - seconds - 1; };
    CHECK(std::all_of(trails.begin(), trails.end(), begins_in_time));  // one point before, so that it reaches back all the time
  }
  // Half the size of the picture leaves room for less.
  std::vector<Trail> trails;
  const Frame frame = crowd(200, trails);
  Style small = style;
  small.width = 320, small.height = 180;
  CHECK(trail_seconds(frame, trails, small) < trail_seconds(frame, trails, style));
}
