#pragma once
#include "environment/sweep_kernel.hpp"
#include "environment/watch.hpp"

#include <algorithm>
#include <cmath>

namespace wend::environment {

// Some rows of a step, sorted by where they were, asked for the pairs that exact arithmetic has to look at. `watch` of
// the motions is the size that an Edge speaks of; who has a negative one has no edge of his own.
class SweepGrid {
 public:
  explicit SweepGrid(Kernel kernel) : kernel_(kernel) {}

  // `way`: no row moves farther. `largest`: nor has a larger size.
  void build(const Motions&, std::span<const std::uint32_t> rows, double side, double way, double largest);
  std::size_t size() const { return cells_.order().size(); }
  double way() const { return way_; }
  // Takes a row out until the next build.
  void hide(std::uint32_t row);

  // visit(i, j) for each pair once, where edges up to the side of a cell less twice the way count. With Edge::sum the
  // edge is `more` wider than the sizes. Returns how many others there are around a row, per square metre.
  template <class F>
  double pairs(Edge edge, double more, F&& visit) {
    const SweepScan scan = sweep_scan(kernel_, edge);
    SweepQuery q = bands(edge == Edge::sum ? 2 * largest_ + std::abs(more) : largest_, 2 * way_, scale_);
    std::size_t looked = 0;
    cells_.for_cells([&](CellOrder<2>::Cell c, Run own) {
      const std::int64_t last = cells_.cells_along(0) - 1, left = std::max<std::int64_t>(c[0] - 1, 0),
                         right = std::min(c[0] + 1, last);
      const std::uint32_t end = cells_.run(c, c[0], right).end;
      const bool has_next = c[1] + 1 < cells_.cells_along(1);
      const Run next = has_next ? cells_.run({c[0], c[1] + 1}, left, right) : Run{};
      std::uint32_t* const found = room_for(end - own.begin + next.end - next.begin + 2 * lane_width);
      for (std::uint32_t k = own.begin; k < own.end; ++k) {
        q.x0 = lanes_.x0.data()[k], q.y0 = lanes_.y0.data()[k], q.x1 = lanes_.x1.data()[k], q.y1 = lanes_.y1.data()[k];
        q.size = lanes_.size.data()[k];
        if (edge == Edge::sum) q.size += static_cast<float>(more);
        std::uint32_t* past = scan(lanes_, {k + 1, end}, q, found);
        past = scan(lanes_, next, q, past);
        for (const std::uint32_t* j = found; j != past; ++j) visit(lanes_.row.data()[k], *j);
        looked += end - k - 1 + next.end - next.begin;
      }
    });
    return static_cast<double>(looked) /
           (static_cast<double>(std::max<std::size_t>(size(), 1)) * 4.5 * cells_.side() * cells_.side());
  }
  // The same from the cells alone.
  double density() const;

  // visit(j) where a disk of size `own` around `row` may be crossed, or also theirs up to the size `theirs`; a negative
  // size is no disk. For the own one alone only the annulus around its edge is looked at, environment spec (e.15).
  template <class F>
  void around(const Motions& m, std::uint32_t row, double own, double theirs, F&& visit) {
    const Vec2 from{m.x0[row], m.y0[row]}, to{m.x1[row], m.y1[row]};
    const double way = norm(to - from) + way_;
    const Edge edge = theirs < 0 ? Edge::own : Edge::either;
    own = std::min(own, beyond);
    const double outer = std::max(own, std::min(theirs, beyond)) + way, inner = edge == Edge::own ? own - way : -1;
    const double scale = scale_of(from, to);
    const bool floats = scale <= 2 * extent_;  // farther away the lanes cannot know a disk that holds the world
    SweepQuery q;
    SweepScan scan = nullptr;
    if (floats) {
      q = bands(std::max(own, largest_), way, scale);
      q.x0 = relative(from.x, 0), q.y0 = relative(from.y, 1), q.x1 = relative(to.x, 0), q.y1 = relative(to.y, 1);
      q.size = size_lane(own);
      scan = sweep_scan(kernel_, edge);
    }
    rings(from, outer, inner, [&](Run run) {
      if (!floats) return each(run, visit);
      std::uint32_t* const found = room_for(run.end - run.begin + lane_width);
      for (std::uint32_t *j = found, *past = scan(lanes_, run, q, found); j != past; ++j) visit(*j);
    });
  }

