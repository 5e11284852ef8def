#include "environment/pair_sweep.hpp"

#include "core/angles.hpp"
#include "environment/disk_grid.hpp"

namespace wend::environment {

namespace {

constexpr std::size_t sample_size = 64;
constexpr double few_per_cell = 1.5, many_per_cell = 64, few_per_ring_cell = 4;

}  // namespace

bool PairSweep::plan(const Motions& m, std::span<const std::uint32_t> rows, bool sum, double more) {
  measure(m, rows);
  if (watching_ == 0 || (sum && 2 * largest_ + more < 0)) return false;
  sample_.clear();
  for (std::size_t k = 0; k < rows.size(); k += 1 + rows.size() / sample_size) {
    if (m.watch[rows[k]] >= 0) sample_.push_back(m.watch[rows[k]]);
  }
  usual_ = sample_.empty() ? largest_ : cell_side(sample_, largest_);
  const double edge = sum ? 2 * usual_ + std::max(more, 0.0) : usual_;
  const double most_way = std::max(2 * usual_way(rows), edge / 8);
  const double way = std::sqrt(set_apart(m, rows, most_way, sum ? usual_ : INFINITY)) * (1 + 1e-15);

  // Environment spec (e.13), and a hair for the rounding of cells.
  const double needed = (edge + 2 * way) * (1 + 1e-9) + 1e-12 * farthest_;
  const double side = choose_side(needed, edge, way, !sum);
  const bool few_ask = !sum && 4 * watching_ < rows.size();
  meets_pairs_ = !few_ask && side >= needed;
  wide_.clear();
  if (!sum && (!meets_pairs_ || usual_ < largest_)) {
    for (const std::uint32_t row : plain_) {
      if (m.watch[row] >= 0 && !(meets_pairs_ && is_usual(m, row))) wide_.push_back(row);
    }
  }
  grid_.build(m, plain_, side, way, largest_);
  return true;
}

void PairSweep::measure(const Motions& m, std::span<const std::uint32_t> rows) {
  way2_.resize(rows.size());
  largest_way2_ = farthest_ = 0;
  largest_ = -1;
  watching_ = 0;
  double smallest = INFINITY;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::uint32_t i = rows[k];
    const double dx = m.x1.data()[i] - m.x0.data()[i], dy = m.y1.data()[i] - m.y0.data()[i], size = m.watch.data()[i];
    way2_.data()[k] = dx * dx + dy * dy;
    largest_way2_ = std::max(largest_way2_, way2_.data()[k]);
    farthest_ = std::max({farthest_, std::abs(m.x0.data()[i]), std::abs(m.y0.data()[i])});
    largest_ = std::max(largest_, size);
    smallest = std::min(smallest, size);
    watching_ += size >= 0;
  }
  same_size_ = smallest == largest_;
}

// The median of those who move, of a sample.
double PairSweep::usual_way(std::span<const std::uint32_t> rows) {
  sample_.clear();
  for (std::size_t k = 0; k < rows.size(); k += 1 + rows.size() / sample_size) {
    if (way2_[k] > 0) sample_.push_back(way2_[k]);
  }
  return sample_.empty() ? 0 : std::sqrt(cell_side(sample_, 0));
}

// Sorts the rows into plain ones and odd ones; the square of the longest way of a plain one.
double PairSweep::set_apart(const Motions& m, std::span<const std::uint32_t> rows, double most_way, double most_size) {
  plain_.clear();
  odd_.clear();
  double longest2 = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const bool odd = way2_.data()[k] > most_way * most_way || m.watch.data()[rows[k]] > most_size;
    (odd ? odd_ : plain_).push_back(rows[k]);
    if (!odd) longest2 = std::max(longest2, way2_.data()[k]);
  }
  return longest2;
}

// Wider cells where there is hardly anybody; where it is crowded, cells so small that rings of them are less to look
// at.
double PairSweep::choose_side(double needed, double edge, double way, bool rings_do) const {
  if (density_ < 0) return needed;
  const double per_cell = density_ * needed * needed;
  if (per_cell < few_per_cell) return needed * std::min(4.0, std::sqrt(few_per_cell / std::max(per_cell, 1e-6)));
  if (!rings_do || per_cell < many_per_cell) return needed;
  const double small = needed * std::max(0.125, std::sqrt(few_per_ring_cell / per_cell));
  const double rings = 2 * pi * edge * (4 * way + 2 * small), half_stencil = 4.5 * needed * needed;
  return (same_size_ ? 3 : 1.5) * rings < half_stencil ? small : needed;  // measured: short runs are dear
}

PairSweep::Box PairSweep::box_of(const Motions& m, std::uint32_t row, double pad) const {
  pad = pad * (1 + 1e-9) + 1e-11 * farthest_;
  return {{std::min(m.x0[row], m.x1[row]) - pad, std::min(m.y0[row], m.y1[row]) - pad},
          {std::max(m.x0[row], m.x1[row]) + pad, std::max(m.y0[row], m.y1[row]) + pad},
          row};
}

}  // namespace wend::environment
