#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace wend::environment {

// Keys over the odometer, the sum of the largest displacements (environment spec, 8.3 and 8.4): a ring of buckets; keys
// beyond its end wait in the last one. Entries are never taken back: who adds again must know which one counts.
class OdometerCalendar {
 public:
  void start(double width) {
    for (auto& bucket : buckets_) bucket.clear();
    buckets_.resize(count);
    width_ = width;
    current_ = 0;
  }

  void add(std::uint32_t item, double key) {
    const double ahead = key / width_ - static_cast<double>(current_);
    const std::uint64_t offset = ahead >= count - 1 ? count - 1 : ahead > 0 ? static_cast<std::uint64_t>(ahead) : 0;
    buckets_[(current_ + offset) % count].push_back({key, item});
  }

  // Calls due(item, key) for all keys <= odometer, which must not run backwards.
  template <class F>
  void advance(double odometer, F due) {
    const std::uint64_t first = current_;
    current_ = std::max(first, static_cast<std::uint64_t>(odometer / width_));
    for (std::uint64_t i = 0; i <= std::min(current_ - first, count - 1); ++i) {
      popped_.clear();
      popped_.swap(buckets_[(first + i) % count]);
      for (const Entry& e : popped_) {
        if (e.key <= odometer) {
          due(e.item, e.key);
        } else {
          add(e.item, e.key);
        }
      }
    }
  }

 private:
  static constexpr std::uint64_t count = 256;
  struct Entry {
    double key;
    std::uint32_t item;
  };
  std::vector<std::vector<Entry>> buckets_;
  std::vector<Entry> popped_;
  double width_ = 1;
  std::uint64_t current_ = 0;
};

}  // namespace wend::environment
