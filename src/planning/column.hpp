#pragma once
#include "planning/extended.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace wend::planning {

// A column of extended numbers, in blocks: where a block has one exponent its numbers are added as doubles.
class Column {
 public:
  static constexpr std::size_t block = 128;
  static constexpr std::int32_t mixed = std::numeric_limits<std::int32_t>::min();
  static constexpr std::int32_t nothing = std::numeric_limits<std::int32_t>::max();  // all zero

  Column() = default;
  explicit Column(std::span<const Extended>);

  std::size_t size() const { return m_.size(); }
  Extended operator[](std::size_t i) const { return {m_[i], e_[i]}; }
  std::int32_t exponent(std::size_t b) const { return block_[b]; }
  const double* mantissas() const { return m_.data(); }

 private:
  std::vector<double> m_;
  std::vector<std::int32_t> e_;      // of each number
  std::vector<std::int32_t> block_;  // of each block, mixed or nothing
};

using Term = std::pair<Extended, const Column*>;

// -ln of a sum of columns, each times a number; infinite where it is zero.
void minus_ln_of_sum(std::span<const Term>, std::span<double>);

}  // namespace wend::planning
