#pragma once
#include <cairo.h>
#include <wend/io/picture.hpp>

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "io/camera.hpp"
#include "io/colours.hpp"
#include "io/field_cells.hpp"
#include "io/overlay.hpp"
#include "io/viewport.hpp"

namespace wend::io {

// Draws frames in one style. What is seen is fixed by the first frame, unless the camera moves.
class Painter {
 public:
  Painter(const Style&, const Frame& first, std::span<const Trail>);

  void follow(const Frame&);     // moves the camera; for frames in order of time
  void look(const Viewport& v);  // instead of what style and first frame give
  void about(const Frame&);      // its overlays, not those of the frame before

  // One after the other: what stays (paper, fixed bodies, title, scale, legend); where the agents were since `from`;
  // what moves.
  void backdrop(cairo_t*, const Frame&) const;
  void trails(cairo_t*, const Frame&, std::span<const Trail>, double from) const;
  void crowd(cairo_t*, const Frame&) const;

  // The parts of these, for pictures that are composed otherwise.
  void ground(cairo_t*) const;  // grid
  void field(cairo_t*) const;   // of the last frame that follow() or about() was told
  void fixed_bodies(cairo_t*, const Frame&) const;
  void overlays(cairo_t*, const Frame&) const;
  void moving_bodies(cairo_t*, const Frame&) const;
  void targets(cairo_t*, const Frame&) const;
  void agents(cairo_t*, const Frame&) const;
  void title(cairo_t*, const std::string& beside) const;  // `beside` stands at the right end of the line
  void scale_bar(cairo_t*) const;
  void legend(cairo_t*, const Frame&) const;
  void know(const Frame&, std::span<const Trail>);  // its groups have a place in the legend
  double scale_bar_end() const;                     // pixel where the room for a legend begins

  // Equal for frames with the same backdrop.
  std::uint64_t backdrop_key(const Frame&) const;

  struct Key;  // an entry of the legend
  std::vector<Key> keys(const Frame&) const;
  void key_mark(cairo_t*, const Key&, Vec2 at) const;

  const Viewport& viewport() const { return view_; }
  double line() const { return line_; }
  const Style& style() const { return style_; }
  Colour shade(std::size_t step) const;  // of the groups or the ramp
  std::size_t shades() const;

 private:
  std::size_t step_of(std::uint32_t group, double speed, double weight) const;
  std::set<std::uint32_t> groups_in(const Frame&) const;  // and in the first frame
  void add_overlay_keys(std::vector<Key>&) const;
  bool in_view(const Box&) const;
  void clip(cairo_t*) const;
  void grid(cairo_t*) const;
  void take_field(const Frame&);
  void body(cairo_t*, const BodyShape&) const;
  void open_door(cairo_t*, const BodyShape&) const;
  void target(cairo_t*, const TargetMark&) const;
  void agent(cairo_t*, const AgentDot&) const;
  void overlay_mark(cairo_t*, const Key&, Vec2 at) const;
  void field_mark(cairo_t*, const Key&, Vec2 at) const;
  void ramp_legend(cairo_t*) const;

  Style style_;
  const Palette& tones_;
  CameraPath camera_;
  Overlay overlay_;
  std::shared_ptr<const FieldCells> field_;  // below the crowd
  std::uint64_t field_number_ = 0;           // another one for each field
  Viewport view_;
  std::set<std::uint32_t> groups_;
  double top_speed_ = 1;
  double line_ = 1;  // width of a thin line, pixels
};

// A status that a picture points out.
constexpr bool in_trouble(Status status) { return status != Status::moving && status != Status::arrived; }

}  // namespace wend::io
