#include <wend/model.hpp>

#include <algorithm>

namespace wend {

SteeringModel::~SteeringModel() = default;

Result<void> SteeringModel::check_together(std::span<const double>, double, std::string_view) const { return {}; }

void SteeringModel::first_state(std::span<double> state) const { std::fill(state.begin(), state.end(), 0.0); }

void SteeringModel::steer_batch(std::span<const View> views, std::span<Motion> motions, std::span<double> next_states) const {
  const std::size_t size = state_size();
  for (std::size_t i = 0; i < views.size(); ++i) motions[i] = steer(views[i], next_states.subspan(i * size, size));
}

}  // namespace wend
