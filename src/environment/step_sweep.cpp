#include "environment/step_sweep.hpp"

#include "environment/pair_crossings.hpp"

#include <numeric>

namespace wend::environment {

void WatchRule::meet(std::uint32_t i, std::uint32_t j, bool i_asks, bool j_asks) {
  if (m.floor[i] != m.floor[j]) return;
  const Vec2 d{m.x0[j] - m.x0[i], m.y0[j] - m.y0[i]}, e{m.x1[j] - m.x1[i], m.y1[j] - m.y1[i]};
  const std::size_t before = out.size();
  if (i_asks) append_crossings(d, e, m.watch[i], i, j, out);
  if (i_asks && j_asks && m.watch[i] == m.watch[j]) {  // equal disks are crossed at the same time
    for (std::size_t k = before, end = out.size(); k < end; ++k) out.push_back({out[k].s, out[k].exit, j, i});
    return;
  }
  if (j_asks) append_crossings(-d, -e, m.watch[j], j, i, out);
}

void StepSweep::step(const Motions& m, std::vector<Crossing>& out) {
  out.clear();
  if (rows_.size() != m.size()) {
    rows_.resize(m.size());
    std::iota(rows_.begin(), rows_.end(), 0u);
  }
  WatchRule rule{m, out};
  pairs_.sweep(m, rows_, rule);
  sort_.sort(out);
}

}  // namespace wend::environment
