#include "world/doors.hpp"

#include "core/segment.hpp"

namespace wend::world {

namespace {

enum Waiting : std::uint8_t { no = 0, untold = 1, told = 2 };

// The lowest id of those whose body would be in the shut door, or none.
AgentId in_the_way_of(const Data& d, const Body& door) {
  const AgentColumns& a = d.agents;
  AgentId first;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a.floor[i] != door.floor || (first && !(a.id[i] < first))) continue;
    const Vec2 p{a.x[i], a.y[i]};
    if (!(norm(nearest_on_segment(p, door.a, door.b).point - p) >= a.radius[i] + door.radius)) first = a.id[i];
  }
  return first;
}

}  // namespace

void set_door(const Data& d, Body& door, bool open) {
  if (open) {
    door.open = 1;
    door.wants_shut = no;
  } else if (door.open != 0 && door.wants_shut == no) {
    if (in_the_way_of(d, door)) {
      door.wants_shut = untold;
    } else {
      door.open = 0;
    }
  }
}

void shut_waiting_doors(Data& d) {
  for (Body& door : d.bodies) {
    if (door.wants_shut == no) continue;
    if (const AgentId agent = in_the_way_of(d, door)) {
      if (door.wants_shut == untold) emit(d, {.time = d.time(), .step = d.step, .agent = agent, .other = door.ref(), .kind = EventKind::wall_waits});
      door.wants_shut = told;
    } else {
      door.open = 0;
      door.wants_shut = no;
    }
  }
}

}  // namespace wend::world
