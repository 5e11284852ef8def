#include "planning/column.hpp"

#include <algorithm>
#include <array>

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
void minus_ln_of_block(std::span<const Term> terms, std::size_t from, std::size_t count, std::int32_t top,
                       double* out) {
  std::array<double, Column::block> sum{};
  for (const auto& [factor, column] : terms) {
    const std::int32_t e = column->exponent(from / Column::block);
    if (factor.m == 0 || e == Column::nothing || factor.e + e < top - 1) continue;
    const double f = factor.e + e == top ? factor.m : factor.m * extended_down;
    const double* const m = column->mantissas() + from;
    for (std::size_t i = 0; i < count; ++i) sum[i] += f * m[i];
  }
  for (std::size_t i = 0; i < count; ++i) out[i] = minus_ln(sum[i], top);
}

}  // namespace

void minus_ln_of_sum(std::span<const Term> terms, std::span<double> out) {
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
      minus_ln_of_block(terms, from, count, top, out.data() + from);
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
