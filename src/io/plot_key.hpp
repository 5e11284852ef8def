#pragma once
#include <cairo.h>
#include <wend/io/plot.hpp>

#include <string>
#include <vector>

#include "io/colours.hpp"
#include "io/viewport.hpp"

namespace wend::io {

Colour plot_colour(int colour, const Palette&);
Colour named_cell_colour(int name, const Palette&);  // lines over the cells stay visible
void paint_mark(cairo_t*, PlotMark, Vec2 pixel, double size, double angle, Colour,
                double unit);  // the angle as the picture has it, y down

// One row of a legend: what it looks like in the plot, and its name.
struct PlotKey {
  enum class Kind { line, dashes, mark, disc, circle, swatch } kind = Kind::line;
  std::string label;
  Colour colour;
  PlotMark mark = PlotMark::dot;
  double width = 1.6;
};

// Of everything with a label, each label once, in the order it is drawn.
std::vector<PlotKey> plot_keys(const Plot&, const Palette&);

// In lines of text from the left, wrapped at `width`; gives the height. `draw` false: only measures.
double paint_keys(cairo_t*, const std::vector<PlotKey>&, double left, double top, double width, double unit,
                  const Palette&, bool draw);

}  // namespace wend::io
