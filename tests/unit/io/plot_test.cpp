#include <doctest/doctest.h>
#include <wend/io/picture.hpp>
#include <wend/io/plot.hpp>

#include <cmath>
#include <set>

#include "io/plot_paint.hpp"
#include "pixels.hpp"
#include "scratch.hpp"
#include "support/fp_traps.hpp"

using namespace wend;
using namespace wend::io;
using test::content;
using test::NoTraps;
using test::Scratch;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

PlotSheet sheet() {
  Plot curves;
  curves.title = "Turn rate";
  curves.x_label = "time, s", curves.y_label = "turn rate, rad/s";
  curves.lines = {{.points = {{0, 0}, {1, 2}, {2, 1}}, .label = "first"},
                  {.points = {{0, 1}, {2, -1}}, .colour = 1, .dashed = true, .label = "second"}};
  curves.bands = {{.x = {0, 1}, .low = {0, 1}, .high = {1, 2}, .label = "band"}};
  curves.points = {{.at = {1, 1}, .mark = PlotMark::arrow, .label = "there", .text = "here"}};
  Plot plan;
  plan.equal = true;
  plan.discs = {{.at = {0, 0}, .radius = 1}};
  plan.cells = {{.x0 = 0, .x1 = 2, .y0 = 0, .y1 = 1, .columns = 2, .rows = 1, .values = {1, 3}, .label = "scale"}};
  PlotSheet all;
  all.title = "Sheet";
  all.plots = {curves, plan};
  all.columns = 2;
  return all;
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++n;
  return n;
}

std::vector<std::string> ids(const std::string& svg) {
  std::vector<std::string> found;
  for (std::size_t at = svg.find(" id=\""); at != svg.npos; at = svg.find(" id=\"", at + 1))
    found.push_back(svg.substr(at + 5, svg.find('"', at + 5) - at - 5));
  return found;
}

}  // namespace

TEST_CASE("figure: equal sheets give equal bytes in every format") {
  Scratch scratch("plot");
  for (const std::string kind : {".png", ".svg", ".pdf"}) {
    REQUIRE(draw_plots(scratch.path("a" + kind), sheet()));
    REQUIRE(draw_plots(scratch.path("b" + kind), sheet()));
    CHECK(content(scratch.path("a" + kind)).size() > 1000);
    CHECK(content(scratch.path("a" + kind)) == content(scratch.path("b" + kind)));
  }
  PlotSheet night = sheet();
  night.dark = true;
  REQUIRE(draw_plots(scratch.path("dark.png"), night));
  CHECK(test::same(test::Picture(scratch.path("dark.png")).at({1, 1}), palette(true).paper));
  CHECK_FALSE(draw_plots(scratch.path("a.txt"), sheet()));
}

TEST_CASE("figure: several on one page do not share a name, and each finds its own") {
  PlotSheet other = sheet();
  other.plots[0].lines[0].points[0].y = 0.5;
  const auto a = plots_svg(sheet()), b = plots_svg(other), again = plots_svg(sheet());
  REQUIRE(a);
  REQUIRE(b);
  REQUIRE(again);
  CHECK(*a == *again);
  CHECK(a->starts_with("<svg"));
  CHECK(a->ends_with("</svg>"));
  CHECK(count(*a, "<svg") == 1);
  const auto in_a = ids(*a), in_b = ids(*b);
  REQUIRE(in_a.size() > 5);
  std::set<std::string> all(in_a.begin(), in_a.end());
  all.insert(in_b.begin(), in_b.end());
  CHECK(all.size() == in_a.size() + in_b.size());
  const std::set<std::string> own(in_a.begin(), in_a.end());
  std::size_t uses = 0;
  for (const char* opening : {"\"#", "(#"}) {
    for (std::size_t at = a->find(opening); at != a->npos; at = a->find(opening, at + 1)) {
      ++uses;
      CHECK(own.count(a->substr(at + 2, a->find_first_of("\")", at + 2) - at - 2)) == 1);
    }
  }
  CHECK(uses > 5);
}

