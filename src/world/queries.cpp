#include <wend/world.hpp>

#include "core/fp_env.hpp"
#include "core/segment.hpp"
#include "geometry/segments.hpp"
#include "world/data.hpp"
#include "world/room.hpp"

#include <algorithm>
#include <cmath>

// Questions about the world as it is. The index of agents is a cache: asking may remake it, and changes nothing else.

namespace wend {

namespace {

bool is_place(Vec2 p) { return std::abs(p.x) <= coordinate_info().high && std::abs(p.y) <= coordinate_info().high; }

bool nearer(const AgentHit& a, const AgentHit& b) { return a.distance != b.distance ? a.distance < b.distance : a.id < b.id; }

std::vector<AgentHit> agents_around(world::Data& d, Vec2 at, double radius, std::uint32_t floor) {
  std::vector<AgentHit> hits;
  if (!is_place(at) || !(radius >= 0)) return hits;
  const world::AgentColumns& a = d.agents;
  world::for_agents_near(d, at, radius, floor, [&](std::size_t row) {
    const Vec2 p{a.x[row], a.y[row]};
    const double distance = norm(p - at);
    if (distance <= radius) hits.push_back({a.id[row], lift(p), distance});
  });
  std::sort(hits.begin(), hits.end(), nearer);
  return hits;
}

bool wall_between(const world::Data& d, Vec2 from, Vec2 to, std::uint32_t floor) {
  return std::any_of(d.bodies.begin(), d.bodies.end(), [&](const world::Body& b) {
    return b.kind == EntityKind::wall && b.open == 0 && b.floor == floor && geometry::blocks(b.a, b.b, from, to);
  });
}

// Where a ray from `p` along the unit vector `u` first meets a disc; negative: never.
double meets_disc(Vec2 p, Vec2 u, Vec2 centre, double radius) {
  const Vec2 to = centre - p;
  const double along = dot(to, u), beside2 = norm2(to) - along * along, r2 = radius * radius;
  if (norm2(to) <= r2) return 0;
  if (along <= 0 || beside2 > r2) return -1;
  return along - std::sqrt(r2 - beside2);
}

// The same for a capsule: its two caps and its two long sides.
double meets_capsule(Vec2 p, Vec2 u, Vec2 a, Vec2 b, double radius) {
  if (a == b) return meets_disc(p, u, a, radius);
  if (norm(nearest_on_segment(p, a, b).point - p) <= radius) return 0;
  double first = -1;
  const auto take = [&](double s) {
    if (s >= 0 && (first < 0 || s < first)) first = s;
  };
  take(meets_disc(p, u, a, radius));
  take(meets_disc(p, u, b, radius));
  const Vec2 axis = (b - a) / norm(b - a), side{-axis.y, axis.x};
  for (const double sign : {-1.0, 1.0}) {
    const Vec2 from = a + sign * radius * side;
    const double across = dot(u, side);
    if (across == 0) continue;
    const double s = dot(from - p, side) / across;
    const double along = dot(p + s * u - a, axis);
    if (s >= 0 && along >= 0 && along <= norm(b - a)) take(s);
  }
  return first;
}

}  // namespace

std::vector<AgentHit> World::within(Vec3 at, double radius, std::uint32_t floor) const {
  const FpEnv env;
  return agents_around(*data_, at.xy(), radius, floor);
}

std::optional<AgentHit> World::nearest(Vec3 at, double max_distance, std::uint32_t floor) const {
  const FpEnv env;
  // Widening discs: the first with anybody in it holds the nearest agent.
  if (!(max_distance >= 0)) return std::nullopt;
  double radius = std::min(max_distance, 1.0);
  for (;;) {
    const std::vector<AgentHit> hits = agents_around(*data_, at.xy(), radius, floor);
    if (!hits.empty()) return hits.front();
    if (radius >= max_distance || radius > 4 * coordinate_info().high) return std::nullopt;
    radius = std::min(max_distance, 4 * radius);
  }
}

std::vector<AgentHit> World::visible_from(AgentId id, double radius) const {
  const FpEnv env;
  const auto row = data_->agent_slots.find(id);
  if (!row) return {};
  const Vec2 at{data_->agents.x[*row], data_->agents.y[*row]};
  const std::uint32_t floor = data_->agents.floor[*row];
  std::vector<AgentHit> hits = agents_around(*data_, at, radius, floor);
  std::erase_if(hits, [&](const AgentHit& hit) { return hit.id == id || wall_between(*data_, at, hit.at.xy(), floor); });
  return hits;
}

bool World::visible(Vec3 from, Vec3 to, std::uint32_t floor) const {
  const FpEnv env;
  if (!is_place(from.xy()) || !is_place(to.xy())) return false;
  return !wall_between(*data_, from.xy(), to.xy(), floor);
}

std::optional<RayHit> World::ray(Vec3 from, Vec3 direction, double max_distance, const RayFilter& filter) const {
  const FpEnv env;
  const double length = norm(direction.xy());
  if (!is_place(from.xy()) || !(length > 0) || !std::isfinite(length) || !(max_distance >= 0)) return std::nullopt;
  const Vec2 p = from.xy(), u = direction.xy() / length;
  const double reach = std::min(max_distance, 4 * coordinate_info().high);
  std::optional<RayHit> first;
  const auto take = [&](EntityRef entity, double distance) {
    if (distance < 0 || distance > reach) return;
    if (first && (distance > first->distance || (distance == first->distance && !(entity < first->entity)))) return;
    first = RayHit{entity, distance, lift(p + distance * u)};
  };
  for (const world::Body& b : data_->bodies) {
    const bool wanted = b.kind == EntityKind::wall ? filter.walls && b.open == 0 : filter.obstacles;
    if (wanted && b.floor == filter.floor) take(b.ref(), meets_capsule(p, u, b.a, b.b, b.radius));
  }
  if (!filter.agents) return first;
  // What a body hides need not be looked for.
  const double far = first ? first->distance : reach;
  const world::AgentColumns& a = data_->agents;
  world::for_agents_near(*data_, p + 0.5 * far * u, 0.5 * far, filter.floor, [&](std::size_t row) {
    if (a.id[row] != filter.except) take(a.id[row], meets_disc(p, u, {a.x[row], a.y[row]}, a.radius[row]));
  });
  return first;
}

Result<Vec3> World::find_room(const AgentSpec& spec, std::span<const RoomTaken> keep_free) const {
  const FpEnv env;
  const char* place = "find_room";
  if (auto ok = check_fields(agent_fields(), spec, place); !ok) return ok.error();
  if (!is_place(spec.at.xy())) return Error{Errc::invalid_value, "at is out of range, expected " + accepted(coordinate_info()), place};
  std::vector<world::Taken> taken;
  for (const RoomTaken& t : keep_free) taken.push_back({t.a.xy(), t.b.xy(), t.radius, t.wall});
  const auto at = world::find_room(*data_, spec, taken, place);
  if (!at) return at.error();
  return lift(*at);
}

}  // namespace wend
