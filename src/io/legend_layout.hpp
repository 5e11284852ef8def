#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace wend::io {

// The room for a legend in pixels. Line 0 is the lowest and shares its height with the scale bar; the lines above it are wider.
struct LegendRoom {
  double lowest = 0, upper = 0;
  std::size_t lines = 1;
  double gap = 0;  // between two entries
};

struct LegendSpot {
  std::size_t line = 0;
  double right = 0;  // from the right end of the line to the right end of the entry
};

// Where the entries stand: right-aligned, the first one at the right end of the lowest line.
struct LegendPlan {
  std::vector<LegendSpot> spots;  // of the first entries; the others have no room
  std::size_t more = 0;           // how many have none, with those that were left out before; they are told at the right end
  LegendSpot more_spot;
  std::size_t lines = 0;
};

// `widths` in the order of importance, `left_out`: entries that are not among them, `more_width`: of "and n more".
// Nothing is shown when not even "and n more" fits.
LegendPlan plan_legend(std::span<const double> widths, std::size_t left_out, const std::function<double(std::size_t)>& more_width,
                       const LegendRoom&);

}  // namespace wend::io