TEST_CASE("figure: the axes show all of the content, and what is asked for") {
  Plot plot = sheet().plots[0];
  PlotRange range = range_of(plot);
  CHECK(range.x0 < 0);
  CHECK(range.x0 > -0.1);
  CHECK(range.x1 > 2);
  CHECK(range.y0 < -1);
  CHECK(range.y1 > 2);
  CHECK(range.y1 < 2.5);
  plot.x0 = 0, plot.y1 = 9;
  range = range_of(plot);
  CHECK(range.x0 == 0);
  CHECK(range.y1 == 9);
  plot = Plot{};
  plot.points = {{.at = {3, 3}}};
  range = range_of(plot);
  CHECK(range.x0 < 3);
  CHECK(range.x1 > 3);
  plot.zero_line = true;
  CHECK(range_of(plot).y0 <= 0);
  plot.x0 = 5;
  CHECK(range_of(plot).x1 > 5);
  const NoTraps off;
  plot = Plot{};
  plot.lines = {{.points = {{0, 1}, {nan_value, 7}, {1, std::numeric_limits<double>::infinity()}, {1, 2}}}};
  range = range_of(plot);
  CHECK(range.y1 < 3);
  range = range_of(Plot{});
  CHECK(range.x0 == 0);
  CHECK(range.x1 == 1);
}

TEST_CASE("figure: a point that is no number breaks a line") {
  Scratch scratch("plot-break");
  PlotSheet all;
  all.width = 400, all.height = 300;
  Plot plot;
  plot.x0 = 0, plot.x1 = 4, plot.y0 = -1, plot.y1 = 1;
  plot.lines = {{.points = {{0, 0.03}, {1, 0.03}, {3, 0.03}, {4, 0.03}}, .colour = io::alarm, .width = 6}};
  all.plots = {plot};
  const auto red_in_the_middle = [&](const std::string& name) {
    REQUIRE(draw_plots(scratch.path(name), all));
    const test::Picture picture(scratch.path(name));
    for (int y = 0; y < picture.height(); ++y) {
      if (test::same(picture.at({0.54 * picture.width(), static_cast<double>(y)}), palette(false).alarm)) return true;
    }
    return false;
  };
  CHECK(red_in_the_middle("whole.png"));
  const NoTraps off;
  all.plots[0].lines[0].points.insert(all.plots[0].lines[0].points.begin() + 2, Vec2{2, nan_value});
  CHECK_FALSE(red_in_the_middle("broken.png"));
}

TEST_CASE("figure: a sheet without content is a sheet, one that cannot be drawn says why") {
  Scratch scratch("plot-empty");
  PlotSheet all;
  CHECK(plots_svg(all));
  all.plots.resize(3);
  CHECK(draw_plots(scratch.path("empty.png"), all));
  const auto refused = [&](const PlotSheet& bad, const std::string& word) {
    const auto result = draw_plots(scratch.path("bad.png"), bad);
    REQUIRE_FALSE(result);
    CHECK_MESSAGE(result.error().message.find(word) != std::string::npos, result.error().message);
    CHECK_FALSE(plots_svg(bad));
  };
  const auto with = [&](auto change) {
    PlotSheet bad = sheet();
    change(bad);
    return bad;
  };
  refused(with([](PlotSheet& s) { s.width = Style::min_size - 1; }), "width = 63, expected 64");
  refused(with([](PlotSheet& s) { s.height = Style::max_size + 1; }), "height = 16385");
  refused(with([](PlotSheet& s) { s.columns = 0; }), "columns = 0");
  refused(with([](PlotSheet& s) { s.plots[0].x0 = 2, s.plots[0].x1 = 2; }), "x0 < x1");
  refused(with([](PlotSheet& s) { s.plots[1].cells[0].values.pop_back(); }), "columns x rows = 2 x 1");
  refused(with([](PlotSheet& s) { s.plots[0].bands[0].low.pop_back(); }), "as many of each");
  CHECK(scratch.files() == std::vector<std::string>{"empty.png"});
  all.width = Style::min_size, all.height = Style::min_size;
  CHECK(draw_plots(scratch.path("tiny.png"), all));
}
