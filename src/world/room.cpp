#include "world/room.hpp"

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/hash.hpp"
#include "core/segment.hpp"
#include "core/text.hpp"
#include "geometry/segments.hpp"
#include "world/data.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

namespace wend::world {

namespace {

constexpr double smallest_layer = 0.001;  // m: largest radius of the first layer

double largest_of(std::size_t layer) { return smallest_layer * static_cast<double>(std::uint64_t{1} << layer); }

std::size_t layer_of(double radius) {
  std::size_t layer = 0;
  while (layer + 1 < RoomGrid::layers && !(radius <= largest_of(layer))) ++layer;
  return layer;
}

// The number of a cell; a place that is not a number, or beyond all counting, is in cell 0.
std::int64_t cell_of(double v, double side) {
  const double cell = std::floor(v / side);
  return std::abs(cell) < 1e15 ? static_cast<std::int64_t>(cell) : 0;
}

std::size_t bucket(const RoomGrid& grid, std::uint32_t floor, std::size_t layer, std::int64_t x, std::int64_t y) {
  const std::uint64_t where = mix(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
  return static_cast<std::size_t>(mix(where, (std::uint64_t{floor} << 8) | layer) & (grid.heads.size() - 1));
}

void put(Data& d, std::size_t row) {
  RoomGrid& grid = d.room;
  const AgentColumns& a = d.agents;
  const std::size_t layer = layer_of(a.radius[row]);
  const double side = 2 * largest_of(layer);
  const std::size_t b = bucket(grid, a.floor[row], layer, cell_of(a.x[row], side), cell_of(a.y[row], side));
  grid.entries.push_back({a.id[row], grid.heads[b]});
  grid.heads[b] = static_cast<std::int32_t>(grid.entries.size() - 1);
  ++grid.in_layer[layer];
}

void build(Data& d) {
  RoomGrid& grid = d.room;
  grid.step = d.step;
  grid.entries.clear();
  grid.in_layer = {};
  grid.heads.assign(std::bit_ceil(std::max<std::size_t>(64, 4 * d.agents.size())), -1);
  for (std::size_t row = 0; row < d.agents.size(); ++row) put(d, row);
}

struct Disc {
  Vec2 at;
  double radius = 0;
};

double clearance(const Data& d, std::size_t row, const Disc& disc) {
  return norm(Vec2{d.agents.x[row], d.agents.y[row]} - disc.at) - d.agents.radius[row] - disc.radius;
}

// Visits the rows of all agents that the disc may overlap, some of them twice, until visit() answers false.
template <class Visit>
void for_near(Data& d, const Disc& disc, std::uint32_t floor, Visit&& visit) {
  RoomGrid& grid = d.room;
  if (grid.step != d.step) build(d);
  const auto look = [&](AgentId id) {
    const auto row = d.agent_slots.find(id);
    return !row || d.agents.floor[*row] != floor || visit(*row);
  };
  for (std::size_t layer = 0; layer < RoomGrid::layers; ++layer) {
    if (grid.in_layer[layer] == 0) continue;
    const double side = 2 * largest_of(layer), reach = disc.radius + largest_of(layer);
    const std::int64_t x0 = cell_of(disc.at.x - reach, side), x1 = cell_of(disc.at.x + reach, side);
    const std::int64_t y0 = cell_of(disc.at.y - reach, side), y1 = cell_of(disc.at.y + reach, side);
    if (static_cast<std::uint64_t>((x1 - x0 + 1) * (y1 - y0 + 1)) > grid.entries.size()) {
      for (const RoomGrid::Entry& entry : grid.entries) {
        if (!look(entry.id)) return;
      }
      return;  // these were all layers
    }
    for (std::int64_t y = y0; y <= y1; ++y) {
      for (std::int64_t x = x0; x <= x1; ++x) {
        for (std::int32_t i = grid.heads[bucket(grid, floor, layer, x, y)]; i >= 0; i = grid.entries[static_cast<std::size_t>(i)].next) {
          if (!look(grid.entries[static_cast<std::size_t>(i)].id)) return;
        }
      }
    }
  }
}

bool overlaps_agent(Data& d, const Disc& disc, std::uint32_t floor) {
  bool found = false;
  for_near(d, disc, floor, [&](std::size_t row) {
    found = clearance(d, row, disc) < overlap_below;
    return !found;
  });
  return found;
}

double clearance(const Taken& body, const Disc& disc) { return norm(nearest_on_segment(disc.at, body.a, body.b).point - disc.at) - body.radius - disc.radius; }

// What stands so near that it may be in the way of somebody who looks for room.
std::vector<Taken> surroundings(const Data& d, const Disc& body, std::uint32_t floor, double reach, std::span<const Taken> taken) {
  std::vector<Taken> near;
  for (const Body& b : d.bodies) {
    const Taken one{b.a, b.b, b.radius, b.kind == BodyKind::wall};
    if (b.floor == floor && b.open == 0 && clearance(one, body) <= reach) near.push_back(one);
  }
  std::copy_if(taken.begin(), taken.end(), std::back_inserter(near), [&](const Taken& other) { return clearance(other, body) <= reach; });
  return near;
}

bool is_free(Data& d, const Disc& disc, std::uint32_t floor, Vec2 from, std::span<const Taken> near) {
  if (!accepts(coordinate_info(), disc.at.x) || !accepts(coordinate_info(), disc.at.y)) return false;
  for (const Taken& body : near) {
    if (clearance(body, disc) < overlap_below || (body.wall && geometry::blocks(body.a, body.b, from, disc.at))) return false;
  }
  return !overlaps_agent(d, disc, floor);
}

// An overlap in a message: to a tenth of a millimetre, and never told as 0.
double shown(double clearance) { return std::min(std::floor(clearance * 1e4 + 0.5), -1.0) / 1e4; }

}  // namespace

Result<void> check_off_walls(Data& d, Vec2 p, std::uint32_t floor, const char* place) {
  WallIndex& walls = d.walls;
  if (!walls.valid) {
    walls.body.clear();
    for (std::uint32_t row = 0; row < d.bodies.size(); ++row) {
      if (d.bodies[row].kind == BodyKind::wall) walls.body.push_back(row);
    }
    const auto low = [&](std::uint32_t row) { return std::min(d.bodies[row].a.x, d.bodies[row].b.x); };
    std::sort(walls.body.begin(), walls.body.end(), [&](std::uint32_t i, std::uint32_t j) { return low(i) < low(j); });
    walls.low.clear();
    walls.high_so_far.clear();
    for (const std::uint32_t row : walls.body) {
      const double high = std::max(d.bodies[row].a.x, d.bodies[row].b.x);
      walls.low.push_back(low(row));
      walls.high_so_far.push_back(walls.high_so_far.empty() ? high : std::max(high, walls.high_so_far.back()));
    }
    walls.valid = true;
  }
  auto i = static_cast<std::size_t>(std::upper_bound(walls.low.begin(), walls.low.end(), p.x) - walls.low.begin());
  const Body* on = nullptr;
  while (i-- > 0 && walls.high_so_far[i] >= p.x) {
    const Body& b = d.bodies[walls.body[i]];
    if (b.open != 0 || b.floor != floor || !geometry::on_segment(p, b.a, b.b)) continue;
    if (on == nullptr || b.id < on->id) on = &b;
  }
  if (on == nullptr) return {};
  return Error{Errc::invalid_value,
               concat("at = {", p.x, ", ", p.y, "} is exactly on the wall from {", on->a.x, ", ", on->a.y, "} to {", on->b.x, ", ", on->b.y,
                      "}, expected a place beside it"),
               place};
}

void note_place(Data& d, std::size_t row) {
  if (d.room.step != d.step) return;
  if (2 * d.room.entries.size() > d.room.heads.size()) return build(d);
  put(d, row);
}

Result<void> check_room(Data& d, const AgentSpec& s, const char* place) {
  const Disc body{s.at.xy(), s.radius};
  double deepest = overlap_below;
  std::size_t other = d.agents.size();
  for_near(d, body, s.floor, [&](std::size_t row) {
    const double apart = clearance(d, row, body);
    const bool tie = other < d.agents.size() && apart == deepest && d.agents.id[row] < d.agents.id[other];
    if (apart < deepest || tie) deepest = apart, other = row;
    return true;
  });
  if (other == d.agents.size()) return {};
  const AgentColumns& a = d.agents;
  return Error{Errc::invalid_value,
               concat("at = {", s.at.x, ", ", s.at.y, "} with radius ", s.radius, " m is on agent ", a.id[other].index, " at {", a.x[other], ", ", a.y[other], "} with radius ",
                      a.radius[other], " m: clearance ", shown(deepest), " m, expected 0 or more; find_room = true takes the nearest free place"),
               place};
}

Result<Vec2> find_room(Data& d, const AgentSpec& s, std::span<const Taken> taken, const char* place) {
  Disc body{s.at.xy(), s.radius};
  const double reach = room_reach_radii * s.radius, step = room_ring_radii * s.radius;
  const std::vector<Taken> near = surroundings(d, body, s.floor, reach, taken);
  if (is_free(d, body, s.floor, s.at.xy(), near)) return body.at;
  for (int ring = 1; ring * step <= reach; ++ring) {
    const int places = static_cast<int>(std::ceil(two_pi * ring));  // about one ring width apart
    for (int k = 0; k < places; ++k) {
      const auto [sin, cos] = det_sincos(wrap(two_pi * k / places));
      body.at = s.at.xy() + ring * step * Vec2{cos, sin};
      if (is_free(d, body, s.floor, s.at.xy(), near)) return body.at;
    }
  }
  return Error{Errc::invalid_value, concat("at = {", s.at.x, ", ", s.at.y, "} with radius ", s.radius, " m: no room within ", reach, " m (", room_reach_radii, " radii, on this side of the walls)"), place};
}

void for_agents_near(Data& d, Vec2 at, double radius, std::uint32_t floor, const std::function<void(std::size_t row)>& visit) {
  std::vector<std::size_t> rows;
  for_near(d, {at, radius}, floor, [&](std::size_t row) {
    rows.push_back(row);
    return true;
  });
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (const std::size_t row : rows) visit(row);
}

}  // namespace wend::world
