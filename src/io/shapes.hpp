#pragma once
#include <cairo.h>
#include <wend/vec.hpp>

#include <cmath>
#include <numbers>

namespace wend::io {

// Paths in pixels, added to the current one.

inline void disc_path(cairo_t* cr, Vec2 centre, double radius) {
  cairo_new_sub_path(cr);
  cairo_arc(cr, centre.x, centre.y, radius, 0, 2 * std::numbers::pi);
  cairo_close_path(cr);
}

inline void capsule_path(cairo_t* cr, Vec2 a, Vec2 b, double radius) {
  constexpr double pi = std::numbers::pi;
  const double along = std::atan2(b.y - a.y, b.x - a.x);
  cairo_new_sub_path(cr);
  cairo_arc(cr, b.x, b.y, radius, along - pi / 2, along + pi / 2);
  cairo_arc(cr, a.x, a.y, radius, along + pi / 2, along + 3 * pi / 2);
  cairo_close_path(cr);
}

inline void line_path(cairo_t* cr, Vec2 a, Vec2 b) {
  cairo_move_to(cr, a.x, a.y);
  cairo_line_to(cr, b.x, b.y);
}

}  // namespace wend::io
