#pragma once
#include <wend/model/model.hpp>

namespace wend::steering {

// A model that walks east: what a new built-in model needs.
class ToyModel final : public SteeringModel {
 public:
  ToyModel();
  double sense_range(const Sensing&) const override { return 1; }
  Motion steer(const View&, std::span<double> next_state) const override;
};

}  // namespace wend::steering
