#include <wend/io/frame.hpp>
#include <wend/world.hpp>

#include <algorithm>
#include <numeric>

namespace wend::io {

namespace {

void capture_agents(const World& world, Frame& frame) {
  const AgentColumnsView c = world.columns();
  std::vector<double> weight;
  world.read_attribute("weight", 1, weight);
  std::vector<std::size_t> rows(c.id.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::sort(rows.begin(), rows.end(), [&](std::size_t i, std::size_t j) { return c.id[i] < c.id[j]; });
  frame.agents.reserve(rows.size());
  for (const std::size_t i : rows) {
    frame.agents.push_back({.id = c.id[i],
                            .at = {c.x[i], c.y[i]},
                            .heading = c.heading[i],
                            .speed = c.speed[i],
                            .top_speed = c.top_speed[i],
                            .radius = c.radius[i],
                            .target_weight = weight[i],
                            .group = c.group[i],
                            .status = c.status[i],
                            .turn_rate = c.turn_rate[i],
                            .from = {c.old_x[i], c.old_y[i]},
                            .born = c.born[i],
                            .floor = c.floor[i],
                            .velocity = {c.vx[i], c.vy[i]}});
  }
}

}  // namespace

Frame capture(const World& world) {
  Frame frame;
  frame.time = world.time();
  frame.step = world.steps();
  frame.events.assign(world.step_events().begin(), world.step_events().end());
  capture_agents(world, frame);
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
