#include "planning/red_black.hpp"

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/ensure.hpp"
#include "planning/four.hpp"

#include <algorithm>

namespace wend::planning {

namespace {

constexpr std::ptrdiff_t lanes = 4, pad = 4;

// Both colours. The cell p of a row is column 2 p, or 2 p + 1 where row and colour have different parity.
struct Board {
  double* value[2];
  const float* free[2];
  std::ptrdiff_t pitch, last_row;
  double w;
};

// One colour of one row. Held cells are multiplied by 0 instead of asked.
template <bool watched>
WEND_INLINE void relax_row(const Board& board, int colour, std::ptrdiff_t j, Four& change) {
  const std::ptrdiff_t begin = j * board.pitch, other_side = (j + colour) % 2 == 0 ? -1 : 1;
  double* const own = board.value[colour] + begin;
  const double* const other = board.value[1 - colour] + begin;
  const float* const free = board.free[colour] + begin;
  const Four w = {board.w, board.w, board.w, board.w};
  for (std::ptrdiff_t p = 0; p < board.pitch; p += lanes) {
    const Four& below = *reinterpret_cast<const Four*>(other + p - board.pitch);
    const Four& above = *reinterpret_cast<const Four*>(other + p + board.pitch);
    const Four& beside = *reinterpret_cast<const Four*>(other + p);
    const Four& beyond = *reinterpret_cast<const Four*>(other + p + other_side);
    const Four mask = __builtin_convertvector(*reinterpret_cast<const FourFloats*>(free + p), Four);
    Four& here = *reinterpret_cast<Four*>(own + p);
    const Four step = ((below + above) + (beside + beyond)) * 0.25 - here;
    const Four moved = w * mask * step;
    here += moved;
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
    const std::uint64_t depth = std::min<std::uint64_t>(times - 1, 4);
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
      pitch_(((width_ + 1) / 2 + lanes - 1) / lanes * lanes) {
  WEND_ENSURE(map.dimension == 2 && solid.size() == map.size());
  const auto room = static_cast<std::size_t>(rows_ * pitch_ + 2 * pad);
  for (int colour = 0; colour < 2; ++colour) {
    value_[colour].assign(room, 0);
    free_[colour].assign(room, 0);
  }
  const std::uint8_t* cell = solid.data();
  for (std::ptrdiff_t j = 0; j < rows_; ++j) {
    float* const line[2] = {free_[j % 2].data() + pad + j * pitch_, free_[1 - j % 2].data() + pad + j * pitch_};
    for (std::ptrdiff_t i = 0; i < width_; ++i) line[i % 2][i / 2] = *cell++ != 0 ? 0.0f : 1.0f;
  }
  for (const std::uint32_t at : target.cells) {
    const std::ptrdiff_t i = at % width_, j = at / width_, colour = (i + j) % 2;
    const auto p = static_cast<std::size_t>(pad + j * pitch_ + i / 2);
    value_[colour][p] = 1;
    free_[colour][p] = 0;
  }
}

double RedBlack::sweep(double w, std::uint64_t times) {
  const Board board{{value_[0].data() + pad, value_[1].data() + pad},
                    {free_[0].data() + pad, free_[1].data() + pad},
                    pitch_,
                    rows_ - 2,
                    w};
#if WEND_AVX2
  if (kernel_ == Kernel::avx2) return relax_avx2(board, times);
#endif
  return relax_portable(board, times);
}

std::vector<double> RedBlack::v() const {
  std::vector<double> out(static_cast<std::size_t>(width_ * rows_));
  double* to = out.data();
  for (std::ptrdiff_t j = 0; j < rows_; ++j) {
    const double* const line[2] = {value_[j % 2].data() + pad + j * pitch_, value_[1 - j % 2].data() + pad + j * pitch_};
    for (std::ptrdiff_t i = 0; i < width_; ++i) *to++ = line[i % 2][i / 2];
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
