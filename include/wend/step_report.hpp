#pragma once
#include <array>
#include <cstdint>

namespace wend {

// Seconds since any moment, for StepReport: the library itself reads no clock.
using StepClock = double (*)();

// Seconds that the parts of the last step took; all 0 unless World::time_steps() gave a clock.
struct StepTimes {
  double prepare = 0;  // doors, groups, reach of every agent, index of neighbours
  double plan = 0;     // fields of the planners
  double steer = 0;    // targets, neighbours and models of all agents
  double commit = 0;   // moving, walls, contacts, captures, statuses, events
};

// What the last step did, for tests and telemetry. The counts are the same on any number of threads and are all that == compares.
struct StepReport {
  StepTimes seconds{};
  std::uint64_t grid_builds = 0;     // pictures answered by the grid
  std::uint64_t kinetic_builds = 0;  // pictures answered by the triangulation
  std::uint64_t flips = 0;           // of the triangulation's edges
  std::uint64_t certificates = 0;    // in-circle signs looked at
  std::uint64_t exact_calls = 0;     // of those: not decided by the filter
  std::uint64_t reverts = 0, walks = 0, rebuilds = 0;
  std::uint64_t mesh_updates = 0;  // floors whose walls moved, came or went
  std::uint64_t crossings = 0;     // enters and exits
  friend bool operator==(const StepReport& a, const StepReport& b) {
    const auto counts = [](const StepReport& r) {
      return std::array{r.grid_builds, r.kinetic_builds, r.flips, r.certificates, r.exact_calls, r.reverts, r.walks, r.rebuilds, r.mesh_updates, r.crossings};
    };
    return counts(a) == counts(b);
  }
};

}  // namespace wend
