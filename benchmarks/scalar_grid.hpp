#pragma once
#include "environment/near.hpp"

#include <algorithm>
#include <cmath>

namespace wend::environment {

// The baseline to beat: a plain uniform grid in double, one agent after the other. Agents only.
class ScalarGrid {
 public:
  void build(const Surroundings& s, std::span<const double> reach) {
    s_ = s;
    choose_cells(reach);
    sort_agents();
  }

  void near(Range rows, std::span<const double> reach, NearLists& out) const {
    out.clear();
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      const double x = s_.x[i], y = s_.y[i];
      // A hair wider than the exact predicate, so that rounding never hides a cell.
      const double far = (reach[i] + s_.radius[i] + largest_radius_) * (1 + 1e-12) + 1e-12 * (std::abs(x) + std::abs(y));
      const std::int32_t x0 = column(x - far), x1 = column(x + far), y1 = line(y + far);
      for (std::int32_t cy = line(y - far); cy <= y1; ++cy) {
        const std::uint32_t begin = begin_[static_cast<std::size_t>(cy * columns_ + x0)];
        const std::uint32_t end = begin_[static_cast<std::size_t>(cy * columns_ + x1) + 1];
        for (std::uint32_t k = begin; k < end; ++k) {
          const double dx = sorted_x_[k] - x, dy = sorted_y_[k] - y;
          const double r = reach[i] + s_.radius[i] + sorted_radius_[k];
          if (!(dx * dx + dy * dy <= r * r)) continue;
          const std::uint32_t j = rows_[k];
          if (j != i && s_.floor[j] == s_.floor[i]) out.agents.push_back(j);
        }
      }
      out.end_row();
    }
  }

 private:
  static std::int32_t clamped(double cell, std::int32_t count) {
    if (!(cell > 0)) return 0;
    return cell >= count ? count - 1 : static_cast<std::int32_t>(cell);
  }
  std::int32_t column(double x) const { return clamped((x - x0_) * inverse_side_, columns_); }
  std::int32_t line(double y) const { return clamped((y - y0_) * inverse_side_, lines_); }

  void choose_cells(std::span<const double> reach) {
    const std::size_t n = s_.x.size();
    double x1 = -INFINITY, y1 = -INFINITY, sum = 0;
    x0_ = y0_ = INFINITY;
    largest_radius_ = 0;
    for (std::size_t i = 0; i < n; ++i) {
      x0_ = std::min(x0_, s_.x[i]);
      y0_ = std::min(y0_, s_.y[i]);
      x1 = std::max(x1, s_.x[i]);
      y1 = std::max(y1, s_.y[i]);
      largest_radius_ = std::max(largest_radius_, s_.radius[i]);
      sum += reach[i] + s_.radius[i];
    }
    if (n == 0) x0_ = y0_ = x1 = y1 = 0;
    // A cell about as wide as half a mean query, but never many more cells than agents.
    double side = n == 0 ? 1 : std::max(1e-3, 0.5 * (sum / static_cast<double>(n) + largest_radius_));
    const double most = 4.0 * static_cast<double>(n) + 64;
    const double width = x1 - x0_, height = y1 - y0_;
    while ((std::floor(width / side) + 1) * (std::floor(height / side) + 1) > most) side *= 1.25;
    inverse_side_ = 1 / side;
    columns_ = static_cast<std::int32_t>(width * inverse_side_) + 1;
    lines_ = static_cast<std::int32_t>(height * inverse_side_) + 1;
  }

  void sort_agents() {
    const std::size_t n = s_.x.size();
    const std::size_t cells = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(lines_);
    begin_.assign(cells + 1, 0);
    cell_of_.resize(n);
    rows_.resize(n);
    sorted_x_.resize(n);
    sorted_y_.resize(n);
    sorted_radius_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      cell_of_[i] = static_cast<std::uint32_t>(line(s_.y[i]) * columns_ + column(s_.x[i]));
      ++begin_[cell_of_[i]];
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& cell : begin_) cell = sum += cell;
    for (std::size_t i = n; i-- > 0;) {
      const std::uint32_t at = --begin_[cell_of_[i]];
      rows_[at] = static_cast<std::uint32_t>(i);
      sorted_x_[at] = s_.x[i];
      sorted_y_[at] = s_.y[i];
      sorted_radius_[at] = s_.radius[i];
    }
  }

  Surroundings s_;
  double x0_ = 0, y0_ = 0, inverse_side_ = 1;
  std::int32_t columns_ = 1, lines_ = 1;
  double largest_radius_ = 0;
  std::vector<std::uint32_t> cell_of_, begin_, rows_;
  std::vector<double> sorted_x_, sorted_y_, sorted_radius_;
};

}  // namespace wend::environment
