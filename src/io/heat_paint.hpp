#pragma once
#include <cairo.h>
#include <wend/io/plots.hpp>

#include "io/colours.hpp"
#include "io/viewport.hpp"

namespace wend::io {

class Painter;

double largest(const HeatMap::Field&, HeatOf);

// The map as an image over the area of the viewport.
void paint_heat(cairo_t*, const Viewport&, const HeatMap::Field&, HeatOf, bool dark, double top);

// What the colours mean: "persons/m² (Gaussian, 0.5 m)".
void heat_legend(cairo_t*, HeatOf, const Painter&, double top, double bandwidth);

std::string heat_time(const HeatMap&);  // "mean of 0 .. 60 s"
double heat_top(double largest);        // a round end of the scale

}  // namespace wend::io
