#pragma once
#include <cstddef>
#include <vector>

namespace wend::planning {

// Four doubles worked on as one, at any address of a double. Each lane does what a single number would do, so
// the bits are the same with any instructions. Never handed over by value: how, depends on the instructions.
using Four = double __attribute__((vector_size(32), aligned(8), may_alias));

// Into each of the functions that are made for one set of instructions.
#define WEND_INLINE [[gnu::always_inline]] inline

WEND_INLINE const Four& at(const double* p) { return *reinterpret_cast<const Four*>(p); }
WEND_INLINE Four& at(double* p) { return *reinterpret_cast<Four*>(p); }

// Doubles from a line of the cache on: vectors that cross lines cost twice.
class Lines {
 public:
  void assign_zero(std::size_t doubles) { lines_.assign((doubles + 7) / 8, Line{}); }
  double* data() { return reinterpret_cast<double*>(lines_.data()); }
  const double* data() const { return reinterpret_cast<const double*>(lines_.data()); }

 private:
  struct alignas(64) Line {
    double doubles[8];
  };
  std::vector<Line> lines_;
};

}  // namespace wend::planning
