#pragma once
#include <wend/attractor.hpp>
#include <wend/model.hpp>

namespace wend::steering {

// The model "attractor": heading as a dynamical system with competing weights. Local spec sections 2-10, 12, 13.
class AttractorModel final : public SteeringModel {
 public:
  std::string_view name() const override { return "attractor"; }
  std::span<const ParamInfo> parameters() const override;
  Result<void> check_together(std::span<const double> params, double dt, std::string_view place) const override;
  std::size_t state_size() const override;
  void first_state(std::span<double> state) const override;
  bool slides(std::span<const double> params) const override;
  double shares(std::span<const double> params) const override;
  bool settles(std::span<const double> params) const override;
  bool steps_aside(std::span<const double> params) const override;
  double sense_range(std::span<const double> params, std::span<const ClassTraits>, const Physique&) const override;
  std::size_t scratch_bytes(std::size_t bodies) const override;
  Motion steer(const View&, std::span<double> next_state) const override;
  double turning_radius(std::span<const double> params, const Physique&) const override;
  double target_weight(std::span<const double> state) const override;
  double energy(std::span<const double> state) const override;
  bool set_energy(std::span<double> state, double energy) const override;
  Decision explain(const View&) const override;
};

}  // namespace wend::steering
