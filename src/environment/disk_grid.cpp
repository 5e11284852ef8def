#include "environment/disk_grid.hpp"

#include <numeric>

namespace wend::environment {

namespace {

constexpr std::size_t sample_size = 64;
constexpr float everything = 1e30f;

}  // namespace

double cell_side(std::span<double> sample, double largest) {
  if (sample.empty()) return 1;
  const auto middle = sample.begin() + static_cast<std::ptrdiff_t>(sample.size() / 2);
  std::nth_element(sample.begin(), middle, sample.end());
  return std::clamp(largest, *middle, 2 * *middle);
}

template <int D>
void DiskGrid<D>::build(const Columns& at, std::span<const double> radius, std::span<const double> near) {
  const std::size_t n = radius.size();
  double largest_near = 0, smallest_radius = INFINITY;
  largest_radius_ = 0;
  for (std::size_t i = 0; i < n; ++i) {
    largest_radius_ = std::max(largest_radius_, radius[i]);
    smallest_radius = std::min(smallest_radius, radius[i]);
    largest_near = std::max(largest_near, near[i] + radius[i]);
  }
  sample_.clear();
  for (std::size_t i = 0; i < n; i += 1 + n / sample_size)
    sample_.push_back(std::max(0.0, near[i] + radius[i]) + largest_radius_);
  if (all_.size() != n) {
    all_.resize(n);
    std::iota(all_.begin(), all_.end(), 0u);
  }
  asked_ = cell_side(sample_, largest_near + largest_radius_);
  cells_.sort(at, all_, asked_);

  const bool unequal = n > 0 && smallest_radius != largest_radius_;
  scan_ = disk_scan<D>(kernel_, unequal);
  wide_ = 3 * cells_.extent() + 1;
  step_ = float_step(cells_.extent());
  const std::uint32_t* const order = cells_.order().data();
  for (std::size_t a = 0; a < D; ++a) {
    lanes_.at[a].resize(n + lane_width);
    float* const to = lanes_.at[a].data();
    const double* const from = at[a].data();
    const double origin = cells_.origin()[a];
    for (std::size_t k = 0; k < n; ++k) to[k] = static_cast<float>(from[order[k]] - origin);
  }
  lanes_.row.resize(n + lane_width);
  std::copy(order, order + n, lanes_.row.data());
  lanes_.radius.resize(unequal ? n + lane_width : 0);
  if (unequal) {
    for (std::size_t k = 0; k < n; ++k) lanes_.radius[k] = static_cast<float>(std::min(radius[order[k]], wide_));
  }
}

template <int D>
DiskQuery<D> DiskGrid<D>::lanes_query(const Point& p, double a, std::uint32_t self) const {
  DiskQuery<D> q;
  q.self = self;
  for (std::size_t i = 0; i < D; ++i) q.at[i] = static_cast<float>(p[i] - cells_.origin()[i]);
  if (!(a >= 0)) {  // a reach that makes no sense: its square does, to the predicate
    q.low = -everything;
    q.high = everything;
    return q;
  }
  // A disk wider than the world holds it all; floats must not overflow.
  const double own = std::min(a, wide_), r = own + std::min(largest_radius_, wide_);
  const double step = r <= cells_.extent() ? step_ : float_step(r);
  if (lanes_.radius.empty()) {
    // Environment spec (e.12), the second term larger: at r = 0 the coordinates themselves are in doubt.
    const double band = 4 * D * (r + 2 * step) * step + 1e-37;
    q.low = static_cast<float>(r * r - band);
    q.high = static_cast<float>(r * r + band);
  } else {
    q.a = static_cast<float>(own);
    const double band = 16 * (r + 2 * step) * step + 1e-37;  // the radii are floats as well
    q.low = static_cast<float>(-band);
    q.high = static_cast<float>(band);
  }
  return q;
}

template class DiskGrid<2>;
template class DiskGrid<3>;

}  // namespace wend::environment
