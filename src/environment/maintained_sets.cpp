#include "environment/maintained_sets.hpp"

#include <algorithm>

#include "environment/watch.hpp"

namespace wend::environment {

namespace {
constexpr auto none = KineticTriangulation2::none;
}

void MaintainedSets::subscribe(Index site, double radius) {
  if (slot_.size() <= site) slot_.resize(site + 1, none);
  if (slot_[site] == none) {
    slot_[site] = static_cast<Index>(sets_.size());
    sets_.emplace_back();
  }
  Set& set = sets_[slot_[site]];
  set.site = site;
  set.radius = radius;
  set.fresh = true;
}

void MaintainedSets::unsubscribe(Index site) {
  Set& set = sets_[slot_[site]];
  const Index last = static_cast<Index>(sets_.size() - 1), mine = slot_[site];
  for (const Index m : set.in) std::erase(seen_by_[m], mine);
  if (mine != last) {
    for (const Index m : sets_[last].in) std::replace(seen_by_[m].begin(), seen_by_[m].end(), last, mine);
    slot_[sets_[last].site] = mine;
    set = std::move(sets_[last]);
  }
  sets_.pop_back();
  slot_[site] = none;
}

void MaintainedSets::update() {
  if (seen_by_.size() < tri_->site_slots()) seen_by_.resize(tri_->site_slots());
  if (stamp_.size() < tri_->site_slots()) stamp_.resize(tri_->site_slots(), 0);
  // Both ends of a new edge are news to those who have the other one.
  if (!tri_->all_born()) {
    for (const Index e : tri_->births()) {
      const Index h = tri_->half_of(e);
      if (h == none) continue;
      const Index u = tri_->vertex(h), v = tri_->vertex(KineticTriangulation2::next(h));
      if (tri_->is_frame(u) || tri_->is_frame(v)) continue;
      const Index c = tri_->site(u), d = tri_->site(v);
      for (const Index set : seen_by_[c]) sets_[set].ring.push_back(d);
      for (const Index set : seen_by_[d]) sets_[set].ring.push_back(c);
    }
  }
  for (Set& set : sets_) refresh(set);
  tri_->clear_births();
}

void MaintainedSets::refresh(Set& set) {
  old_in_ = set.in;
  if (tri_->all_born() || set.fresh || !tri_->is_host(set.site) || !keep(set)) flood(set);
  // The reverse lists follow what has changed.
  const auto mine = static_cast<Index>(&set - sets_.data());
  std::sort(set.in.begin(), set.in.end());
  std::size_t i = 0, j = 0;
  while (i < old_in_.size() || j < set.in.size()) {
    if (j == set.in.size() || (i < old_in_.size() && old_in_[i] < set.in[j])) {
      std::erase(seen_by_[old_in_[i++]], mine);
    } else if (i == old_in_.size() || set.in[j] < old_in_[i]) {
      seen_by_[set.in[j++]].push_back(mine);
    } else {
      ++i;
      ++j;
    }
  }
  write(set);
}

void MaintainedSets::take(Index site, Set& set) {
  if (stamp_[site] == now_ || !tri_->is_host(site)) return;
  stamp_[site] = now_;
  const Vec2 p = tri_->site_at(set.site), q = tri_->site_at(site);
  if (inside(q.x - p.x, q.y - p.y, set.radius)) {
    set.in.push_back(site);
    stack_.push_back(site);
  } else {
    set.ring.push_back(site);
  }
}

// New members bring their neighbours.
void MaintainedSets::spread(Set& set) {
  while (!stack_.empty()) {
    const Index v = tri_->vertex_of(stack_.back());
    stack_.pop_back();
    tri_->for_star(v, [&](Index h) {
      const Index w = tri_->vertex(KineticTriangulation2::next(h));
      if (!tri_->is_frame(w)) take(tri_->site(w), set);
      return true;
    });
  }
}

// Re-tests members and ring; false when walls are about or the ring holds too much that no member touches any more.
bool MaintainedSets::keep(Set& set) {
  old_ring_.swap(set.ring);
  set.in.clear();
  set.ring.clear();
  ++now_;
  for (const Index m : old_in_) take(m, set);
  stack_.clear();  // the neighbours of old members are known
  for (const Index m : old_ring_) take(m, set);
  spread(set);
  if (set.ring.size() > 2 * set.fair_ring + 16) return false;
  const auto no_wall = [&](Index s) { return !tri_->is_wall_end(s); };
  return std::all_of(set.in.begin(), set.in.end(), no_wall) && std::all_of(set.ring.begin(), set.ring.end(), no_wall);
}

void MaintainedSets::flood(Set& set) {
  ++floods_;
  set.in.clear();
  set.ring.clear();
  set.fresh = !tri_->is_host(set.site);
  const Index v = tri_->vertex_of(set.site);
  if (v == none) return;
  ++now_;
  stack_.clear();
  take(tri_->site(v), set);
  spread(set);
  set.fair_ring = set.ring.size();
}

void MaintainedSets::write(Set& set) {
  const Vec2 p = tri_->site_at(set.site);
  set.sites.clear();
  if (tri_->vertex_of(set.site) == none) {  // exactly on a wall: no edges
    KineticTriangulation2::Scratch scratch;
    tri_->unseparated(set.site, set.radius, set.sites, scratch);
    return;
  }
  for (const Index m : set.in) {
    set.sites.push_back(m);
    for (Index s = tri_->first_satellite(tri_->vertex_of(m)); s != none; s = tri_->next_satellite(s))
      set.sites.push_back(s);
  }
  for (const Index s : tri_->loose()) {
    const Vec2 q = tri_->site_at(s);
    if (inside(q.x - p.x, q.y - p.y, set.radius) && !tri_->separated(p, q, set.radius)) set.sites.push_back(s);
  }
  std::sort(set.sites.begin(), set.sites.end());
  std::erase(set.sites, set.site);
}

}  // namespace wend::environment
