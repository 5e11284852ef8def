#pragma once
#include <cairo.h>
#include <wend/io/picture.hpp>
#include <wend/state.hpp>

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "io/camera.hpp"
#include "io/colours.hpp"
#include "io/field_cells.hpp"
#include "io/legend_layout.hpp"
#include "io/overlay.hpp"
#include "io/viewport.hpp"

namespace wend::io {

// Draws frames in one style. What is seen is fixed by the first frame, unless the camera moves.
class Painter {
 public:
  Painter(const Style&, const Frame& first, std::span<const Trail>);

  // Room for the legend of this frame below the world; `film`: also for agents that wait or get stuck later.
  void make_room(const Frame&, bool film);

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
  struct Keys;
  Keys keys(const Frame&) const;
  void key_mark(cairo_t*, const Key&, Vec2 at) const;

  // Entries in lines from the lower right, beside the scale bar and what takes `taken` pixels at the right end of the lowest line.
  LegendPlan plan_keys(cairo_t*, const Keys&, double taken, std::size_t more_lines) const;
  void write_keys(cairo_t*, const Keys&, double taken) const;
  std::size_t legend_lines(const Frame&, bool film) const;  // above the first; as many as fit are shown
  std::size_t most_lines() const;                           // above the first
  void allow_lines(std::size_t above_the_first) { more_lines_ = above_the_first; }
  std::size_t lines_allowed() const { return more_lines_; }

  static constexpr double trail_width = 1.7;  // in thin lines

  const Viewport& viewport() const { return view_; }
  const Box& box() const { return box_; }
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
  void agent(cairo_t*, const AgentState&) const;
  void overlay_mark(cairo_t*, const Key&, Vec2 at) const;
  void field_mark(cairo_t*, const Key&, Vec2 at) const;
  double ramp_legend(cairo_t*, bool draw) const;  // gives the pixels it takes

  Style style_;
  const Palette& tones_;
  CameraPath camera_;
  Overlay overlay_;
  std::shared_ptr<const FieldCells> field_;  // below the crowd
  std::uint64_t field_number_ = 0;           // another one for each field
  Viewport view_;
  Box box_;  // what is seen
  std::set<std::uint32_t> groups_;
  double top_speed_ = 1;
  std::size_t more_lines_ = 0;  // of the legend, above the first
  double line_ = 1;  // width of a thin line, pixels
};

// A status that a picture points out.
constexpr bool in_trouble(Status status) { return status != Status::moving && status != Status::waiting && under_way(status); }

}  // namespace wend::io
