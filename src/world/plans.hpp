#pragma once
#include <wend/command.hpp>
#include <wend/runner.hpp>

#include "planning/crowd.hpp"
#include "planning/field.hpp"
#include "planning/planner_type.hpp"
#include "planning/rasterise.hpp"

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace wend::world {

struct Data;

// A planner and the layout of its grids. The layout is part of the state: it depends on who was there when it was made.
#define WEND_PLANNER(M)                                                                      \
  M(AddPlanner, made, {})                                                                     \
  M(Vec2, low, {}) M(Vec2, high, {})       /* equal: not laid out yet */                      \
  M(std::uint64_t, laid_for, 0)            /* hash of what stood there then */                \
  M(std::vector<double>, radii, {})        /* of its radius classes, ascending */             \
  M(std::vector<planning::Crowd>, crowds, {}) /* one a floor, for avoid_crowds */             \
  M(std::uint64_t, looked, 0)              /* step of the last look at the crowd */
struct Planner {
  WEND_MEMBERS(Planner, WEND_PLANNER)
  std::uint64_t counted = 0;  // hash of what it saw; no state: 0 after a restore
};
#undef WEND_PLANNER
inline PlannerForm form_of(const Planner& planner) { return planning::planner_type(planner.made.spec.kind).form; }

// One field for all who share these.
struct PlanKey {
  std::uint32_t planner = 0, klass = 0, floor = 0;
  std::vector<TargetId> targets;
  friend auto operator<=>(const PlanKey&, const PlanKey&) = default;
};

struct PlanMap {
  std::uint32_t planner = 0, klass = 0, floor = 0;
  Vec2 low{}, high{};
  planning::Grid grid;
  planning::MapReport report;
  std::vector<std::uint64_t> doors;  // ids of the doors, as the map numbers them
  std::string problem;
};

struct PlanField {
  PlanKey key;
  std::shared_ptr<const planning::Field> field;  // none: go straight, or `problem` says why not
  std::vector<std::uint16_t> leads_to;           // per cell, which of key.targets; empty: there is one
  std::uint64_t aim = 0, state = 0;              // hashes of the targets' places; of target cells, doors and crowd
  planning::TargetCells cells;
  std::shared_ptr<const planning::Column> shut;  // with all doors shut, of a harmonic field with doors
  std::vector<std::uint16_t> owner;               // of each of `cells`, which of key.targets; empty: there is one
  std::vector<std::shared_ptr<PlanField>> parts;  // of a chain, once they are known
  std::vector<std::shared_ptr<const planning::Field>> made_of;  // what they were when the chain was made
  std::string problem, warning;
  bool used = false, no_room = false;  // no_room: that is its problem
};

// Those who have a planner, together; the parts of a chain are asked by the same people.
struct Askers {
  Vec2 low{}, high{};
  bool any = false, wide = false;  // wide: somebody fits no class
};

// Grids, factors and fields in use: made from the state, never part of it.
struct Plans {
  std::uint64_t structure = 0;  // hash of everything fixed, doors shut
  std::uint64_t geometry = 0;   // the same and which doors are open
  std::vector<std::shared_ptr<PlanMap>> maps;
  std::vector<std::shared_ptr<PlanField>> fields;  // sorted by key
  std::shared_ptr<FieldStore> store;
  // Buffers of one step.
  std::vector<Askers> askers;
  std::vector<std::uint8_t> unsure;
};

// Entries of its own, what they point to shared: who looks from another thread changes only the copy.
Plans copy_of(const Plans&);

constexpr std::size_t bytes_a_cell = 32;  // of a field, about
constexpr std::uint32_t no_plan = 0xffffffffu;

// Makes what the agents' planners need in this step; d.plan_of says which field is whose.
Result<void> find_plans(Data&, TaskRunner&, const PlanProgressCall&);
// A copy to look at, with every field that is needed now.
Data planned_copy(const Data&);

// Where the field with this key is in the sorted list, or would be.
std::size_t place_of(const Plans&, const PlanKey&);
// The fields a chain is made of.
std::vector<PlanKey> part_keys(const Data&, const PlanKey&);

// What a planner says to one agent.
struct PlanAnswer {
  PlanStatus status = PlanStatus::direct;
  Vec2 direction{};
  std::uint32_t sight = 0;  // ticks for which the target was in sight without a break
  Vec2 looked_from{};
  TargetId looked_at{};
};

}  // namespace wend::world
