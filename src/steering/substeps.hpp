#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>

namespace wend::steering {

// A step of the world in equal parts no longer than `longest`, human spec (h.17).
struct Substeps {
  Substeps(double dt, double longest)
      : count(static_cast<std::size_t>(std::max(1.0, std::ceil(dt / longest - 1e-9)))), h(dt / static_cast<double>(count)) {}
  double time(std::size_t k) const { return static_cast<double>(k) * h; }

  std::size_t count;
  double h;
};

}  // namespace wend::steering
