#pragma once
#include <wend/analysis/planning_field.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace wend::io {

// The cells of a field, ready to be drawn. Potentials span thousands, or a few: what counts is which cell is nearer, so
// that `rank` is the share of the ground with a way that is nearer.
class FieldCells {
 public:
  explicit FieldCells(const PlanningField&);

  const PlanningField& field() const { return field_; }
  std::uint32_t columns() const { return columns_; }
  std::uint32_t rows() const { return rows_; }
  double cell() const { return cell_; }
  Vec2 low() const { return low_; }
  Vec2 high() const { return low_ + cell_ * Vec2{static_cast<double>(columns_), static_cast<double>(rows_)}; }

  std::size_t index(std::uint32_t column, std::uint32_t row) const { return std::size_t{row} * columns_ + column; }
  std::optional<std::size_t> at(Vec2) const;  // none: off the grid
  Vec2 centre(std::size_t index) const;
  FieldCell what(std::size_t index) const { return what_[index]; }
  bool has_way(std::size_t index) const { return what_[index] == FieldCell::free || what_[index] == FieldCell::target; }
  const std::vector<std::uint32_t>& near_to_far() const { return order_; }  // cells with a way
  std::size_t count(FieldCell) const;

  // Between the cells with a way, never through a solid one: of a place in a cell that has one.
  double rank(Vec2) const;
  double corner(std::uint32_t column, std::uint32_t row, bool right, bool up) const;  // of that cell

 private:
  PlanningField field_;
  std::uint32_t columns_, rows_;
  double cell_;
  Vec2 low_;
  std::vector<FieldCell> what_;
  std::vector<float> rank_;
  std::vector<std::uint32_t> order_;
};

}  // namespace wend::io
