#include "io/canvas.hpp"

#include <wend/io/atomic_file.hpp>
#include <wend/io/drawing_format.hpp>

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <algorithm>
#include <map>
#include <new>
#include <string_view>

#include "io/cairo_ptr.hpp"
#include "io/error.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

// Where cairo's bytes go; the first error is kept because cairo only says that there was one.
struct Sink {
  AtomicFile* file;  // none: all of it stays in `text`, to be changed before it is used
  std::string text{};
  Result<void> state{};
};

// Called from C: nothing may be thrown.
cairo_status_t take(void* closure, const unsigned char* bytes, unsigned int size) noexcept {
  Sink& sink = *static_cast<Sink*>(closure);
  try {
    const std::string_view piece(reinterpret_cast<const char*>(bytes), size);
    if (sink.file == nullptr) {
      sink.text += piece;
    } else if (sink.state) {
      sink.state = sink.file->write(piece);
    }
  } catch (const std::bad_alloc&) {
    return CAIRO_STATUS_NO_MEMORY;
  }
  return sink.state ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

// Cairo numbers the images and surfaces of a process; in a file they start at one.
std::string renumbered(const std::string& svg) {
  std::string out;
  std::map<std::string, std::size_t> numbers;
  std::size_t at = 0;
  for (std::size_t mark = svg.find_first_of("\"#"); mark != svg.npos; mark = svg.find_first_of("\"#", mark + 1)) {
    const std::string_view rest = std::string_view(svg).substr(mark + 1);
    const std::size_t name = rest.starts_with("image") ? 5 : rest.starts_with("surface") ? 7 : 0;
    const std::size_t end = name == 0 ? 0 : std::min(rest.find_first_not_of("0123456789", name), rest.size());
    if (end <= name) continue;
    const std::size_t number = numbers.try_emplace(std::string(rest.substr(0, end)), numbers.size() + 1).first->second;
    out.append(svg, at, mark + 1 + name - at);
    append(out, number);
    at = mark + 1 + end;
  }
  return out.append(svg, at);
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

namespace {

cairo_status_t draw_into(Sink& sink, const std::string& kind, int width, int height, const std::function<void(cairo_t*)>& draw) {
  const Surface surface = open_surface(kind, width, height, sink);
  Context cr(cairo_create(surface.get()));
  draw(cr.get());
  cairo_status_t status = cairo_status(cr.get());
  cr.reset();
  if (status == CAIRO_STATUS_SUCCESS && kind == ".png")
    status = cairo_surface_write_to_png_stream(surface.get(), take, &sink);
  cairo_surface_finish(surface.get());
  return status == CAIRO_STATUS_SUCCESS ? cairo_surface_status(surface.get()) : status;
}

}  // namespace

Result<void> draw_file(const std::string& path, int width, int height, const std::function<void(cairo_t*)>& draw) {
  const DrawingFormat* format = find_drawing_format(path);
  if (format == nullptr || format->kind != DrawingKind::picture)
    return wrong_ending(path, either_of(drawing_endings({DrawingKind::picture})) + " for a picture");
  const std::string kind(format->ending);
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  Sink sink{.file = kind == ".svg" ? nullptr : &*file};
  const cairo_status_t status = draw_into(sink, kind, width, height, draw);
  if (!sink.state) return sink.state;
  if (status != CAIRO_STATUS_SUCCESS) return io_error("draw", path, cairo_status_to_string(status));
  if (sink.file == nullptr) {
    if (auto ok = file->write(renumbered(sink.text)); !ok) return ok;
  }
  return file->commit();
}

Result<std::string> draw_svg(int width, int height, const std::function<void(cairo_t*)>& draw) {
  Sink sink{.file = nullptr};
  const cairo_status_t status = draw_into(sink, ".svg", width, height, draw);
  if (status != CAIRO_STATUS_SUCCESS) return io_error("draw", "an SVG", cairo_status_to_string(status));
  return renumbered(sink.text);
}

}  // namespace wend::io
