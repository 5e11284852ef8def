#pragma once
#include <cstdint>

namespace wend::bits {

// A double as its bits and back. The compiler's own bit_cast: older standard libraries, such as that of Debian's
// Emscripten, do not have std::bit_cast yet.
constexpr std::uint64_t of(double x) { return __builtin_bit_cast(std::uint64_t, x); }
constexpr double to_double(std::uint64_t b) { return __builtin_bit_cast(double, b); }

}  // namespace wend::bits
