#pragma once
#include "core/kernel.hpp"
#include "planning/four.hpp"
#include "planning/map.hpp"

namespace wend::planning {

// What an iteration of v = 1 - u ended with: 1 on targets, 0 on walls, accurate to an absolute error only. Far cells have no
// direction in it (planning spec, section 5).
struct Iterated {
  std::vector<double> v;
  std::uint64_t rounds = 0;
  double change = 0;     // largest of the last round
  bool stalled = false;  // the limit of rounds came first
};

// Planning spec (p.18), from the largest wall clearance in cells: how wide the map is open, not how large it is.
double over_relaxation(double clearance_in_cells);

// SOR over the cells of one colour of a chessboard, then of the other. In the plane.
class RedBlack {
 public:
  RedBlack(const Map&, std::span<const std::uint8_t> solid, const TargetCells&, Kernel = best_kernel());
  double sweep(double w, std::uint64_t times);  // the largest change of the last sweep
  std::vector<double> v() const;

 private:
  Kernel kernel_;
  std::ptrdiff_t width_, rows_, pitch_;  // of the map with its ring; cells of one colour a row, padded
  Lines value_[2];                       // by colour; row j begins at pad + j * pitch
  Lines weight_[2];                      // w / 4, or 0 where the value is held
  double w_ = 1;
};

Iterated red_black(const Map&, std::span<const std::uint8_t> solid, const TargetCells&, double w, double stop,
                   std::uint64_t most_sweeps = 20000, Kernel = best_kernel());

}  // namespace wend::planning
