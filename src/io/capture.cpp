#include <wend/io/frame.hpp>
#include <wend/world.hpp>

#include "world/data.hpp"

namespace wend::io {

Frame capture(const World& world) {
  const world::Data& d = world.data();
  Frame frame;
  frame.time = world.time();
  frame.step = world.steps();
  frame.events.assign(world.step_events().begin(), world.step_events().end());
  const std::vector<AgentState> agents = world.agents();
  frame.agents.reserve(agents.size());
  for (const AgentState& a : agents) {
    const std::size_t row = *d.agent_slots.find(a.id);
    frame.agents.push_back({.id = a.id,
                            .at = a.at.xy(),
                            .heading = a.heading,
                            .speed = a.speed,
                            .top_speed = a.top_speed,
                            .radius = a.radius,
                            .target_weight = a.target_weight,
                            .group = a.group,
                            .status = a.status,
                            .turn_rate = a.turn_rate,
                            .from = {d.agents.old_x[row], d.agents.old_y[row]},
                            .born = d.agents.born[row],
                            .floor = a.floor,
                            .velocity = a.velocity.xy()});
  }
  for (const BodyState& b : world.bodies()) {
    const Vec2 end = b.kind == BodyKind::disc ? b.at.xy() : b.to.xy();
    auto& list = b.open ? frame.open_doors : frame.bodies;
    list.push_back({.id = b.id,
                    .kind = b.kind,
                    .at = b.at.xy(),
                    .to = end,
                    .radius = b.radius,
                    .motion = b.motion,
                    .floor = d.bodies[d.body_slots.row[static_cast<std::uint32_t>(b.id >> 32)]].floor,
                    .door = b.door});
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
