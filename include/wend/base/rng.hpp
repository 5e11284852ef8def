#pragma once
#include <wend/base/export.hpp>

#include <cstdint>

namespace wend {

// What a random stream is for; part of its key. The numbers are fixed for ever.
enum class Purpose : std::uint32_t { heading_noise = 1, placement = 2, attributes = 3, script = 4, test = 5, parting = 6 };

// Random numbers keyed by (seed, purpose, id, step): they depend on who, what for and when, not on who asked first (N16).
class WEND_API Rng {
 public:
  static Rng stream(std::uint64_t seed, Purpose purpose, std::uint64_t id = 0, std::uint64_t step = 0);

  std::uint64_t bits();
  double uniform();                        // [0, 1)
  double uniform(double low, double high);
  double normal();                         // mean 0, standard deviation 1
  std::uint64_t below(std::uint64_t n);    // 0 .. n-1, unbiased

  std::uint64_t state() const { return state_; }
  static Rng from_state(std::uint64_t state) { Rng r; r.state_ = state; return r; }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace wend
