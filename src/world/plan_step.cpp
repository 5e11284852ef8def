#include "world/plan_step.hpp"

#include "world/plans.hpp"

#include <algorithm>
#include <cmath>

namespace wend::world {

void choose_targets(const Data& d, Range rows, Scratch& scratch) {
  const AgentColumns& a = d.agents;
  scratch.open.clear();
  scratch.questions.clear();
  scratch.answers.resize(rows.end - rows.begin);
  std::size_t total = 0;
  for (std::size_t i = rows.begin; i < rows.end; ++i) total += a.goals[i].empty() ? a.goal_order[i] != GoalOrder::all ? 0 : std::min<std::size_t>(64, d.targets.size()) : a.goals[i].size();
  scratch.open.reserve(total);  // questions point into it
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    const std::size_t begin = scratch.open.size();
    const bool after_arrival = a.status[i] == Status::arrived && a.on_arrival[i] == OnArrival::go_on;
    if (after_arrival) {  // keeps going for the last one
      if (const auto target_row = d.target_slots.find(a.target[i])) scratch.open.push_back(static_cast<std::uint32_t>(*target_row));
    } else {
      open_goals(d, i, scratch.open);
    }
    const auto open = std::span(scratch.open).subspan(begin);
    scratch.questions.push_back({{a.x[i], a.y[i]}, a.floor[i], open, a.goal_order[i] == GoalOrder::listed});
  }
  planning::choose_places(scratch.questions, d.places, scratch.answers);
}

namespace {

// Of several targets the one to which the field leads from here.
void follow_catchment(const Data& d, const PlanField& plan, const planning::Question& question, planning::Answer& goal) {
  if (plan.leads_to.empty()) return;
  const auto cell = planning::cell_at(*plan.field->map, question.at);
  if (!cell || !std::isfinite(plan.field->potential[*cell])) return;
  const auto row = d.target_slots.find(plan.key.targets[plan.leads_to[*cell]]);
  if (!row) return;
  goal.place = static_cast<std::uint32_t>(*row);
  goal.offset = planning::nearest_point(d.places[goal.place], question.at) - question.at;
  goal.distance = norm(goal.offset);
}

// Who drew a way wants it walked, whoever sees the target.
bool is_drawn(const Data& d, const PlanField& plan) { return form_of(d.planners[plan.key.planner]) == PlannerForm::drawing; }

// Planning spec, section 1: sight is asked again after half a cell, and when anything else has changed.
bool must_look(const Data& d, std::size_t row, const PlanField& plan, const Target& target, Vec2 at) {
  const AgentColumns& a = d.agents;
  if (a.sight_of[row] != target.id || a.sight_among[row] != d.plans.geometry || target.velocity != Vec2{}) return true;
  return norm(at - Vec2{a.sight_x[row], a.sight_y[row]}) > 0.5 * plan.field->map->h;
}

// Planning spec, section 1: from field to direct only after 3 steps or 0.25 s of sight, whichever is longer.
PlanStatus with_hysteresis(const Data& d, std::size_t row, std::uint32_t sight) {
  if (sight == 0) return PlanStatus::field;
  if (d.agents.plan[row] == PlanStatus::direct) return PlanStatus::direct;
  const bool long_enough = sight >= 3 && static_cast<double>(sight) * d.settings.dt >= 0.25;
  return long_enough ? PlanStatus::direct : PlanStatus::field;
}

void ask_field(const PlanField& plan, Vec2 at, PlanAnswer& answer) {
  const planning::Sample sample = plan.field->sample(at);
  answer.direction = sample.direction;
  const bool no_opinion = sample.status == PlanStatus::field && sample.direction == Vec2{};  // nothing is drawn there
  answer.status = no_opinion ? PlanStatus::direct : sample.status;
}

}  // namespace

void choose_ways(const Data& d, Range rows, Scratch& scratch) {
  const AgentColumns& a = d.agents;
  scratch.plans.assign(rows.end - rows.begin, {});
  if (d.planners.empty()) return;
  scratch.ways.clear();
  scratch.asking.clear();
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    const std::size_t k = i - rows.begin;
    PlanAnswer& answer = scratch.plans[k];
    if (d.plan_of[i] == no_plan || scratch.answers[k].place == planning::Answer::none) continue;
    const PlanField& plan = *d.plans.fields[d.plan_of[i]];
    if (!plan.field) {
      if (!plan.problem.empty()) answer.status = PlanStatus::unreachable;
      continue;
    }
    const Vec2 at{a.x[i], a.y[i]};
    follow_catchment(d, plan, scratch.questions[k], scratch.answers[k]);
    const Target& target = d.targets[scratch.answers[k].place];
    answer.looked_at = target.id;
    answer.looked_from = {a.sight_x[i], a.sight_y[i]};
    answer.sight = a.sight[i] == 0 ? 0 : a.sight[i] + 1;
    if (is_drawn(d, plan)) {
      answer.sight = 0;
    } else if (must_look(d, i, plan, target, at)) {
      answer.looked_from = at;
      scratch.ways.push_back({at, at + scratch.answers[k].offset, a.radius[i], a.floor[i]});
      scratch.asking.push_back(i);
    }
  }
  scratch.clear.resize(scratch.ways.size());
  d.environment.clear_ways(scratch.ways, scratch.clear, scratch.way);
  for (std::size_t q = 0; q < scratch.asking.size(); ++q) {
    const std::size_t i = scratch.asking[q];
    PlanAnswer& answer = scratch.plans[i - rows.begin];
    answer.sight = scratch.clear[q] == 0 ? 0 : a.sight_of[i] == answer.looked_at ? a.sight[i] + 1 : 1;
  }
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    PlanAnswer& answer = scratch.plans[i - rows.begin];
    if (!answer.looked_at) continue;
    answer.status = with_hysteresis(d, i, answer.sight);
    if (answer.status == PlanStatus::field) ask_field(*d.plans.fields[d.plan_of[i]], {a.x[i], a.y[i]}, answer);
  }
}

Vec2 field_direction(const Data& d, std::size_t row, Vec2 at, Vec2 fallback) {
  const planning::Sample sample = d.plans.fields[d.plan_of[row]]->field->sample(at);
  return sample.direction == Vec2{} ? fallback : sample.direction;
}

}  // namespace wend::world
