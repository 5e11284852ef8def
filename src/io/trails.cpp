#include <wend/io/frame.hpp>

#include <algorithm>

#include "io/jump.hpp"

namespace wend::io {

namespace {

TrailPoint point_of(const AgentState& dot, double time) {
  return {.time = time, .at = dot.at.xy(), .speed = norm(dot.velocity), .target_weight = dot.target_weight, .jump = false};
}

void forget_every_second(std::vector<TrailPoint>& points) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i % 2 == 0 || points[i].jump || i + 1 == points.size()) points[kept++] = points[i];
  }
  points.resize(kept);
}

}  // namespace

void TrailRecorder::add(const Frame& frame) {
  const std::size_t known = trails_.size();
  std::size_t at = 0;
  for (const AgentState& dot : frame.agents) {
    if (!is_finite(dot.at)) continue;
    while (at < known && trails_[at].id < dot.id) ++at;
    if (at == known || trails_[at].id != dot.id) {
      trails_.push_back({.id = dot.id, .group = dot.group, .points = {point_of(dot, frame.time)}});
      continue;
    }
    std::vector<TrailPoint>& points = trails_[at].points;
    TrailPoint next = point_of(dot, frame.time);
    if (!points.empty()) {
      AgentState before = dot;
      before.velocity = {points.back().speed, 0};
      next.jump = jumps(points.back().at, dot.at.xy(), before, dot, frame.time - points.back().time);
    }
    points.push_back(next);
    if (points.size() > max_points) forget_every_second(points);
  }
  std::inplace_merge(trails_.begin(), trails_.begin() + static_cast<std::ptrdiff_t>(known), trails_.end(),
                     [](const Trail& a, const Trail& b) { return a.id < b.id; });

  forget_before(frame.time - seconds_);
}

void forget_before(std::vector<Trail>& trails, double time) {
  for (Trail& trail : trails) {
    std::vector<TrailPoint>& points = trail.points;
    std::size_t old = 0;
    while (old < points.size() && points[old].time < time) ++old;
    if (old > 0 && old < points.size()) --old;
    points.erase(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(old));
  }
  std::erase_if(trails, [](const Trail& trail) { return trail.points.empty(); });
}

}  // namespace wend::io
