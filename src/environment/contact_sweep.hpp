#pragma once
#include "environment/pair_sweep.hpp"
#include "geometry/crossing.hpp"

namespace wend::environment {

// Two discs that are closer than their edge, R_i + R_j + slack, at some time of the step; i < j.
struct PairContact {
  std::uint32_t i = 0, j = 0;  // rows
  bool inside_before = false, inside_after = false;
  geometry::Crossings crossings;  // an enter is the first touch, environment spec (e.37)
};

// All contacts of a step, by the same pass as StepSweep; candidates are those of environment spec (e.38).
class ContactSweep {
 public:
  ContactSweep() : ContactSweep(best_kernel()) {}
  explicit ContactSweep(Kernel kernel) : pairs_(kernel) {}
  // `watch` of the motions holds the radii of the discs. Sorted by (i, j).
  void find(const Motions&, double slack, std::vector<PairContact>& out);

 private:
  PairSweep pairs_;
  std::vector<std::uint32_t> rows_;
};

}  // namespace wend::environment
