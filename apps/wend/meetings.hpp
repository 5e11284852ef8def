#pragma once
#include <wend/world.hpp>

#include <cstdint>

namespace wend::cli {

// What walls and watched disks gave rise to in a run.
struct Meetings {
  std::uint64_t enters = 0, exits = 0;
  std::uint64_t penetrations = 0;  // motions cut at a wall
  std::uint64_t wall_waits = 0;    // steps a wall waited for somebody
  std::uint64_t swept = 0;         // agents pushed along or passed over by a wall, per step

  void count_step(const World& world) {
    for (const Event& event : world.step_events()) {
      enters += event.kind == EventKind::enter ? 1 : 0;
      exits += event.kind == EventKind::exit ? 1 : 0;
      penetrations += event.kind == EventKind::penetration ? 1 : 0;
      wall_waits += event.kind == EventKind::wall_waits ? 1 : 0;
      swept += event.kind == EventKind::swept ? 1 : 0;
    }
  }
};

}  // namespace wend::cli
