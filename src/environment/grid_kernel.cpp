#include "environment/grid_kernel.hpp"

#include "environment/lanes.hpp"

#include <algorithm>
#include <cmath>

namespace wend::environment {

double float_step(double scale) {
  const auto f = static_cast<float>(scale);
  return static_cast<double>(std::nextafter(f, INFINITY)) - static_cast<double>(f);
}

namespace {

template <int D, bool unequal>
void scan_portable(const Lanes<D>& lanes, Run run, const DiskQuery<D>& q, DiskFound& found) {
  const std::uint32_t* const row = lanes.row.data();
  std::uint32_t *sure = found.sure, *doubt = found.doubt;
  for (std::uint32_t k = run.begin; k < run.end; k += lane_width) {
    float square[lane_width] = {}, disk[lane_width] = {};
    for (std::size_t a = 0; a < D; ++a) {
      const float* const at = lanes.at[a].data() + k;
      for (std::size_t l = 0; l < lane_width; ++l) {
        const float d = at[l] - q.at[a];
        square[l] += d * d;
      }
    }
    if constexpr (unequal) {
      const float* const radius = lanes.radius.data() + k;
      for (std::size_t l = 0; l < lane_width; ++l) disk[l] = (q.a + radius[l]) * (q.a + radius[l]);
    }
    // No branches: a guess about a neighbour is wrong half of the time.
    const std::size_t lanes_left = std::min<std::size_t>(lane_width, run.end - k);
    unsigned open = 0;
    for (std::size_t l = 0; l < lanes_left; ++l) {
      const unsigned other = row[k + l] != q.self, below = square[l] < disk[l] + q.low,
                     near = square[l] <= disk[l] + q.high;
      *sure = row[k + l];
      sure += other & below;
      open |= near & ~below;
    }
    if (open == 0) continue;
    for (std::size_t l = 0; l < lanes_left; ++l) {
      const bool in_doubt = !(square[l] < disk[l] + q.low) && square[l] <= disk[l] + q.high;
      if (in_doubt && row[k + l] != q.self) *doubt++ = row[k + l];
    }
  }
  found = {sure, doubt};
}

#if WEND_AVX2
template <int D, bool unequal>
__attribute__((target("avx2,popcnt"))) void scan_avx2(const Lanes<D>& lanes, Run run, const DiskQuery<D>& q,
                                                      DiskFound& found) {
  const std::uint32_t* const row = lanes.row.data();
  const float* at[D];
  __m256 centre[D];
  for (std::size_t a = 0; a < D; ++a) {
    at[a] = lanes.at[a].data();
    centre[a] = _mm256_set1_ps(q.at[a]);
  }
  __m256 low = _mm256_set1_ps(q.low), high = _mm256_set1_ps(q.high);
  const __m256i self = _mm256_set1_epi32(static_cast<int>(q.self));
  std::uint32_t *sure = found.sure, *doubt = found.doubt;
  for (std::uint32_t k = run.begin; k < run.end; k += lane_width) {
    __m256 square = _mm256_setzero_ps();
    for (std::size_t a = 0; a < D; ++a) {
      const __m256 d = _mm256_sub_ps(_mm256_loadu_ps(at[a] + k), centre[a]);
      square = a == 0 ? _mm256_mul_ps(d, d) : _mm256_add_ps(square, _mm256_mul_ps(d, d));
    }
    if constexpr (unequal) {
      const __m256 far = _mm256_add_ps(_mm256_loadu_ps(lanes.radius.data() + k), _mm256_set1_ps(q.a));
      const __m256 disk = _mm256_mul_ps(far, far);
      low = _mm256_add_ps(disk, _mm256_set1_ps(q.low));
      high = _mm256_add_ps(disk, _mm256_set1_ps(q.high));
    }
    const std::uint32_t left = run.end - k;
    const unsigned valid = left >= lane_width ? 0xffu : (1u << left) - 1u;
    const unsigned near = static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(square, high, _CMP_LE_OQ))) & valid;

    const __m256i rows = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + k));
    const unsigned own = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(rows, self))));
    const unsigned below = static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(square, low, _CMP_LT_OQ)));
    sure = compress(sure, rows, near & below & ~own);
    const unsigned open = near & ~below & ~own;
    if (open != 0) doubt = compress(doubt, rows, open);
  }
  found = {sure, doubt};
}
#endif

}  // namespace

template <int D>
DiskScan<D> disk_scan(Kernel kernel, bool unequal_radii) {
#if WEND_AVX2
  if (kernel == Kernel::avx2) return unequal_radii ? scan_avx2<D, true> : scan_avx2<D, false>;
#else
  (void)kernel;
#endif
  return unequal_radii ? scan_portable<D, true> : scan_portable<D, false>;
}

template DiskScan<2> disk_scan<2>(Kernel, bool);
template DiskScan<3> disk_scan<3>(Kernel, bool);

}  // namespace wend::environment
