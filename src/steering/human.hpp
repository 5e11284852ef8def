#pragma once
#include <wend/model/human.hpp>
#include <wend/model/model.hpp>

namespace wend::steering {

// The model "human": a walking person as a damped angular mass between goal and obstacles. Human spec sections 3, 4 and 11.
class HumanModel final : public SteeringModel {
 public:
  HumanModel();
  Result<void> check_together(std::span<const double> params, double dt, std::string_view place) const override;
  ModelTraits traits(std::span<const double> params) const override;
  double sense_range(const Sensing&) const override;
  Motion steer(const View&, std::span<double> next_state) const override;
  double turning_radius(std::span<const double>, const Physique&) const override { return 0; }  // its circle is (h.12), watched by (h.13)
  Decision explain(const View&) const override;
};

}  // namespace wend::steering
