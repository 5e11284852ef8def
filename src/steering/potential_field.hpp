#pragma once
#include <wend/model/model.hpp>
#include <wend/model/potential_field.hpp>

namespace wend::steering {

// The model "potential_field": what the human law is compared with. Human spec section 5.
class PotentialFieldModel final : public SteeringModel {
 public:
  PotentialFieldModel();
  ModelTraits traits(std::span<const double> params) const override;
  double sense_range(const Sensing&) const override;
  std::size_t scratch_bytes(std::size_t bodies) const override;
  Motion steer(const View&, std::span<double> next_state) const override;
  double turning_radius(std::span<const double>, const Physique&) const override { return 0; }  // watched like the human
  Decision explain(const View&) const override;
};

}  // namespace wend::steering
