// The smallest program: eight people walk round the end of a wall to one place. Prints each arrival.
#include <wend/world.hpp>

#include <cstdio>

namespace {

// Every function that can fail answers a Result: a value or an Error. The text names the value, what is accepted and
// the place.
int report(const wend::Error& error) {
  std::fprintf(stderr, "error: %s\n", error.text().c_str());
  return 1;
}

}  // namespace

int main() {
  // Units are metres, seconds and radians. dt is fixed for the life of the world.
  auto world = wend::World::create({.dt = 0.1, .seed = 7});
  if (!world) return report(world.error());

  // A target is where agents go. An agent arrives when it is within the radius of the target.
  auto exit = world->add_target({.at = {12, 0}, .radius = 0.5});
  if (!exit) return report(exit.error());

  // A wall is one segment. No agent crosses it, whatever moves the agent.
  auto wall = world->add_wall({6, -6}, {6, 1});
  if (!wall) return report(wall.error());

  // A planner knows the way round walls. Without one an agent heads straight for its target.
  auto planner = world->add_planner({.kind = wend::PlannerKind::distance});
  if (!planner) return report(planner.error());

  wend::AgentId last{};
  for (int i = 0; i < 8; ++i) {
    auto agent = world->add_agent({.at = {0.8 * (i / 4), 0.8 * (i % 4) - 1.2},
                                   .target = *exit,
                                   .planner = *planner,
                                   .on_arrival = wend::OnArrival::remove});
    if (!agent) return report(agent.error());
    last = *agent;
  }

  // Thirty seconds. A step cannot fail; what happened in it is in step_events().
  int arrivals = 0;
  while (world->time() < 30 && !world->all_done()) {
    world->step();
    for (const wend::Event& event : world->step_events()) {
      if (event.kind != wend::EventKind::arrived) continue;
      ++arrivals;
      std::printf("%5.1f s: agent %u arrives\n", event.time, event.agent.index);
    }
    // An id that is gone gives an empty answer: the agent has left.
    if (world->steps() % 40 != 0) continue;
    if (const auto agent = world->agent(last)) {
      std::printf("%5.1f s: agent %u is at %.2f, %.2f\n", world->time(), last.index, agent->at.x, agent->at.y);
    } else {
      std::printf("%5.1f s: agent %u has left\n", world->time(), last.index);
    }
  }
  std::printf("%d of 8 people have arrived after %.1f s\n", arrivals, world->time());

  // A wrong value is an answer, not a crash, and changes nothing.
  auto refused = world->add_agent({.at = {0, 0}, .radius = -1, .target = *exit});
  std::printf("a body of radius -1: %s\n", refused ? "accepted" : refused.error().text().c_str());
  return arrivals == 8 && !refused ? 0 : 1;
}
