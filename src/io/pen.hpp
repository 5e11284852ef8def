#pragma once
#include <cairo.h>

#include <string>
#include <string_view>

#include "io/colours.hpp"

namespace wend::io {

inline void paint_with(cairo_t* cr, Colour c, double alpha = 1) { cairo_set_source_rgba(cr, c.r, c.g, c.b, alpha); }

// Text in one size and colour. A picture's text is the same in every format: metrics are not hinted.
struct Pen {
  cairo_t* cr;
  double size;

  Pen(cairo_t*, double size, Colour, bool bold = false);
  double width(const std::string& text) const;
  void write(double x, double y, const std::string& text) const;         // starts at x
  void write_left_of(double x, double y, const std::string& text) const;  // ends at x
  void write_about(double x, double y, const std::string& text) const;    // centred on x
  void write_up(double x, double y, const std::string& text) const;       // centred on y, read from below
  std::string cut(const std::string& text, double room) const;            // at whole characters, with an ellipsis
};

// Valid UTF-8 on one line: what is not becomes a replacement character, control characters become spaces.
std::string clean_text(std::string_view);

// As a person writes it: 0.0001, 12.5, 100000; six digits are enough, and powers of ten only where nobody can count
// the zeros.
std::string plain_text(double);

// 1, 2 or 5 times a power of ten, at most or at least `length`.
double round_down(double length);
double round_up(double length);

}  // namespace wend::io
