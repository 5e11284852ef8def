#pragma once
#include <cstdint>

namespace wend::environment {

// What the last step cost, for tests and telemetry: the same on any number of threads.
struct Report {
  std::uint64_t grid_builds = 0;     // pictures answered by the grid
  std::uint64_t kinetic_builds = 0;  // pictures answered by the triangulation
  std::uint64_t flips = 0, certificates = 0, exact_calls = 0, reverts = 0, walks = 0, rebuilds = 0;
  std::uint64_t mesh_updates = 0;  // walls moved, came or went
  std::uint64_t crossings = 0;     // enters and exits
  friend bool operator==(const Report&, const Report&) = default;
};

}  // namespace wend::environment
