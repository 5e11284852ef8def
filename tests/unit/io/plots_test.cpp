#include <doctest/doctest.h>
#include <wend/io/plots.hpp>

#include <cmath>
#include <numbers>
#include <numeric>

#include "scratch.hpp"

using namespace wend;
using namespace wend::io;
using test::content;
using test::Scratch;
using test::SmallDisk;

namespace {

// Sideways: it looks along x and goes along y, so that its speed along the heading is 0.
AgentState walker(std::uint32_t index, Vec2 at, double speed = 1, Status status = Status::moving) {
  return {.id = {index, 1}, .at = lift(at), .velocity = {0, -speed}, .status = status, .radius = 0.3, .top_speed = 2, .group = index % 2};
}

Frame moment(double time, std::vector<AgentState> agents) {
  Frame frame;
  frame.time = time;
  frame.agents = std::move(agents);
  frame.bodies = {{.id = 1, .kind = BodyKind::wall, .at = {-5, -2}, .to = {5, -2}}};
  return frame;
}

double persons(const HeatMap::Field& f) {
  return std::accumulate(f.density.begin(), f.density.end(), 0.0) * f.cell * f.cell;
}

double value_at(const HeatMap::Field& f, const std::vector<double>& values, Vec2 p) {
  const auto c = static_cast<std::size_t>(std::lround((p.x - f.low.x) / f.cell));
  const auto r = static_cast<std::size_t>(std::lround((p.y - f.low.y) / f.cell));
  return values.at(r * f.columns + c);
}

std::vector<Frame> walk() {
  std::vector<Frame> frames;
  for (int i = 0; i <= 40; ++i) {
    const double t = 0.25 * i;
    std::vector<AgentState> agents;
    agents.push_back(walker(0, {-4 + t, 0}));
    if (i < 30) agents.push_back(walker(1, {4 - t, 1}));
    agents.push_back(walker(2, {2, 2}, 0, Status::arrived));
    frames.push_back(moment(t, agents));
  }
  return frames;
}

}  // namespace

TEST_CASE("heat map: everybody counts once, and as a Gaussian") {
  HeatMap map(0.5);
  map.add(moment(3, {walker(0, {1.03, 2.07}, 1.5), walker(1, {-20, 4})}));
  const HeatMap::Field f = map.field();
  CHECK(persons(f) == doctest::Approx(2).epsilon(1e-9));
  CHECK(value_at(f, f.density, {1, 2}) == doctest::Approx(1 / (2 * std::numbers::pi * 0.25)).epsilon(0.05));
  CHECK(value_at(f, f.density, {1.5, 2}) == doctest::Approx(std::exp(-0.5) / (2 * std::numbers::pi * 0.25)).epsilon(0.1));
  CHECK(value_at(f, f.speed, {1, 2}) == doctest::Approx(1.5));
  CHECK(map.begin() == 3);
  CHECK(map.end() == 3);
}

TEST_CASE("heat map: frames count for the time around them") {
  HeatMap map(0.5);
  map.add(moment(0, {walker(0, {0, 0})}));
  map.add(moment(1, {walker(0, {0, 0})}));
  map.add(moment(1, {walker(0, {30, 0})}));  // no later than the one before: ignored
  map.add(moment(9, {walker(0, {10, 0}, 3)}));
  const HeatMap::Field f = map.field();
  CHECK(persons(f) == doctest::Approx(1).epsilon(1e-9));
  const double here = value_at(f, f.density, {0, 0}), there = value_at(f, f.density, {10, 0});
  CHECK(here / there == doctest::Approx((0.5 + 0.5 + 4) / 4).epsilon(1e-6));
  CHECK(value_at(f, f.speed, {10, 0}) == doctest::Approx(3));
}

TEST_CASE("heat map: the arrived and the idle are there but not slow") {
  for (const Status status : {Status::arrived, Status::idle}) {
    HeatMap map(0.5);
    map.add(moment(0, {walker(0, {0, 0}, 1.2), walker(1, {0.4, 0}, 0, status)}));
    const HeatMap::Field f = map.field();
    CHECK(persons(f) == doctest::Approx(2));
    CHECK(value_at(f, f.speed, {0, 0}) == doctest::Approx(1.2));
  }
}

