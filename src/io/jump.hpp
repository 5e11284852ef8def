#pragma once
#include <wend/io/frame.hpp>

#include <algorithm>

namespace wend::io {

// Farther than an agent can have walked, with some slack for hosts that drive it: it was put there.
inline bool jumps(Vec2 from, Vec2 to, const AgentState& a, const AgentState& b, double dt) {
  const double fastest = std::max({a.top_speed, b.top_speed, norm(a.velocity), norm(b.velocity)});
  return norm(to - from) > 2 * fastest * dt + 0.1;
}

}  // namespace wend::io
