#pragma once
#include "core/angles.hpp"
#include "steering/human_law.hpp"

// Who keeps the margin of X6 may end up standing before a body, for ever: how it walks around. Human spec (h.47).

namespace wend::steering {

inline constexpr double standing_share = 0.05;  // slower than this share of its speed it stands
inline constexpr double patience = 1;           // s it stands before it walks around
inline constexpr double arms_length = 1;        // m; a body farther than this is not what it walks around

struct Escape {
  double stood = 0;  // s
  double side = 0;   // 1: it keeps the body to its right, -1: to its left, 0: it does not walk around anything
};

// Is the body in the strip that both need on the way to the goal?
inline bool in_the_way(const Walker<double>& me, const Sighted& goal, const Sighted& thing) {
  const double gx = goal.x - me.x, gy = goal.y - me.y;
  const auto h = det_sincos(goal.is_direction ? goal.angle : det_atan2(gy, gx));
  const double dx = thing.x - me.x, dy = thing.y - me.y;
  const double ahead = dx * h.cos + dy * h.sin, aside = dy * h.cos - dx * h.sin;
  return ahead > 0 && abs_of(aside) < thing.radius && (goal.is_direction || ahead * ahead < gx * gx + gy * gy);
}

struct Nearest {
  double gap = infinity;
  double bearing = 0;
  bool blocks = false;  // some body within arm's length is in the way
};

template <class Things>
Nearest nearest_of(const Walker<double>& me, const Sighted& goal, const Things& things) {
  Nearest best;
  for (const Sighted& thing : things) {
    if (!thing.exists) continue;
    const double dx = thing.x - me.x, dy = thing.y - me.y;
    const double gap = sqrt_of(dx * dx + dy * dy) - thing.radius;
    if (!(gap < arms_length)) continue;
    best.blocks = best.blocks || in_the_way(me, goal, thing);
    const double bearing = det_atan2(dy, dx);
    if (gap < best.gap || (gap == best.gap && bearing < best.bearing)) best = {gap, bearing, best.blocks};
  }
  return best;
}

// What it walks to while it walks around: along the nearest body, a little away from it. Ends the escape when the way is free.
template <class Things>
Sighted detour(const Walker<double>& me, const Sighted& goal, const Things& things, Escape& escape) {
  if (escape.side == 0) return goal;
  const Nearest nearest = nearest_of(me, goal, things);
  if (!nearest.blocks) {
    escape = {};
    return goal;
  }
  constexpr double along = 1.7453292519943295;  // 100 degrees
  return {.is_direction = true, .angle = nearest.bearing + escape.side * along};
}

// Counts the time it stands; `v` is the speed it walks with.
template <class Things>
void wait(Escape& escape, const Walker<double>& me, double v, double h, const Sighted& goal, const Things& things) {
  escape.stood = v < standing_share * me.v ? escape.stood + h : 0;
  if (escape.side != 0 || escape.stood < patience) return;
  const Nearest nearest = nearest_of(me, goal, things);
  if (nearest.blocks) escape.side = wrap(me.phi - nearest.bearing) >= 0 ? 1 : -1;
}

}  // namespace wend::steering
