#pragma once
#include <cairo/cairo.h>
#include <doctest/doctest.h>
#include <wend/vec.hpp>

#include <cmath>
#include <cstdint>
#include <string>

#include "io/colours.hpp"

namespace wend::test {

// The pixels of a .png.
struct Picture {
  cairo_surface_t* surface;
  explicit Picture(const std::string& path) : surface(cairo_image_surface_create_from_png(path.c_str())) {
    REQUIRE(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS);
  }
  Picture(const Picture&) = delete;
  Picture& operator=(const Picture&) = delete;
  ~Picture() { cairo_surface_destroy(surface); }
  int width() const { return cairo_image_surface_get_width(surface); }
  int height() const { return cairo_image_surface_get_height(surface); }
  std::uint32_t at(Vec2 pixel) const {
    const auto x = static_cast<int>(pixel.x), y = static_cast<int>(pixel.y);
    const unsigned char* row = cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface);
    return reinterpret_cast<const std::uint32_t*>(row)[x] & 0xffffff;
  }
};

// Up to one step per channel: cairo rounds in its own way.
inline bool same(std::uint32_t pixel, io::Colour c) {
  const auto near = [&](int shift, double v) { return std::abs(((pixel >> shift) & 255) - v * 255) <= 1.001; };
  return near(16, c.r) && near(8, c.g) && near(0, c.b);
}

}  // namespace wend::test
