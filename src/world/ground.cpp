#include "world/ground.hpp"
#include "world/access.hpp"

#include "core/segment.hpp"
#include "core/text.hpp"
#include "geometry/segments.hpp"
#include "planning/distance.hpp"
#include "steering/attractor_numbers.hpp"
#include "steering/block.hpp"

#include <algorithm>
#include <cmath>

namespace wend::world {

namespace {

constexpr std::size_t most_cells = std::size_t{1} << 20;
constexpr double most_extent = 1e6;  // m

struct Box {
  Vec2 low{1e300, 1e300}, high{-1e300, -1e300};
  void add(Vec2 p, double margin) {
    if (!(std::abs(p.x) < most_extent && std::abs(p.y) < most_extent)) return;
    low = {std::min(low.x, p.x - margin), std::min(low.y, p.y - margin)};
    high = {std::max(high.x, p.x + margin), std::max(high.y, p.y + margin)};
  }
};

// Everything that stands there or wants to go there, with room to walk around the outside.
Box extent_of(const Data& d, double radius, std::uint32_t floor) {
  Box box;
  const double around = std::max(1.0, 6 * radius);
  for (const Body& b : d.bodies) {
    if (b.floor == floor && b.motion == BodyMotion::fixed) box.add(b.a, b.radius + around), box.add(b.b, b.radius + around);
  }
  for (std::size_t i = 0; i < d.agents.size(); ++i) {
    if (d.agents.floor[i] == floor) box.add({d.agents.x[i], d.agents.y[i]}, around);
  }
  for (const Target& t : d.targets) {
    if (t.floor != floor) continue;
    box.add(t.at, around), box.add(t.to, around);
    for (Vec2 corner : t.corners) box.add(corner, around);
  }
  return box;
}

void number_parts(Ground& ground) {
  const planning::Map& map = ground.map;
  ground.part.assign(map.size(), 0);
  std::vector<std::uint32_t> open;
  std::uint32_t number = 0;
  for (std::uint32_t start = 0; start < map.size(); ++start) {
    if (ground.solid[start] != 0 || ground.part[start] != 0) continue;
    ground.part[start] = ++number;
    open.assign(1, start);
    while (!open.empty()) {
      const std::uint32_t cell = open.back();
      open.pop_back();
      for (int n = 0; n < map.neighbour_count(); ++n) {
        const auto to = static_cast<std::uint32_t>(cell + map.offset(n));
        if (ground.solid[to] == 0 && ground.part[to] == 0) ground.part[to] = number, open.push_back(to);
      }
    }
  }
}

bool is_blocked(const Ground& ground, Vec2 from, Vec2 to) {
  return std::any_of(ground.bodies.begin(), ground.bodies.end(), [&](const planning::FixedBody& b) { return geometry::segments_meet(b.a, b.b, from, to); });
}

// How long two segments run side by side.
double facing_length(const planning::FixedBody& one, const planning::FixedBody& other) {
  const Vec2 u = one.b - one.a;
  const double length = norm(u);
  if (!(length > 0)) return 0;
  const double s = dot(other.a - one.a, u) / length, t = dot(other.b - one.a, u) / length;
  return std::max(0.0, std::min(length, std::max(s, t)) - std::max(0.0, std::min(s, t)));
}

}  // namespace

std::optional<Ground> make_ground(const Data& d, double radius, std::uint32_t floor, DoorsTaken doors) {
  Ground ground;
  ground.radius = radius;
  ground.floor = floor;
  for (const Body& b : d.bodies) {
    if (b.floor != floor || b.motion != BodyMotion::fixed || b.open != 0) continue;
    if (b.door != 0 && doors == DoorsTaken::open) continue;
    ground.bodies.push_back({b.a, b.b, b.radius});
    ground.ids.push_back(b.id);
  }
  const Box box = extent_of(d, radius, floor);
  if (!(box.low.x < box.high.x && box.low.y < box.high.y)) return std::nullopt;
  // A hair slimmer than the body: who touches on both sides gets through.
  planning::MapRequest request{.low = box.low, .high = box.high, .r_plan = std::max(0.001, 0.98 * radius), .max_cells = most_cells};
  planning::MapReport report;
  for (const double cell : {0.0, radius / 2, radius}) {
    request.cell = cell;
    auto map = planning::make_map(ground.bodies, request, report);
    if (!map) continue;
    ground.map = std::move(*map);
    ground.solid = ground.map.solid;
    ground.sure = report.closed.empty();
    number_parts(ground);
    return ground;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> standing_cell(const Ground& ground, Vec2 at) {
  const auto own = planning::cell_at(ground.map, at);
  if (!own) return std::nullopt;
  if (ground.solid[*own] == 0) return own;
  const auto reach = static_cast<std::int64_t>(std::ceil(ground.radius / ground.map.h)) + 2;
  const std::int64_t stride = ground.map.row_stride();
  std::optional<std::uint32_t> best;
  double nearest = 1e300;
  for (std::int64_t dy = -reach; dy <= reach; ++dy) {
    for (std::int64_t dx = -reach; dx <= reach; ++dx) {
      const std::int64_t x = static_cast<std::int64_t>(*own) % stride + dx, cell = static_cast<std::int64_t>(*own) + dy * stride + dx;
      if (x < 0 || x >= stride || cell < 0 || cell >= static_cast<std::int64_t>(ground.map.size())) continue;
      const auto c = static_cast<std::uint32_t>(cell);
      const Vec2 centre = ground.map.centre(c).xy();
      const double away = norm2(centre - at);
      if (ground.solid[c] != 0 || !(away < nearest) || is_blocked(ground, at, centre)) continue;
      best = c, nearest = away;
    }
  }
  return best;
}

std::vector<std::uint32_t> capture_cells(const Ground& ground, const Target& target, double radius) {
  std::vector<std::uint32_t> cells;
  if (target.floor != ground.floor) return cells;
  const planning::Place place{target.at, target.to, target.corners, target.floor};
  const double reach = target.radius + radius + 0.71 * ground.map.h;  // a cell counts if a part of it does
  for (std::uint32_t c = 0; c < ground.map.size(); ++c) {
    if (ground.solid[c] != 0) continue;
    const Vec2 p = ground.map.centre(c).xy();
    if (norm(planning::nearest_point(place, p) - p) <= reach) cells.push_back(c);
  }
  return cells;
}

std::optional<bool> has_way(const Ground& ground, Vec2 from, std::span<const std::uint32_t> cells) {
  const auto start = standing_cell(ground, from);
  if (!start) return std::nullopt;
  const bool found = std::any_of(cells.begin(), cells.end(), [&](std::uint32_t c) { return ground.part[c] == ground.part[*start]; });
  if (!found && !ground.sure) return std::nullopt;
  return found;
}

std::vector<double> way_lengths(const Ground& ground, std::span<const std::uint32_t> cells) {
  return planning::distance(ground.map, ground.solid, {{cells.begin(), cells.end()}, {}}, {});
}

std::vector<Vec2> way_from(const Ground& ground, std::span<const double> lengths, Vec2 from) {
  std::vector<Vec2> way;
  auto cell = standing_cell(ground, from);
  if (!cell || !std::isfinite(lengths[*cell])) return way;
  way.push_back(from);
  for (std::size_t steps = 0; steps < ground.map.size(); ++steps) {
    way.push_back(ground.map.centre(*cell).xy());
    std::uint32_t next = *cell;
    const std::uint32_t stride = ground.map.row_stride();
    for (std::uint32_t row : {*cell - stride, *cell, *cell + stride}) {
      for (std::uint32_t c : {row - 1, row, row + 1}) {
        if (lengths[c] < lengths[next]) next = c;
      }
    }
    if (next == *cell) break;
    cell = next;
  }
  return way;
}

std::vector<Gap> gaps_on(const Ground& ground, std::span<const Vec2> way, double low, double high) {
  std::vector<Gap> gaps;
  for (const planning::Passage& passage : planning::find_passages(ground.bodies, low, high)) {
    bool crossed = false;
    for (std::size_t i = 0; i + 1 < way.size() && !crossed; ++i) crossed = geometry::segments_meet(passage.a, passage.b, way[i], way[i + 1]);
    if (!crossed) continue;
    gaps.push_back({passage.middle(), passage.width, ground.ids[passage.one], ground.ids[passage.other], facing_length(ground.bodies[passage.one], ground.bodies[passage.other])});
  }
  return gaps;
}

const Body* door_on(const Data& d, std::uint32_t floor, std::span<const Vec2> way) {
  for (const Body& b : d.bodies) {
    if (b.door == 0 || b.open != 0 || b.floor != floor) continue;
    for (std::size_t i = 0; i + 1 < way.size(); ++i) {
      if (segments_cross(b.a, b.b, way[i], way[i + 1])) return &b;
    }
  }
  return nullptr;
}

std::optional<double> competing_wall_length(const Data& d, std::size_t row) {
  const ModelEntry& model = d.models[d.agents.model[row]];
  if (d.types[model.type]->name() != "attractor") return std::nullopt;
  const auto given = steering::unpack<steering::AttractorNumbers>(model.params);
  const bool as_default = given.slide != 0 && given.d0 == relative_to_body && given.d0_w == relative_to_body;
  if (given.competition == 0 || as_default) return std::nullopt;
  return resolved(given, d.agents.radius[row], d.agents.top_speed[row], d.settings.dt).d0_w;
}

std::string body_text(const Data& d, std::uint64_t id) {
  constexpr const char* kinds[] = {"agent", "disc", "capsule", "wall"};
  const auto row = d.body_slots.find(WallId::from_bits(id));
  if (!row) return concat("body ", id >> 32);
  const Body& b = d.bodies[*row];
  return concat(b.door != 0 ? "door" : kinds[static_cast<std::size_t>(b.kind)], " ", id >> 32);
}

}  // namespace wend::world

namespace wend {

WalkableGround::WalkableGround(std::shared_ptr<const world::Ground> ground) : ground_(std::move(ground)) {}

std::optional<WalkableGround> WalkableGround::of(const World& world, double radius, std::uint32_t floor, bool doors_open) {
  auto made = world::make_ground(world::Access::data(world), radius, floor, doors_open ? world::DoorsTaken::open : world::DoorsTaken::as_now);
  if (!made) return std::nullopt;
  return WalkableGround(std::make_shared<const world::Ground>(std::move(*made)));
}

std::optional<std::uint32_t> WalkableGround::standing_cell(Vec2 at) const { return world::standing_cell(*ground_, at); }

std::vector<std::uint32_t> WalkableGround::capture_cells(const World& world, TargetId target, double radius) const {
  const world::Data& d = world::Access::data(world);
  const auto row = d.target_slots.find(target);
  return row ? world::capture_cells(*ground_, d.targets[*row], radius) : std::vector<std::uint32_t>();
}

std::optional<bool> WalkableGround::has_way(Vec2 from, std::span<const std::uint32_t> cells) const { return world::has_way(*ground_, from, cells); }
std::vector<double> WalkableGround::way_lengths(std::span<const std::uint32_t> cells) const { return world::way_lengths(*ground_, cells); }
std::vector<Vec2> WalkableGround::way_from(std::span<const double> lengths, Vec2 from) const { return world::way_from(*ground_, lengths, from); }
std::vector<Gap> WalkableGround::gaps_on(std::span<const Vec2> way, double low, double high) const { return world::gaps_on(*ground_, way, low, high); }
bool WalkableGround::has_passages(double low, double high) const { return !planning::find_passages(ground_->bodies, low, high).empty(); }

std::optional<WallId> door_on(const World& world, std::uint32_t floor, std::span<const Vec2> way) {
  const world::Body* door = world::door_on(world::Access::data(world), floor, way);
  if (door == nullptr) return std::nullopt;
  return WallId::from_bits(door->id);
}

std::optional<double> competing_wall_length(const World& world, AgentId agent) {
  const world::Data& d = world::Access::data(world);
  const auto row = d.agent_slots.find(agent);
  return row ? world::competing_wall_length(d, *row) : std::nullopt;
}

std::string body_text(const World& world, std::uint64_t id) { return world::body_text(world::Access::data(world), id); }

}  // namespace wend
