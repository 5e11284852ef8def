#include "world/field_aims.hpp"

#include "core/hash.hpp"
#include "core/text.hpp"
#include "planning/map_doors.hpp"
#include "planning/target_cells.hpp"

namespace wend::world {

namespace {

bool is_open(const Data& d, std::uint64_t door) {
  const auto row = d.body_slots.find(WallId::from_bits(door));
  return row && is_open(d.bodies[*row]);
}

struct Aims {
  std::vector<planning::Place> places;
  std::vector<double> radii, weights;
  std::vector<std::string> names;
};

std::uint64_t hash_aims(const Data& d, const PlanKey& key) {
  std::uint64_t h = 0;
  for (TargetId id : key.targets) {
    const auto row = d.target_slots.find(id);
    if (!row) continue;
    const Target& t = d.targets[*row];
    for (double v : {t.at.x, t.at.y, t.to.x, t.to.y, t.radius, t.weight}) h = mix(h, hash_bits(v));
    for (Vec2 c : t.corners) h = mix(mix(h, hash_bits(c.x)), hash_bits(c.y));
  }
  return h;
}

// Doors, and the last look at the crowd.
std::uint64_t hash_state(const Data& d, const PlanMap& map) {
  const Planner& planner = d.planners[map.planner];
  // What was seen too: make_plans() looks in the same step as steer(), maybe at another crowd.
  std::uint64_t h = planner.made.spec.avoid_crowds > 0 ? mix(planner.looked + 1, planner.counted) : 0;
  for (std::uint64_t door : map.doors) h = mix(h, is_open(d, door) ? 1 : 0);
  return h;
}

Aims aims_of(const Data& d, const PlanKey& key) {
  Aims aims;
  for (TargetId id : key.targets) {
    const auto row = d.target_slots.find(id);
    if (!row) continue;
    const Target& t = d.targets[*row];
    aims.places.push_back(d.places[*row]);
    aims.radii.push_back(t.radius);
    aims.weights.push_back(t.weight);
    aims.names.push_back(concat("target ", id.index));
  }
  return aims;
}

// Of each target cell the nearest of several targets.
std::vector<std::uint16_t> owners(const Aims& aims, const planning::Map& map, const planning::TargetCells& cells) {
  std::vector<std::uint16_t> owner;
  if (aims.places.size() < 2) return owner;
  for (std::uint32_t c : cells.cells) {
    const Vec2 p = map.centre(c).xy();
    std::size_t best = 0;
    double best_distance = planning::infinity;
    for (std::size_t k = 0; k < aims.places.size(); ++k) {
      const double distance = norm(planning::nearest_point(aims.places[k], p) - p) - aims.radii[k];
      if (distance < best_distance) best = k, best_distance = distance;
    }
    owner.push_back(static_cast<std::uint16_t>(best));
  }
  return owner;
}

}  // namespace

std::vector<std::uint8_t> doors_open(const Data& d, const PlanMap& map) {
  std::vector<std::uint8_t> open;
  for (std::uint64_t door : map.doors) open.push_back(is_open(d, door) ? 1 : 0);
  return open;
}

bool out_of_date(const Data& d, PlanField& plan, const PlanMap& map) {
  const std::uint64_t aim = hash_aims(d, plan.key), around = hash_state(d, map);
  const bool made = plan.field || !plan.problem.empty();
  if (made && aim == plan.aim && around == plan.state) return false;
  const Aims aims = aims_of(d, plan.key);
  const std::vector<std::uint8_t> open = doors_open(d, map);
  auto cells = planning::target_cells(*map.grid.map, planning::solid_now(*map.grid.map, open), aims.places, aims.radii, aims.weights, aims.names);
  std::vector<std::uint16_t> owner = cells ? owners(aims, *map.grid.map, *cells) : std::vector<std::uint16_t>();
  const bool same = made && around == plan.state && cells && plan.field && cells->cells == plan.cells.cells && cells->weights == plan.cells.weights && owner == plan.owner;
  plan.aim = aim;
  plan.state = around;
  if (same) return false;
  plan.field = nullptr;
  plan.problem = cells ? "" : cells.error().message;
  if (!cells) return true;
  if (cells->cells != plan.cells.cells || cells->weights != plan.cells.weights) plan.shut = nullptr;
  plan.cells = std::move(*cells);
  plan.owner = std::move(owner);
  return true;
}

}  // namespace wend::world
