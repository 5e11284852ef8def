#include "steering/toy.hpp"

namespace wend::steering {

ToyModel::ToyModel()
    : SteeringModel({.name = "toy",
                     .doc = "walks east",
                     .parameters = {{"pace", "", 0, 1, 1, "share of the top speed"}},
                     .state = {{{"mood", "", 0, 1, 0.5, "a toy"}, StateAccess::attribute}}}) {}

Motion ToyModel::steer(const View& view, std::span<double>) const { return {.heading = 0, .speed = view.params[0] * view.top_speed}; }

}  // namespace wend::steering
