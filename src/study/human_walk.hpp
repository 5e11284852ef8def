#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "steering/human_law.hpp"
#include "steering/integrate.hpp"
#include "study/objects.hpp"
#include "study/walk_data.hpp"

namespace wend::study {

// The walk of the human law from the state at onset, generic over the number type; `each(walker)` sees the state at every
// sample. The recorded speed is imposed.
template <class T, class Each>
void walk_human(const WalkData& walk, const steering::HumanGains<T>& k, const HumanParams& p, double largest_step, Each&& each) {
  using W = steering::Walker<T>;
  const RecordedTrial& r = *walk.source;
  W me{T(walk.start.at.x), T(walk.start.at.y), T(walk.start.heading), T(walk.start.turn_rate), T(speed_at(walk, walk.begin)), T(0.0)};
  std::vector<steering::Sighted> things(r.obstacles.size());
  steering::Sighted goal;
  const auto sight = [&](steering::Sighted& s, const TrialObject& thing, double t, bool there) {
    s = sighted(thing, t, r.radius);
    s.exists = there;
  };
  const auto along = [](const W& a, const W& d, double h) -> W {
    const T by(h);
    return {a.x + by * d.x, a.y + by * d.y, a.phi + by * d.phi, a.w + by * d.w, a.v, a.a};
  };
  std::vector<char> there(r.obstacles.size() + 1);
  double t = walk.begin;
  for (const double next : walk.times) {
    const int steps = static_cast<int>(std::max(1.0, std::ceil((next - t) / largest_step - 1e-6)));
    const double h = (next - t) / steps;
    for (int i = 0; i < steps; ++i) {
      const double now = t + i * h;
      // Who comes or goes does so between steps.
      for (std::size_t j = 0; j < things.size(); ++j) there[j] = is_there(r.obstacles[j], now);
      there.back() = is_there(r.goal, now);
      const auto slope = [&](W s, double after) {
        sight(goal, r.goal, now + after, there.back() != 0);
        for (std::size_t j = 0; j < things.size(); ++j) sight(things[j], r.obstacles[j], now + after, there[j] != 0);
        s.v = T(speed_at(walk, now + after));
        return steering::derivative(s, goal, things, k, p, 0.0);
      };
      me = steering::integrate(steering::Integrator::rk4, me, h, slope, along, along);
    }
    t = next;
    each(me);
  }
}

}  // namespace wend::study
