#pragma once
#include <wend/study/trial.hpp>

#include <optional>
#include <vector>

// What is measured on the way, human spec section 4.

namespace wend::study {

// Fills a report from the states of a run, one step apart.
class Record {
 public:
  Record(const Trial&, double step, const TrialSample& first);

  // The state at the end of the next step. Only the part of the step before `fraction` counts: the run may end within it.
  void next(const TrialSample&, double fraction = 1);
  const TrialReport& report() const { return report_; }
  TrialReport finish(TrialEnd, double time, double length, Vec2 ended_at);

 private:
  void look(const TrialSample&);    // sides and turn rates, at a state
  void touches(std::size_t, double clearance);

  const Trial& trial_;
  TrialReport report_;
  TrialSample last_;
  std::vector<double> nearest_;     // squared distance to each obstacle at the nearest sample
  std::size_t stride_ = 1;          // steps between the samples of turn rate and acceleration
  double between_ = 0;              // seconds between them
  std::size_t steps_ = 0, rates_ = 0, accelerations_ = 0;
  double sum_rate2_ = 0, sum_acceleration2_ = 0, sampled_rate_ = 0;
};

// Is the goal reached, or circled for ever?
class GoalWatch {
 public:
  explicit GoalWatch(const Trial& trial) : trial_(trial) {}
  bool reached_at_start(Vec2 at) const;
  // The fraction of the step from t, `from` to t + h, `to` at which the walker arrives, (h.11).
  std::optional<double> arrival(double t, double h, Vec2 from, Vec2 to);
  bool circling() const { return circling_; }  // (h.13), at the end of that step

 private:
  const Trial& trial_;
  double least_ = std::numeric_limits<double>::infinity();
  double since_ = 0;  // the time of the last approach, or of the last moment far from the goal
  bool circling_ = false;
};

// Has a point hardly moved for `window` seconds: less than a tenth of what its speed makes possible? (h.29)
class StillWatch {
 public:
  StillWatch(double speed, double step, double window = 2);
  bool still(Vec2 at);  // called once for each state, the first included

 private:
  double least_;
  std::vector<Vec2> ring_;
  std::size_t next_ = 0;
  bool full_ = false;
};

// The number of steps until the timeout.
std::size_t steps_of(const Trial&, double step);

}  // namespace wend::study
