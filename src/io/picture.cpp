#include <wend/io/picture.hpp>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

#include <limits>

#include "io/atomic_file.hpp"
#include "io/cairo_ptr.hpp"
#include "io/error.hpp"
#include "io/painter.hpp"
#include "io/style_check.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

// Where cairo's bytes go; the first error is kept because cairo only says that there was one.
struct Sink {
  AtomicFile& file;
  Result<void> state;
};

cairo_status_t take(void* closure, const unsigned char* bytes, unsigned int size) {
  Sink& sink = *static_cast<Sink*>(closure);
  if (sink.state) sink.state = sink.file.write({reinterpret_cast<const char*>(bytes), size});
  return sink.state ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

Result<void> draw(const std::string& path, const std::string& kind, const Frame& frame, std::span<const Trail> trails,
                  const Style& style) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  Sink sink{*file, {}};
  Surface surface;
  if (kind == ".png") {
    surface.reset(cairo_image_surface_create(CAIRO_FORMAT_RGB24, style.width, style.height));
  } else if (kind == ".svg") {
    surface.reset(cairo_svg_surface_create_for_stream(take, &sink, style.width, style.height));
    cairo_svg_surface_set_document_unit(surface.get(), CAIRO_SVG_UNIT_PX);
  } else {
    surface.reset(cairo_pdf_surface_create_for_stream(take, &sink, style.width, style.height));
  }
  Context cr(cairo_create(surface.get()));
  const Painter painter(style, frame, trails);
  painter.backdrop(cr.get(), frame);
  painter.trails(cr.get(), frame, trails, -std::numeric_limits<double>::infinity());
  painter.crowd(cr.get(), frame);
  cairo_status_t status = cairo_status(cr.get());
  cr.reset();
  if (status == CAIRO_STATUS_SUCCESS && kind == ".png")
    status = cairo_surface_write_to_png_stream(surface.get(), take, &sink);
  cairo_surface_finish(surface.get());
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface.get());
  if (!sink.state) return sink.state;
  if (status != CAIRO_STATUS_SUCCESS) return io_error("draw", path, cairo_status_to_string(status));
  return file->commit();
}

}  // namespace

Result<void> draw_picture(const std::string& path, const Frame& frame, std::span<const Trail> trails,
                          const Style& style) {
  return guarded(path, [&]() -> Result<void> {
    if (auto ok = check_style(style); !ok) return ok;
    const std::string kind = ending(path);
    if (kind != ".png" && kind != ".svg" && kind != ".pdf") {
      const std::string found = kind.empty() ? "no ending" : "unknown ending " + kind;
      return Error{Errc::unknown_name, "'" + path + "': " + found + ", expected .png, .svg or .pdf for a picture", ""};
    }
    return draw(path, kind, frame, trails, style);
  });
}

}  // namespace wend::io
