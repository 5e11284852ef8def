#include "io/ticks.hpp"

#include <algorithm>
#include <cmath>

#include "io/pen.hpp"
#include "io/text.hpp"

namespace wend::io {

Ticks round_ticks(double low, double high, int wanted) {
  Ticks ticks;
  if (!(high > low)) return {1, {low}};
  ticks.step = round_up(0.75 * (high - low) / std::max(wanted, 1));
  const double first = std::ceil(low / ticks.step - 1e-6), last = std::floor(high / ticks.step + 1e-6);
  if (!(last - first < 1000)) return ticks;
  for (double k = first; k <= last; ++k) ticks.values.push_back(k == 0 ? 0 : k * ticks.step);
  return ticks;
}

std::string Ticks::text(double value) const {
  if (std::abs(value) >= 1e9 || step < 1e-9) return plain_text(value);
  const int digits = step >= 1 ? 0 : static_cast<int>(std::ceil(-std::log10(step) - 1e-6));
  const std::string text = fixed_text(std::abs(value), digits);
  return value < 0 ? "\xe2\x88\x92" + text : text;
}

}  // namespace wend::io
