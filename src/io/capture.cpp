#include <wend/io/frame.hpp>
#include <wend/world.hpp>

namespace wend::io {

Frame capture(const World& world) {
  Frame frame;
  frame.time = world.time();
  frame.step = world.steps();
  frame.events.assign(world.step_events().begin(), world.step_events().end());
  frame.agents = world.agents();
  for (const BodyState& b : world.bodies()) {
    const Vec2 end = b.id.kind == BodyKind::disc ? b.at.xy() : b.to.xy();
    auto& list = b.open ? frame.open_doors : frame.bodies;
    list.push_back({.id = b.id.bits,
                    .kind = b.id.kind,
                    .at = b.at.xy(),
                    .to = end,
                    .radius = b.radius,
                    .motion = b.motion,
                    .floor = b.floor,
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
