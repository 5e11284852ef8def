#include "planning/streamline.hpp"

#include "planning/sampler.hpp"

namespace wend::planning {

namespace {

bool blocked(const Field& field, Vec2 p) { return !on_grid(*field.map, p) || field.solid[spot_of(*field.map, p).cell] != 0; }

StreamlineEnd end_of(PlanStatus status) {
  if (status == PlanStatus::at_goal) return StreamlineEnd::arrived;
  return status == PlanStatus::unreachable ? StreamlineEnd::unreachable : StreamlineEnd::outside;
}

}  // namespace

StreamlineStep streamline_step(const Field& field, Vec2 p, double length) {
  const Sample here = field.sample(p);
  if (here.status != PlanStatus::field) return {{}, here.status, false};
  const Sample ahead = field.sample(p + 0.5 * length * here.direction);
  const bool use_ahead = ahead.status == PlanStatus::field && ahead.direction != Vec2{};
  const Vec2 way = length * (use_ahead ? ahead.direction : here.direction);
  if (!blocked(field, p + way)) return {way, here.status, false};
  const Vec2 x{way.x, 0}, y{0, way.y};
  const bool x_first = std::abs(way.x) >= std::abs(way.y);
  for (Vec2 slide : {x_first ? x : y, x_first ? y : x}) {
    if (!blocked(field, p + slide)) return {slide, here.status, true};
  }
  return {{}, here.status, true};
}

Streamline follow(const Field& field, Vec2 start, std::size_t most_steps) {
  constexpr std::size_t patience = 256;  // steps without getting a cell farther
  const double h = field.map->h;
  Streamline line{{start}, StreamlineEnd::stuck, 0, 0};
  for (std::size_t n = 0; n < most_steps; ++n) {
    const Vec2 p = line.points.back();
    const StreamlineStep step = streamline_step(field, p, h / 4);
    if (step.status != PlanStatus::field) {
      line.end = end_of(step.status);
      return line;
    }
    if (step.touched) ++line.touches;
    if (step.way == Vec2{} || (n >= patience && norm(p - line.points[n - patience]) < h)) return line;
    line.points.push_back(p + step.way);
    line.length += norm(step.way);
  }
  line.end = StreamlineEnd::too_long;
  return line;
}

}  // namespace wend::planning
