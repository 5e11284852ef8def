#pragma once
#include <memory>

#include "crowd.hpp"
#include "table.hpp"

namespace wend::bench {

// The crowd moves on between the steps, then work.prepare(crowd) if there is one; only work(crowd) is timed. As many
// steps as fill the time, three at least.
template <class Work>
std::function<double()> stepped(const CrowdSpec& spec, double sample_ms, Work work) {
  auto crowd = std::make_shared<Crowd>(spec);
  auto shared = std::make_shared<Work>(std::move(work));
  return [crowd, shared, sample_ms] {
    std::vector<double> times;
    double total = 0;
    while (times.size() < 3 || (total < sample_ms * 1e6 && times.size() < 200)) {
      crowd->move();
      if constexpr (requires { shared->prepare(*crowd); }) shared->prepare(*crowd);
      times.push_back(time_ns([&] { (*shared)(*crowd); }));
      total += times.back();
    }
    return median(times) / static_cast<double>(crowd->size());
  };
}

}  // namespace wend::bench
