#pragma once
#include <cairo.h>

#include <initializer_list>
#include <string>

#include "io/colours.hpp"

namespace wend::io {

struct ColourBar {
  double left = 0, top = 0, width = 0;  // pixels
  double unit = 1;
};

// A bar with its label at the right end of a line, in pixels.
struct FittedBar {
  double width = 0;  // of the bar; 0: there is no room
  std::string label;
  double taken = 0;  // by both

  ColourBar at(double right, double top, double unit) const { return {.left = right - width, .top = top, .width = width, .unit = unit}; }
};

// The first of the labels that leaves `least` pixels for the bar within `room`, or none; the bar is not wider than `most`.
FittedBar fit_colour_bar(cairo_t*, double unit, double room, double least, double most, std::initializer_list<std::string> labels);

// With round ticks and a unit, or with a word at each end.
void draw_colour_bar(cairo_t*, const ColourBar&, const Ramp&, const Palette&, double low, double high,
                     const std::string& label);
void draw_colour_bar(cairo_t*, const ColourBar&, const Ramp&, const Palette&, const std::string& low,
                     const std::string& high, const std::string& label);

}  // namespace wend::io
