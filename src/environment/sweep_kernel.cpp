#include "environment/sweep_kernel.hpp"

#include "environment/lanes.hpp"

#include <algorithm>

namespace wend::environment {

namespace {

struct PlainLanes {
  float before[lane_width], after[lane_width];  // squares of the distances
  unsigned turning[lane_width];                 // nearest somewhere inside the step

  void keep(const float* edge, const SweepQuery& q, bool inside_too, unsigned* kept) const {
    for (std::size_t l = 0; l < lane_width; ++l) {
      const float square = edge[l] * edge[l], outer = square + q.band, inner = square - q.band;
      const float reach = (edge[l] + q.way) * (edge[l] + q.way) + q.band;
      const unsigned touches =
          unsigned{before[l] <= outer} | unsigned{after[l] <= outer} | (unsigned{before[l] <= reach} & turning[l]);
      const unsigned stays = unsigned{before[l] < inner} & unsigned{after[l] < inner} & unsigned{!inside_too};
      kept[l] |= unsigned{edge[l] >= -q.hair} & touches & ~stays;
    }
  }
};

template <Edge edge>
std::uint32_t* scan_portable(const SweepLanes& lanes, Run run, const SweepQuery& q, std::uint32_t* out) {
  for (std::uint32_t k = run.begin; k < run.end; k += lane_width) {
    const float *x0 = lanes.x0.data() + k, *y0 = lanes.y0.data() + k, *x1 = lanes.x1.data() + k,
                *y1 = lanes.y1.data() + k;
    PlainLanes p;
    float sizes[lane_width];
    unsigned kept[lane_width] = {};
    for (std::size_t l = 0; l < lane_width; ++l) {
      const float dx0 = x0[l] - q.x0, dy0 = y0[l] - q.y0, dx1 = x1[l] - q.x1, dy1 = y1[l] - q.y1;
      const float wx = dx1 - dx0, wy = dy1 - dy0;
      p.before[l] = dx0 * dx0 + dy0 * dy0;
      p.after[l] = dx1 * dx1 + dy1 * dy1;
      p.turning[l] = unsigned{dx0 * wx + dy0 * wy <= q.turn} & unsigned{dx1 * wx + dy1 * wy >= -q.turn};
      sizes[l] = q.size;
    }
    if constexpr (edge == Edge::sum) {
      for (std::size_t l = 0; l < lane_width; ++l) sizes[l] += lanes.size.data()[k + l];
    }
    p.keep(sizes, q, edge == Edge::sum, kept);
    if constexpr (edge == Edge::either) p.keep(lanes.size.data() + k, q, false, kept);
    const std::size_t left = std::min<std::size_t>(lane_width, run.end - k);
    for (std::size_t l = 0; l < left; ++l) {
      *out = lanes.row.data()[k + l];
      out += kept[l];
    }
  }
  return out;
}

#if WEND_AVX2
#define WEND_TARGET __attribute__((target("avx2,popcnt"), always_inline)) inline

WEND_TARGET __m256 at_most(__m256 a, __m256 b) { return _mm256_cmp_ps(a, b, _CMP_LE_OQ); }
WEND_TARGET __m256 below(__m256 a, __m256 b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
WEND_TARGET __m256 add(__m256 a, __m256 b) { return _mm256_add_ps(a, b); }
WEND_TARGET __m256 minus(__m256 a, __m256 b) { return _mm256_sub_ps(a, b); }
WEND_TARGET __m256 times(__m256 a, __m256 b) { return _mm256_mul_ps(a, b); }
WEND_TARGET __m256 both(__m256 a, __m256 b) { return _mm256_and_ps(a, b); }
WEND_TARGET __m256 any(__m256 a, __m256 b) { return _mm256_or_ps(a, b); }
WEND_TARGET __m256 all(float v) { return _mm256_set1_ps(v); }

struct VectorLanes {
  __m256 before, after, turning;
};

template <bool inside_too>
WEND_TARGET __m256 keep(const VectorLanes& p, __m256 edge, const SweepQuery& q) {
  const __m256 square = times(edge, edge), outer = add(square, all(q.band)), inner = minus(square, all(q.band));
  const __m256 wide = add(edge, all(q.way)), reach = add(times(wide, wide), all(q.band));
  __m256 kept = any(any(at_most(p.before, outer), at_most(p.after, outer)), both(at_most(p.before, reach), p.turning));
  if constexpr (!inside_too) kept = _mm256_andnot_ps(both(below(p.before, inner), below(p.after, inner)), kept);
  return both(kept, at_most(all(-q.hair), edge));
}

template <Edge edge>
__attribute__((target("avx2,popcnt"))) std::uint32_t* scan_avx2(const SweepLanes& lanes, Run run,
                                                                const SweepQuery& query, std::uint32_t* out) {
  const SweepQuery q = query;  // what is written to `out` cannot change it
  const float* const size = lanes.size.data();
  const float *x0 = lanes.x0.data(), *y0 = lanes.y0.data(), *x1 = lanes.x1.data(), *y1 = lanes.y1.data();
  const std::uint32_t* const row = lanes.row.data();
  for (std::uint32_t k = run.begin; k < run.end; k += lane_width) {
    const __m256 dx0 = minus(_mm256_loadu_ps(x0 + k), all(q.x0)), dy0 = minus(_mm256_loadu_ps(y0 + k), all(q.y0));
    const __m256 dx1 = minus(_mm256_loadu_ps(x1 + k), all(q.x1)), dy1 = minus(_mm256_loadu_ps(y1 + k), all(q.y1));
    const __m256 wx = minus(dx1, dx0), wy = minus(dy1, dy0);
    VectorLanes p;
    p.before = add(times(dx0, dx0), times(dy0, dy0));
    p.after = add(times(dx1, dx1), times(dy1, dy1));
    p.turning = both(at_most(add(times(dx0, wx), times(dy0, wy)), all(q.turn)),
                     at_most(all(-q.turn), add(times(dx1, wx), times(dy1, wy))));
    __m256 kept;
    if constexpr (edge == Edge::own) {
      kept = keep<false>(p, all(q.size), q);
    } else {
      const __m256 theirs = _mm256_loadu_ps(size + k);
      if constexpr (edge == Edge::sum) kept = keep<true>(p, add(theirs, all(q.size)), q);
      if constexpr (edge == Edge::either) kept = any(keep<false>(p, all(q.size), q), keep<false>(p, theirs, q));
    }
    const std::uint32_t left = run.end - k;
    const unsigned valid = left >= lane_width ? 0xffu : (1u << left) - 1u;
    const unsigned chosen = static_cast<unsigned>(_mm256_movemask_ps(kept)) & valid;
    if (chosen != 0) out = compress(out, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + k)), chosen);
  }
  return out;
}
#endif

}  // namespace

SweepScan sweep_scan(Kernel kernel, Edge edge) {
#if WEND_AVX2
  if (kernel == Kernel::avx2)
    return edge == Edge::own      ? scan_avx2<Edge::own>
           : edge == Edge::either ? scan_avx2<Edge::either>
                                  : scan_avx2<Edge::sum>;
#else
  (void)kernel;
#endif
  return edge == Edge::own      ? scan_portable<Edge::own>
         : edge == Edge::either ? scan_portable<Edge::either>
                                : scan_portable<Edge::sum>;
}

}  // namespace wend::environment
