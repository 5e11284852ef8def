#pragma once
#include <wend/model/model.hpp>

#include "core/det_math.hpp"
#include "core/segment.hpp"
#include "steering/sighted.hpp"

#include <cstddef>
#include <limits>

// What a model that integrates through the step meets at one moment of it, in coordinates relative to the agent's place at its beginning.

namespace wend::steering {

inline Vec2 rate_at(const Path& path, double tau) { return path.rate + (2 * tau) * path.bend; }

// A body tau seconds after the beginning of the step, as the point nearest to `from`: (h.18), (h.19).
inline Sighted sight_of(const Neighbour& n, const Track& track, Vec2 from, double tau, double my_radius) {
  Vec2 point = n.a + track.a.moved(tau), velocity = rate_at(track.a, tau);
  if (n.kind == BodyKind::capsule || n.kind == BodyKind::wall) {
    const NearestOnSegment nearest = nearest_on_segment(from, point, n.b + track.b.moved(tau));
    point = nearest.point;
    velocity = velocity + nearest.along * (rate_at(track.b, tau) - velocity);
  }
  return {.x = point.x, .y = point.y, .vx = velocity.x, .vy = velocity.y, .radius = my_radius + n.radius};
}

inline Track straight_on(const Neighbour& n) { return {{n.velocity, {}}, {n.velocity, {}}}; }

// A range of Sighted, made while it is looked at: the bodies in sight with the weights of their classes, and, for who minds them,
// the hidden ones with weight 0.
class Surroundings {
 public:
  Surroundings(const View& view, Vec2 from, double tau, bool with_hidden)
      : view_(view), from_(from), tau_(tau), count_(view.bodies.size() + (with_hidden ? view.hidden.size() : 0)) {}

  Sighted operator[](std::size_t i) const {
    const std::size_t seen = view_.bodies.size();
    const Neighbour& n = i < seen ? view_.bodies[i] : view_.hidden[i - seen];
    const Track track = i < view_.tracks.size() && i < seen ? view_.tracks[i] : straight_on(n);
    Sighted thing = sight_of(n, track, from_, tau_, view_.radius);
    thing.weight = i >= seen ? 0 : n.klass < view_.categories.size() ? view_.categories[n.klass] : 1;
    return thing;
  }

  struct Iterator {
    const Surroundings* all;
    std::size_t i;
    Sighted operator*() const { return (*all)[i]; }
    Iterator& operator++() {
      ++i;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return i != other.i; }
  };
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, count_}; }
  std::size_t size() const { return count_; }

 private:
  const View& view_;
  Vec2 from_;
  double tau_;
  std::size_t count_;
};

// The goal at that moment. A direction's place is that of the target behind it, (h.21), (h.22); without one it is 10 m away.
inline Sighted goal_of(const View& view, double tau) {
  const bool is_direction = !(view.goal_distance < std::numeric_limits<double>::infinity());
  Vec2 place = view.goal_offset + view.goal_path.moved(tau);
  const Vec2 velocity = rate_at(view.goal_path, tau);
  if (is_direction && view.goal_offset == Vec2{}) {
    const auto h = det_sincos(view.goal_angle);
    place = {10 * h.cos, 10 * h.sin};
  }
  return {.x = place.x, .y = place.y, .vx = velocity.x, .vy = velocity.y, .exists = view.has_goal, .is_direction = is_direction, .angle = view.goal_angle};
}

}  // namespace wend::steering
