#include "planning/column.hpp"

#include "core/kernel.hpp"
#include "planning/four.hpp"

#include <algorithm>

namespace wend::planning {

Column::Column(std::span<const Extended> x) : m_(x.size()), e_(x.size()) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    m_[i] = x[i].m;
    e_[i] = x[i].e;
  }
  for (std::size_t from = 0; from < x.size(); from += block) {
    const std::span<const Extended> part = x.subspan(from, std::min(block, x.size() - from));
    const Extended first = part.front();
    const bool same = std::all_of(part.begin(), part.end(),
                                  [&](Extended a) { return (a.m == 0) == (first.m == 0) && a.e == first.e; });
    block_.push_back(!same ? mixed : first.m == 0 ? nothing : first.e);
  }
}

namespace {

// Of one block whose columns have one exponent each; `top` is the largest of the products.
struct Block {
  std::span<const Term> terms;
  std::size_t from, count;
  std::int32_t top;
  double* out;
};

WEND_INLINE void minus_ln_of(const Block& block) {
  alignas(32) double sum[Column::block] = {};
  for (const auto& [factor, column] : block.terms) {
    const std::int32_t e = column->exponent(block.from / Column::block);
    if (factor.m == 0 || e == Column::nothing || factor.e + e < block.top - 1) continue;
    const double f = factor.e + e == block.top ? factor.m : factor.m * extended_down;
    const double* const m = column->mantissas() + block.from;
    for (std::size_t i = 0; i < block.count; ++i) sum[i] += f * m[i];
  }
  double* const out = block.out;
  const double top = block.top;
  for (std::size_t i = 0; i < block.count; ++i) out[i] = minus_ln(sum[i], top);
}

#if WEND_AVX2
__attribute__((target("avx2"))) void minus_ln_avx2(const Block& block) { minus_ln_of(block); }
#endif
void minus_ln_portable(const Block& block) { minus_ln_of(block); }

auto best_way() {
#if WEND_AVX2
  if (best_kernel() == Kernel::avx2) return minus_ln_avx2;
#endif
  return minus_ln_portable;
}

}  // namespace

void minus_ln_of_sum(std::span<const Term> terms, std::span<double> out) {
  const auto way = best_way();
  for (std::size_t from = 0; from < out.size(); from += Column::block) {
    const std::size_t count = std::min(Column::block, out.size() - from);
    std::int32_t top = Column::mixed;
    bool one_each = true;
    for (const auto& [factor, column] : terms) {
      const std::int32_t e = column->exponent(from / Column::block);
      if (factor.m == 0 || e == Column::nothing) continue;
      one_each = one_each && e != Column::mixed;
      if (e != Column::mixed) top = std::max(top, factor.e + e);
    }
    if (one_each && top != Column::mixed) {
      way({terms, from, count, top, out.data() + from});
      continue;
    }
    for (std::size_t i = from; i < from + count; ++i) {
      Extended sum;
      for (const auto& [factor, column] : terms) sum = sum + factor * (*column)[i];
      out[i] = sum.m == 0 ? wend::infinity : minus_ln(sum.m, sum.e);
    }
  }
}

}  // namespace wend::planning
