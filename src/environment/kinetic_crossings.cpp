#include "environment/kinetic_crossings.hpp"

#include <algorithm>

#include "environment/pair_crossings.hpp"

namespace wend::environment {

void KineticCrossings::stand_at(std::span<const double> x, std::span<const double> y) {
  bool same = known_ && at_.size() == x.size();
  at_.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Vec2 p{x[i], y[i]};
    same = same && at_[i] == p;
    at_[i] = p;
  }
  if (same) return;
  if (known_ && tri_.site_slots() == at_.size()) {
    tri_.step(at_);
  } else {
    tri_.build(at_, {}, 0);
  }
  known_ = true;
}

// Whoever crosses the disk of i is at the start within the radius plus both ways, environment spec (e.14).
void KineticCrossings::step(const Motions& m, std::vector<Crossing>& out) {
  out.clear();
  stand_at(m.x0, m.y0);
  const auto way = [&](std::size_t i) { return norm(Vec2{m.x1[i] - m.x0[i], m.y1[i] - m.y0[i]}); };
  double longest = 0;
  for (std::size_t i = 0; i < m.size(); ++i) longest = std::max(longest, way(i));
  for (std::uint32_t i = 0; i < m.size(); ++i) {
    if (!(m.watch[i] >= 0)) continue;
    tri_.near(i, (m.watch[i] + way(i) + longest) * (1 + 1e-9), near_, scratch_);
    for (const std::uint32_t j : near_) {
      if (m.floor[j] != m.floor[i]) continue;
      append_crossings({m.x0[j] - m.x0[i], m.y0[j] - m.y0[i]}, {m.x1[j] - m.x1[i], m.y1[j] - m.y1[i]}, m.watch[i], i, j,
                       out);
    }
  }
  std::sort(out.begin(), out.end());
  stand_at(m.x1, m.y1);
}

}  // namespace wend::environment
