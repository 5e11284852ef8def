#include "planning/red_black.hpp"

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/ensure.hpp"

#include <algorithm>

namespace wend::planning {

namespace {

constexpr std::ptrdiff_t lanes = 4, line = 8, pad = line;

// Both colours. The cell p of a row is column 2 p, or 2 p + 1 where row and colour have different parity.
struct Board {
  double* value[2];
  const double* weight[2];  // w / 4, or 0 where the value is held
  std::ptrdiff_t pitch, last_row;
};

// One colour of one row. Held cells are multiplied by 0 instead of asked.
template <bool watched>
WEND_INLINE void relax_row(const Board& board, int colour, std::ptrdiff_t j, Four& change) {
  const std::ptrdiff_t pitch = board.pitch, begin = j * pitch;
  double* const own = board.value[colour] + begin;
  const double *beside = board.value[1 - colour] + begin, *beyond = beside + ((j + colour) % 2 == 0 ? -1 : 1);
  const double *below = beside - pitch, *above = beside + pitch, *weight = board.weight[colour] + begin;
  for (std::ptrdiff_t p = 0; p < pitch; p += lanes) {
    const Four around = (at(below + p) + at(above + p)) + (at(beside + p) + at(beyond + p));
    const Four moved = at(weight + p) * (around - 4 * at(own + p));
    at(own + p) += moved;
    if constexpr (watched) {
      const Four size = moved < 0 ? -moved : moved;
      change = size > change ? size : change;
    }
  }
}

// `depth` sweeps at once, each two rows behind the one before it, so that a row is worked on while it is in the nearest
// cache. Every cell sees what it would see in sweeps one after the other.
template <bool watched>
WEND_INLINE double relax(const Board& board, std::ptrdiff_t depth) {
  Four change = {0, 0, 0, 0};
  for (std::ptrdiff_t front = 1; front <= board.last_row + 2 * depth; ++front) {
    for (std::ptrdiff_t s = 0; s < depth; ++s) {
      const std::ptrdiff_t j = front - 2 * s;
      if (j >= 1 && j <= board.last_row) relax_row<watched>(board, 0, j, change);
      if (j >= 2 && j <= board.last_row + 1) relax_row<watched>(board, 1, j - 1, change);
    }
  }
  return std::max(std::max(change[0], change[1]), std::max(change[2], change[3]));
}

WEND_INLINE double relax_times(const Board& board, std::uint64_t times) {
  for (; times > 1;) {
    const std::uint64_t depth = std::min<std::uint64_t>(times - 1, 2);
    relax<false>(board, static_cast<std::ptrdiff_t>(depth));
    times -= depth;
  }
  return times == 0 ? 0 : relax<true>(board, 1);
}

#if WEND_AVX2
__attribute__((target("avx2"))) double relax_avx2(const Board& board, std::uint64_t times) {
  return relax_times(board, times);
}
#endif
double relax_portable(const Board& board, std::uint64_t times) { return relax_times(board, times); }

}  // namespace

double over_relaxation(double clearance_in_cells) {
  const double extent = std::max(2.5 * clearance_in_cells, 8.0);
  return 2 / (1 + det_sin(pi / extent));
}

RedBlack::RedBlack(const Map& map, std::span<const std::uint8_t> solid, const TargetCells& target, Kernel kernel)
    : kernel_(kernel), width_(map.row_stride()), rows_(std::ptrdiff_t{map.ny} + 2),
      pitch_(((width_ + 1) / 2 + line - 1) / line * line) {
  WEND_ENSURE(map.dimension == 2 && solid.size() == map.size());
  const auto room = static_cast<std::size_t>(rows_ * pitch_ + 2 * pad);
  for (int colour = 0; colour < 2; ++colour) {
    value_[colour].assign_zero(room);
    weight_[colour].assign_zero(room);
  }
  const std::uint8_t* cell = solid.data();
  for (std::ptrdiff_t j = 0; j < rows_; ++j) {
    double* const half[2] = {weight_[j % 2].data() + pad + j * pitch_, weight_[1 - j % 2].data() + pad + j * pitch_};
    for (std::ptrdiff_t i = 0; i < width_; ++i) half[i % 2][i / 2] = *cell++ != 0 ? 0 : w_ / 4;
  }
  for (const std::uint32_t at : target.cells) {
    const std::ptrdiff_t i = at % width_, j = at / width_, colour = (i + j) % 2;
    const std::ptrdiff_t p = pad + j * pitch_ + i / 2;
    value_[colour].data()[p] = 1;
    weight_[colour].data()[p] = 0;
  }
}

double RedBlack::sweep(double w, std::uint64_t times) {
  if (w != w_) {
    for (Lines& weights : weight_) {
      double* const weight = weights.data() + pad;
      for (std::ptrdiff_t p = 0; p < rows_ * pitch_; ++p) weight[p] = weight[p] == 0 ? 0 : w / 4;
    }
    w_ = w;
  }
  const Board board{{value_[0].data() + pad, value_[1].data() + pad},
                    {weight_[0].data() + pad, weight_[1].data() + pad},
                    pitch_,
                    rows_ - 2};
#if WEND_AVX2
  if (kernel_ == Kernel::avx2) return relax_avx2(board, times);
#endif
  return relax_portable(board, times);
}

std::vector<double> RedBlack::v() const {
  std::vector<double> out(static_cast<std::size_t>(width_ * rows_));
  double* to = out.data();
  for (std::ptrdiff_t j = 0; j < rows_; ++j) {
    const double* const half[2] = {value_[j % 2].data() + pad + j * pitch_, value_[1 - j % 2].data() + pad + j * pitch_};
    for (std::ptrdiff_t i = 0; i < width_; ++i) *to++ = half[i % 2][i / 2];
  }
  return out;
}

Iterated red_black(const Map& map, std::span<const std::uint8_t> solid, const TargetCells& target, double w, double stop,
                   std::uint64_t most_sweeps, Kernel kernel) {
  RedBlack board(map, solid, target, kernel);
  Iterated out;
  out.change = infinity;
  while (out.change >= stop && out.rounds < most_sweeps) {
    const std::uint64_t times = std::min<std::uint64_t>(9, most_sweeps - out.rounds);
    out.change = board.sweep(w, times);
    out.rounds += times;
  }
  out.stalled = out.change >= stop;
  out.v = board.v();
  return out;
}

}  // namespace wend::planning
