#pragma once
#include <algorithm>
#include <ctime>
#include <vector>

namespace wend::bench {

// Processor time of this thread: whoever else runs on the machine costs us caches, but no turns.
inline double now_ns() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}
template <class Work>
double time_ns(Work&& work) {
  const double begin = now_ns();
  work();
  return now_ns() - begin;
}

inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace wend::bench
