#include "environment/crossing_sort.hpp"

#include <algorithm>

namespace wend::environment {

namespace {

// The same order as <, but times are seldom equal.
bool earlier(const Crossing& a, const Crossing& b) { return a.s != b.s ? a.s < b.s : a < b; }

}  // namespace

void CrossingSort::sort(std::vector<Crossing>& all) {
  constexpr std::size_t few = 64, per_bucket = 2;
  if (all.size() < few) {
    std::sort(all.begin(), all.end(), earlier);
    return;
  }
  const std::size_t buckets = all.size() / per_bucket;
  const auto bucket = [&](const Crossing& c) {
    return static_cast<std::size_t>(c.s * static_cast<double>(buckets));
  };  // s <= 1
  begin_.assign(buckets + 2, 0);
  for (const Crossing& c : all) ++begin_[bucket(c) + 1];
  for (std::size_t b = 0; b <= buckets; ++b) begin_[b + 1] += begin_[b];
  sorted_.resize(all.size());
  for (const Crossing& c : all) sorted_[begin_[bucket(c)]++] = c;
  std::uint32_t from = 0;
  for (std::size_t b = 0; b <= buckets; ++b) {
    if (begin_[b] - from > 1) std::sort(sorted_.begin() + from, sorted_.begin() + begin_[b], earlier);
    from = begin_[b];
  }
  all.swap(sorted_);
}

}  // namespace wend::environment
