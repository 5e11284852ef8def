#pragma once
#include "environment/grid_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace wend::environment {

// Points with radii in cell order, asked for all within a + radius of a place. Floats decide, but for those so close to
// the edge that only the membership predicate can.
template <int D>
class DiskGrid {
 public:
  using Point = typename CellOrder<D>::Point;
  using Columns = typename CellOrder<D>::Columns;

  explicit DiskGrid(Kernel kernel) : kernel_(kernel) {}

  // `near` are the distances to be asked for, about: they choose the cells.
  void build(const Columns& at, std::span<const double> radius, std::span<const double> near);
  double asked() const { return asked_; }  // a usual distance of a query

  // Writes the rows other than `self` at `place` of `out`, which grows as needed, and returns the place after them.
  template <class Exact>
  std::size_t query(const Point& p, double a, std::uint32_t self, Exact&& inside, std::vector<std::uint32_t>& out,
                    std::size_t place) const {
    const double far = std::max(std::abs(a), std::abs(a + largest_radius_));
    // A hair wider than the exact predicate, so that rounding never hides a cell.
    double pad = far * 1e-12;
    for (const double v : p) pad += 1e-12 * std::abs(v);
    Point low, high;
    for (std::size_t i = 0; i < D; ++i) low[i] = p[i] - far - pad, high[i] = p[i] + far + pad;
    const DiskQuery<D> q = lanes_query(p, a, self);
    cells_.runs(low, high, [&](Run run) {
      const std::size_t room = run.end - run.begin + lane_width;
      const std::size_t need = place + 2 * room;
      if (out.size() < need) out.resize(need <= out.capacity() ? std::min(out.capacity(), 2 * need) : 2 * need);
      std::uint32_t* const begin = out.data() + place;
      DiskFound found{begin, begin + room};
      scan_(lanes_, run, q, found);
      for (const std::uint32_t* j = begin + room; j != found.doubt; ++j) {
        if (inside(*j)) *found.sure++ = *j;
      }
      place += static_cast<std::size_t>(found.sure - begin);
    });
    return place;
  }

 private:
  DiskQuery<D> lanes_query(const Point& p, double a, std::uint32_t self) const;

  Kernel kernel_;
  CellOrder<D> cells_;
  Lanes<D> lanes_;
  DiskScan<D> scan_ = nullptr;
  double largest_radius_ = 0, wide_ = 0, step_ = 0, asked_ = 0;
  std::vector<std::uint32_t> all_;
  std::vector<double> sample_;
};

extern template class DiskGrid<2>;
extern template class DiskGrid<3>;

// Environment spec (e.11): the largest radius, bounded by the median and twice the median of a sample. Reorders it.
double cell_side(std::span<double> sample, double largest);

}  // namespace wend::environment
