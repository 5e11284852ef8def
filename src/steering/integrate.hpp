#pragma once
#include <cstdint>

namespace wend::steering {

// Human spec section 4. The order is that of HumanParams::integrator.
enum class Integrator : std::uint8_t { rk4 = 0, midpoint = 1, euler = 2, semi_implicit = 3 };

// One step of length h from `from`. `slope(state, t)` is the derivative at t seconds after the beginning of the step, `along(state,
// derivative, h)` moves a state. `kick(state, derivative, h)` is the semi-implicit step: rates first, then positions with the new rates.
template <class State, class Slope, class Along, class Kick>
State integrate(Integrator method, const State& from, double h, Slope&& slope, Along&& along, Kick&& kick) {
  const State k1 = slope(from, 0.0);
  if (method == Integrator::euler) return along(from, k1, h);
  if (method == Integrator::semi_implicit) return kick(from, k1, h);
  const State k2 = slope(along(from, k1, 0.5 * h), 0.5 * h);
  if (method == Integrator::midpoint) return along(from, k2, h);
  const State k3 = slope(along(from, k2, 0.5 * h), 0.5 * h);
  const State k4 = slope(along(from, k3, h), h);
  State out = along(from, k1, h / 6);
  out = along(out, k2, h / 3);
  out = along(out, k3, h / 3);
  return along(out, k4, h / 6);
}

}  // namespace wend::steering
