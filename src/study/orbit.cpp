#include <wend/study/trial.hpp>

#include "core/angles.hpp"
#include "core/det_math.hpp"

namespace wend::study {

double orbit_radius(double speed, const HumanParams& p) {
  // (h.12): b V / r falls in r, kg (pi/2) (exp(-c1 r) + c2) falls more slowly where they meet; bisect r of the difference.
  const auto turns_too_fast = [&](double r) { return p.b * speed / r > p.kg * (pi / 2) * (det_exp(-p.c1 * r) + p.c2); };
  double low = 1e-12, high = 1e12;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (turns_too_fast(middle) ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace wend::study
