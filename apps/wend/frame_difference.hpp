#pragma once
#include <wend/analysis/difference.hpp>
#include <wend/io/frame.hpp>

namespace wend::cli {

struct FrameComparison {
  double tolerance = 0;  // numbers this close count as equal
  bool whole = true;     // false: only what every trajectory format holds of an agent
  bool velocities = true;  // false: one of the two has none
  bool events = true;
  std::size_t most = 1;
};

Differences differences(const io::Frame& a, const io::Frame& b, const FrameComparison&);

}  // namespace wend::cli
