#include <algorithm>
#include <cmath>

#include "core/ensure.hpp"
#include "environment/kinetic_triangulation.hpp"
#include "geometry/predicates.hpp"

// Environment spec, 7.2: move, revert, legalise, walk. Every state on the way is an embedding, and the result is the
// triangulation of the new positions whatever the order of operations.

namespace wend::environment {

using Index = KineticTriangulation2::Index;

void KineticTriangulation2::begin_report() { report_ = {}; }

void KineticTriangulation2::end_report() {
  report_.loose = loose_.size();
  report_.satellites = satellites_.size();
  total_ += report_;
}

void KineticTriangulation2::step(std::span<const Vec2> next) {
  WEND_ENSURE(next.size() >= where_.size());
  begin_report();
  if (!aim(next)) {
    fit_frame();
    rebuild_here();
    end_report();
    return;
  }
  part_satellites();
  for (Index v = frame_count_; v < pos_.size(); ++v)
    if (moved_[v]) std::swap(pos_[v], target_[v]);
  const bool pays = deadlines_pay();
  if (!pays) deadlines_on_ = false;
  if (deadlines_on_) {
    collect_due();
  } else {
    find_inverted(false);
  }
  revert_inverted();
  if (reverted_.size() > 1000 + pos_.size() / 2) {  // dearer than a new start
    rebuild_here();
    end_report();
    return;
  }
  if (deadlines_on_) {
    doubt_due();
  } else {
    test_moved_edges();
  }
  legalise();
  retry_reverted();
  for (const Index v : reverted_)
    if (!walk(v)) displace_all(v);

  report_.moves += displaced_.size();
  put_displaced();
  if (deadlines_on_) {
    certify_touched();
  } else if (pays) {
    start_deadlines();
  }
  end_report();
}

// Where everybody goes; false when somebody leaves the room inside the frame.
bool KineticTriangulation2::aim(std::span<const Vec2> next) {
  bool roomy = true;
  for (Index s = 0; s < where_.size(); ++s) {
    if (state_[s] == State::absent) continue;
    where_[s] = next[s];
    roomy &= in_room(next[s]);
  }
  if (!roomy) return false;
  target_.resize(pos_.size());
  moved_.assign(pos_.size(), 0);
  double largest2 = 0;
  for (Index v = frame_count_; v < pos_.size(); ++v) {
    if (out_[v] == none) continue;
    target_[v] = where_[site_[v]];
    moved_[v] = !(target_[v] == pos_[v]);
    largest2 = std::max(largest2, norm2(target_[v] - pos_[v]));
  }
  largest_ = std::sqrt(largest2);
  reverted_.clear();
  displaced_.clear();
  return true;
}

// Satellites that go another way than their host get a place of their own at the end.
void KineticTriangulation2::part_satellites() {
  queue_.clear();
  for (const Index s : satellites_)
    if (!(where_[s] == target_[vertex_of_[s]])) queue_.push_back(s);
  for (const Index s : queue_) displace(s);
}

void KineticTriangulation2::revert(Index v) {
  std::swap(pos_[v], target_[v]);
  moved_[v] = 0;
  reverted_.push_back(v);
  ++report_.reverts;
  for_star(v, [&](Index h) {
    queue_.push_back(h / 4);
    return true;
  });
}

// `all`: with those whose corners stand, too.
void KineticTriangulation2::find_inverted(bool all) {
  queue_.clear();
  const Index* const corner = vertex_.data();
  const Vec2* const pos = pos_.data();
  const std::uint8_t* const moved = moved_.data();
  const auto slots = static_cast<Index>(triangle_slots());
  for (Index t = 0; t < slots; ++t) {
    const Index a = corner[4 * t], b = corner[4 * t + 1], c = corner[4 * t + 2];
    if (a == none || !(all | moved[a] | moved[b] | moved[c])) continue;
    if (geometry::orientation(pos[a], pos[b], pos[c], &report_.exact_calls) <= 0) queue_.push_back(t);
  }
}

// A triangle of queue_ that does not turn left sends a corner back, one that is enough for it if there is one, and the
// triangles of that corner are looked at again. Ends, since with all corners back every triangle turns left.
void KineticTriangulation2::revert_inverted() {
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const Index first = 4 * queue_[i];
    const Index corner[3] = {vertex_[first], vertex_[first + 1], vertex_[first + 2]};
    if (turn(corner[0], corner[1], corner[2]) > 0) continue;
    bool enough = false;
    for (const Index v : corner) {
      if (enough || !moved_[v]) continue;
      std::swap(pos_[v], target_[v]);
      enough = turn(corner[0], corner[1], corner[2]) > 0;
      std::swap(pos_[v], target_[v]);
      if (enough) revert(v);
    }
    for (const Index v : corner)
      if (!enough && moved_[v]) revert(v);
  }
}

