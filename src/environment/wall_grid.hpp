#pragma once
#include <wend/vec.hpp>

#include "geometry/planar.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace wend::environment {

// Which walls pass through which square cell. A cell knows all walls within `pad` cells of it, so rounding at its
// borders loses none. Walls of no length are in no cell.
class WallGrid {
 public:
  void build(std::span<const geometry::Segment> walls);
  bool empty() const { return walls_.empty(); }
  double cell() const { return cell_; }
  Vec2 low() const { return low_; }
  Vec2 high() const { return high_; }

  // Calls f(walls) for each cell that meets the box.
  template <typename F>
  void for_cells_in(Vec2 low, Vec2 high, F&& f) const {
    if (empty() || high.x < low_.x || low.x > high_.x || high.y < low_.y || low.y > high_.y) return;
    const std::size_t x0 = column(low.x), x1 = column(high.x), y0 = row(low.y), y1 = row(high.y);
    for (std::size_t y = y0; y <= y1; ++y)
      for (std::size_t x = x0; x <= x1; ++x) f(in_cell(y * columns_ + x));
  }

  // Calls f(walls) for the cells that the segment from p to q passes, in order; after each line of them asks done(t) if
  // what lies beyond the share t of the way may be left out.
  template <typename F, typename Done>
  void for_cells_along(Vec2 p, Vec2 q, F&& f, Done&& done) const {
    if (empty()) return;
    along(p, q, [&](std::size_t c) { f(in_cell(c)); }, done);
  }

 private:
  static constexpr double pad = 1e-6;

  std::span<const std::uint32_t> in_cell(std::size_t c) const {
    return {walls_.data() + begin_[c], walls_.data() + begin_[c + 1]};
  }
  static std::size_t index(double v, std::size_t count) {
    return static_cast<std::size_t>(std::clamp(v, 0.0, static_cast<double>(count) - 1));
  }
  std::size_t column(double x) const { return index((x - low_.x) * per_cell_, columns_); }
  std::size_t row(double y) const { return index((y - low_.y) * per_cell_, rows_); }

  // Goes through the lines of cells across the longer direction of pq; each has a short run of cells.
  template <typename F, typename Done>
  void along(Vec2 p, Vec2 q, F&& f, Done&& done) const {
    const Vec2 a = (p - low_) * per_cell_, b = (q - low_) * per_cell_, d = b - a;
    const bool flat = std::abs(d.x) >= std::abs(d.y);
    const double u0 = flat ? a.x : a.y, v0 = flat ? a.y : a.x, du = flat ? d.x : d.y, dv = flat ? d.y : d.x;
    const double lines = static_cast<double>(flat ? columns_ : rows_);
    const double runs = static_cast<double>(flat ? rows_ : columns_);
    const double slope = du != 0 ? dv / du : 0;
    const double from = std::floor(std::min(u0, u0 + du) - pad), to = std::floor(std::max(u0, u0 + du) + pad);
    if (to < 0 || from >= lines) return;
    const double first = std::max(from, 0.0), last = std::min(to, lines - 1), step = du < 0 ? -1 : 1;
    for (double line = du < 0 ? last : first; line >= first && line <= last; line += step) {
      const double s0 = std::clamp(line - pad - u0, std::min(du, 0.0), std::max(du, 0.0));
      const double s1 = std::clamp(line + 1 + pad - u0, std::min(du, 0.0), std::max(du, 0.0));
      const double v1 = v0 + slope * s0, v2 = v0 + slope * s1;
      const double low = std::floor(std::min(v1, v2) - pad), high = std::floor(std::max(v1, v2) + pad);
      for (double v = std::max(low, 0.0); v <= std::min(high, runs - 1); ++v) {
        const double cell = flat ? v * static_cast<double>(columns_) + line : line * static_cast<double>(columns_) + v;
        f(static_cast<std::size_t>(cell));
      }
      const double left_at = (du < 0 ? line : line + 1) - u0;  // where pq leaves this line
      if (du != 0 && done(left_at / du)) return;
    }
  }

  Vec2 low_, high_;
  double cell_ = 1, per_cell_ = 1;
  std::size_t columns_ = 0, rows_ = 0;
  std::vector<std::uint32_t> begin_, walls_;
};

}  // namespace wend::environment
