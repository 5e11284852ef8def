#pragma once
#include <wend/vec.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace wend::environment {

// Square cells in lines; what is outside counts as on the border.
struct CellFrame {
  static constexpr double hair = 1e-10;  // more than any rounding of a length

  double x0 = 0, y0 = 0, side = 1;
  std::int32_t columns = 1, lines = 1;

  std::size_t count() const { return static_cast<std::size_t>(columns) * static_cast<std::size_t>(lines); }
  std::int32_t column(double x) const { return clamped((x - x0) / side, columns); }
  std::int32_t line(double y) const { return clamped((y - y0) / side, lines); }

  // The cells that a capsule touches: line by line, so that a long slanting wall stands only where it stands.
  template <class F>
  void for_cells(Vec2 p, Vec2 q, double radius, F&& visit) const {
    const Vec2 a = p.y <= q.y ? p : q, b = p.y <= q.y ? q : p;
    const double pad = radius + hair * (radius + std::abs(a.x) + std::abs(a.y) + std::abs(b.x) + std::abs(b.y));
    const std::int32_t first = line(a.y - pad), last = line(b.y + pad);
    const double rise = b.y - a.y;
    for (std::int32_t cy = first; cy <= last; ++cy) {
      double from = 0, to = 1;  // the part of the axis that can be seen from this line
      if (rise > 1e-9 * side) {
        if (cy > 0) from = std::clamp((y0 + cy * side - pad - a.y) / rise, 0.0, 1.0);
        if (cy < lines - 1) to = std::clamp((y0 + (cy + 1) * side + pad - a.y) / rise, 0.0, 1.0);
      }
      const double xa = a.x + from * (b.x - a.x), xb = a.x + to * (b.x - a.x);
      const std::int32_t left = column(std::min(xa, xb) - pad), right = column(std::max(xa, xb) + pad);
      for (std::int32_t cx = left; cx <= right; ++cx)
        visit(static_cast<std::size_t>(cy) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(cx));
    }
  }

 private:
  static std::int32_t clamped(double cell, std::int32_t count) {
    if (!(cell > 0)) return 0;  // also for NaN
    return cell >= count ? count - 1 : static_cast<std::int32_t>(cell);
  }
};

}  // namespace wend::environment
