#include "io/drawable.hpp"

#include <algorithm>
#include <cmath>

namespace wend::io {

namespace {

constexpr double largest = 1e9;

bool good(double v) { return std::abs(v) <= largest; }  // NaN fails
bool good(Vec2 p) { return good(p.x) && good(p.y); }
bool good_size(double v) { return v >= 0 && v <= largest; }

bool good(const AgentState& a) {
  return good(a.at.xy()) && good(a.heading) && good(a.speed) && good(a.top_speed) && good_size(a.radius) &&
         good(a.target_weight) && good(a.velocity.xy());
}
bool good(const BodyShape& b) { return good(b.at) && (b.kind == BodyKind::disc || good(b.to)) && good_size(b.radius); }
bool good(const TargetMark& t) {
  return good(t.at) && (t.shape != TargetShape::segment || good(t.to)) && good_size(t.radius) &&
         std::all_of(t.polygon.begin(), t.polygon.end(), [](Vec2 p) { return good(p); });
}

}  // namespace

Frame drawable(const Frame& frame) {
  Frame result = frame;
  std::erase_if(result.agents, [](const AgentState& a) { return !good(a); });
  std::erase_if(result.bodies, [](const BodyShape& b) { return !good(b); });
  std::erase_if(result.open_doors, [](const BodyShape& b) { return !good(b); });
  std::erase_if(result.targets, [](const TargetMark& t) { return !good(t); });
  return result;
}

}  // namespace wend::io
