#include <wend/io/recording.hpp>

#include "io/text.hpp"

namespace wend::io {

namespace {

// The columns behind an Observation.
struct Columns {
  std::vector<AgentId> id;
  std::vector<std::uint64_t> born;
  std::vector<double> x, y, old_x, old_y, heading, turn_rate, radius, top_speed;
  std::vector<std::uint32_t> floor;
  std::vector<Status> status;
  std::vector<ObservedBody> bodies;

  Observation of(const Frame& frame, double dt) {
    *this = {};
    for (const AgentState& a : frame.agents) {
      id.push_back(a.id), born.push_back(a.born), x.push_back(a.at.x), y.push_back(a.at.y);
      old_x.push_back(a.from.x), old_y.push_back(a.from.y), heading.push_back(a.heading);
      turn_rate.push_back(a.turn_rate), radius.push_back(a.radius), top_speed.push_back(a.top_speed);
      floor.push_back(a.floor), status.push_back(a.status);
    }
    for (const BodyShape& b : frame.bodies) bodies.push_back({b.id, b.at, b.to, b.radius, b.kind, b.motion, b.floor});
    return {.dt = dt,
            .time = frame.time,
            .id = id,
            .born = born,
            .x = x,
            .y = y,
            .old_x = old_x,
            .old_y = old_y,
            .heading = heading,
            .turn_rate = turn_rate,
            .radius = radius,
            .top_speed = top_speed,
            .floor = floor,
            .status = status,
            .bodies = bodies,
            .events = frame.events};
  }
};

}  // namespace

Result<Measured> measure(Recording& recording) {
  Measured m;
  Columns columns;
  std::uint64_t step = 0, first_step = 0, walking = 0;
  if (!recording.exact()) m.differs = "the file does not hold all that is measured";
  if (recording.frames() == 0) m.differs = "the file holds no frame";
  for (std::size_t i = 0; i < recording.frames(); ++i) {
    const auto frame = recording.frame(i);
    if (!frame) return frame.error();
    const Observation seen = columns.of(*frame, recording.info().dt);
    if (i == 0) {
      m.metrics.start(seen);
      m.first = frame->time;
      first_step = frame->step;
      for (const BodyShape& body : frame->bodies) m.obstacles += body.kind != BodyKind::wall ? 1 : 0;
      if (m.differs.empty() && first_step != 0) m.differs = "the file begins at step " + number_text(first_step);
    } else {
      m.metrics.observe(seen);
      m.agent_steps += walking;
      if (m.differs.empty() && frame->step != step + 1) m.differs = "the file does not hold every step (--every)";
    }
    for (const Event& e : frame->events) ++m.events[static_cast<std::size_t>(e.kind)];
    walking = frame->agents.size();
    step = frame->step;
    m.last = frame->time;
  }
  m.steps = step - first_step;
  if (m.differs.empty() && !recording.complete()) m.differs = "the run did not finish this file";
  return m;
}

}  // namespace wend::io
