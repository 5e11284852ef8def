#pragma once
#include <cairo.h>

#include "io/colours.hpp"
#include "io/field_cells.hpp"
#include "io/viewport.hpp"

namespace wend::io {

constexpr int field_bands = 16;
constexpr double field_under_crowd = 0.55;  // how strong the colours of a field are below people

// The parts of a picture of a field. A thin line is `line` pixels wide.
struct FieldSheet {
  cairo_t* cr;
  const Viewport& view;
  const FieldCells& cells;
  const Palette& tones;
  bool dark;
  double line;

  void ground(double strength, bool potential) const;  // colours of the cells; strength 1: full
  void contours() const;
  void streamlines() const;
  void arrows() const;  // on a lattice, for below a crowd
  void passages(bool labels) const;
};

// Of passages, and for the legend.
void cross_mark(cairo_t*, Vec2 at, double radius, double width, const Palette&);
void pinch_mark(cairo_t*, Vec2 at, double radius, double width, const Palette&);
void arrow_head(cairo_t*, Vec2 tip, Vec2 along, double size);  // added to the path

}  // namespace wend::io
