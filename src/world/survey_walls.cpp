#include "world/survey_data.hpp"

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/segment.hpp"
#include "geometry/segments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wend {

namespace {

constexpr double hair = 1e-6;        // rad: looking past a wall's end on both sides
constexpr int chords = 96;           // of a whole circle
constexpr double widest = 1.0;       // rad, half of a cone that is one piece

Vec2 towards(double angle) {
  const auto [s, c] = det_sincos(angle);
  return {c, s};
}

// A part of a segment, 0 at its beginning and 1 at its end.
struct Part {
  double from = 0, to = 1;
  bool empty() const { return !(from <= to); }
  // Keeps where a linear function with these values at both ends is not negative.
  void clip(double at_a, double at_b) {
    if (at_a < 0 && at_b < 0) *this = {1, 0};
    if (at_a < 0 && at_b >= 0) from = std::max(from, at_a / (at_a - at_b));
    if (at_a >= 0 && at_b < 0) to = std::min(to, at_a / (at_a - at_b));
  }
};

// The nearest point of any wall's part to p, not farther than max.
template <class PartOf>
std::optional<WallHit> nearest(const std::vector<geometry::Segment>& walls, const std::vector<WallId>& ids, Vec2 p, double max, PartOf part_of) {
  std::optional<WallHit> hit;
  for (std::size_t k = 0; k < walls.size(); ++k) {
    const auto& [a, b] = walls[k];
    const Part part = part_of(a, b);
    if (part.empty()) continue;
    const Vec2 point = nearest_on_segment(p, a + part.from * (b - a), part.to == 1 ? b : a + part.to * (b - a)).point;
    const double distance = norm(point - p);
    if (!(distance <= max) || (hit && distance >= hit->distance)) continue;
    const Vec2 left = direction_or({a.y - b.y, b.x - a.x}, {1, 0});
    hit = WallHit{ids[k], distance, lift(point), lift(distance > 0 ? (p - point) / distance : left)};
  }
  return hit;
}

// How far a ray goes until a wall, at most `far`.
double ray(const std::vector<geometry::Segment>& walls, Vec2 p, Vec2 d, double far) {
  for (const auto& [a, b] : walls) {
    const Vec2 to = a - p, along = b - a;
    const double turn = cross(d, along);
    if (turn == 0) continue;
    const double share = cross(to, d) / turn, distance = cross(to, along) / turn;
    if (share >= 0 && share <= 1 && distance >= 0 && distance < far) far = distance;
  }
  return far;
}

}  // namespace

std::optional<WallHit> Survey::nearest_wall(Vec3 p, double max, std::uint32_t floor) const {
  const Data::Floor* on = data_->floor(floor);
  if (on == nullptr) return std::nullopt;
  return nearest(on->walls, on->ids, p.xy(), max, [](Vec2, Vec2) { return Part{}; });
}

std::optional<WallHit> Survey::nearest_wall(AgentId id, double max) const {
  const SurveyAgent* self = data_->find(id);
  return self == nullptr ? std::nullopt : nearest_wall(self->at, max, self->floor);
}

std::optional<WallHit> Survey::first_wall(AgentId id, double angle, double half_angle, double max) const {
  const SurveyAgent* self = data_->find(id);
  const Data::Floor* on = self == nullptr ? nullptr : data_->floor(self->floor);
  if (on == nullptr || !std::isfinite(angle) || !(half_angle >= 0)) return std::nullopt;
  if (half_angle >= pi) return nearest_wall(id, max);
  const Vec2 p = self->at.xy();
  const int pieces = std::max(1, static_cast<int>(std::ceil(half_angle / widest)));
  const double half = half_angle / pieces;
  std::optional<WallHit> first;
  for (int i = 0; i < pieces; ++i) {
    const double middle = angle - half_angle + (2 * i + 1) * half;
    const Vec2 ahead = towards(middle), right = half == 0 ? ahead : towards(middle - half), left = half == 0 ? ahead : towards(middle + half);
    const auto hit = nearest(on->walls, on->ids, p, max, [&](Vec2 a, Vec2 b) {
      Part part;
      part.clip(cross(right, a - p), cross(right, b - p));
      part.clip(-cross(left, a - p), -cross(left, b - p));
      part.clip(dot(ahead, a - p), dot(ahead, b - p));
      return part;
    });
    if (hit && (!first || hit->distance < first->distance)) first = hit;
  }
  return first;
}

std::vector<Vec3> Survey::visible_region(Vec3 at, double radius, std::uint32_t floor) const {
  if (!(std::abs(at.x) <= max_place && std::abs(at.y) <= max_place && radius > 0 && radius <= max_place)) return {};
  const Vec2 p = at.xy();
  std::vector<geometry::Segment> walls;  // that can hide something: who stands on a wall sees both sides
  std::vector<double> angles;            // where the border may turn
  if (const Data::Floor* on = data_->floor(floor)) {
    for (const auto& [a, b] : on->walls) {
      if (norm2(nearest_on_segment(p, a, b).point - p) > radius * radius || geometry::on_segment(p, a, b)) continue;
      walls.push_back({a, b});
      for (const Vec2 end : {a, b}) {
        if (norm2(end - p) > radius * radius) continue;
        const double angle = det_atan2(end.y - p.y, end.x - p.x);
        angles.insert(angles.end(), {wrap(angle - hair), wrap(angle + hair)});
      }
      // Where it leaves the disk.
      const Vec2 d = direction_or(b - a, {1, 0});
      const double foot = dot(p - a, d), off = norm2(a + foot * d - p), half = std::sqrt(std::max(0.0, radius * radius - off));
      for (const double along : {foot - half, foot + half}) {
        if (along < 0 || along * along > norm2(b - a)) continue;
        const Vec2 out = a + along * d - p;
        angles.push_back(det_atan2(out.y, out.x));
      }
    }
  }
  const std::size_t turns = angles.size();
  for (int i = 0; i < chords; ++i) angles.push_back(-pi + (i + 1) * (two_pi / chords));
  std::vector<std::pair<double, bool>> order;
  for (std::size_t i = 0; i < angles.size(); ++i) order.push_back({angles[i], i < turns});
  std::sort(order.begin(), order.end());
  std::vector<Vec3> corners;
  for (const auto& [angle, turn] : order) {
    const Vec2 d = towards(angle);
    const double far = ray(walls, p, d, radius);
    if (turn || far == radius) corners.push_back(lift(p + far * d));
  }
  return corners;
}

std::vector<Vec3> Survey::visible_region(AgentId id, double radius) const {
  const SurveyAgent* self = data_->find(id);
  return self == nullptr ? std::vector<Vec3>{} : visible_region(self->at, radius, self->floor);
}

}  // namespace wend
