#pragma once
#include <wend/vec.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace wend::io {

using Ring = std::vector<Vec2>;  // corners without the first one repeated

double signed_area(const Ring&);
bool contains(const Ring&, Vec2);

// The boundary of a union of shapes: counter-clockwise rings around it, clockwise ones around its pockets.
struct Outline {
  struct Loop {
    Ring ring;
    std::size_t part = 0;  // the connected part it bounds
  };
  std::vector<Loop> loops;
  std::vector<std::size_t> part_of;  // per shape
};

// Convex counter-clockwise shapes in general position: no corner on an edge, no edges on one line. Empty when the
// shapes are not (the caller moves them a little and tries again).
std::optional<Outline> convex_union(const std::vector<Ring>& shapes);

}  // namespace wend::io
