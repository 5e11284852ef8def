#pragma once
#include "environment/crossing_sort.hpp"
#include "environment/pair_sweep.hpp"

namespace wend::environment {

// What a sweep does with a pair of rows that may have crossed the edge of a watched disk.
struct WatchRule {
  static constexpr Edge edge = Edge::either;
  static constexpr double more = 0;
  const Motions& m;
  std::vector<Crossing>& out;
  void meet(std::uint32_t i, std::uint32_t j, bool i_asks, bool j_asks);
};

// Looks at every step by itself: no lists and no history (environment spec, section 5).
class StepSweep final : public CrossingEngine {
 public:
  StepSweep() : StepSweep(best_kernel()) {}
  explicit StepSweep(Kernel kernel) : pairs_(kernel) {}
  void forget() override { pairs_.forget(); }
  void step(const Motions&, std::vector<Crossing>& out) override;
  double density() const { return pairs_.density(); }  // per square metre, around the rows; negative: not known yet

 private:
  PairSweep pairs_;
  std::vector<std::uint32_t> rows_;
  CrossingSort sort_;
};

}  // namespace wend::environment
