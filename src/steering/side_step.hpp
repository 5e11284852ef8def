#pragma once
#include "steering/half_planes.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace wend::steering {

// Out of the way of a mover that does not obey, local spec (C26), (C27): be rho + margin beside its line when it comes.
// offset: of the mover from me; velocity: its own; mine: my velocity; horizon: no half plane before that many seconds.
inline std::optional<HalfPlane> side_step(Vec2 offset, Vec2 velocity, Vec2 mine, double top_speed, double rho, double margin, double horizon, double soonest) {
  const double pace = norm(velocity);
  if (pace < 1e-9) return std::nullopt;
  const Vec2 f = velocity / pace, left{-f.y, f.x};
  const double x = -dot(offset, f), y = -cross(f, offset);
  if (x < 0) return std::nullopt;
  const double t0 = (x - rho) / std::max(pace - dot(mine, f), 0.2 * pace);
  if (t0 > horizon) return std::nullopt;
  const double t = std::max(t0, soonest);
  const double then = y + t * dot(mine, left);
  const double wide = rho + margin;
  if (std::abs(then) >= wide && then * y >= 0) return std::nullopt;
  const auto side_of = [](double v) { return v > 1e-6 ? 1.0 : -1.0; };  // in line: to the right
  double side = side_of(then);
  double need = wide - side * y;
  if (need > t * top_speed) {
    side = side_of(y);
    need = wide - side * y;
  }
  if (!(need > 0)) return std::nullopt;
  return HalfPlane{-side * left, -need / t, 0};
}

}  // namespace wend::steering
