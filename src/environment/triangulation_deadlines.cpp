#include <algorithm>
#include <cmath>

#include "environment/certificates.hpp"
#include "environment/kinetic_triangulation.hpp"

// Environment spec, section 8: while everybody moves little, an edge is looked at only when its sites could have moved
// far enough. A wall's edge cannot flip, but a site can run into it: it vouches for the turns of its triangles.

namespace wend::environment {

using Index = KineticTriangulation2::Index;

void KineticTriangulation2::use_deadlines(Deadlines use) {
  use_deadlines_ = use;
  deadlines_on_ = false;
  calm_steps_ = 0;
}

// Environment spec (e.32), with a margin against going to and fro: starting costs as much as three steps.
bool KineticTriangulation2::deadlines_pay() {
  if (use_deadlines_ != Deadlines::automatic) return use_deadlines_ == Deadlines::always;
  const double motion = largest_ * std::sqrt(density_);
  calm_steps_ = motion < 0.006 ? calm_steps_ + 1 : 0;
  return deadlines_on_ ? motion < 0.012 : calm_steps_ > 8;
}

void KineticTriangulation2::touch(Index e) {
  if (!deadlines_on_) return;
  if (e >= due_.size()) due_.resize(half_.size(), 0);
  if (due_[e] < 0) return;
  due_[e] = -1;
  touched_.push_back(e);
}

void KineticTriangulation2::start_deadlines() {
  deadlines_on_ = true;
  odometer_ = 0;
  calendar_.start(std::max(largest_, 0.002 / std::sqrt(density_)) / 4);  // a quarter of a typical step
  due_.assign(half_.size(), 0);
  touched_.clear();
  for (Index e = 0; e < half_.size(); ++e) touch(e);
  certify_touched();
}

// What is due after a step of this length goes to touched_, and its triangles to queue_.
void KineticTriangulation2::collect_due() {
  odometer_ += largest_ * (1 + 1e-12);
  calendar_.advance(odometer_, [&](Index e, double key) {
    if (e < due_.size() && due_[e] == key) touch(e);
  });
  queue_.clear();
  for (const Index e : touched_) {
    const Index h = half_[e];
    if (h == none) continue;
    queue_.push_back(h / 4);
    if (twin_[h] != none) queue_.push_back(twin_[h] / 4);
  }
}

// Due edges whose four sites stand keep their verdict.
void KineticTriangulation2::doubt_due() {
  for (const Index e : touched_) {
    const Index h = half_[e], g = h == none ? none : twin_[h];
    if (g == none) continue;
    if (moved_[vertex_[h]] | moved_[vertex_[g]] | moved_[vertex_[prev(h)]] | moved_[vertex_[prev(g)]])
      stack_.push_back(e);
  }
}

void KineticTriangulation2::certify_touched() {
  for (const Index e : touched_) {
    const Index h = half_[e];
    if (h == none) {
      due_[e] = 0;
      continue;
    }
    const Index g = twin_[h];
    const Vec2 a = pos_[vertex_[h]], b = pos_[vertex_[next(h)]], c = pos_[vertex_[prev(h)]];
    double tolerance = 0;
    if (g != none && wall_of_[e] == none) {
      tolerance = circle_tolerance(a, b, c, pos_[vertex_[prev(g)]]);
    } else {
      tolerance = turn_tolerance(a, b, c);
      if (g != none) tolerance = std::min(tolerance, turn_tolerance(b, a, pos_[vertex_[prev(g)]]));
    }
    due_[e] = odometer_ + tolerance;
    calendar_.add(e, due_[e]);
  }
  touched_.clear();
}

}  // namespace wend::environment
