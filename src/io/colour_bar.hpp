#pragma once
#include <cairo.h>

#include <string>

#include "io/colours.hpp"

namespace wend::io {

struct ColourBar {
  double left = 0, top = 0, width = 0;  // pixels
  double unit = 1;
};

// With round ticks and a unit, or with a word at each end.
void draw_colour_bar(cairo_t*, const ColourBar&, const Ramp&, const Palette&, double low, double high,
                     const std::string& label);
void draw_colour_bar(cairo_t*, const ColourBar&, const Ramp&, const Palette&, const std::string& low,
                     const std::string& high, const std::string& label);

}  // namespace wend::io
