#include "environment/sweep_grid.hpp"

namespace wend::environment {

void SweepGrid::build(const Motions& m, std::span<const std::uint32_t> rows, double side, double way, double largest) {
  way_ = way;
  largest_ = largest;
  lane_of_.clear();
  cells_.sort({m.x0, m.y0}, rows, side);
  const std::size_t n = rows.size();
  const std::uint32_t* const order = cells_.order().data();
  extent_ = cells_.extent() + way;
  wide_ = 6 * extent_ + 1;  // also seen from an extent away
  scale_ = extent_;
  lanes_.row.resize(n + lane_width);
  std::copy(order, order + n, lanes_.row.data());
  const auto fill = [&](std::vector<float>& lane, std::span<const double> from, std::size_t axis) {
    lane.resize(n + lane_width);
    for (std::size_t k = 0; k < n; ++k) lane.data()[k] = relative(from.data()[order[k]], axis);
  };
  fill(lanes_.x0, m.x0, 0);
  fill(lanes_.y0, m.y0, 1);
  fill(lanes_.x1, m.x1, 0);
  fill(lanes_.y1, m.y1, 1);
  lanes_.size.resize(n + lane_width);
  for (std::size_t k = 0; k < n; ++k) lanes_.size.data()[k] = size_lane(m.watch.data()[order[k]]);
}

void SweepGrid::hide(std::uint32_t row) {
  if (lane_of_.empty()) {
    const std::span<const std::uint32_t> order = cells_.order();
    lane_of_.resize(*std::max_element(order.begin(), order.end()) + 1);
    for (std::size_t k = 0; k < order.size(); ++k) lane_of_[order[k]] = static_cast<std::uint32_t>(k);
  }
  lanes_.x0[lane_of_[row]] = lanes_.x1[lane_of_[row]] = hidden;
}

double SweepGrid::density() const {
  double others = 0;
  cells_.for_cells([&](CellOrder<2>::Cell, Run own) {
    others += static_cast<double>(own.end - own.begin) * static_cast<double>(own.end - own.begin - 1);
  });
  return others / (static_cast<double>(std::max<std::size_t>(size(), 1)) * cells_.side() * cells_.side());
}

double SweepGrid::scale_of(Vec2 from, Vec2 to) const {
  double scale = extent_;
  for (const Vec2 p : {from, to})
    scale = std::max({scale, std::abs(p.x - cells_.origin()[0]), std::abs(p.y - cells_.origin()[1])});
  return scale;
}

// Each coordinate is wrong by half a float step, a difference by one and a half, a way by four. Squares and products of
// what is no longer than `far` are then wrong by less than this; environment spec (e.12) for one disk.
SweepQuery SweepGrid::bands(double largest, double way, double scale) const {
  const double far = std::min(largest, wide_) + 2 * way, step = float_step(std::max(scale, far));
  SweepQuery q;
  q.way = static_cast<float>(way);
  q.band = static_cast<float>(16 * (far + 2 * step) * step + 1e-37);
  q.turn = q.band;
  q.hair = static_cast<float>(4 * step);
  return q;
}

}  // namespace wend::environment
