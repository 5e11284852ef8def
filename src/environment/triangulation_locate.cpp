#include "environment/kinetic_triangulation.hpp"
#include "geometry/predicates.hpp"

namespace wend::environment {

using Index = KineticTriangulation2::Index;
using Location = KineticTriangulation2::Location;

Location KineticTriangulation2::locate(Vec2 p, Index hint) const { return locate_from(p, hint, nullptr); }

// A walk that takes the sides in ever new order: in a constrained triangulation one with a fixed order can go in
// circles.
Location KineticTriangulation2::locate_from(Vec2 p, Index hint, std::uint64_t* exact) const {
  const std::size_t slots = triangle_slots();
  if (slots == 0) return {};
  Index t = hint < slots ? hint : 0, from = none;
  while (!alive(t)) t = t + 1 == slots ? 0 : t + 1;
  std::uint32_t dice = 12345;
  while (true) {
    dice = dice * 1664525u + 1013904223u;
    Index k = (dice >> 16) % 3;
    Index zeros[2] = {none, none}, crossed = none;
    for (int i = 0; i < 3 && crossed == none; ++i, k = k == 2 ? 0 : k + 1) {
      const Index h = 4 * t + k;
      if (h == from) continue;
      const int side = geometry::orientation(pos_[vertex_[h]], pos_[vertex_[next(h)]], p, exact);
      if (side < 0) crossed = h;
      if (side == 0) zeros[zeros[0] == none ? 0 : 1] = h;
    }
    if (crossed == none) {
      if (zeros[0] == none) return {t, none, Place::inside};
      if (zeros[1] == none) return {t, zeros[0], Place::on_edge};
      return {t, next(zeros[0]) == zeros[1] ? zeros[1] : zeros[0], Place::on_vertex};
    }
    from = twin_[crossed];
    if (from == none) return {};
    t = from / 4;
  }
}

}  // namespace wend::environment