  // visit(j) for all who were within the box, and some more.
  template <class F>
  void within(Vec2 low, Vec2 high, F&& visit) const {
    cells_.runs({low.x, low.y}, {high.x, high.y}, [&](Run run) { each(run, visit); });
  }

 private:
  static constexpr float no_size = -1e9f, hidden = 1e15f;
  static constexpr double beyond = 1e9;  // a distance that no two positions have

  template <class F>
  void each(Run run, F&& visit) const {
    for (std::uint32_t k = run.begin; k < run.end; ++k) {
      if (lanes_.x0.data()[k] != hidden) visit(lanes_.row.data()[k]);
    }
  }
  std::uint32_t* room_for(std::size_t count) {
    if (found_.size() < count) found_.resize(2 * count);
    return found_.data();
  }
  float relative(double v, std::size_t axis) const { return static_cast<float>(v - cells_.origin()[axis]); }
  float size_lane(double size) const { return size < 0 ? no_size : static_cast<float>(std::min(size, wide_)); }
  double scale_of(Vec2 from, Vec2 to) const;
  SweepQuery bands(double largest, double way, double scale) const;
  // visit(Run) for the cells that meet the annulus around p.
  template <class F>
  void rings(Vec2 p, double outer, double inner, F&& visit) const;

  Kernel kernel_;
  CellOrder<2> cells_;
  SweepLanes lanes_;
  double way_ = 0, largest_ = 0;
  double extent_ = 0, scale_ = 0,
         wide_ = 0;  // of all positions, before and after; a disk wider than that holds everybody
  std::vector<std::uint32_t> found_, lane_of_;  // lane_of: by row, made when somebody is hidden
};

template <class F>
void SweepGrid::rings(Vec2 p, double outer, double inner, F&& visit) const {
  // A hair wider than the exact test, so that rounding never hides a cell.
  const double pad = 1e-11 * (std::abs(p.x) + std::abs(p.y) + cells_.extent() + outer) + 1e-12;
  outer += pad;
  inner -= pad;
  const std::int64_t first = cells_.along(1, p.y - outer), last = cells_.along(1, p.y + outer);
  if (last - first < 3 || (cells_.keyed() && last - first > 64)) {
    cells_.runs({p.x - outer, p.y - outer}, {p.x + outer, p.y + outer}, visit);
    return;
  }
  for (std::int64_t cy = first; cy <= last; ++cy) {
    const double low = cells_.origin()[1] + static_cast<double>(cy) * cells_.side() - p.y, high = low + cells_.side();
    const double nearest = std::max({0.0, low - pad, -high - pad}),
                 farthest = std::max(std::abs(low), std::abs(high)) + pad;
    if (nearest > outer) continue;
    const double half = std::sqrt(outer * outer - nearest * nearest) + pad;
    const std::int64_t x0 = cells_.along(0, p.x - half), x1 = cells_.along(0, p.x + half);
    std::int64_t skip0 = x1 + 1, skip1 = x1;  // cells wholly within the inner circle
    if (farthest < inner) {
      const double hole = std::sqrt(inner * inner - farthest * farthest);
      skip0 = cells_.along(0, p.x - hole) + 1;
      skip1 = cells_.along(0, p.x + hole) - 1;
    }
    if (skip0 > skip1) {
      visit(cells_.run({0, cy}, x0, x1));
    } else {
      visit(cells_.run({0, cy}, x0, skip0 - 1));
      visit(cells_.run({0, cy}, skip1 + 1, x1));
    }
  }
}

}  // namespace wend::environment
