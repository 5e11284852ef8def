#pragma once
#include <cstdint>

namespace wend {

// Who finds the neighbours and the moments of meeting; the results are the same.
enum class Backend : std::uint8_t { automatic = 0, grid = 1, kinetic = 2 };

// What the environment did for the last step, for tests and telemetry: the same on any number of threads.
struct StepReport {
  std::uint64_t grid_builds = 0;     // pictures answered by the grid
  std::uint64_t kinetic_builds = 0;  // pictures answered by the triangulation
  std::uint64_t flips = 0;           // of the triangulation's edges
  std::uint64_t certificates = 0;    // in-circle signs looked at
  std::uint64_t exact_calls = 0;     // of those: not decided by the filter
  std::uint64_t reverts = 0, walks = 0, rebuilds = 0;
  std::uint64_t mesh_updates = 0;  // floors whose walls moved, came or went
  std::uint64_t crossings = 0;     // enters and exits
  friend bool operator==(const StepReport&, const StepReport&) = default;
};

}  // namespace wend
