#pragma once
#include <vector>

#include "study/predictor.hpp"

namespace wend::study {

std::vector<Fittable> human_fittables(const HumanParams&);

// Exact sensitivities, by dual numbers through the law itself.
class HumanPredictor final : public Predictor {
 public:
  HumanPredictor(const HumanParams& p, double largest_step) : params_(p), step_(largest_step) {}
  void predict(const WalkData&, std::span<const double> values, std::span<const std::size_t> free, bool slopes, Prediction&) const override;

 private:
  HumanParams params_;  // all but the gains
  double step_;
};

}  // namespace wend::study
