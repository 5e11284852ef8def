#pragma once
#include <wend/base/export.hpp>
#include <wend/result.hpp>
#include <wend/vec.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace wend::io {

// Scientific figures: curves, paths among bodies, marks, coloured cells; one or several charts on a sheet, as .png, .svg or .pdf
// or as SVG text for a page. Equal figures give equal bytes.

// Colours are those of the groups, 0 .. 7 (apart for the colour-blind too), or one of these.
enum PlotColour : int { ink = -1, soft_ink = -2, alarm = -3, target = -4, wall = -5, body = -6 };

enum class PlotMark : std::uint8_t { dot, ring, cross, square, triangle, arrow };

struct PlotLine {
  std::vector<Vec2> points{};  // a point that is not finite breaks the line
  int colour = 0;
  double width = 1.6;
  bool dashed = false;
  std::string label{};  // lines of one label share one row of the legend
};

struct PlotPoint {
  Vec2 at{};
  int colour = ink;
  PlotMark mark = PlotMark::dot;  // dot is filled, ring is not: stable and unstable
  double size = 7;                // pixels across
  std::string label{};            // in the legend
  std::string text{};             // beside the point
  double angle = 0;               // of an arrow, radians in the chart
};

// A disc in the units of the axes: a body.
struct PlotDisc {
  Vec2 at{};
  double radius = 0;
  int colour = body;
  bool filled = true;
  std::string label{};
};

// A filled band between low and high over x, for intervals.
struct PlotBand {
  std::vector<double> x{}, low{}, high{};
  int colour = 0;
  std::string label{};
};

// Cells row by row from low y. Without names a scale of colours from low to high; with names the value is the number of a
// name, one colour each. What is not finite stays paper.
struct PlotCells {
  double x0 = 0, x1 = 1, y0 = 0, y1 = 1;
  std::size_t columns = 0, rows = 0;
  std::vector<double> values{};
  std::vector<std::string> names{};
  std::string label{};  // of the scale
};

struct Plot {
  std::string title{};
  std::string x_label{}, y_label{};
  double x0 = std::numeric_limits<double>::quiet_NaN(), x1 = x0, y0 = x0, y1 = x0;  // not a number: what the content needs
  bool equal = false;  // the same scale on both axes: a plan
  bool zero_line = false;
  bool legend = true;
  std::vector<PlotCells> cells{};
  std::vector<PlotBand> bands{};
  std::vector<PlotDisc> discs{};
  std::vector<PlotLine> lines{};
  std::vector<PlotPoint> points{};
};

struct PlotSheet {
  std::string title{};
  std::vector<Plot> plots{};
  int columns = 1;
  int width = 960, height = 600;  // pixels of the whole sheet
  bool dark = false;
};

WEND_API Result<void> draw_plots(const std::string& path, const PlotSheet&);
WEND_API Result<std::string> plots_svg(const PlotSheet&);  // one <svg> element, to stand inside a page beside others

}  // namespace wend::io
