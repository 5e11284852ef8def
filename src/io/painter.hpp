#pragma once
#include <cairo.h>
#include <wend/io/picture.hpp>

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "io/colours.hpp"
#include "io/viewport.hpp"

namespace wend::io {

// Draws frames in one style and one view, fixed by the first frame.
class Painter {
 public:
  Painter(const Style&, const Frame& first, std::span<const Trail>);

  // One after the other: what stays (paper, fixed bodies, title, scale, legend); where the agents were since `from`;
  // what moves.
  void backdrop(cairo_t*, const Frame&) const;
  void trails(cairo_t*, const Frame&, std::span<const Trail>, double from) const;
  void crowd(cairo_t*, const Frame&) const;

  // Equal for frames with the same backdrop.
  std::uint64_t backdrop_key(const Frame&) const;

  const Viewport& viewport() const { return view_; }
  const Style& style() const { return style_; }
  Colour shade(std::size_t step) const;  // of the groups or the ramp
  std::size_t shades() const;

 private:
  std::size_t step_of(std::uint32_t group, double speed, double weight) const;
  std::set<std::uint32_t> groups_in(const Frame&) const;  // and in the first frame
  void grid(cairo_t*) const;
  void body(cairo_t*, const BodyShape&) const;
  void target(cairo_t*, const TargetMark&) const;
  void agent(cairo_t*, const AgentDot&) const;
  void title(cairo_t*) const;
  void time_stamp(cairo_t*, double time) const;
  void scale_bar(cairo_t*) const;
  void legend(cairo_t*, const Frame&) const;
  void group_legend(cairo_t*, const Frame&) const;
  void ramp_legend(cairo_t*) const;

  Style style_;
  const Palette& tones_;
  Viewport view_;
  std::set<std::uint32_t> groups_;
  double top_speed_ = 1;
  double line_ = 1;  // width of a thin line, pixels
};

}  // namespace wend::io
