#pragma once
#include "core/kernel.hpp"

#include <array>
#include <cstdint>

// What vector code of this folder shares.
#if WEND_AVX2
#include <immintrin.h>
#endif

namespace wend::environment {

// For each mask of eight lanes, the numbers of the chosen lanes first: the order in which a compress moves them.
constexpr std::array<std::array<std::uint8_t, 8>, 256> make_compress_order() {
  std::array<std::array<std::uint8_t, 8>, 256> table{};
  for (unsigned mask = 0; mask < 256; ++mask) {
    unsigned to = 0;
    for (unsigned lane = 0; lane < 8; ++lane) {
      if ((mask >> lane & 1u) != 0) table[mask][to++] = static_cast<std::uint8_t>(lane);
    }
  }
  return table;
}
inline constexpr auto compress_order = make_compress_order();

#if WEND_AVX2
// Writes eight, of which the chosen ones come first; returns the place after those.
__attribute__((target("avx2,popcnt"))) inline std::uint32_t* compress(std::uint32_t* to, __m256i values,
                                                                      unsigned mask) {
  const __m256i order =
      _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(compress_order[mask].data())));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permutevar8x32_epi32(values, order));
  return to + __builtin_popcount(mask);
}
#endif

}  // namespace wend::environment
