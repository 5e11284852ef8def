#include <algorithm>

#include "core/ensure.hpp"
#include "environment/kinetic_triangulation.hpp"
#include "environment/quartic.hpp"

// Environment spec, section 9: the flips of a step in the order in which the straight motions make them.

namespace wend::environment {

using Index = KineticTriangulation2::Index;

void KineticTriangulation2::record(Index h, double s, std::vector<TopologyEvent>& events) const {
  const auto sites = [&](Index a, Index b) { return std::minmax(site_[a], site_[b]); };
  const auto [out_a, out_b] = sites(vertex_[h], vertex_[next(h)]);
  const auto [in_a, in_b] = sites(vertex_[prev(h)], vertex_[prev(twin_[h])]);
  events.push_back({s, out_a, out_b, in_a, in_b});
}

// When does the edge fail, from s on?
void KineticTriangulation2::schedule(Index e, double s) {
  ++flip_stamp_[e];
  const Index h = half_[e], g = twin_[h];
  if (g == none || wall_of_[e] != none) return;
  const Index v[4] = {vertex_[h], vertex_[next(h)], vertex_[prev(h)], vertex_[prev(g)]};
  if (!(moved_[v[0]] | moved_[v[1]] | moved_[v[2]] | moved_[v[3]])) return;
  ++report_.certificates;
  const auto moving = [&](Index i) { return MovingPoint{pos_[i], moved_[i] ? target_[i] - pos_[i] : Vec2{}}; };
  const auto fails = first_inside(moving(v[0]), moving(v[1]), moving(v[2]), moving(v[3]), s);
  if (!fails) return;
  flips_ahead_.push_back({*fails, e, flip_stamp_[e]});
  std::push_heap(flips_ahead_.begin(), flips_ahead_.end(), Ahead::later);
}

void KineticTriangulation2::step_in_order(std::span<const Vec2> next_at, std::vector<TopologyEvent>& events) {
  WEND_ENSURE(next_at.size() >= where_.size());
  events.clear();
  begin_report();
  deadlines_on_ = false;
  if (!aim(next_at)) {
    fit_frame();
    rebuild_here();
    end_report();
    return;
  }
  part_satellites();
  flip_stamp_.assign(half_.size(), 0);
  flips_ahead_.clear();
  for (Index e = 0; e < half_.size(); ++e)
    if (half_[e] != none) schedule(e, 0);

  // Motion through walls or through each other has no end of flips that makes sense: then the final check decides.
  std::size_t patience = 1000 + 20 * half_.size();
  while (!flips_ahead_.empty() && patience-- > 0) {
    std::pop_heap(flips_ahead_.begin(), flips_ahead_.end(), Ahead::later);
    const Ahead first = flips_ahead_.back();
    flips_ahead_.pop_back();
    if (first.stamp != flip_stamp_[first.edge]) continue;
    const Index h = half_[first.edge], g = twin_[h];
    record(h, first.s, events);
    flip(h);
    for (const Index changed : {h, next(h), prev(h), g, prev(g)}) {
      schedule(edge_[changed], first.s);
      doubt(changed);
    }
  }

  for (Index v = frame_count_; v < pos_.size(); ++v)
    if (moved_[v]) std::swap(pos_[v], target_[v]);
  find_inverted(true);
  if (!queue_.empty()) {
    rebuild_here();
    end_report();
    return;
  }
  test_moved_edges();
  legalise([&](Index h) { record(h, 1, events); });
  report_.moves += displaced_.size();
  put_displaced();
  end_report();
}

}  // namespace wend::environment
