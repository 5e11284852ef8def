#include "study/human_predictor.hpp"

#include "core/dual.hpp"
#include "study/human_walk.hpp"

namespace wend::study {

namespace {

template <class T>
steering::HumanGains<T> gains_from(const T (&g)[7]) {
  return {g[0], g[1], g[2], g[3], g[4], g[5], g[6]};
}

template <std::size_t n>
void predict_with(const WalkData& walk, std::span<const double> values, std::span<const std::size_t> free, const HumanParams& p, double step,
                  Prediction& out) {
  using T = Dual<n>;
  T g[7];
  for (std::size_t i = 0; i < 7; ++i) g[i] = T(values[i]);
  for (std::size_t j = 0; j < free.size(); ++j) g[free[j]].slope[j] = values[free[j]];  // dp / d log p
  walk_human(walk, gains_from(g), p, step, [&](const steering::Walker<T>& me) {
    out.x.push_back(me.x.value);
    out.y.push_back(me.y.value);
    out.heading.push_back(me.phi.value);
    for (std::size_t j = 0; j < free.size(); ++j) {
      out.dx.push_back(me.x.slope[j]);
      out.dy.push_back(me.y.slope[j]);
      out.dheading.push_back(me.phi.slope[j]);
    }
  });
}

}  // namespace

std::vector<Fittable> human_fittables(const HumanParams& p) {
  return {{"b", "1/s", p.b, 0.05, 100, 250},      {"kg", "1/s^2", p.kg, 0.01, 1000, 1e4}, {"c1", "1/m", p.c1, 1e-3, 100, 1e4},
          {"c2", "", p.c2, 1e-3, 100, 1e4},       {"ko", "1/s^2", p.ko, 0.1, 1e5, 1e6},   {"c3", "1/rad", p.c3, 0.05, 100, 1e4},
          {"c4", "1/m", p.c4, 1e-2, 100, 1e4}};
}

void HumanPredictor::predict(const WalkData& walk, std::span<const double> values, std::span<const std::size_t> free, bool slopes,
                             Prediction& out) const {
  out.clear();
  if (slopes && free.size() <= 4) return predict_with<4>(walk, values, free, params_, step_, out);
  if (slopes) return predict_with<7>(walk, values, free, params_, step_, out);
  double g[7];
  for (std::size_t i = 0; i < 7; ++i) g[i] = values[i];
  walk_human(walk, gains_from(g), params_, step_, [&](const steering::Walker<double>& me) {
    out.x.push_back(me.x);
    out.y.push_back(me.y);
    out.heading.push_back(me.phi);
  });
}

}  // namespace wend::study
