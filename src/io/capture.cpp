#include <wend/io/frame.hpp>
#include <wend/world.hpp>

namespace wend::io {

Frame capture(const World& world) {
  Frame frame{.time = world.time(), .agents = {}, .bodies = {}, .targets = {}};
  const std::vector<AgentState> agents = world.agents();
  frame.agents.reserve(agents.size());
  for (const AgentState& a : agents) {
    frame.agents.push_back({.id = a.id,
                            .at = a.at.xy(),
                            .heading = a.heading,
                            .speed = a.speed,
                            .top_speed = a.top_speed,
                            .radius = a.radius,
                            .target_weight = a.target_weight,
                            .group = a.group,
                            .status = a.status});
  }
  for (const BodyState& b : world.bodies()) {
    const Vec2 end = b.kind == BodyKind::disc ? b.at.xy() : b.to.xy();
    frame.bodies.push_back(
        {.id = b.id, .kind = b.kind, .at = b.at.xy(), .to = end, .radius = b.radius, .motion = b.motion});
  }
  for (const TargetState& t : world.targets()) {
    TargetMark mark{
        .id = t.id.bits(), .shape = t.shape, .at = t.at.xy(), .to = t.to.xy(), .radius = t.radius, .polygon = {}};
    if (t.shape == TargetShape::polygon) {
      for (const Vec3& corner : world.polygon(t.id)) mark.polygon.push_back(corner.xy());
    }
    frame.targets.push_back(std::move(mark));
  }
  return frame;
}

}  // namespace wend::io
