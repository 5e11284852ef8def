#pragma once
#include <cairo.h>
#include <wend/io/plot.hpp>

#include "io/colours.hpp"
#include "io/viewport.hpp"

namespace wend::io {

// The ranges of a plot's axes: its own, or what its content needs with a margin.
struct PlotRange {
  double x0 = 0, x1 = 1, y0 = 0, y1 = 1;
};
PlotRange range_of(const Plot&);

// A plot with its title, legend and axes inside `area`.
void paint_plot(cairo_t*, const Plot&, const Area& area, double unit, bool dark);

}  // namespace wend::io
