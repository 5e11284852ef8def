#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace wend::environment {

// A bound that all but `spare` of the squares stay below, to the next power of two.
template <class Square>
double usual_square(std::size_t count, std::size_t spare, Square&& square) {
  std::uint32_t by_exponent[2048] = {};
  for (std::size_t i = 0; i < count; ++i) ++by_exponent[std::bit_cast<std::uint64_t>(square(i)) >> 52];
  std::size_t exponent = 2046;
  for (std::size_t above = by_exponent[exponent]; above <= spare && exponent > 0;) above += by_exponent[--exponent];
  return std::bit_cast<double>(static_cast<std::uint64_t>(std::min<std::size_t>(exponent + 1, 2046)) << 52);
}

}  // namespace wend::environment
