#pragma once
#include "planning/map.hpp"

#include <string>

// The harmonic potential in its published form (planning spec, section 4): u = 0 on targets, 1 on walls. Kept to reproduce
// it and as the yardstick of speed; it loses its direction far from the target (section 5).

namespace wend::planning {

struct Relaxed {
  std::vector<double> u;
  std::uint64_t sweeps = 0;
  double change = 0;     // largest of the last sweep
  bool stalled = false;  // the limit of sweeps came first
};

// Gauss-Seidel, with the factor of over-relaxation w in (0, 2); 1 is the plain form. `solid` with the ring, one byte a cell.
Relaxed gauss_seidel(const Map&, std::span<const std::uint8_t> solid, const TargetCells&, double w = 1,
                     double stop = 1e-15, std::uint64_t most_sweeps = 20000);

// "stalled at change 3e-16 after 20000 sweeps", or empty.
std::string stall_report(const Relaxed&);

// Its parts: the cells that keep their value, the state at the start, and one sweep, which gives its largest change.
std::vector<std::uint8_t> held_cells(std::span<const std::uint8_t> solid, const TargetCells&);
std::vector<double> classic_start(std::span<const std::uint8_t> solid, const TargetCells&);
double classic_sweep(const Map&, std::span<const std::uint8_t> held, double w, std::span<double> u);

}  // namespace wend::planning
