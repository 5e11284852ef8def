#pragma once
#include <wend/model/model.hpp>
#include <wend/base/rng.hpp>

#include <cmath>

namespace wend::storm {

// A user's model without manners: any heading, full speed, with or without the safety bound.
class Wild final : public SteeringModel {
 public:
  Wild()
      : SteeringModel({.name = "wild",
                       .doc = "goes anywhere",
                       .parameters = {{"safety", "", 0, 2, 1, "how it is kept apart", ParamKind::choice, "off|strict|yield"}},
                       .state = {{{"time", "s"}}, {{"bodies"}}}}) {}
  ModelTraits traits(std::span<const double> params) const override { return {.obeys = params[0] != 0}; }
  double sense_range(const Sensing&) const override { return 1; }
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