TEST_CASE("heat map: nothing goes through a wall, and nobody is lost at one") {
  for (const double gap : {0.0, 1.0}) {  // with and without a door, by which the map may look through
    CAPTURE(gap);
    Frame frame = moment(0, {walker(0, {-0.25, 0.1}), walker(1, {-0.3, 3})});
    frame.bodies = {{.id = 1, .kind = BodyKind::wall, .at = {0, -6}, .to = {0, -gap / 2}}, {.id = 2, .kind = BodyKind::wall, .at = {0, gap / 2}, .to = {0, 8}}};
    HeatMap map(0.5);
    map.add(frame);
    const HeatMap::Field f = map.field();
    CHECK(persons(f) == doctest::Approx(2).epsilon(1e-9));
    const double beyond = value_at(f, f.density, {0.25, 0}), far = value_at(f, f.density, {0.25, 3});
    CHECK((beyond > 0.05) == (gap > 0));
    CHECK(far == 0);
    CHECK(value_at(f, f.density, {-0.25, 3}) > 0.6);  // what would be beyond is on this side
    CHECK(value_at(f, f.speed, {-0.25, 3}) == doctest::Approx(1));
  }
  // A door, a wall that moves and an obstacle cut nothing.
  for (const int kind : {0, 1, 2}) {
    CAPTURE(kind);
    Frame frame = moment(0, {walker(0, {-0.25, 0})});
    BodyShape body{.id = 1, .kind = BodyKind::wall, .at = {0, -6}, .to = {0, 6}};
    if (kind == 0) body.door = true;
    if (kind == 1) body.motion = BodyMotion::scripted;
    if (kind == 2) body.kind = BodyKind::capsule;
    frame.bodies = {body};
    HeatMap map(0.5);
    map.add(frame);
    const HeatMap::Field f = map.field();
    CHECK(value_at(f, f.density, {0.25, 0}) > 0.3);
  }
}

TEST_CASE("heat map: a corner of two walls is tight, and so is a coarse grid") {
  Frame frame = moment(0, {walker(0, {0.3, 0.3})});
  frame.bodies = {{.id = 1, .kind = BodyKind::wall, .at = {0, 0}, .to = {5, 0}}, {.id = 2, .kind = BodyKind::wall, .at = {0, 0}, .to = {0, 5}}};
  HeatMap map(0.5);
  map.add(frame);
  const HeatMap::Field f = map.field();
  for (const Vec2 p : {Vec2{-0.25, -0.25}, Vec2{-0.5, -0.5}, Vec2{-0.25, 0.5}, Vec2{0.5, -0.25}}) CHECK(value_at(f, f.density, p) == 0);
  CHECK(persons(f) == doctest::Approx(1).epsilon(1e-9));

  Frame wide = moment(0, {walker(0, {-0.2, 10}), walker(1, {-900, 0})});  // cells of a metre and more
  wide.bodies = {{.id = 1, .kind = BodyKind::wall, .at = {0, -50}, .to = {0, 50}}};
  HeatMap coarse(0.5);
  coarse.add(wide);
  const HeatMap::Field g = coarse.field();
  REQUIRE(g.cell > 1);
  double beyond = 0;
  for (std::size_t i = 0; i < g.density.size(); ++i) beyond += g.low.x + static_cast<double>(i % g.columns) * g.cell > 1e-9 ? g.density[i] : 0;
  CHECK(beyond == 0);
  CHECK(persons(g) == doctest::Approx(2).epsilon(1e-9));
}

TEST_CASE("heat map: nobody, and who is too far out") {
  CHECK(HeatMap().field().columns == 0);
  HeatMap map(0.05);
  map.add(moment(0, {walker(0, {0, 0})}));
  map.add(moment(1, {walker(0, {0, 0}), walker(1, {1e9, 0}), walker(2, {1e300, 0})}));
  CHECK(persons(map.field()) == doctest::Approx(1).epsilon(1e-9));
}

TEST_CASE("time series: walking, arrived, gone and speed") {
  TimeSeries series;
  for (const Frame& frame : walk()) series.add(frame);
  const auto samples = series.samples();
  CHECK(samples.front().walking == 2);
  CHECK(samples.front().arrived == 1);
  CHECK(samples[29].mean_speed == 1);
  CHECK(samples.back().walking == 1);
  CHECK(samples.back().arrived == 2);
  series.add(moment(11, {walker(2, {2, 2}, 0, Status::arrived)}));
  CHECK(series.samples().back().walking == 0);
  CHECK(std::isnan(series.samples().back().mean_speed));
  CHECK(series.samples().back().arrived == 3);
  series.add(moment(12, {walker(3, {0, 0}, 0, Status::idle)}));
  CHECK(series.samples().back().walking == 0);  // idle: it does not walk,
  CHECK(series.samples().back().arrived == 3);  // nor has it arrived
}

TEST_CASE("time series: crossings by direction, jumps are none") {
  TimeSeries series(Line{{0, 3}, {0, -3}});  // looking down it, left is +x
  for (const Frame& frame : walk()) series.add(frame);
  CHECK(series.samples().back().forward == 1);
  CHECK(series.samples().back().backward == 1);
  series.add(moment(11, {walker(0, {-9, 0})}));  // put there
  CHECK(series.samples().back().forward + series.samples().back().backward == 2);
  TimeSeries beside(Line{{0, 9}, {0, 5}});
  for (const Frame& frame : walk()) beside.add(frame);
  CHECK(beside.samples().back().forward + beside.samples().back().backward == 0);
}

