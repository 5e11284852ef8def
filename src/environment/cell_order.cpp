#include "environment/cell_order.hpp"

#include <algorithm>
#include <cmath>

namespace wend::environment {

namespace {

constexpr double cells_per_point = 4, spare_cells = 64;
constexpr double most_widening = 4;  // of a cell, before keys are the better way
constexpr std::int64_t most_lines = 64;

}  // namespace

template <int D>
void CellOrder<D>::sort(const Columns& at, std::span<const std::uint32_t> rows, double side) {
  choose(at, rows, side);
  reserve(rows.size());
  keyed_ ? sort_by_key(at, rows) : sort_by_table(at, rows);
}

// For both ways at once: the number of cells creeps, and a crowd that spreads changes from one to the other.
template <int D>
void CellOrder<D>::reserve(std::size_t rows) {
  table_.reserve(static_cast<std::size_t>(cells_per_point * static_cast<double>(rows) + spare_cells) + 1);
  order_.reserve(rows);
  cell_of_.reserve(rows);
  by_key_.reserve(rows);
  occupied_.reserve(rows);
}

template <int D>
void CellOrder<D>::choose(const Columns& at, std::span<const std::uint32_t> rows, double side) {
  Point size{};
  extent_ = 0;
  for (std::size_t a = 0; a < D; ++a) {
    double low = INFINITY, high = -INFINITY;
    const double* v = at[a].data();
    for (const std::uint32_t row : rows) {
      low = std::min(low, v[row]);
      high = std::max(high, v[row]);
    }
    if (!(low <= high)) low = high = 0;
    origin_[a] = low;
    size[a] = high - low;
    extent_ = std::max(extent_, size[a]);
  }
  const double most = cells_per_point * static_cast<double>(rows.size()) + spare_cells;
  const auto cells = [&](double s) {
    double product = 1;
    for (const double length : size) product *= std::floor(length / s) + 1;
    return product;
  };
  double fitting = std::max(side, 1e-3);
  while (cells(fitting) > most && fitting < most_widening * side) fitting *= 1.25;
  keyed_ = cells(fitting) > most;
  // The key of a cell has to fit 64 bits.
  side_ = keyed_ ? std::max({side, 1e-3, extent_ / static_cast<double>(std::int64_t{1} << (62 / D))}) : fitting;
  inverse_side_ = 1 / side_;
  for (std::size_t a = 0; a < D; ++a) count_[a] = static_cast<std::int64_t>(size[a] * inverse_side_) + 1;
}

template <int D>
void CellOrder<D>::sort_by_table(const Columns& at, std::span<const std::uint32_t> rows) {
  const std::size_t n = rows.size();
  std::size_t cells = 1;
  for (const std::int64_t count : count_) cells *= static_cast<std::size_t>(count);
  table_.assign(cells + 1, 0);
  cell_of_.resize(n);
  order_.resize(n);
  std::uint32_t* const table = table_.data();
  std::uint32_t* const cell_of = cell_of_.data();
  std::uint32_t* const order = order_.data();
  for (std::size_t k = 0; k < n; ++k) {
    Point p;
    for (std::size_t a = 0; a < D; ++a) p[a] = at[a].data()[rows[k]];
    cell_of[k] = static_cast<std::uint32_t>(key_of(cell(p)));
    ++table[cell_of[k]];
  }
  std::uint32_t sum = 0;
  for (std::size_t c = 0; c <= cells; ++c) table[c] = sum += table[c];
  // Filling from the back keeps the rows of a cell in order and leaves the begin of each cell behind.
  for (std::size_t k = n; k-- > 0;) order[--table[cell_of[k]]] = rows[k];
}

template <int D>
void CellOrder<D>::sort_by_key(const Columns& at, std::span<const std::uint32_t> rows) {
  by_key_.clear();
  for (const std::uint32_t row : rows) {
    Point p;
    for (std::size_t a = 0; a < D; ++a) p[a] = at[a][row];
    by_key_.emplace_back(key_of(cell(p)), row);
  }
  std::sort(by_key_.begin(), by_key_.end());
  occupied_.clear();
  order_.clear();
  for (const auto& [key, row] : by_key_) {
    if (occupied_.empty() || occupied_.back().first != key)
      occupied_.emplace_back(key, static_cast<std::uint32_t>(order_.size()));
    order_.push_back(row);
  }
}

template <int D>
std::uint32_t CellOrder<D>::find(std::uint64_t key) const {
  const auto found = std::lower_bound(occupied_.begin(), occupied_.end(), std::pair{key, std::uint32_t{0}});
  return found == occupied_.end() ? static_cast<std::uint32_t>(order_.size()) : found->second;
}

template <int D>
bool CellOrder<D>::takes_in_one(const Cell& first, const Cell& last) const {
  if (D == 2 && first[0] == 0 && last[0] == count_[0] - 1) return true;
  std::int64_t lines = 1;
  for (std::size_t a = 1; a < D; ++a) lines *= std::min(last[a] - first[a] + 1, most_lines + 1);
  return keyed_ && lines > most_lines;
}

template class CellOrder<2>;
template class CellOrder<3>;

}  // namespace wend::environment
