#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace wend::environment {

// A run of the cell order.
struct Run {
  std::uint32_t begin = 0, end = 0;
};

// Points sorted by their cell of a uniform grid, x fastest, so that neighbouring cells of one line are one run. While
// the cells are few there is a table of them; in a world too wide for that only the occupied ones are kept, by key.
// Indices are clamped and monotone: a range of positions never loses a cell.
template <int D>
class CellOrder {
 public:
  using Point = std::array<double, D>;
  using Columns = std::array<std::span<const double>, D>;
  using Cell = std::array<std::int64_t, D>;

  void sort(const Columns& at, std::span<const std::uint32_t> rows, double side);

  std::span<const std::uint32_t> order() const { return order_; }
  const Point& origin() const { return origin_; }
  double extent() const { return extent_; }
  double side() const { return side_; }
  bool keyed() const { return keyed_; }
  std::int64_t cells_along(int axis) const { return count_[static_cast<std::size_t>(axis)]; }
  std::int64_t along(int axis, double v) const {
    const auto a = static_cast<std::size_t>(axis);
    const double cell = (v - origin_[a]) * inverse_side_;
    if (!(cell > 0)) return 0;  // also for NaN
    return cell >= static_cast<double>(count_[a]) ? count_[a] - 1 : static_cast<std::int64_t>(cell);
  }
  Cell cell(const Point& p) const {
    Cell c{};
    for (int a = 0; a < D; ++a) c[static_cast<std::size_t>(a)] = along(a, p[static_cast<std::size_t>(a)]);
    return c;
  }
  // The points in the cells x0..x1 of the line through `line` (whose own x does not count).
  Run run(Cell line, std::int64_t x0, std::int64_t x1) const {
    line[0] = 0;
    const std::uint64_t key = key_of(line);
    return {first_not_before(key + static_cast<std::uint64_t>(x0)),
            first_not_before(key + static_cast<std::uint64_t>(x1) + 1)};
  }
  // visit(Run) for the cells that touch the box [low, high]: more than that when it has too many lines to look at
  // singly.
  template <class F>
  void runs(const Point& low, const Point& high, F&& visit) const {
    if (order_.empty()) return;
    const Cell first = cell(low), last = cell(high);
    if (takes_in_one(first, last)) {
      visit(Run{run(first, first[0], first[0]).begin, run(last, last[0], last[0]).end});
      return;
    }
    for (Cell c = first;;) {
      const Run r = run(c, first[0], last[0]);
      if (r.begin != r.end) visit(r);
      std::size_t a = 1;
      while (a < D && ++c[a] > last[a]) c[a] = first[a], ++a;
      if (a == D) return;
    }
  }

  // visit(Cell, Run) for every occupied cell, in order.
  template <class F>
  void for_cells(F&& visit) const {
    const std::size_t cells = keyed_ ? occupied_.size() : table_.empty() ? 0 : table_.size() - 1;
    Cell c{};
    for (std::size_t k = 0; k < cells; ++k) {
      Run r;
      if (keyed_) {
        c = cell_of_key(occupied_[k].first);
        r = {occupied_[k].second, k + 1 < cells ? occupied_[k + 1].second : static_cast<std::uint32_t>(order_.size())};
      } else {
        r = {table_.data()[k], table_.data()[k + 1]};
      }
      if (r.begin != r.end) visit(c, r);
      for (std::size_t a = 0; a < D && ++c[a] == count_[a]; ++a) c[a] = 0;
    }
  }

 private:
  Cell cell_of_key(std::uint64_t key) const {
    Cell c{};
    for (std::size_t a = 0; a < D; ++a) {
      c[a] = static_cast<std::int64_t>(key % static_cast<std::uint64_t>(count_[a]));
      key /= static_cast<std::uint64_t>(count_[a]);
    }
    return c;
  }
  std::uint64_t key_of(const Cell& c) const {
    std::uint64_t key = 0;
    for (std::size_t a = D; a-- > 0;)
      key = key * static_cast<std::uint64_t>(count_[a]) + static_cast<std::uint64_t>(c[a]);
    return key;
  }
  std::uint32_t first_not_before(std::uint64_t key) const { return keyed_ ? find(key) : table_.data()[key]; }
  std::uint32_t find(std::uint64_t key) const;
  bool takes_in_one(const Cell& first, const Cell& last) const;
  void reserve(std::size_t rows);
  void choose(const Columns& at, std::span<const std::uint32_t> rows, double side);
  void sort_by_table(const Columns& at, std::span<const std::uint32_t> rows);
  void sort_by_key(const Columns& at, std::span<const std::uint32_t> rows);

  Point origin_{};
  Cell count_{};
  double extent_ = 0, side_ = 1, inverse_side_ = 1;
  bool keyed_ = false;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> cell_of_, table_;                     // table: begin of each cell
  std::vector<std::pair<std::uint64_t, std::uint32_t>> by_key_;    // (cell, row), sorted
  std::vector<std::pair<std::uint64_t, std::uint32_t>> occupied_;  // (cell, begin)
};

extern template class CellOrder<2>;
extern template class CellOrder<3>;

}  // namespace wend::environment
