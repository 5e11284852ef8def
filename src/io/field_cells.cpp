#include "io/field_cells.hpp"

#include <algorithm>
#include <cmath>

namespace wend::io {

FieldCells::FieldCells(const PlanningField& field)
    : field_(field), columns_(field.columns()), rows_(field.rows()), cell_(field.cell()), low_(field.origin().xy()) {
  const std::size_t size = std::size_t{columns_} * rows_;
  what_.reserve(size);
  std::vector<double> potential;
  potential.reserve(size);
  for (std::uint32_t row = 0; row < rows_; ++row) {
    for (std::uint32_t column = 0; column < columns_; ++column) {
      what_.push_back(field.what(column, row));
      potential.push_back(field.potential(column, row));
      const std::size_t i = what_.size() - 1;
      if (has_way(i)) order_.push_back(static_cast<std::uint32_t>(i));
    }
  }
  std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) { return potential[a] < potential[b]; });
  rank_.assign(size, 0);
  const double last = std::max<double>(1, static_cast<double>(order_.size()) - 1);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const bool tie = i > 0 && !(potential[order_[i - 1]] < potential[order_[i]]);
    rank_[order_[i]] = tie ? rank_[order_[i - 1]] : static_cast<float>(static_cast<double>(i) / last);
  }
}

std::optional<std::size_t> FieldCells::at(Vec2 p) const {
  const double x = (p.x - low_.x) / cell_, y = (p.y - low_.y) / cell_;
  if (!(x >= 0 && y >= 0 && x < columns_ && y < rows_)) return {};
  return index(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
}

Vec2 FieldCells::centre(std::size_t index) const {
  return low_ + cell_ * Vec2{static_cast<double>(index % columns_) + 0.5, static_cast<double>(index / columns_) + 0.5};
}

std::size_t FieldCells::count(FieldCell kind) const {
  return static_cast<std::size_t>(std::count(what_.begin(), what_.end(), kind));
}

// The mean of the cells that meet there; one that only touches corner to corner between two solid ones does not count.
double FieldCells::corner(std::uint32_t column, std::uint32_t row, bool right, bool up) const {
  const std::size_t own = index(column, row);
  const bool side_there = right ? column + 1 < columns_ : column > 0, level_there = up ? row + 1 < rows_ : row > 0;
  const std::size_t side = right ? own + 1 : own - 1, level = up ? own + columns_ : own - columns_;
  const bool side_open = side_there && has_way(side), level_open = level_there && has_way(level);
  double sum = rank_[own];
  int cells = 1;
  const auto add = [&](std::size_t i) {
    sum += rank_[i];
    ++cells;
  };
  if (side_open) add(side);
  if (level_open) add(level);
  if (side_there && level_there && (side_open || level_open)) {
    const std::size_t across = right ? level + 1 : level - 1;
    if (has_way(across)) add(across);
  }
  return sum / cells;
}

double FieldCells::rank(Vec2 p) const {
  const double x = std::clamp((p.x - low_.x) / cell_, 0.0, columns_ - 1e-9), y = std::clamp((p.y - low_.y) / cell_, 0.0, rows_ - 1e-9);
  const auto column = static_cast<std::uint32_t>(x), row = static_cast<std::uint32_t>(y);
  const double fx = x - column, fy = y - row;
  return (1 - fy) * ((1 - fx) * corner(column, row, false, false) + fx * corner(column, row, true, false)) +
         fy * ((1 - fx) * corner(column, row, false, true) + fx * corner(column, row, true, true));
}

}  // namespace wend::io
