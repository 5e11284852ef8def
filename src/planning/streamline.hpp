#pragma once
#include "planning/field.hpp"

#include <cstddef>
#include <vector>

namespace wend::planning {

enum class StreamlineEnd : std::uint8_t {
  arrived = 0,      // in a cell of the target
  stuck = 1,        // nowhere to go, or turning on the spot
  unreachable = 2,  // there is no way
  outside = 3,      // starts in a wall or off the grid
  too_long = 4,     // more steps than allowed: a loop
};

struct Streamline {
  std::vector<Vec2> points;  // the start first
  StreamlineEnd end = StreamlineEnd::stuck;
  std::size_t touches = 0;  // steps that would have entered a solid cell, and slid along it
  double length = 0;
};

// A step from p by the midpoint rule; one that would enter a solid cell slides along it. Zero: nowhere to go.
struct StreamlineStep {
  Vec2 way{};
  PlanStatus status = PlanStatus::field;  // at p
  bool touched = false;
};
StreamlineStep streamline_step(const Field&, Vec2 p, double length);

// Follows a field by midpoint steps of a quarter cell (planning spec, section 10).
Streamline follow(const Field&, Vec2 start, std::size_t most_steps);

}  // namespace wend::planning
