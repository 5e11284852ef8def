#pragma once
#include "environment/watch.hpp"

#include <algorithm>
#include <bit>

namespace wend::environment {

// How many rows may be out of the ordinary.
inline std::size_t few_of(std::size_t rows) { return 2 + std::min<std::size_t>(rows / 200, 62); }

// A bound that all but `spare` of the squares stay below, to the next power of two.
template <class Square>
double usual_square(std::size_t count, std::size_t spare, Square&& square) {
  std::uint32_t by_exponent[2048] = {};
  for (std::size_t i = 0; i < count; ++i) ++by_exponent[std::bit_cast<std::uint64_t>(square(i)) >> 52];
  std::size_t exponent = 2046;
  for (std::size_t above = by_exponent[exponent]; above <= spare && exponent > 0;) above += by_exponent[--exponent];
  return std::bit_cast<double>(static_cast<std::uint64_t>(std::min<std::size_t>(exponent + 1, 2046)) << 52);
}

// The square of the longest way anybody went in the step, against a common translation.
double largest_way2(const Motions&, Vec2 drift);

// The common translation of a step to measure ways against (8.3), zero where that would not help; and a bound that the
// squares of all ways but a few stay below.
struct UsualWay {
  Vec2 drift;
  double way2 = 0;
};
UsualWay usual_way(const Motions&);

}  // namespace wend::environment
