#pragma once
#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>

// Comparing with a printed number: CHECK(got == near(want)) prints both when it fails.

namespace wend::test {

// Within 1e-9, relative above 1 (local spec, section 18), unless a test asks for something else. Infinities are equal
// to themselves.
struct near {
  double want = 0;
  double within = 1e-9;

  friend bool operator==(double got, const near& n) {
    if (got == n.want) return true;
    if (!std::isfinite(got) || !std::isfinite(n.want)) return false;
    return std::abs(got - n.want) <= n.within * std::max(1.0, std::abs(n.want));
  }
  friend std::ostream& operator<<(std::ostream& out, const near& n) { return out << std::setprecision(15) << n.want; }
};

}  // namespace wend::test
