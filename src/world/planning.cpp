#include <wend/analysis/planning_field.hpp>
#include <wend/world.hpp>

#include "core/fp_env.hpp"
#include "core/text.hpp"
#include "world/data.hpp"

#include <algorithm>

// What a host can see of its planners.

namespace wend {

namespace {

PlanningField field_of(const world::Data& d, std::uint32_t number) {
  const world::PlanField& plan = *d.plans.fields[number];
  FieldUse use;
  use.planner = {plan.key.planner, 1};
  use.kind = d.planners[plan.key.planner].made.spec.kind;
  if (planning::planner_type(use.kind).form == PlannerForm::choice) use.kind = plan.field->kind;
  use.radius = d.planners[plan.key.planner].radii[plan.key.klass];
  use.floor = plan.key.floor;
  use.targets = plan.key.targets;
  use.users = static_cast<std::size_t>(std::count(d.plan_of.begin(), d.plan_of.end(), number));
  return {std::move(use), plan.field};
}

}  // namespace

Result<void> World::make_plans(const PlanProgressCall& progress) {
  const FpEnv env;
  world::Data& d = *data_;
  if (d.steered) return Error{Errc::wrong_time, "make_plans() between steer() and commit(), expected between steps", "make_plans"};
  if (d.planners.empty()) return {};
  // On a copy, as far as the state goes: the first step lays out the same grids.
  world::Data copy = world::looking_copy(d);
  copy.scratch.resize(1);
  SerialRunner here;
  const Result<void> made = world::find_plans(copy, here, progress);
  d.plans = copy.plans;
  return made;
}

std::vector<PlanningField> World::planning_fields() const {
  std::vector<PlanningField> fields;
  if (data_->planners.empty()) return fields;
  const FpEnv env;
  const world::Data d = world::planned_copy(*data_);
  for (std::uint32_t k = 0; k < d.plans.fields.size(); ++k) {
    if (d.plans.fields[k]->field && std::find(d.plan_of.begin(), d.plan_of.end(), k) != d.plan_of.end()) fields.push_back(field_of(d, k));
  }
  std::stable_sort(fields.begin(), fields.end(), [](const PlanningField& p, const PlanningField& q) { return p.use().users > q.use().users; });
  return fields;
}

std::optional<PlanningField> World::planning_field(AgentId id) const {
  const auto row = data_->agent_slots.find(id);
  if (!row || data_->planners.empty()) return std::nullopt;
  const FpEnv env;
  const world::Data d = world::planned_copy(*data_);
  const std::uint32_t number = d.plan_of[*row];
  if (number == world::no_plan || !d.plans.fields[number]->field) return std::nullopt;
  return field_of(d, number);
}

std::vector<std::string> World::plan_notes() const {
  std::vector<std::string> notes;
  for (const auto& map : data_->plans.maps) {
    for (Vec2 p : map->report.closed) notes.push_back(planning::closed_text(p));
    for (Vec2 p : map->report.narrow) notes.push_back(planning::narrow_text(p));
  }
  for (const auto& plan : data_->plans.fields) {
    if (!plan->problem.empty()) notes.push_back(plan->problem);
    if (!plan->warning.empty()) notes.push_back(plan->warning);
  }
  std::sort(notes.begin(), notes.end());
  notes.erase(std::unique(notes.begin(), notes.end()), notes.end());
  return notes;
}

void World::keep_fields_in(std::shared_ptr<FieldStore> store) { data_->plans.store = std::move(store); }

}  // namespace wend
