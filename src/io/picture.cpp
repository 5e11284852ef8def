#include <wend/io/picture.hpp>

#include <limits>

#include "io/canvas.hpp"
#include "io/error.hpp"
#include "io/painter.hpp"
#include "io/style_check.hpp"

namespace wend::io {

Result<void> draw_picture(const std::string& path, const Frame& frame, std::span<const Trail> trails,
                          const Style& style) {
  return guarded(path, [&]() -> Result<void> {
    if (auto ok = check_style(style); !ok) return ok;
    return draw_file(path, style.width, style.height, [&](cairo_t* cr) {
      Painter painter(style, frame, trails);
      painter.make_room(frame, false);
      painter.backdrop(cr, frame);
      painter.trails(cr, frame, trails, -std::numeric_limits<double>::infinity());
      painter.crowd(cr, frame);
    });
  });
}

}  // namespace wend::io
