#include "planning/hitting.hpp"

#include "planning/flood.hpp"
#include "planning/ldlt.hpp"

namespace wend::planning {

namespace {

constexpr std::uint32_t none = 0xffffffffu, target_id = 0xfffffffeu;

// What the equations still lack: exact enough, because neighbours are of one size.
void residual(const Joined& a, std::span<const double> t, std::span<double> left) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    double joined = 0;
    for (std::uint32_t p = a.start[i]; p < a.start[i + 1]; ++p) joined += t[i] - t[a.to[p]];
    const double to_targets = a.diagonal[i] - (a.start[i + 1] - a.start[i]);
    left[i] = (1 - joined) - to_targets * t[i];
  }
}

}  // namespace

Result<std::vector<double>> hitting(const Map& map, std::span<const std::uint8_t> solid, const TargetCells& target,
                                    const PlanProgressCall& progress) {
  if (solid.size() != map.size()) {
    return Error{Errc::invalid_value,
                 "solid has " + std::to_string(solid.size()) + " cells, expected " + std::to_string(map.size()),
                 "hitting"};
  }
  const std::vector<std::uint8_t> reached = reachable(map, solid, target.cells);
  std::vector<std::uint32_t> id(map.size(), none), cells;
  for (std::uint32_t cell : target.cells) {
    if (reached[cell] != 0) id[cell] = target_id;
  }
  for (std::uint32_t cell = 0; cell < map.size(); ++cell) {
    if (reached[cell] == 0 || id[cell] == target_id) continue;
    id[cell] = static_cast<std::uint32_t>(cells.size());
    cells.push_back(cell);
  }
  Joined a;  // (p.19)
  a.diagonal.assign(cells.size(), 0);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    a.start.push_back(static_cast<std::uint32_t>(a.to.size()));
    for (int n = 0; n < map.neighbour_count(); ++n) {
      const std::uint32_t beside = id[static_cast<std::size_t>(cells[i] + map.offset(n))];
      if (beside == none) continue;
      a.diagonal[i] += 1;
      if (beside != target_id) a.to.push_back(beside);
    }
  }
  a.start.push_back(static_cast<std::uint32_t>(a.to.size()));

  const Ldlt factor = Ldlt::factor(a, Ldlt::Accuracy::absolute, progress);
  std::vector<double> t(cells.size(), 1), more(cells.size());
  factor.solve(t);
  residual(a, t, more);
  factor.solve(more);
  std::vector<double> out(map.size(), infinity);
  for (std::uint32_t cell : target.cells) {
    if (reached[cell] != 0) out[cell] = 0;
  }
  for (std::size_t i = 0; i < cells.size(); ++i) out[cells[i]] = t[i] + more[i];
  return out;
}

}  // namespace wend::planning
