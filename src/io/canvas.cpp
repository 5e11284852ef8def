#include "io/canvas.hpp"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "io/atomic_file.hpp"
#include "io/cairo_ptr.hpp"
#include "io/error.hpp"
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

Surface open_surface(const std::string& kind, int width, int height, Sink& sink) {
  if (kind == ".png") return Surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  if (kind == ".svg") {
    Surface surface(cairo_svg_surface_create_for_stream(take, &sink, width, height));
    cairo_svg_surface_set_document_unit(surface.get(), CAIRO_SVG_UNIT_PX);
    return surface;
  }
  Surface surface(cairo_pdf_surface_create_for_stream(take, &sink, width, height));
  // A picture is its content, not the moment it was made: no clock in the file.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  return surface;
}

}  // namespace

Result<void> draw_file(const std::string& path, int width, int height, const std::function<void(cairo_t*)>& draw) {
  const std::string kind = ending(path);
  if (kind != ".png" && kind != ".svg" && kind != ".pdf") {
    const std::string found = kind.empty() ? "no ending" : "unknown ending " + kind;
    return Error{Errc::unknown_name, "'" + path + "': " + found + ", expected .png, .svg or .pdf for a picture", ""};
  }
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  Sink sink{*file, {}};
  const Surface surface = open_surface(kind, width, height, sink);
  Context cr(cairo_create(surface.get()));
  draw(cr.get());
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

}  // namespace wend::io
