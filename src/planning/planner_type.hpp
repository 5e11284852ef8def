#pragma once
#include <wend/planner.hpp>
#include <wend/result.hpp>

#include "planning/crowd.hpp"
#include "planning/harmonic.hpp"
#include "planning/map.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace wend::planning {

// What the fields of one grid share. A planner keeps its work for the whole grid here.
struct Grid {
  std::shared_ptr<const Map> map;  // none: nothing stands on this floor
  double radius = 0;               // m, of the agents that ask
  std::shared_ptr<const HarmonicFactor> factor;
  std::vector<double> clearance;  // with the doors as in `clearance_of`
  std::uint64_t clearance_of = 0;
};

// One field on its way: what a planner may read, and where it leaves its work.
struct FieldWork {
  const PlannerSpec* spec = nullptr;
  Grid* grid = nullptr;
  const TargetCells* targets = nullptr;
  std::span<const Crowd> crowds;         // of all floors, for avoid_crowds
  std::uint32_t floor = 0;
  std::vector<std::uint8_t> open, solid;  // per door of the map; per cell, with the doors as they are
  std::vector<double> cost;               // filled by prepare() where the planner has a running cost
  std::shared_ptr<const Column>* shut = nullptr;  // kept with the field: the harmonic answer with all doors shut
};

// How one kind of planner finds the way. A new kind is a line in WEND_PLANNER_KINDS (wend/planner.hpp) and a file that defines
// <name>_planner(); world, scene, JSON, program and documents ask planner_type() and planner_kinds().
struct PlannerType {
  PlannerForm form = PlannerForm::field;
  std::span<const std::string_view> takes{};  // names of planner_fields() that this kind uses; others must keep their default
  bool stored = false;         // its potentials take long and are worth keeping in a FieldStore
  bool smooth = false;         // directions are the slope of a spline through the potential (planning spec, section 10)
  std::size_t most_cells = 0;  // free cells of a grid; 0: no limit
  // Which kind makes the potential on this grid; null: this one.
  PlannerKind (*made_by)(const PlannerSpec&, const Map&) = nullptr;
  Result<void> (*check)(const AddPlanner&, std::string_view place) = nullptr;  // beyond the ranges of the fields
  Result<void> (*prepare)(FieldWork&, const PlanProgressCall&) = nullptr;      // on one thread: may change the grid
  Result<std::vector<double>> (*solve)(FieldWork&) = nullptr;                  // the potential of each cell; on any thread
};

#define WEND_DECLARE_PLANNER(number, name, word, doc) const PlannerType& name##_planner();
WEND_PLANNER_KINDS(WEND_DECLARE_PLANNER)
#undef WEND_DECLARE_PLANNER

const PlannerType* find_planner_type(PlannerKind);    // null: a number that is no kind
const PlannerType& planner_type(PlannerKind);  // of a kind that was checked
std::size_t free_cells(const Map&);

}  // namespace wend::planning
