#pragma once
#include <wend/io/picture.hpp>

#include <span>

namespace wend::io {

// Part of a picture, in pixels.
struct Area {
  double left = 0, top = 0, width = 0, height = 0;
};

// From metres to pixels: the view box fits between a strip for title and time and one for scale and legend.
struct Viewport {
  double scale = 1;                                 // pixels per metre
  Vec2 origin;                                      // pixel of the world's (0, 0)
  double left = 0, top = 0, width = 0, height = 0;  // the area for the world, in pixels
  double unit = 1;  // 1 for a picture of 720 lines: text and lines grow with the picture

  Vec2 pixel(Vec2 p) const { return {origin.x + scale * p.x, origin.y - scale * p.y}; }
  Vec2 metres(Vec2 pixel) const { return {(pixel.x - origin.x) / scale, (origin.y - pixel.y) / scale}; }
};

Box auto_box(const Frame&, std::span<const Trail>);
Viewport fit_view(const Style&, const Box&, std::size_t more_lines = 0);
Viewport fit_into(const Area&, double unit, const Box&);

// The size of things, and what is left for the world between the strips for text.
double unit_of(int width, int height);
constexpr double legend_line = 20;  // height of a line of the legend, in units
Area world_area(const Style&, std::size_t more_lines = 0);  // of the legend, above the first

}  // namespace wend::io
