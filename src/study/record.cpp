#include "study/record.hpp"

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/segment.hpp"
#include "study/objects.hpp"

#include <cmath>

// Equations of the human spec, section 4.

namespace wend::study {

namespace {

constexpr double sampling = 0.01;  // s, between the samples of the rms values

Vec2 place_of(const TrialSample& s) { return {s.x, s.y}; }

double rms(double sum2, std::size_t n) { return n > 0 ? std::sqrt(sum2 / static_cast<double>(n)) : 0; }

}  // namespace

Record::Record(const Trial& trial, double step, const TrialSample& first) : trial_(trial), last_(first) {
  const std::size_t n = trial.obstacles.size();
  nearest_.assign(n, infinity);
  report_.clearances.assign(n, infinity);
  report_.sides.assign(n, 'R');
  stride_ = static_cast<std::size_t>(std::max(1L, std::lround(sampling / step)));
  between_ = static_cast<double>(stride_) * step;
  for (std::size_t i = 0; i < n; ++i) {
    if (is_there(trial.obstacles[i], first.t)) touches(i, norm(moving(trial.obstacles[i], first.t).at - place_of(first)));
  }
  look(first);
  if (trial.keep_samples) report_.samples.push_back(first);
}

void Record::next(const TrialSample& state, double fraction) {
  const double h = state.t - last_.t;
  for (std::size_t i = 0; i < nearest_.size(); ++i) {
    if (!is_there(trial_.obstacles[i], last_.t)) continue;
    // (h.15), seen from the obstacle, which may move
    const Vec2 from = place_of(last_) - moving(trial_.obstacles[i], last_.t).at;
    const Vec2 to = place_of(state) - moving(trial_.obstacles[i], last_.t + h).at;
    touches(i, norm(nearest_on_segment({}, from, from + fraction * (to - from)).point));
  }
  last_ = state;
  ++steps_;
  if (fraction >= 1) look(state);
  if (trial_.keep_samples) report_.samples.push_back(state);
}

void Record::touches(std::size_t i, double clearance) {
  if (!(clearance < report_.clearances[i])) return;
  report_.clearances[i] = clearance;
  // (h.16); a point that meets a point has met it
  if (clearance < std::max(trial_.radius + trial_.obstacles[i].radius, steering::on_top)) report_.collided = true;
  if (clearance < report_.clearance) {
    report_.clearance = clearance;
    report_.nearest = i;
  }
}

void Record::look(const TrialSample& state) {
  for (std::size_t i = 0; i < nearest_.size(); ++i) {
    if (!is_there(trial_.obstacles[i], state.t)) continue;
    const Vec2 to = moving(trial_.obstacles[i], state.t).at - place_of(state);
    if (!(norm2(to) < nearest_[i])) continue;
    nearest_[i] = norm2(to);
    report_.sides[i] = cross({det_cos(state.heading), det_sin(state.heading)}, to) < 0 ? 'L' : 'R';  // (h.4)
  }
  report_.max_turn_rate = std::max(report_.max_turn_rate, std::abs(state.turn_rate));
  if (steps_ % stride_ != 0) return;
  sum_rate2_ += state.turn_rate * state.turn_rate;
  ++rates_;
  if (steps_ > 0) {
    const double acceleration = (state.turn_rate - sampled_rate_) / between_;
    sum_acceleration2_ += acceleration * acceleration;
    ++accelerations_;
  }
  sampled_rate_ = state.turn_rate;
}

TrialReport Record::finish(TrialEnd end, double time, double length, Vec2 ended_at) {
  report_.end = end;
  report_.time = time;
  report_.length = length;
  report_.ended_at = ended_at;
  report_.rms_turn_rate = rms(sum_rate2_, rates_);
  report_.rms_turn_acceleration = rms(sum_acceleration2_, accelerations_);
  return std::move(report_);
}

bool GoalWatch::reached_at_start(Vec2 at) const {
  return is_there(trial_.goal, 0) && norm(moving(trial_.goal, 0).at - at) <= trial_.r_goal;
}

std::optional<double> GoalWatch::arrival(double t, double h, Vec2 from, Vec2 to) {
  constexpr double near = 1.5, patience = 10;
  if (!is_there(trial_.goal, t)) {
    since_ = t + h;
    return {};
  }
  const double before = norm(moving(trial_.goal, t).at - from), after = norm(moving(trial_.goal, t + h).at - to);
  if (before <= trial_.r_goal) return 0.0;  // a goal that appears around the walker
  if (after <= trial_.r_goal) return (before - trial_.r_goal) / (before - after);
  if (after < least_ || !(after < near)) since_ = t + h;
  least_ = std::min(least_, after);
  circling_ = t + h - since_ >= patience;
  return {};
}

StillWatch::StillWatch(double speed, double step, double window)
    : least_(0.1 * speed * window), ring_(static_cast<std::size_t>(std::max(1L, std::lround(window / step)))) {}

bool StillWatch::still(Vec2 at) {
  const bool is_still = full_ && norm(at - ring_[next_]) < least_;
  ring_[next_] = at;
  next_ = (next_ + 1) % ring_.size();
  full_ = full_ || next_ == 0;
  return is_still;
}

std::size_t steps_of(const Trial& trial, double step) { return static_cast<std::size_t>(std::ceil(trial.timeout / step - 1e-6)); }

}  // namespace wend::study
