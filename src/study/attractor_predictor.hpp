#pragma once
#include <vector>

#include "study/predictor.hpp"

namespace wend::study {

enum AttractorFittable : std::size_t { fit_a, fit_d0, fit_agility, fit_courage, fit_lightness };
std::vector<Fittable> attractor_fittables(const AttractorParams&);

// The model as it runs in a world of one agent, without noise; sensitivities by finite differences of the logarithms.
class AttractorPredictor final : public Predictor {
 public:
  AttractorPredictor(const AttractorParams&, std::optional<double> dt);
  void predict(const WalkData&, std::span<const double> values, std::span<const std::size_t> free, bool slopes, Prediction&) const override;
  Result<void> walk(const WalkData&, std::span<const double> values, Prediction&) const;

 private:
  AttractorParams params_;
  std::optional<double> dt_;
  std::vector<Fittable> fittables_;
};

}  // namespace wend::study
