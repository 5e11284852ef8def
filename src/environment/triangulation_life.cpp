#include "core/ensure.hpp"
#include "environment/kinetic_triangulation.hpp"

// Between steps: sites appear, vanish and jump (environment spec, 13.5).

namespace wend::environment {

bool KineticTriangulation2::in_room(Vec2 p) const {
  return p.x >= room_.low.x && p.x <= room_.high.x && p.y >= room_.low.y && p.y <= room_.high.y;
}

void KineticTriangulation2::insert(Index site, Vec2 at) {
  WEND_ENSURE(!has(site));
  begin_report();
  grow_sites(std::size_t{site} + 1);
  where_[site] = at;
  if (triangle_slots() > 0 && in_room(at)) {
    place(site);
  } else {
    state_[site] = State::loose;
    fit_frame();
    rebuild_here();
  }
  end_report();
}

void KineticTriangulation2::remove(Index site) {
  WEND_ENSURE(has(site));
  for (Index w = 0; wall_ends_[site] > 0; ++w)
    if (walls_[w].a == site || walls_[w].b == site) remove_wall(w);
  begin_report();
  take_out(site);
  end_report();
}

// More than one in twenty is a new start.
void KineticTriangulation2::teleport(std::span<const std::pair<Index, Vec2>> jumps) {
  begin_report();
  bool roomy = true;
  const bool many = jumps.size() > 10 && jumps.size() > where_.size() / 20;
  displaced_.clear();
  for (const auto& [site, at] : jumps) {
    WEND_ENSURE(has(site));
    roomy &= in_room(at);
    where_[site] = at;
    if (!many) displace(site);
  }
  if (roomy && !many) {
    put_displaced();
  } else {
    if (!roomy) fit_frame();
    rebuild_here();
  }
  end_report();
}

}  // namespace wend::environment