// Edges whose four sites are where they were keep their verdict: a standing lattice costs nothing.
void KineticTriangulation2::test_moved_edges() {
  const Index* const corner = vertex_.data();
  const Index* const twin = twin_.data();
  const Vec2* const pos = pos_.data();
  const std::uint8_t* const moved = moved_.data();
  const auto slots = static_cast<Index>(triangle_slots());
  std::uint64_t tested = 0;
  for (Index t = 0; t < slots; ++t) {
    if (corner[4 * t] == none) continue;
    for (Index k = 0; k < 3; ++k) {
      const Index h = 4 * t + k, g = twin[h];
      if (g == none || g < h) continue;
      const Index a = corner[h], b = corner[next(h)], c = corner[prev(h)], d = corner[prev(g)];
      if (!(moved[a] | moved[b] | moved[c] | moved[d])) continue;
      ++tested;
      const int sign = geometry::in_circle(pos[a], pos[b], pos[c], pos[d], &report_.exact_calls);
      if (sign > 0 || (sign == 0 && tie(a, b, c, d) > 0)) doubt(h);
    }
  }
  report_.certificates += tested;
}

bool KineticTriangulation2::star_turns_left(Index v) {
  bool all = true;
  for_star(v, [&](Index h) { return all = turn(v, vertex_[KineticTriangulation2::next(h)], vertex_[prev(h)]) > 0; });
  return all;
}

void KineticTriangulation2::retry_reverted() {
  std::sort(reverted_.begin(), reverted_.end(), [&](Index a, Index b) { return site_[a] < site_[b]; });
  for (int round = 0; round < 2 && !reverted_.empty(); ++round) {
    std::size_t left = 0;
    for (const Index v : reverted_) {
      std::swap(pos_[v], target_[v]);
      if (star_turns_left(v)) {
        doubt_star(v);
        legalise();
      } else {
        std::swap(pos_[v], target_[v]);
        reverted_[left++] = v;
      }
    }
    reverted_.resize(left);
  }
}

// Goes the largest halves, quarters, ... of the rest of the way that keep the star; false when stuck.
bool KineticTriangulation2::walk(Index v) {
  const Vec2 goal = target_[v];
  ++report_.walks;
  for (int parts = 0; parts < 12; ++parts) {
    bool taken = false;
    for_star(v, [&](Index h) { return !(taken = pos_[vertex_[KineticTriangulation2::next(h)]] == goal); });
    if (taken) return false;
    const Vec2 from = pos_[v];
    double share = 1;
    for (pos_[v] = goal; !star_turns_left(v); pos_[v] = from + share * (goal - from)) {
      share /= 2;
      if (share < 0x1p-6) {
        pos_[v] = from;
        return false;
      }
    }
    doubt_star(v);
    legalise();
    if (pos_[v] == goal) return true;
  }
  return false;
}

void KineticTriangulation2::displace(Index site) {
  take_out(site);
  displaced_.emplace_back(site, recent_);
}

// All sites at v leave and will be placed anew.
void KineticTriangulation2::displace_all(Index v) {
  const Index host = site_[v];
  recent_ = out_[v] / 4;
  while (first_satellite_[v] != none) displace(first_satellite_[v]);
  displace(host);
}

void KineticTriangulation2::put_displaced() {
  std::sort(displaced_.begin(), displaced_.end());
  for (const auto& [site, near] : displaced_) {
    recent_ = near;
    place(site);
  }
  displaced_.clear();
  place_loose();
  enforce_waiting();
}

}  // namespace wend::environment
