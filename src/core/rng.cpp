#include <wend/base/rng.hpp>

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/hash.hpp"

#include <cmath>

namespace wend {

Rng Rng::stream(std::uint64_t seed, Purpose purpose, std::uint64_t id, std::uint64_t step) {
  return from_state(mix(mix(mix(seed, static_cast<std::uint64_t>(purpose)), id), step));
}

std::uint64_t Rng::bits() {
  state_ += 0x9e3779b97f4a7c15u;  // a Weyl sequence, scrambled: period 2^64
  return mix(state_);
}

double Rng::uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

double Rng::uniform(double low, double high) { return low + (high - low) * uniform(); }

double Rng::normal() {
  const double u = 1.0 - uniform();  // (0, 1]: the logarithm is finite
  const double angle = two_pi * uniform();
  return std::sqrt(-2.0 * det_log(u)) * det_cos(angle);
}

std::uint64_t Rng::below(std::uint64_t n) {
  if (n <= 1) return 0;
  const std::uint64_t reject = (0 - n) % n;  // values below this would favour small results
  for (;;) {
    const std::uint64_t x = bits();
    if (x >= reject) return x % n;
  }
}

}  // namespace wend
