#include <wend/study/trial.hpp>

#include <wend/base/rng.hpp>

#include "core/angles.hpp"
#include "core/det_math.hpp"

namespace wend::study {

const char* name_of(TrialEnd end) {
  constexpr const char* names[] = {"arrived", "timeout", "orbit", "stuck", "collision", "blocked", "error"};
  return names[static_cast<std::size_t>(end)];
}

Vec2 polar(double d, double a) {
  const auto direction = det_sincos(deg(a));
  return {d * direction.cos, d * direction.sin};
}

std::vector<TrialObject> random_field(std::uint64_t seed) {
  Rng rng = Rng::from_state(seed);  // SplitMix64: human spec (h.33)
  std::vector<TrialObject> field(10);
  for (TrialObject& obstacle : field) {
    obstacle.at.x = 1 + 7 * rng.uniform();
    obstacle.at.y = -2 + 4 * rng.uniform();
  }
  return field;
}

}  // namespace wend::study
