#include <doctest/doctest.h>
#include <wend/io/picture.hpp>

#include <cmath>

#include "io/colours.hpp"
#include "io/viewport.hpp"
#include "pixels.hpp"
#include "scratch.hpp"

using namespace wend;
using namespace wend::io;
using test::content;
using test::Picture;
using test::same;
using test::Scratch;
using test::SmallDisk;

namespace {

Frame scene() {
  Frame frame;
  frame.time = 12.34;
  frame.agents = {{.id = {0, 1}, .at = {-3, 1}, .radius = 0.4, .group = 0},
                  {.id = {1, 1}, .at = {3, -1}, .radius = 0.4, .group = 1}};
  frame.bodies = {
      {.id = 1, .at = {0, 2}, .to = {0, 2}, .radius = 0.5},
      {.id = 2, .kind = BodyKind::capsule, .at = {0, -1}, .to = {1, -2}, .radius = 0.3, .motion = BodyMotion::scripted},
      {.id = 3, .kind = BodyKind::wall, .at = {-5, -3}, .to = {5, -3}}};
  frame.targets = {{.id = 1, .shape = TargetShape::disc, .at = {5, 3}, .to = {}, .radius = 0.5, .polygon = {}}};
  return frame;
}

}  // namespace

TEST_CASE("io: a png has the size asked for and everybody where they are") {
  const Scratch scratch("png");
  for (const bool dark : {false, true}) {
    Style style{.width = 640, .height = 400, .title = "A title", .dark = dark, .headings = false};
    REQUIRE(draw_picture(scratch.path("a.png"), scene(), {}, style));
    CHECK(scratch.files() == std::vector<std::string>{"a.png"});
    const Picture picture(scratch.path("a.png"));
    CHECK(picture.width() == 640);
    CHECK(picture.height() == 400);
    const Viewport view = fit_view(style, auto_box(scene(), {}));
    const Palette& tones = palette(dark);
    CHECK(same(picture.at(view.pixel({-3, 1})), tones.groups[0]));
    CHECK(same(picture.at(view.pixel({3, -1})), tones.groups[1]));
    CHECK(same(picture.at(view.pixel({0, 2})), tones.body));
    CHECK(same(picture.at(view.pixel({0.5, -1.5})), tones.moving));
    CHECK(same(picture.at(view.pixel({0, -3})), tones.wall));
    CHECK(same(picture.at({2, 200}), tones.paper));
  }
}

TEST_CASE("io: colours follow how fast somebody goes, sideways too, and the weight") {
  const Scratch scratch("png_colour");
  Frame frame = scene();
  frame.agents[0].velocity = {0, -1}, frame.agents[0].top_speed = frame.agents[1].top_speed = 1, frame.agents[1].speed = 1, frame.agents[0].target_weight = 0;
  for (const ColourBy by : {ColourBy::speed, ColourBy::weight}) {
    const Style style{.width = 640, .height = 400, .colour = by, .headings = false};
    REQUIRE(draw_picture(scratch.path("a.png"), frame, {}, style));
    const Picture picture(scratch.path("a.png"));
    const Viewport view = fit_view(style, auto_box(frame, {}));
    const Ramp& ramp = by == ColourBy::speed ? speed_ramp(false) : weight_ramp(false);
    CHECK(same(picture.at(view.pixel({-3, 1})), ramp[by == ColourBy::speed ? ramp_steps - 1 : 0]));
    CHECK(same(picture.at(view.pixel({3, -1})), ramp[by == ColourBy::speed ? 0 : ramp_steps - 1]));
  }
}

TEST_CASE("io: trails are drawn, and not across a jump") {
  const Scratch scratch("png_trail");
  Trail trail{.id = {9, 1},
              .group = 0,
              .points = {{.time = 11, .at = {-4, 2.5}},
                         {.time = 12, .at = {-2, 2.5}},
                         {.time = 12.2, .at = {2, 2.5}, .jump = true},
                         {.time = 12.3, .at = {4, 2.5}}}};
  const Style style{.width = 640, .height = 400, .grid = false};
  REQUIRE(draw_picture(scratch.path("a.png"), scene(), std::vector{trail}, style));
  const Picture picture(scratch.path("a.png"));
  const Viewport view = fit_view(style, auto_box(scene(), std::vector{trail}));
  const Colour paper = palette(false).paper;
  CHECK_FALSE(same(picture.at(view.pixel({-3, 2.5})), paper));
  CHECK_FALSE(same(picture.at(view.pixel({3, 2.5})), paper));
  CHECK(same(picture.at(view.pixel({-1.5, 2.5})), paper));
}

TEST_CASE("io: svg and pdf are what they say") {
  const Scratch scratch("svg");
  REQUIRE(draw_picture(scratch.path("a.svg"), scene(), {}, {}));
  REQUIRE(draw_picture(scratch.path("a.pdf"), scene(), {}, {}));
  const std::string svg = content(scratch.path("a.svg"));
  CHECK(svg.find("<svg") != std::string::npos);
  CHECK(svg.find("width=\"1280px\"") != std::string::npos);
  CHECK(svg.substr(svg.size() - 7) == "</svg>\n");
  CHECK(content(scratch.path("a.pdf")).substr(0, 5) == "%PDF-");
}

