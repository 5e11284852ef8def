#pragma once
#include "environment/watch.hpp"
#include "geometry/crossing.hpp"

namespace wend::environment {

// The crossings of one disk, `d` the offset of the object before the step and `e` after it (environment spec 11.2).
inline void append_crossings(Vec2 d, Vec2 e, double r, std::uint32_t subject, std::uint32_t object,
                             std::vector<Crossing>& out) {
  if (!(r >= 0)) return;
  const bool before = inside(d.x, d.y, r), after = inside(e.x, e.y, r);
  if (before && after) return;  // a disk is convex
  const geometry::Crossings found = geometry::circle_crossings(d, e - d, r, before, after);
  for (int c = 0; c < found.count; ++c) out.push_back({found.at[c].s, !found.at[c].enter, subject, object});
}

// Every crossing between two rows in this step, from the positions alone. They must be on one floor.
inline void append_pair_crossings(const Motions& m, std::uint32_t i, std::uint32_t j, std::vector<Crossing>& out) {
  const Vec2 d{m.x0[j] - m.x0[i], m.y0[j] - m.y0[i]}, e{m.x1[j] - m.x1[i], m.y1[j] - m.y1[i]};
  append_crossings(d, e, m.watch[i], i, j, out);
  append_crossings(-d, -e, m.watch[j], j, i, out);
}

}  // namespace wend::environment
