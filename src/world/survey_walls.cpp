#include "world/survey_data.hpp"

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/segment.hpp"
#include "geometry/segments.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace wend {

namespace {

constexpr double hair = 1e-6;  // rad: looking past a wall's end on both sides
constexpr int chords = 96;     // of a whole circle

Vec2 towards(double angle) {
  const auto [s, c] = det_sincos(angle);
  return {c, s};
}

std::optional<WallHit> told(const std::vector<WallId>& ids, const std::optional<environment::WallHit>& hit) {
  if (!hit) return std::nullopt;
  return WallHit{ids[hit->wall], hit->distance, lift(hit->point), lift(hit->normal)};
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

// Directions from p in which the border of what it sees within the radius may turn, because of one wall.
void add_turns(Vec2 p, double radius, const geometry::Segment& wall, std::vector<double>& angles) {
  const auto& [a, b] = wall;
  for (const Vec2 end : {a, b}) {
    if (norm2(end - p) > radius * radius) continue;
    const double angle = det_atan2(end.y - p.y, end.x - p.x);
    angles.insert(angles.end(), {wrap(angle - hair), wrap(angle + hair)});
  }
  // Where it leaves the disk.
  const Vec2 d = direction_or(b - a, {1, 0});
  const double foot = dot(p - a, d), half = std::sqrt(std::max(0.0, radius * radius - norm2(a + foot * d - p)));
  for (const double along : {foot - half, foot + half}) {
    if (along < 0 || along * along > norm2(b - a)) continue;
    const Vec2 out = a + along * d - p;
    angles.push_back(det_atan2(out.y, out.x));
  }
}

}  // namespace

std::optional<WallHit> Survey::nearest_wall(Vec3 p, double max, std::uint32_t floor) const {
  const Data::Floor* on = data_->floor(floor);
  if (on == nullptr || !Data::has_place(p) || !(max >= 0)) return std::nullopt;
  return told(on->ids, on->mesh.nearest_wall(p.xy(), max));
}

std::optional<WallHit> Survey::nearest_wall(AgentId id, double max) const {
  const AgentState* self = data_->find(id);
  return self == nullptr ? std::nullopt : nearest_wall(self->at, max, self->floor);
}

std::optional<WallHit> Survey::first_wall(AgentId id, double angle, double half_angle, double max) const {
  const AgentState* self = data_->find(id);
  const Data::Floor* on = self == nullptr ? nullptr : data_->floor(self->floor);
  if (on == nullptr || !std::isfinite(angle) || !(half_angle >= 0) || !(max >= 0)) return std::nullopt;
  return told(on->ids, on->mesh.first_wall(self->at.xy(), towards(angle), half_angle, max));
}

std::vector<Vec3> Survey::visible_region(Vec3 at, double radius, std::uint32_t floor) const {
  if (!Data::has_place(at) || !(radius > 0 && radius <= max_place)) return {};
  const Vec2 p = at.xy();
  std::vector<geometry::Segment> walls;  // that can hide something: who stands on a wall sees both its sides
  std::vector<double> angles;
  if (const Data::Floor* on = data_->floor(floor)) {
    for (const geometry::Segment& wall : on->mesh.walls()) {
      if (norm2(nearest_on_segment(p, wall.a, wall.b).point - p) > radius * radius || geometry::on_segment(p, wall.a, wall.b)) continue;
      walls.push_back(wall);
      add_turns(p, radius, wall, angles);
    }
  }
  std::vector<std::pair<double, bool>> rays;  // true: a chord's end, of no use on a wall
  for (const double angle : angles) rays.push_back({angle, false});
  for (int i = 1; i <= chords; ++i) rays.push_back({-pi + i * (two_pi / chords), true});
  std::sort(rays.begin(), rays.end());
  std::vector<Vec3> corners;
  for (const auto& [angle, chord] : rays) {
    const Vec2 d = towards(angle);
    const double far = ray(walls, p, d, radius);
    if (!chord || far == radius) corners.push_back(lift(p + far * d));
  }
  return corners;
}

std::vector<Vec3> Survey::visible_region(AgentId id, double radius) const {
  const AgentState* self = data_->find(id);
  return self == nullptr ? std::vector<Vec3>{} : visible_region(self->at, radius, self->floor);
}

}  // namespace wend
