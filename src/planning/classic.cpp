#include "planning/classic.hpp"

#include "core/ensure.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <cmath>

namespace wend::planning {

namespace {

// The plain loop: one branch a cell.
template <int dimension, bool relaxed>
double sweep(const Map& map, const std::uint8_t* held, [[maybe_unused]] double w, double* u) {
  const std::ptrdiff_t row = map.row_stride(), plane = map.plane_stride();
  const auto begin = static_cast<std::ptrdiff_t>(map.index(0, 0));
  const auto end = static_cast<std::ptrdiff_t>(map.index(map.nx - 1, map.ny - 1, map.nz - 1)) + 1;
  double change = 0;
  for (std::ptrdiff_t k = begin; k < end; ++k) {
    if (held[k] != 0) continue;
    double next;  // planning spec (p.5)
    if constexpr (dimension == 2) next = (u[k + row] + u[k + 1] + u[k - row] + u[k - 1]) / 4;
    else next = (u[k + plane] + u[k + row] + u[k + 1] + u[k - plane] + u[k - row] + u[k - 1]) / 6;
    if constexpr (relaxed) next = u[k] + w * (next - u[k]);
    change = std::max(change, std::abs(next - u[k]));
    u[k] = next;
  }
  return change;
}

}  // namespace

std::vector<std::uint8_t> held_cells(std::span<const std::uint8_t> solid, const TargetCells& target) {
  std::vector<std::uint8_t> held(solid.begin(), solid.end());
  for (const std::uint32_t cell : target.cells) held[cell] = 1;
  return held;
}

std::vector<double> classic_start(std::span<const std::uint8_t> solid, const TargetCells& target) {
  std::vector<double> u(solid.size());
  for (std::size_t k = 0; k < u.size(); ++k) u[k] = solid[k] != 0 ? 1 : 0.5;
  for (const std::uint32_t cell : target.cells) u[cell] = 0;
  return u;
}

double classic_sweep(const Map& map, std::span<const std::uint8_t> held, double w, std::span<double> u) {
  WEND_ENSURE(held.size() == map.size() && u.size() == map.size());
  if (map.dimension == 2)
    return w == 1 ? sweep<2, false>(map, held.data(), w, u.data()) : sweep<2, true>(map, held.data(), w, u.data());
  return w == 1 ? sweep<3, false>(map, held.data(), w, u.data()) : sweep<3, true>(map, held.data(), w, u.data());
}

Relaxed gauss_seidel(const Map& map, std::span<const std::uint8_t> solid, const TargetCells& target, double w,
                     double stop, std::uint64_t most_sweeps) {
  const std::vector<std::uint8_t> held = held_cells(solid, target);
  Relaxed out{classic_start(solid, target), 0, infinity, false};
  while (out.change >= stop && out.sweeps < most_sweeps) {
    out.change = classic_sweep(map, held, w, out.u);
    ++out.sweeps;
  }
  out.stalled = out.change >= stop;
  return out;
}

std::string stall_report(const Relaxed& out) {
  if (!out.stalled) return "";
  return concat("stalled at change ", out.change, " after ", out.sweeps, " sweeps");
}

}  // namespace wend::planning
