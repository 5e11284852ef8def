#pragma once
#include <cairo.h>
#include <wend/io/picture.hpp>

#include <string>

#include "io/colours.hpp"
#include "io/ticks.hpp"
#include "io/viewport.hpp"

namespace wend::io {

// Two axes with round ticks and a thin grid.
struct Chart {
  Area area;  // between the axes
  double unit = 1;
  double x0 = 0, x1 = 1, y0 = 0, y1 = 1;
  std::string x_label{};  // below, at the right end; with none there are no numbers either
  std::string y_label{};  // above the axis

  Vec2 pixel(double x, double y) const {
    return {area.left + area.width * (x - x0) / (x1 - x0), area.top + area.height * (1 - (y - y0) / (y1 - y0))};
  }
  void axes(cairo_t*, const Palette&) const;
};

// What is left of a picture for charts between the title and the edges.
Area chart_area(const Style&);
// Paper, title and a word at its right.
void chart_sheet(cairo_t*, const Style&, const std::string& beside);

}  // namespace wend::io
