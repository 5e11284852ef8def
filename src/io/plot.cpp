#include <wend/io/picture.hpp>
#include <wend/io/plot.hpp>

#include <algorithm>
#include <cmath>

#include "io/canvas.hpp"
#include "io/chart.hpp"
#include "io/error.hpp"
#include "io/pen.hpp"
#include "io/plot_paint.hpp"
#include "io/style_check.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

Error wrong(std::size_t plot, const std::string& message) {
  return {Errc::invalid_value, message, "plots[" + number_text(plot) + "]"};
}

Result<void> check_axis(std::size_t i, const char* low, const char* high, double a, double b) {
  if (std::isinf(a) || std::isinf(b)) return wrong(i, std::string(low) + ", " + high + ": expected finite numbers");
  if (std::isfinite(a) && std::isfinite(b) && !(a < b))
    return wrong(i, std::string(low) + " = " + plain_text(a) + ", " + high + " = " + plain_text(b) + ": expected " +
                        low + " < " + high);
  return {};
}

Result<void> check_plot(std::size_t i, const Plot& plot) {
  if (auto ok = check_axis(i, "x0", "x1", plot.x0, plot.x1); !ok) return ok;
  if (auto ok = check_axis(i, "y0", "y1", plot.y0, plot.y1); !ok) return ok;
  for (const PlotCells& cells : plot.cells) {
    if (cells.columns == 0 || cells.rows == 0 || cells.values.size() / cells.columns != cells.rows ||
        cells.values.size() % cells.columns != 0)
      return wrong(i, "cells: " + number_text(cells.values.size()) + " values, expected columns x rows = " +
                          number_text(cells.columns) + " x " + number_text(cells.rows) + ", at least one");
    if (!(cells.x0 < cells.x1 && cells.y0 < cells.y1 && std::isfinite(cells.x1 - cells.x0) &&
          std::isfinite(cells.y1 - cells.y0)))
      return wrong(i, "cells: expected x0 < x1 and y0 < y1, finite");
  }
  for (const PlotBand& band : plot.bands) {
    if (band.low.size() != band.x.size() || band.high.size() != band.x.size())
      return wrong(i, "band: x, low and high have " + number_text(band.x.size()) + ", " + number_text(band.low.size()) +
                          " and " + number_text(band.high.size()) + " numbers, expected as many of each");
  }
  return {};
}

Style style_of(const PlotSheet& sheet) {
  Style style;
  style.width = sheet.width, style.height = sheet.height, style.dark = sheet.dark;
  style.title = sheet.title;
  return style;
}

Result<void> check_sheet(const PlotSheet& sheet) {
  if (auto ok = check_style(style_of(sheet)); !ok) return ok;
  if (auto ok = check_range("columns", sheet.columns, 1, 64, ""); !ok) return ok;
  for (std::size_t i = 0; i < sheet.plots.size(); ++i) {
    if (auto ok = check_plot(i, sheet.plots[i]); !ok) return ok;
  }
  return {};
}

// Text of about the same size whatever the shape of the sheet.
double sheet_unit(const PlotSheet& sheet) {
  return std::clamp(std::min(sheet.width / 960.0, sheet.height / 320.0), unit_of(sheet.width, sheet.height), 8.0);
}

void paint_sheet(cairo_t* cr, const PlotSheet& sheet) {
  Style bare = style_of(sheet);
  bare.title.clear();
  chart_sheet(cr, bare, "");
  const Palette& tones = palette(sheet.dark);
  const double u = sheet_unit(sheet);
  double top = 8 * u;
  if (!sheet.title.empty()) {
    const Pen pen(cr, 17 * u, tones.ink, true);
    pen.write(14 * u, 27 * u, pen.cut(clean_text(sheet.title), sheet.width - 28 * u));
    top = 42 * u;
  }
  const auto columns = static_cast<std::size_t>(sheet.columns);
  const std::size_t rows = (sheet.plots.size() + columns - 1) / columns;
  const double width = (sheet.width - 8 * u) / static_cast<double>(columns);
  const double height = rows == 0 ? 0 : (sheet.height - top - 4 * u) / static_cast<double>(rows);
  for (std::size_t i = 0; i < sheet.plots.size(); ++i) {
    const auto column = static_cast<double>(i % columns), row = static_cast<double>(i / columns);
    paint_plot(cr, sheet.plots[i], {4 * u + column * width, top + row * height, width, height}, u, sheet.dark);
  }
}

// Cairo's names are the same in every figure: on a page each figure's begin with a mark of its content.
std::string with_own_ids(std::string_view svg) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : svg) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::string mark = "f";
  for (int shift = 60; shift >= 0; shift -= 4) mark += "0123456789abcdef"[(hash >> shift) & 15];
  mark += '-';
  std::string out;
  while (!svg.empty()) {
    const std::size_t id = svg.find(" id=\""), use = std::min(svg.find("\"#"), svg.find("(#"));
    const std::size_t at = std::min(id == svg.npos ? id : id + 5, use == svg.npos ? use : use + 2);
    out += svg.substr(0, at);
    if (at == svg.npos) break;
    out += mark;
    svg.remove_prefix(at);
  }
  return out;
}

}  // namespace

Result<void> draw_plots(const std::string& path, const PlotSheet& sheet) {
  return guarded(path, [&]() -> Result<void> {
    if (auto ok = check_sheet(sheet); !ok) return ok;
    return draw_file(path, sheet.width, sheet.height, [&](cairo_t* cr) { paint_sheet(cr, sheet); });
  });
}

Result<std::string> plots_svg(const PlotSheet& sheet) {
  return guarded("an SVG", [&]() -> Result<std::string> {
    if (auto ok = check_sheet(sheet); !ok) return ok.error();
    auto svg = draw_svg(sheet.width, sheet.height, [&](cairo_t* cr) { paint_sheet(cr, sheet); });
    if (!svg) return svg;
    const std::size_t begin = svg->find("<svg"), end = svg->rfind("</svg>");
    if (begin == svg->npos || end == svg->npos) return io_error("draw", "an SVG", "no svg element");
    return with_own_ids(std::string_view(*svg).substr(begin, end + 6 - begin));
  });
}

}  // namespace wend::io
