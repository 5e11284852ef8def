#pragma once
#include <wend/base/rng.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace wend::storm {

// Where a storm takes its decisions from: a seed, or the bytes of a fuzzer. Spent bytes give zeros.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : rng_(Rng::stream(seed, Purpose::test, 8)), from_seed_(true) {}
  explicit Dice(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint64_t below(std::uint64_t n) {
    if (n < 2) return 0;
    return from_seed_ ? rng_.below(n) : number(n <= 256 ? 1 : 4) % n;
  }
  bool one_in(std::uint64_t n) { return below(n) == n - 1; }  // spent bytes: no
  // Bytes give a lattice of values, so that a fuzzer finds coincidences and both ends.
  double between(double low, double high) {
    const double share = from_seed_ ? rng_.uniform() : static_cast<double>(number(2)) / 65535;
    return low + (high - low) * share;
  }
  std::uint64_t bits() { return from_seed_ ? rng_.bits() : number(8); }
  template <class T>
  const auto& of(const T& list) {
    return list[static_cast<std::size_t>(below(std::size(list)))];
  }
  // No number that any call takes as a position, radius, speed or angle.
  double bad() {
    constexpr double inf = std::numeric_limits<double>::infinity();
    constexpr double values[] = {std::numeric_limits<double>::quiet_NaN(), inf, -inf, 1e308, -1e308, 1.1e7};
    return of(values);
  }
  bool spent() const { return !from_seed_ && at_ >= bytes_.size(); }

 private:
  std::uint64_t number(std::size_t width) {
    std::uint64_t v = 0;
    for (std::size_t i = 0; i < width; ++i, ++at_) v = v << 8 | (at_ < bytes_.size() ? bytes_[at_] : 0u);
    return v;
  }

  Rng rng_;
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool from_seed_ = false;
};

}  // namespace wend::storm
