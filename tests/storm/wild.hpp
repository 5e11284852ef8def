#pragma once
#include <wend/model.hpp>

#include <array>
#include <cmath>

namespace wend::storm {

// A user's model without manners: any heading, full speed, with or without the safety bound, with or without substeps.
class Wild final : public SteeringModel {
 public:
  std::string_view name() const override { return "wild"; }
  std::span<const ParamInfo> parameters() const override {
    static constexpr std::array<ParamInfo, 2> table{
        {{"safety", "", 0, 2, 1, "how it is kept apart", ParamKind::choice, "off|strict|yield"},
         {"substep", "s", 0.001, 10, 10, "largest step"}}};
    return table;
  }
  std::size_t state_size() const override { return 2; }
  bool obeys(std::span<const double> params) const override { return params[0] != 0; }
  double largest_step(std::span<const double> params) const override { return params[1]; }
  double sense_range(std::span<const double>, std::span<const ClassTraits>, const Physique&) const override { return 1; }
  Motion steer(const View& view, std::span<double> next) const override {
    Rng random = view.random;
    next[0] = view.state[0] + view.dt;
    next[1] = static_cast<double>(view.bodies.size());
    Motion m;
    m.heading = random.uniform(-3.1, 3.1);
    m.turn_rate = random.uniform(-1, 1);
    m.speed = view.halted ? 0 : random.uniform(-1, 1) * view.top_speed;
    m.safety = static_cast<Safety>(static_cast<int>(view.params[0]));
    return m;
  }
};

}  // namespace wend::storm