TEST_CASE("io: odd frames are drawn all the same") {
  const Scratch scratch("png_odd");
  CHECK(draw_picture(scratch.path("empty.png"), Frame{}, {}, {}));
  Frame one;
  one.agents = {{.id = {0, 1}, .at = {5, 5}, .radius = 0}};
  CHECK(draw_picture(scratch.path("one.png"), one, {}, {.title = std::string(400, 'W')}));
  Frame far = scene();
  far.agents[0].at = {1e6, -1e6};
  CHECK(draw_picture(scratch.path("far.png"), far, {}, {}));
  Frame nowhere = scene();
  nowhere.agents[0].at.x = std::nan("");
  nowhere.agents[1].status = Status::stuck;
  CHECK(draw_picture(scratch.path("nowhere.png"), nowhere, {}, {.colour = ColourBy::speed}));
  Frame groups = scene();
  for (std::uint32_t i = 0; i < 100; ++i) groups.agents.push_back({.id = {i + 2, 1}, .at = {0.1 * i, 0}, .group = i});
  CHECK(draw_picture(scratch.path("groups.png"), groups, {}, {.width = 64, .height = 64}));
}

TEST_CASE("io: a picture that cannot be drawn says why and leaves nothing") {
  const Scratch scratch("png_errors");
  const auto message = [&](const std::string& name, const Style& style) {
    const auto done = draw_picture(scratch.path(name), scene(), {}, style);
    return done ? std::string("no error") : done.error().message;
  };
  CHECK(message("a.jpg", {}).find("expected .png, .svg or .pdf") != std::string::npos);
  CHECK(message("a.png", {.width = 63}) == "width = 63, expected 64 .. 16384 pixels");
  CHECK(message("a.png", {.height = 16385}) == "height = 16385, expected 64 .. 16384 pixels");
  CHECK(message("a.png", {.view = Box{{0, 0}, {0, 1}}}).find("view:") == 0);
  CHECK(message("a.png", {.view = Box{{0, 0}, {std::nan(""), 1}}}).find("view:") == 0);
  CHECK(message("no/folder/a.png", {}).find("No such file or directory") != std::string::npos);
  for (const std::string name : {"a.png", "a.svg", "a.pdf", "large.svg"}) {
    Frame frame = scene();
    for (std::uint32_t i = 0; name == "large.svg" && i < 1000; ++i)
      frame.agents.push_back({.id = {i + 2, 1}, .at = {0.1 * i, 0}});
    std::string problem;
    {
      const SmallDisk small(500);
      const auto done = draw_picture(scratch.path(name), frame, {}, {});
      problem = done ? "no error" : done.error().message;
    }
    CHECK_MESSAGE(problem == "cannot write '" + scratch.path(name) + "': File too large", problem);
  }
  CHECK(scratch.files().empty());
}

TEST_CASE("io: equal frames give equal bytes in every format") {
  const Scratch scratch("picture_bytes");
  for (const std::string kind : {".png", ".svg", ".pdf"}) {
    for (const std::string name : {"a", "b"}) REQUIRE(draw_picture(scratch.path(name + kind), scene(), {}, {.title = "T"}));
    const bool equal = content(scratch.path("a" + kind)) == content(scratch.path("b" + kind));
    CHECK_MESSAGE(equal, kind);
  }
}

TEST_CASE("io: titles that are not text are drawn all the same") {
  const Scratch scratch("picture_title");
  CHECK(draw_picture(scratch.path("a.png"), scene(), {}, {.title = "\xff\xc3\n\xed\xa0\x80 x", .group_names = {"\xc3"}}));
}

TEST_CASE("io: the group colours are apart for every eye") {
  for (const bool dark : {false, true}) {
    const auto& groups = palette(dark).groups;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      CHECK(difference(groups[i], palette(dark).paper) > 0.15);
      for (std::size_t k = 0; k < i; ++k) {
        CAPTURE(dark);
        CAPTURE(i);
        CAPTURE(k);
        CHECK(difference(groups[i], groups[k]) > (i < 5 ? 0.14 : 0.10));
      }
    }
  }
  CHECK(difference(colour(0xe07b00), colour(0x009e73)) < 0.1);  // what looks apart is not always
}

TEST_CASE("io: ramps grow steadily darker or lighter") {
  for (const bool dark : {false, true}) {
    const Colour paper = palette(dark).paper;
    const Ramp& ramp = density_ramp(dark);
    CHECK(difference(ramp[0], paper) < 0.01);
    for (std::size_t i = 1; i < ramp_steps; ++i) CHECK(difference(ramp[i], paper) > difference(ramp[i - 1], paper) - 0.02);
    CHECK(difference(ramp[ramp_steps - 1], paper) > 0.5);
  }
}

TEST_CASE("io: the ring of trouble is there for those in trouble only") {
  const Scratch scratch("picture_ring");
  Frame frame = scene();
  frame.agents[0].status = Status::lost;
  const Style style{.width = 640, .height = 400};
  REQUIRE(draw_picture(scratch.path("a.png"), frame, {}, style));
  const Picture picture(scratch.path("a.png"));
  const Viewport view = fit_view(style, auto_box(frame, {}));
  const auto ring = [&](Vec2 at) { return view.pixel(at) + Vec2{0.4 * view.scale + 2.4, 0}; };
  CHECK(same(picture.at(ring({-3, 1})), palette(false).alarm));
  CHECK_FALSE(same(picture.at(ring({3, -1})), palette(false).alarm));
}
