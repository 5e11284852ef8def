#pragma once
#include <wend/human.hpp>
#include <wend/model.hpp>

namespace wend::steering {

// The model "human": a walking person as a damped angular mass between goal and obstacles. Human spec sections 3, 4 and 11.
class HumanModel final : public SteeringModel {
 public:
  std::string_view name() const override { return "human"; }
  std::span<const ParamInfo> parameters() const override;
  Result<void> check_together(std::span<const double> params, double dt, std::string_view place) const override;
  std::size_t state_size() const override;
  void first_state(std::span<double> state) const override;
  bool obeys(std::span<const double> params) const override;
  bool looks_inside_steps() const override { return true; }
  double sense_range(std::span<const double> params, std::span<const ClassTraits>, const Physique&) const override;
  Motion steer(const View&, std::span<double> next_state) const override;
  double turning_radius(std::span<const double>, const Physique&) const override { return 0; }  // its circle is (h.12), watched by (h.13)
  Decision explain(const View&) const override;
};

}  // namespace wend::steering
