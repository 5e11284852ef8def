#include "core/dual.hpp"
#include "steering/human_law.hpp"
#include "study/check_trial.hpp"
#include "study/objects.hpp"

#include <cmath>

// The attractors and repellers of heading, human spec section 6.

namespace wend::study {

namespace {

// dw/dt of a standing walker with heading phi, (h.30).
template <class T>
T turning(const Trial& trial, const Sights& sights, const HumanParams& p, const T& phi) {
  steering::HumanGains<T> k{T(p.b), T(p.kg), T(p.c1), T(p.c2), T(p.ko), T(p.c3), T(p.c4)};
  steering::Walker<T> me;
  me.x = T(trial.at.x);
  me.y = T(trial.at.y);
  me.phi = phi;
  me.v = T(trial.speed);
  return steering::derivative(me, sights.goal, sights.things, k, p, trial.speed).w;
}

}  // namespace

Result<std::vector<LayoutZero>> layout(const Trial& trial, const HumanParams& p, double half_range) {
  if (auto ok = check_trial(trial); !ok) return ok.error();
  if (auto ok = check_fields(human_fields(), p, "human"); !ok) return ok.error();
  constexpr ParamInfo range{.name = "half_range", .unit = "rad", .low = 0, .high = pi, .low_open = true};
  if (auto ok = check(range, half_range, "layout"); !ok) return ok.error();
  const Sights sights(trial);
  const auto seen = steering::bearing(steering::Walker<double>{.x = trial.at.x, .y = trial.at.y}, sights.goal, false);
  if (seen.on_it) return Error{Errc::invalid_value, "goal.at is where the walker is, expected a goal with a bearing", "layout"};

  const auto f = [&](double phi) { return turning(trial, sights, p, phi); };
  std::vector<LayoutZero> zeros;
  const auto add = [&](double phi) { zeros.push_back({phi, turning(trial, sights, p, Dual<1>::variable(phi, 0)).slope[0]}); };

  const double scan = deg(0.1);
  const double bearing = -seen.e;
  const auto n = static_cast<long>(std::ceil(half_range / scan));
  const auto heading = [&](long i) { return bearing + half_range * (static_cast<double>(i) / static_cast<double>(n)); };
  double before = 0;
  for (long i = -n; i <= n; ++i) {
    const double here = f(heading(i));
    if (here == 0) {
      add(heading(i));
    } else if (i > -n && before != 0 && (before < 0) != (here < 0)) {
      double low = heading(i - 1), high = heading(i);
      for (int halvings = 0; halvings < 40; ++halvings) {
        const double middle = 0.5 * (low + high);
        ((f(middle) < 0) == (before < 0) ? low : high) = middle;
      }
      // A jump where something is exactly behind, section 3.5, changes the sign without a zero.
      if (std::abs(f(high) - f(low)) < 1e-6) add(0.5 * (low + high));
    }
    before = here;
  }
  return zeros;
}

}  // namespace wend::study
