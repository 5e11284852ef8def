#pragma once
#include "environment/pair_tracker.hpp"
#include "environment/step_sweep.hpp"

namespace wend::environment {

// Crossings by whichever engine is likely to be cheaper, environment spec (e.9). Both give the same, so nobody can see
// a change but on the clock.
class AutoCrossings final : public CrossingEngine {
 public:
  void forget() override;
  void step(const Motions&, std::vector<Crossing>& out) override;

  bool tracks_pairs() const { return tracks_; }
  const PairTracker& pairs() const { return pairs_; }
  std::uint64_t changes() const { return changes_; }

 private:
  void change_to(bool tracks);
  bool sweep_says_track(const Motions&) const;

  StepSweep sweep_;
  PairTracker pairs_;
  bool tracks_ = false;
  std::uint64_t changes_ = 0;
  int quiet_ = 0;  // steps since somebody jumped, or since the last change; as far as it matters
};

}  // namespace wend::environment
