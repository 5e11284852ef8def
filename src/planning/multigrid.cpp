#include "planning/multigrid.hpp"

#include "core/ensure.hpp"
#include "planning/four.hpp"

#include <algorithm>

namespace wend::planning {

namespace {

constexpr std::size_t lanes = 4;

// One grid with its ring. A cell of the next coarser one is made of 2 x 2 of its cells, from (1, 1) on.
struct Level {
  std::size_t nx, ny, stride;
  Lines east, north;  // couplings to the next column and row
  Lines diagonal;     // 0: no unknown
  Lines inverse[2];   // of the diagonal, by colour; 0 on the other
  Lines x, b, r;

  Level(std::size_t columns, std::size_t rows) : nx(columns), ny(rows), stride((columns + 9) / 8 * 8) {
    for (auto* array : {&east, &north, &diagonal, &inverse[0], &inverse[1], &x, &b, &r}) array->assign_zero(room());
  }
  std::size_t room() const { return stride * (ny + 2) + 8; }
  void invert() {
    for (std::size_t j = 1; j <= ny; ++j) {
      for (std::size_t i = 1; i <= nx; ++i) {
        const std::size_t k = j * stride + i;
        if (diagonal.data()[k] > 0) inverse[(i + j) % 2].data()[k] = 1 / diagonal.data()[k];
      }
    }
  }
};

Level finest(const Map& map, std::span<const std::uint8_t> solid, const TargetCells& target) {
  Level level(map.nx, map.ny);
  double *diagonal = level.diagonal.data(), *east = level.east.data(), *north = level.north.data(), *b = level.b.data();
  const auto place = [&](std::uint32_t cell) { return cell / map.row_stride() * level.stride + cell % map.row_stride(); };
  for (std::size_t j = 1; j <= level.ny; ++j) {
    const std::uint8_t* const row = solid.data() + j * map.row_stride();
    for (std::size_t i = 1; i <= level.nx; ++i) diagonal[j * level.stride + i] = row[i] != 0 ? 0 : 4;
  }
  for (const std::uint32_t cell : target.cells) diagonal[place(cell)] = 0;
  for (std::size_t k = level.stride; k < level.stride * (level.ny + 1); ++k) {
    east[k] = diagonal[k] * diagonal[k + 1] / 16;
    north[k] = diagonal[k] * diagonal[k + level.stride] / 16;
  }
  for (const std::uint32_t cell : target.cells) {
    const std::size_t at = place(cell);
    for (const std::size_t k : {at - 1, at + 1, at - level.stride, at + level.stride}) {
      if (diagonal[k] > 0) b[k] += 1;
    }
  }
  level.invert();
  return level;
}

// Sums over 2 x 2 cells; all couplings halved, walls' too, for the step over a cell is twice as long.
Level coarser(const Level& fine) {
  Level coarse((fine.nx + 1) / 2, (fine.ny + 1) / 2);
  for (std::size_t j = 1; j <= coarse.ny; ++j) {
    for (std::size_t i = 1; i <= coarse.nx; ++i) {
      const std::size_t to = j * coarse.stride + i, a = (2 * j - 1) * fine.stride + 2 * i - 1, c = a + fine.stride;
      const double *east = fine.east.data(), *north = fine.north.data(), *diagonal = fine.diagonal.data();
      // With an odd number of rows or columns the last ones have the ring beside them, which adds nothing.
      const double inside = east[a] + east[c] + north[a] + north[a + 1];
      coarse.east.data()[to] = 0.5 * (east[a + 1] + east[c + 1]);
      coarse.north.data()[to] = 0.5 * (north[c] + north[c + 1]);
      coarse.diagonal.data()[to] = 0.5 * (diagonal[a] + diagonal[a + 1] + diagonal[c] + diagonal[c + 1] - 2 * inside);
    }
  }
  coarse.invert();
  return coarse;
}

WEND_INLINE void clear(Four& v) { v = Four{0, 0, 0, 0}; }
WEND_INLINE double sum(const Four& v) { return (v[0] + v[1]) + (v[2] + v[3]); }

// What the neighbours bring to four cells. On the finest grid all couplings are 1 and held cells are 0.
template <bool on_finest>
WEND_INLINE void gather(const Level& l, const double* x, std::size_t k, const Four& left, Four& out) {
  const Four &right = at(x + k + 1), &below = at(x + k - l.stride), &above = at(x + k + l.stride);
  if constexpr (on_finest) {
    out = (left + right) + (below + above);
  } else {
    const double *east = l.east.data(), *north = l.north.data();
    out = (at(east + k - 1) * left + at(east + k) * right) + (at(north + k - l.stride) * below + at(north + k) * above);
  }
}

template <class Work>
WEND_INLINE void for_fours(const Level& l, Work&& work) {
  for (std::size_t k = l.stride, end = l.stride * (l.ny + 1); k < end; k += lanes) work(k);
}

// Half a sweep of Gauss-Seidel: neighbours have the other colour, so it does not matter that some are read later.
template <bool on_finest>
WEND_INLINE void smooth(Level& l, int colour) {
  double* const x = l.x.data();
  [[maybe_unused]] const double* const diagonal = l.diagonal.data();
  const double *b = l.b.data(), *inverse = l.inverse[colour].data();
  Four last = at(x + l.stride - lanes);  // as it was: to read it again would wait until it has been written
  for_fours(l, [&](std::size_t k) __attribute__((always_inline)) {
    const Four here = at(x + k), left = __builtin_shufflevector(last, here, 3, 4, 5, 6);
    last = here;
    Four around;
    gather<on_finest>(l, x, k, left, around);
    if constexpr (on_finest) around -= 4 * here;
    else around -= at(diagonal + k) * here;
    at(x + k) = here + at(inverse + k) * (at(b + k) + around);
  });
}

template <bool on_finest>
WEND_INLINE void smooth_from_zero(Level& l) {
  double* const x = l.x.data();
  const double *b = l.b.data(), *inverse = l.inverse[0].data();
  for_fours(l, [&](std::size_t k) __attribute__((always_inline)) { at(x + k) = at(inverse + k) * at(b + k); });
  smooth<on_finest>(l, 1);
  smooth<on_finest>(l, 0);
  smooth<on_finest>(l, 1);
}

template <bool on_finest>
WEND_INLINE void smooth_back(Level& l) {
  for (const int colour : {1, 0, 1, 0}) smooth<on_finest>(l, colour);
}

// After half a sweep of the black cells their residual is 0. Held cells have none; only on the finest grid it must be said.
template <bool on_finest>
WEND_INLINE void restrict_residual(Level& l, Level& coarse) {
  const double *x = l.x.data(), *b = l.b.data(), *diagonal = l.diagonal.data(), *inverse = l.inverse[0].data();
  double* const r = l.r.data();
  for_fours(l, [&](std::size_t k) __attribute__((always_inline)) {
    Four around;
    gather<on_finest>(l, x, k, at(x + k - 1), around);
    Four left = at(b + k) + around - at(diagonal + k) * at(x + k);
    if constexpr (on_finest) left *= 4 * at(inverse + k);
    at(r + k) = left;
  });
  for (std::size_t j = 1; j <= coarse.ny; ++j) {
    const double *low = r + (2 * j - 1) * l.stride, *high = low + l.stride;
    double* const to = coarse.b.data() + j * coarse.stride;
    for (std::size_t i = 1; i <= coarse.nx; ++i) to[i] = (low[2 * i - 1] + low[2 * i]) + (high[2 * i - 1] + high[2 * i]);
  }
}

// Four columns of a row may reach into the next one: there the ring of the coarse grid adds 0.
WEND_INLINE void add_correction(const Level& coarse, Level& l) {
  for (std::size_t j = 1; j <= coarse.ny; ++j) {
    const double* const from = coarse.x.data() + j * coarse.stride;
    for (std::size_t row = (2 * j - 1) * l.stride; row <= 2 * j * l.stride; row += l.stride) {
      for (std::size_t i = 1; i <= coarse.nx; i += 2) {
        const std::size_t k = row + 2 * i - 1;
        const Four step = {from[i], from[i], from[i + 1], from[i + 1]};
        at(l.x.data() + k) += at(l.diagonal.data() + k) > 0 ? step : Four{0, 0, 0, 0};
      }
    }
  }
}

// A symmetric approximation of A^-1 applied to b of the finest grid; the answer is its x.
WEND_INLINE void v_cycle(std::vector<Level>& levels) {
  Level* const all = levels.data();
  const std::size_t last = levels.size() - 1;
  smooth_from_zero<true>(all[0]);
  for (std::size_t l = 0; l < last; ++l) {
    if (l == 0) restrict_residual<true>(all[0], all[1]);
    else restrict_residual<false>(all[l], all[l + 1]);
    smooth_from_zero<false>(all[l + 1]);
  }
  for (std::size_t l = last; l > 0; --l) {
    smooth_back<false>(all[l]);
    add_correction(all[l], all[l - 1]);
  }
  smooth_back<true>(all[0]);
}

// Conjugate gradients. The residual is b of the finest grid, the preconditioned residual its x, an estimate of the error.
struct Descent {
  Lines v, p, q;
  std::uint64_t rounds = 0;
  double error = infinity;
};

WEND_INLINE void descend(std::vector<Level>& levels, double accuracy, std::uint64_t most_rounds, Descent& out) {
  Level& l = levels.front();
  double *v = out.v.data(), *p = out.p.data(), *q = out.q.data(), *r = l.b.data();
  const double *z = l.x.data(), *diagonal = l.diagonal.data();
  double before = 0;
  for (;; ++out.rounds) {
    v_cycle(levels);
    Four product, largest;
    clear(product);
    clear(largest);
    for_fours(l, [&](std::size_t k) __attribute__((always_inline)) {
      const Four &estimate = at(z + k), size = estimate < 0 ? -estimate : estimate;
      product += at(r + k) * estimate;
      largest = size > largest ? size : largest;
    });
    out.error = std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
    if (out.error <= accuracy || out.rounds == most_rounds) return;
    const double now = sum(product), beta = before > 0 ? now / before : 0;
    before = now;
    for_fours(l, [&](std::size_t k) __attribute__((always_inline)) { at(p + k) = at(z + k) + beta * at(p + k); });
    Four energy;
    clear(energy);
    for_fours(l, [&](std::size_t k) __attribute__((always_inline)) {
      Four around;
      gather<true>(l, p, k, at(p + k - 1), around);
      around = 4 * at(p + k) - around;
      at(q + k) = at(diagonal + k) > 0 ? around : Four{0, 0, 0, 0};
      energy += at(p + k) * at(q + k);
    });
    const double alpha = now / sum(energy);
    for_fours(l, [&](std::size_t k) __attribute__((always_inline)) {
      at(v + k) += alpha * at(p + k);
      at(r + k) -= alpha * at(q + k);
    });
  }
}

#if WEND_AVX2
__attribute__((target("avx2"))) void descend_avx2(std::vector<Level>& levels, double accuracy, std::uint64_t most,
                                                  Descent& out) {
  descend(levels, accuracy, most, out);
}
#endif
void descend_portable(std::vector<Level>& levels, double accuracy, std::uint64_t most, Descent& out) {
  descend(levels, accuracy, most, out);
}

}  // namespace

Iterated preview(const Map& map, std::span<const std::uint8_t> solid, const TargetCells& target, double accuracy,
                 std::uint64_t most_rounds, [[maybe_unused]] Kernel kernel) {
  WEND_ENSURE(map.dimension == 2 && solid.size() == map.size());
  std::vector<Level> levels;
  levels.push_back(finest(map, solid, target));
  while (levels.back().nx > 2 || levels.back().ny > 2) levels.push_back(coarser(levels.back()));
  Descent out;
  for (auto* array : {&out.v, &out.p, &out.q}) array->assign_zero(levels.front().room());
#if WEND_AVX2
  if (kernel == Kernel::avx2) descend_avx2(levels, accuracy, most_rounds, out);
  else
#endif
    descend_portable(levels, accuracy, most_rounds, out);
  std::vector<double> v(map.size());
  for (std::size_t j = 1; j <= map.ny; ++j)
    std::copy_n(out.v.data() + j * levels.front().stride, map.row_stride(), v.data() + j * map.row_stride());
  for (const std::uint32_t cell : target.cells) v[cell] = 1;
  return {std::move(v), out.rounds, out.error, out.error > accuracy};
}

}  // namespace wend::planning
