#include "io/overlay.hpp"

#include <doctest/doctest.h>
#include <wend/io/picture.hpp>

#include <limits>

#include "io/viewport.hpp"
#include "pixels.hpp"
#include "scratch.hpp"

using namespace wend;
using namespace wend::io;
using test::content;
using test::Picture;
using test::same;
using test::Scratch;

namespace {

// Left of a wall somebody who sees one agent; another is behind it, and one is out of reach.
Frame scene() {
  Frame frame;
  frame.agents = {{.id = {0, 1}, .at = {-1, 0}},
                  {.id = {1, 1}, .at = {-1, 2}},
                  {.id = {2, 1}, .at = {1, 0}},
                  {.id = {3, 1}, .at = {9, 0}}};
  frame.bodies = {{.id = (std::uint64_t{1} << 32) | 1, .kind = BodyKind::wall, .at = {0, -1.5}, .to = {0, 1.5}},
                  {.id = (std::uint64_t{2} << 32) | 1, .kind = BodyKind::wall, .at = {6, -1.5}, .to = {6, 1.5}}};
  return frame;
}

Style style_with(const Overlays& overlays) {
  Style style{.width = 800, .height = 400, .overlays = overlays, .grid = false};
  style.view = Box{{-6, -4}, {10, 4}};
  return style;
}

struct Drawn {
  Scratch scratch{"overlay"};
  Picture picture;
  Viewport view;
  explicit Drawn(const Style& style) : picture(draw(style)), view(fit_view(style, *style.view)) {}
  std::string draw(const Style& style) const {
    REQUIRE(draw_picture(scratch.path("a.png"), scene(), {}, style));
    return scratch.path("a.png");
  }
  std::uint32_t at(Vec2 metres) const { return picture.at(view.pixel(metres)); }
};

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("overlay: what an agent sees is shaded, not what a wall hides or lies beyond the radius") {
  for (const bool dark : {false, true}) {
    Style style = style_with({.visible = true, .radius = 3, .agent = 0});
    style.dark = dark;
    const Drawn drawn(style);
    const Palette& tones = palette(dark);
    const Colour seen = blend(tones.paper, tones.sight, region_alpha);
    CHECK(same(drawn.at({-2, 1}), seen));
    CHECK(same(drawn.at({-0.2, -0.5}), seen));
    CHECK(same(drawn.at({0.3, -1.9}), tones.paper));  // in the shadow of the wall
    CHECK(same(drawn.at({1, 1}), tones.paper));
    CHECK(same(drawn.at({-4.2, 0}), tones.paper));
    CHECK_FALSE(same(drawn.at({-1, 1}), seen));  // a line to whom it sees
    CHECK_FALSE(same(drawn.at({9, -2}), seen));
  }
}

TEST_CASE("overlay: lines to those seen, dashes to those hidden") {
  Style style = style_with({.visible = true, .radius = 3, .agent = 0});
  style.width = 2400, style.height = 1200;
  const Drawn drawn(style);
  const Palette& tones = palette(false);
  CHECK(difference(colour(drawn.at({-1, 1})), tones.sight) < 0.05);
  std::size_t dashes = 0, gaps = 0;
  for (int i = 1; i < 60; ++i) {
    const std::uint32_t pixel = drawn.at({0.1 + 0.01 * i, 0});
    dashes += same(pixel, blend(tones.paper, tones.hidden, 0.75));
    gaps += same(pixel, tones.paper);
  }
  CHECK(dashes > 10);
  CHECK(gaps > 10);
}

TEST_CASE("overlay: neighbours are joined through walls, in the disk only") {
  const Drawn drawn(style_with({.neighbours = true, .radius = 3, .agent = 0}));
  const Colour paper = palette(false).paper;
  CHECK_FALSE(same(drawn.at({-1, 1}), paper));
  CHECK_FALSE(same(drawn.at({0.5, 0}), paper));
  CHECK(same(drawn.at({5, 0}), paper));
  CHECK_FALSE(same(drawn.at({-4, 0}), paper));  // the rim
  CHECK(same(drawn.at({-3, 0}), paper));
}

TEST_CASE("overlay: an agent by its number, the followed one, or a few") {
  const Frame small = scene();
  const Viewport view = fit_view(style_with({}), *style_with({}).view);
  const auto whom = [&](const Style& style, const Frame& frame) {
    Overlay overlay(style);
    overlay.choose(frame, view);
    std::vector<std::uint32_t> ids;
    for (const AgentState& dot : frame.agents) {
      if (overlay.about(dot.id)) ids.push_back(dot.id.index);
    }
    return ids;
  };
  CHECK(whom(style_with({.mesh = true}), small).empty());
  CHECK(whom(style_with({.visible = true}), small) == std::vector<std::uint32_t>{0, 1, 2, 3});
  CHECK(whom(style_with({.visible = true, .agent = 2}), small) == std::vector<std::uint32_t>{2});
  CHECK(whom(style_with({.visible = true, .agent = 7}), small).empty());
  Style follow = style_with({.neighbours = true});
  follow.camera = {.kind = CameraKind::follow, .agent = 1};
  CHECK(whom(follow, small) == std::vector<std::uint32_t>{1});

  Frame many;
  for (std::uint32_t i = 0; i < 100; ++i) many.agents.push_back({.id = {i, 1}, .at = {0.16 * i - 6, 0.08 * i - 4}});
  Overlay overlay(style_with({.visible = true, .radius = 2}));
  overlay.choose(many, view);
  std::vector<AgentId> chosen;
  for (const AgentState& dot : many.agents) {
    if (overlay.about(dot.id)) chosen.push_back(dot.id);
  }
  REQUIRE(chosen.size() == 3);
  // Moving on changes nothing; who leaves is replaced.
  for (AgentState& dot : many.agents) dot.at = -1 * dot.at;
  std::erase_if(many.agents, [&](const AgentState& dot) { return dot.id == chosen[1]; });
  overlay.choose(many, view);
  std::size_t left = 0;
  for (const AgentState& dot : many.agents) left += overlay.about(dot.id);
  CHECK(left == 3);
  CHECK(overlay.about(chosen[0]));
  CHECK_FALSE(overlay.about(chosen[1]));
  CHECK(overlay.about(chosen[2]));
}

TEST_CASE("overlay: nets are lines of the survey, byte for byte the same each time") {
  const Scratch scratch("overlay_svg");
  const auto svg = [&](const Overlays& overlays) {
    Style style = style_with(overlays);
    style.legend = style.headings = false;
    REQUIRE(draw_picture(scratch.path("a.svg"), scene(), {}, style));
    const std::string once = content(scratch.path("a.svg"));
    REQUIRE(draw_picture(scratch.path("b.svg"), scene(), {}, style));
    CHECK(content(scratch.path("b.svg")) == once);
    return once;
  };
  const std::string plain = svg({}), mesh = svg({.mesh = true}), delaunay = svg({.delaunay = true}), visible = svg({.visible = true});
  const auto lines = [&](const std::string& text) { return count(text, " L ") - count(plain, " L "); };
  CHECK(lines(mesh) == 2 + 5);  // both walls once more on top; a rectangle with a diagonal
  CHECK(lines(delaunay) > lines(mesh));
  CHECK(count(plain, "stroke-dasharray") == 0);
  CHECK(count(visible, "stroke-dasharray") == 1);  // the hidden ones are one path
  for (const char* ending : {"a.pdf", "b.pdf"}) REQUIRE(draw_picture(scratch.path(ending), scene(), {}, style_with({.delaunay = true, .visible = true})));
  CHECK(content(scratch.path("a.pdf")) == content(scratch.path("b.pdf")));
}

TEST_CASE("overlay: odd frames and walls that cross are drawn all the same") {
  const Scratch scratch("overlay_odd");
  const Overlays all{.mesh = true, .delaunay = true, .neighbours = true, .visible = true};
  CHECK(draw_picture(scratch.path("a.png"), Frame{}, {}, {.overlays = all}));
  Frame odd = scene();
  odd.agents[0].at = {std::numeric_limits<double>::quiet_NaN(), 0};
  odd.agents[1].at = {0, 0};    // on a wall
  odd.agents[2].at = {0, 0};    // on top of somebody
  odd.agents[3].at = {3e8, 0};  // beyond what a survey takes
  odd.bodies.push_back({.id = 77, .kind = BodyKind::wall, .at = {-2, 0.1}, .to = {2, 0.2}});
  odd.bodies.push_back({.id = 78, .kind = BodyKind::wall, .at = {1, 1}, .to = {1, 1}});
  odd.bodies.push_back({.id = 79, .kind = BodyKind::wall, .at = {1, std::numeric_limits<double>::infinity()}, .to = {1, 1}});
  CHECK(draw_picture(scratch.path("b.png"), odd, {}, style_with(all)));
}

TEST_CASE("overlay: a radius that makes no sense is refused") {
  const Scratch scratch("overlay_radius");
  for (const double radius : {0.0, -1.0, 1e5}) {
    const auto drawn = draw_picture(scratch.path("a.png"), scene(), {}, style_with({.visible = true, .radius = radius}));
    REQUIRE_FALSE(drawn);
    CHECK(drawn.error().message.find("overlays.radius") != std::string::npos);
    CHECK(drawn.error().message.find("0.01 .. 10000 m") != std::string::npos);
  }
  CHECK(scratch.files().empty());
}

TEST_CASE("overlay: its colours are apart for every eye") {
  for (const bool dark : {false, true}) {
    const Palette& tones = palette(dark);
    const Colour all[] = {tones.sight, tones.hidden, tones.near, tones.delaunay};
    for (std::size_t i = 0; i < 4; ++i) {
      CAPTURE(dark);
      CAPTURE(i);
      CHECK(difference(all[i], tones.paper) > 0.15);
      for (std::size_t k = 0; k < i; ++k) {
        CAPTURE(k);
        CHECK(difference(all[i], all[k]) > 0.1);
      }
    }
  }
}
