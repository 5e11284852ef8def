#pragma once
#include "core/angles.hpp"
#include "steering/human_law.hpp"

// Who keeps the margin of X6 may end up standing before a body, or clinging to one that walks, for ever: how it gets away.
// Human spec (h.47).

namespace wend::steering {

inline constexpr double standing_share = 0.05;  // slower than this share of its speed it stands
inline constexpr double patience = 1;           // s it is held before it walks around, and walks on before it minds bodies again
inline constexpr double arms_length = 1;        // m; a body farther than this is not what it walks around

struct Escape {
  double stood = 0;  // s it was held; while it walks around: s until it has enough of that
  double side = 0;   // 1: it keeps the body to its right, -1: to its left, 0: it does not walk around anything
};

struct Nearest {
  double gap = infinity;
  double bearing = 0;
  bool blocks = false;  // some body within arm's length is in the strip that both need on the way to the goal
};

inline double bearing_of(const Walker<double>& me, const Sighted& goal) {
  return goal.is_direction ? goal.angle : det_atan2(goal.y - me.y, goal.x - me.x);
}

template <class Things>
Nearest nearest_of(const Walker<double>& me, const Sighted& goal, const Things& things) {
  const auto h = det_sincos(bearing_of(me, goal));
  const double way = goal.is_direction ? infinity : (goal.x - me.x) * h.cos + (goal.y - me.y) * h.sin;
  Nearest best;
  for (const Sighted& thing : things) {
    if (!thing.exists) continue;
    const double dx = thing.x - me.x, dy = thing.y - me.y;
    const double gap = sqrt_of(dx * dx + dy * dy) - thing.radius;
    if (!(gap < arms_length)) continue;
    const double ahead = dx * h.cos + dy * h.sin, aside = dy * h.cos - dx * h.sin;
    best.blocks = best.blocks || (ahead > 0 && ahead < way && abs_of(aside) < thing.radius);
    const double bearing = det_atan2(dy, dx);
    if (gap < best.gap || (gap == best.gap && bearing < best.bearing)) best = {gap, bearing, best.blocks};
  }
  return best;
}

// Where it goes while it walks around: along the nearest body, a little away from it, or to the goal once the way is free.
template <class Things>
Sighted detour(const Walker<double>& me, const Sighted& goal, const Things& things, const Escape& escape) {
  if (escape.side == 0) return goal;
  const Nearest nearest = nearest_of(me, goal, things);
  if (!nearest.blocks) return goal;
  constexpr double along = 1.7453292519943295;  // 100 degrees
  return {.is_direction = true, .angle = nearest.bearing + escape.side * along};
}

// Does it stand, or come no nearer to a body in its way than the margin lets it creep?
template <class Things>
bool is_held(const Walker<double>& me, double speed, const Things& things, const HumanParams& p) {
  if (speed < standing_share * me.v) return true;
  if (!(speed < me.v)) return false;
  const auto h = det_sincos(me.phi);
  for (const Sighted& thing : things) {
    const double dx = thing.x - me.x, dy = thing.y - me.y;
    const double gap = sqrt_of(dx * dx + dy * dy) - thing.radius;
    if (gap < standing_share * me.v * p.margin && allowed_by(me, h, thing, p) < me.v) return true;
  }
  return false;
}

// Counts the time it is held, or free again; `speed` is what it walks with.
template <class Things>
void wait(Escape& escape, const Walker<double>& me, double speed, double h, const Sighted& goal, const Things& things, const HumanParams& p) {
  const bool held = is_held(me, speed, things, p);
  if (escape.side == 0) {
    escape.stood = held ? escape.stood + h : 0;
    if (escape.stood >= patience) escape = {patience, wrap(bearing_of(me, goal) - nearest_of(me, goal, things).bearing) >= 0 ? 1.0 : -1.0};
  } else {
    escape.stood = held || nearest_of(me, goal, things).blocks ? patience : escape.stood - h;
    if (!(escape.stood > 0)) escape = {};
  }
}

}  // namespace wend::steering
