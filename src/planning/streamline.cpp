#include "planning/streamline.hpp"

namespace wend::planning {

namespace {

bool blocked(const Field& field, Vec2 p) { return field.sample(p).status == PlanStatus::outside; }

// The way to go from p without entering a solid cell: along x, or along y; zero where both are blocked.
Vec2 slide(const Field& field, Vec2 p, Vec2 step) {
  const Vec2 x{step.x, 0}, y{0, step.y};
  const bool x_first = std::abs(step.x) >= std::abs(step.y);
  for (Vec2 way : {x_first ? x : y, x_first ? y : x}) {
    if (way != Vec2{} && !blocked(field, p + way)) return way;
  }
  return {};
}

}  // namespace

Vec2 midpoint_step(const Field& field, Vec2 p, double length) {
  const Sample here = field.sample(p);
  if (here.status != PlanStatus::field) return {};
  const Sample ahead = field.sample(p + 0.5 * length * here.direction);
  return length * (ahead.status == PlanStatus::field && ahead.direction != Vec2{} ? ahead.direction : here.direction);
}

Streamline follow(const Field& field, Vec2 start, std::size_t most_steps) {
  constexpr std::size_t patience = 256;  // steps without getting a cell farther
  const double h = field.map->h;
  Streamline line{{start}, StreamlineEnd::stuck, 0, 0};
  Vec2 p = start;
  for (std::size_t n = 0; n < most_steps; ++n) {
    const PlanStatus status = field.sample(p).status;
    if (status != PlanStatus::field) {
      line.end = status == PlanStatus::at_goal       ? StreamlineEnd::arrived
                 : status == PlanStatus::unreachable ? StreamlineEnd::unreachable
                                                     : StreamlineEnd::outside;
      return line;
    }
    if (n >= patience && norm(p - line.points[n - patience]) < h) return line;
    Vec2 step = midpoint_step(field, p, h / 4);
    if (step != Vec2{} && blocked(field, p + step)) {
      ++line.touches;
      step = slide(field, p, step);
    }
    if (step == Vec2{}) return line;
    p = p + step;
    line.points.push_back(p);
    line.length += norm(step);
  }
  line.end = StreamlineEnd::too_long;
  return line;
}

}  // namespace wend::planning
