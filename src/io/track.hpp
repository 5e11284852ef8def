#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace wend::io {

// A value over time, linear between its keys; keys are left out while it arrives, as long as the line between those
// that stay is within `error` of every value that was added.
template <std::size_t N>
class Track {
 public:
  using Value = std::array<double, N>;
  struct Key {
    double time = 0;
    Value value{};
  };

  // `span`: no two neighbouring keys are farther apart than this, unless the values were.
  explicit Track(double error, double span = 1e300) : error_(error), span_(span) {}

  void add(double time, const Value& value) {
    const Key now{time, value};
    if (keys_.empty()) {
      keys_.push_back(now);
      return;
    }
    if (!waiting_.empty() && !spans(now)) {
      keys_.push_back(waiting_.back());
      waiting_.clear();
    }
    waiting_.push_back(now);
  }

  // It stays as it is until shortly before `time` and is `value` then.
  void jump(double time, const Value& value) {
    finish();
    const Key last = keys_.back();
    const double pause = std::min(1e-3, 0.25 * (time - last.time));
    keys_.push_back({time - pause, last.value});
    keys_.push_back({time, value});
  }

  void finish() {
    if (!waiting_.empty()) keys_.push_back(waiting_.back());
    waiting_.clear();
    const bool still = std::all_of(keys_.begin(), keys_.end(), [&](const Key& k) { return k.value == keys_[0].value; });
    if (still && !keys_.empty()) keys_.resize(1);
  }

  const std::vector<Key>& keys() const { return keys_; }  // all of them after finish()
  const Value& last() const { return waiting_.empty() ? keys_.back().value : waiting_.back().value; }

 private:
  static constexpr std::size_t most_waiting = 64;

  static double distance(const Value& a, const Value& b) {
    double sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum);
  }

  bool spans(const Key& end) const {
    const Key& start = keys_.back();
    if (waiting_.size() >= most_waiting || distance(start.value, end.value) > span_) return false;
    for (const Key& key : waiting_) {
      const double share = (key.time - start.time) / (end.time - start.time);
      Value line;
      for (std::size_t i = 0; i < N; ++i) line[i] = start.value[i] + (end.value[i] - start.value[i]) * share;
      if (distance(line, key.value) > error_) return false;
    }
    return true;
  }

  double error_, span_;
  std::vector<Key> keys_, waiting_;
};

}  // namespace wend::io
