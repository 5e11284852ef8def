#pragma once
#include <string>
#include <vector>

namespace wend::io {

// Round numbers in [low, high], written with as many digits as their step needs.
struct Ticks {
  double step = 1;
  std::vector<double> values{};
  std::string text(double value) const;
};

// About `wanted` of them, never more than twice as many.
Ticks round_ticks(double low, double high, int wanted);

}  // namespace wend::io