TEST_CASE("time series: flow is what is counted over the window") {
  std::vector<Sample> samples;
  for (int i = 0; i <= 100; ++i) samples.push_back({.time = 0.1 * i, .arrived = static_cast<std::uint64_t>(2 * i)});
  for (const double v : flow(samples, &Sample::arrived, 2)) CHECK(v == doctest::Approx(20));
  samples = {{.time = 0}, {.time = 5}, {.time = 6, .arrived = 4}, {.time = 20, .arrived = 4}};
  const auto smooth = flow(samples, &Sample::arrived, 2);
  CHECK(smooth[0] == 0);
  CHECK(smooth[1] == doctest::Approx(2));
  CHECK(smooth[3] == 0);
}

TEST_CASE("plots: every kind in every format, whole and with equal bytes") {
  const Scratch scratch("plots");
  HeatMap map;
  TimeSeries series(Line{{0, -3}, {0, 3}});
  TrailRecorder ways(1e9);
  std::vector<Frame> frames = walk();
  for (const Frame& frame : frames) map.add(frame), series.add(frame), ways.add(frame);
  const std::vector<Trail> trails(ways.trails().begin(), ways.trails().end());
  const std::vector<CrowdPanel> crowds{{"seed 1", frames[3], trails}, {"seed 2", frames[9], {}}, {"", Frame{}, {}}};
  const std::vector<HeatPanel> maps{{"a = 1", map}, {"a = 2", map}};
  for (const bool dark : {false, true}) {
    const Style style{.width = 480, .height = 300, .title = "Plots", .dark = dark};
    Style fast = style;
    fast.colour = ColourBy::speed;
    for (const std::string kind : {".png", ".svg", ".pdf"}) {
      for (const std::string twice : {"1", "2"}) {
        const auto path = [&](const std::string& name) { return scratch.path(name + twice + kind); };
        REQUIRE(draw_heat_map(path("density"), map, HeatOf::density, style));
        REQUIRE(draw_heat_map(path("speed"), map, HeatOf::speed, style, 2));
        REQUIRE(draw_space_time(path("ways"), trails, {}, fast));
        REQUIRE(draw_space_time(path("strip"), trails, {{-3, 0}, {3, 0}, 1, false, "along"}, style));
        REQUIRE(draw_time_series(path("series"), series, style));
        REQUIRE(draw_panels(path("crowds"), crowds, fast));
        REQUIRE(draw_panels(path("maps"), maps, HeatOf::density, style));
      }
      for (const std::string name : {"density", "speed", "ways", "strip", "series", "crowds", "maps"}) {
        const bool equal = content(scratch.path(name + "1" + kind)) == content(scratch.path(name + "2" + kind));
        CHECK_MESSAGE(equal, name, kind);
      }
    }
  }
  CHECK(scratch.files().size() == 42);
}

TEST_CASE("plots: odd input is drawn or refused, never half") {
  const Scratch scratch("plots_odd");
  const auto problem = [](const Result<void>& done) { return done ? std::string("no error") : done.error().message; };
  const Style small{.width = 64, .height = 64};
  CHECK(draw_heat_map(scratch.path("a.png"), HeatMap(), HeatOf::speed, small));
  CHECK(draw_space_time(scratch.path("b.png"), {}, {}, small));
  CHECK(draw_time_series(scratch.path("c.png"), TimeSeries(), small));
  std::vector<CrowdPanel> many(max_panels);
  CHECK(draw_panels(scratch.path("d.png"), many, small));
  many.emplace_back();
  CHECK(problem(draw_panels(scratch.path("e.png"), many)) == "panels = 101, expected 1 .. 100");
  CHECK(problem(draw_panels(scratch.path("e.png"), std::vector<HeatPanel>{}, HeatOf::speed)) ==
        "panels = 0, expected 1 .. 100");
  CHECK(problem(draw_space_time(scratch.path("e.png"), {}, {{1, 1}, {1, 1}})) == "axis: expected two different points");
  CHECK(problem(draw_space_time(scratch.path("e.png"), {}, {{0, 0}, {1, 1}, -1})) ==
        "axis.width = -1, expected 0 .. 1000000 m");
  CHECK(problem(draw_time_series(scratch.path("e.png"), TimeSeries(), {}, 0)) ==
        "window = 0, expected 0.01 .. 1000000 s");
  CHECK(problem(draw_heat_map(scratch.path("e.gif"), HeatMap(), HeatOf::speed)).find("expected .png, .svg or .pdf") !=
        std::string::npos);
  for (const std::string name : {"e.png", "e.svg", "e.pdf"}) {
    std::string said;
    {
      const SmallDisk disk(500);
      said = problem(draw_time_series(scratch.path(name), TimeSeries()));
    }
    CHECK(said == "cannot write '" + scratch.path(name) + "': File too large");
  }
  CHECK(scratch.files().size() == 4);
}
