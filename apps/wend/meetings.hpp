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

  void count(EventKind kind, std::uint64_t times = 1) {
    if (kind == EventKind::enter) enters += times;
    if (kind == EventKind::exit) exits += times;
    if (kind == EventKind::penetration) penetrations += times;
    if (kind == EventKind::wall_waits) wall_waits += times;
    if (kind == EventKind::swept) swept += times;
  }
  void count_step(const World& world) {
    for (const Event& event : world.step_events()) count(event.kind);
  }
};

}  // namespace wend::cli
