#pragma once
#include "core/segment.hpp"
#include "planning/map.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace wend::planning {

// Whole cells low .. high - 1 of a line of `count` cells.
struct CellRange {
  std::uint32_t low = 0, high = 0;
};

// The cells of a line that begins at `origin` touched by [from, to]; none when it lies outside.
inline CellRange cells_between(double from, double to, double origin, double h, std::uint32_t count) {
  const double low = std::floor((from - origin) / h), high = std::floor((to - origin) / h) + 1;
  if (!(low < count) || !(high > 0) || !(low < high)) return {};
  return {low > 0 ? static_cast<std::uint32_t>(low) : 0, high < count ? static_cast<std::uint32_t>(high) : count};
}

// Calls mark(cell) for the cells whose centre is within `reach` of the segment ab, planning spec (p.2): row by row, over the
// part of the segment that is near enough to the row. A cell may come twice.
template <class Mark>
void draw_capsule(const Map& map, Vec2 a, Vec2 b, double reach, Mark mark) {
  if (a.y > b.y) std::swap(a, b);
  const Vec2 ab = b - a;
  const double reach2 = reach * reach, slack = map.h;
  const CellRange rows = cells_between(a.y - reach - slack, b.y + reach + slack, map.origin.y, map.h, map.ny);
  for (std::uint32_t j = rows.low; j < rows.high; ++j) {
    const double y = map.centre(map.index(0, j)).y;
    const double from = ab.y > 0 ? std::clamp((y - reach - a.y) / ab.y, 0.0, 1.0) : 0;
    const double to = ab.y > 0 ? std::clamp((y + reach - a.y) / ab.y, 0.0, 1.0) : 1;
    const double x0 = a.x + from * ab.x, x1 = a.x + to * ab.x;
    const CellRange columns = cells_between(std::min(x0, x1) - reach - slack, std::max(x0, x1) + reach + slack, map.origin.x, map.h, map.nx);
    for (std::uint32_t i = columns.low; i < columns.high; ++i) {
      const std::uint32_t cell = map.index(i, j);
      const Vec2 p = map.centre(cell).xy();
      if (norm2(p - nearest_on_segment(p, a, b).point) <= reach2) mark(cell);
    }
  }
}

// Calls mark(cell), in order of columns, for the cells that the segment ab passes through: a four-connected line. Two
// neighbouring columns agree on the row in which the line goes from one to the other, so rounding leaves no hole.
template <class Mark>
void draw_line(const Map& map, Vec2 a, Vec2 b, Mark mark) {
  if (a.x > b.x) std::swap(a, b);
  const CellRange columns = cells_between(a.x, b.x, map.origin.x, map.h, map.nx);
  const auto height = [&](double x) {
    if (x <= a.x) return a.y;
    if (x >= b.x) return b.y;
    return std::clamp(a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x)), std::min(a.y, b.y), std::max(a.y, b.y));
  };
  for (std::uint32_t i = columns.low; i < columns.high; ++i) {
    // The outermost columns of the line reach to its ends, wherever rounding puts their borders.
    double y0 = height(map.origin.x + i * map.h), y1 = height(map.origin.x + (i + 1.0) * map.h);
    if (std::floor((a.x - map.origin.x) / map.h) >= i) y0 = a.y;
    if (std::floor((b.x - map.origin.x) / map.h) <= i) y1 = b.y;
    const CellRange rows = cells_between(std::min(y0, y1), std::max(y0, y1), map.origin.y, map.h, map.ny);
    for (std::uint32_t j = rows.low; j < rows.high; ++j) mark(map.index(i, j));
  }
}

}  // namespace wend::planning
