#pragma once
#include "environment/step_sweep.hpp"

namespace wend::environment {

// Sleeping rows stand in a grid of their own that is seldom rebuilt; the cost of a step is that of those awake.
class SleepSplit final : public CrossingEngine {
 public:
  SleepSplit() : SleepSplit(best_kernel()) {}
  explicit SleepSplit(Kernel kernel) : asleep_grid_(kernel), awake_pairs_(kernel) {}

  // One flag per row; rows beyond are awake. Who sleeps does not move.
  void set_asleep(std::span<const std::uint8_t> asleep);
  void forget() override;
  void step(const Motions&, std::vector<Crossing>& out) override;
  std::uint64_t rebuilds() const { return rebuilds_; }

 private:
  void rebuild(const Motions&);
  void list_awake();
  bool sleepers_stand(const Motions&) const;

  std::vector<std::uint8_t> asleep_,
      in_grid_;  // per row; who fell asleep since the last rebuild is not yet in the grid
  std::vector<std::uint32_t> awake_, asleep_rows_;
  std::vector<std::uint32_t> wide_;  // sleepers whose disk is too large to be found from the grid
  std::vector<double> sample_;
  double usual_ = 0, theirs_ = -1;  // the largest size of a sleeper that is not wide
  std::size_t changes_ = 0;         // since the last rebuild
  std::uint64_t rebuilds_ = 0;
  bool valid_ = false;
  SweepGrid asleep_grid_;
  PairSweep awake_pairs_;
  CrossingSort sort_;
};

}  // namespace wend::environment
