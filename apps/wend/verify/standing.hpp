#pragma once
#include <wend/scene.hpp>

#include <memory>

namespace wend::cli::verify {

// What is measured of people who stand, or should.
enum class StandingKind {
  none,
  gather,  // everybody settles at one point
  walker,  // people with a goal pass people without one
  trap,    // nobody can arrive: are they found?
};

struct StandingPlan {
  StandingKind kind = StandingKind::none;
  int orders = 1;   // gather: how many orders the scene gives; the last one is measured
  double line = 0;  // walker: has passed at x > line
};

struct StandingResult {
  std::size_t people = 0;
  // gather
  std::size_t settled = 0;  // people that had arrived at the same time, the most since the last order
  double time = 0;          // s, from the last order until everybody had arrived; until the end if that never was
  double free = 0;          // s: the longest straight way of that order / top speed. A later order: the way between the two goals
  double after = 0;         // m/s, the largest speed in seconds 5 to 10 after everybody had arrived; if that never was, of the last step
  double jitter = 0;        // rad/s, over all steps: those of standing people count
  // walker: `time` until all have passed, `free` for the straight way to the line
  bool passed = false;
  double off = 0;    // m, the largest distance from where somebody without a goal stood at the start, at the end
  double aside = 0;  // m, the same at any time
  // trap
  std::size_t really_stuck = 0;  // not arrived, and 15 s or more after coming within 1 m of the best distance to the first goal
  std::size_t found = 0;         // of these: status stuck within those 15 s
};

class StandingWatch {
 public:
  virtual ~StandingWatch() = default;
  virtual void look(const World&) = 0;  // after every step
  virtual bool done() const = 0;        // nothing more can be learnt
  virtual StandingResult result(const World&) const = 0;
};

// None for StandingKind::none.
std::unique_ptr<StandingWatch> watch_standing(const StandingPlan&, const scene::Scene&);

}  // namespace wend::cli::verify
