#include "environment/contact_sweep.hpp"

#include <algorithm>
#include <numeric>

namespace wend::environment {

namespace {

struct ContactRule {
  static constexpr Edge edge = Edge::sum;
  double more;
  const Motions& m;
  std::vector<PairContact>& out;

  void meet(std::uint32_t i, std::uint32_t j, bool, bool) {
    if (m.floor[i] != m.floor[j]) return;
    if (i > j) std::swap(i, j);
    const double r = m.watch[i] + m.watch[j] + more;
    if (!(r >= 0)) return;
    const Vec2 d{m.x0[j] - m.x0[i], m.y0[j] - m.y0[i]}, e{m.x1[j] - m.x1[i], m.y1[j] - m.y1[i]};
    const bool before = inside(d.x, d.y, r), after = inside(e.x, e.y, r);
    const geometry::Crossings crossings = geometry::circle_crossings(d, e - d, r, before, after);
    if (before || after || crossings.count > 0) out.push_back({i, j, before, after, crossings});
  }
};

}  // namespace

void ContactSweep::find(const Motions& m, double slack, std::vector<PairContact>& out) {
  out.clear();
  if (rows_.size() != m.size()) {
    rows_.resize(m.size());
    std::iota(rows_.begin(), rows_.end(), 0u);
  }
  ContactRule rule{slack, m, out};
  pairs_.sweep(m, rows_, rule);
  std::sort(out.begin(), out.end(),
            [](const PairContact& a, const PairContact& b) { return a.i != b.i ? a.i < b.i : a.j < b.j; });
}

}  // namespace wend::environment
