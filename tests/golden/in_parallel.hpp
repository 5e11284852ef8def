#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace wend::golden {

// Calls work(0) ... work(count - 1) on all cores, in any order. Worlds know nothing of each other.
template <class Work>
void in_parallel(std::size_t count, Work&& work) {
  std::atomic<std::size_t> next{0};
  const auto loop = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  const std::size_t threads = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 16);
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < threads; ++i) others.emplace_back(loop);
  loop();
  for (std::thread& t : others) t.join();
}

}  // namespace wend::golden
