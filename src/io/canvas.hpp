#pragma once
#include <cairo.h>
#include <wend/result.hpp>

#include <functional>
#include <string>

namespace wend::io {

// Draws a file; the ending chooses the format: .png, .svg or .pdf. It has its final name only when it is whole, and
// equal drawings give equal bytes.
Result<void> draw_file(const std::string& path, int width, int height, const std::function<void(cairo_t*)>& draw);

// The same as the text of an SVG file.
Result<std::string> draw_svg(int width, int height, const std::function<void(cairo_t*)>& draw);

}  // namespace wend::io
