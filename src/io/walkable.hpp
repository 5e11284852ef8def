#pragma once
#include <wend/io/frame.hpp>
#include <wend/io/picture.hpp>

#include <span>
#include <string>
#include <vector>

#include "io/convex_union.hpp"

namespace wend::io {

// Where one can walk, as a valid polygon: an outer ring and holes that neither touch nor cross each other or it.
struct Walkable {
  Ring outer;
  std::vector<Ring> holes;
  std::size_t left_out = 0;  // bodies without a hole, see walkable_area()
};

// The outer ring is a box around everything, or the inside of the walls that enclose all agents. Fixed bodies are
// holes, those that overlap are merged; a wall without thickness is 1 cm wide. Where agents stand in places that are
// cut off from each other one polygon cannot hold them all: the bodies between them are then left out.
Walkable walkable_area(std::span<const BodyShape>, std::span<const Vec2> agents, const Box& extent);

std::string to_wkt(const Walkable&);  // "POLYGON ((...), (...))"

// The box around everything in a frame; {inf, -inf} when it is empty.
Box extent_of(const Frame&);
Box united(const Box&, const Box&);

}  // namespace wend::io
