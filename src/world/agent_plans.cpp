#include <wend/analysis/planning_field.hpp>
#include <wend/world.hpp>

#include "core/fp_env.hpp"
#include "world/data.hpp"
#include "world/plan_step.hpp"

#include <algorithm>

namespace wend {

std::vector<AgentPlan> World::plans() const {
  std::vector<AgentPlan> plans;
  if (data_->planners.empty()) return plans;
  const FpEnv env;
  world::Data d = world::planned_copy(*data_);
  const world::AgentColumns& a = d.agents;
  d.environment.look({a.x, a.y, a.radius, a.floor, d.capsules}, d.reach);
  world::Scratch& scratch = d.scratch[0];
  const Range everybody{0, a.size()};
  world::choose_targets(d, everybody, scratch);
  world::choose_ways(d, everybody, scratch);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const planning::Answer& goal = scratch.answers[i];
    if (d.plan_of[i] == world::no_plan || goal.place == planning::Answer::none) continue;
    plans.push_back({a.id[i], scratch.plans[i].status, d.targets[goal.place].id, lift(Vec2{a.x[i], a.y[i]} + goal.offset)});
  }
  std::sort(plans.begin(), plans.end(), [](const AgentPlan& p, const AgentPlan& q) { return p.agent < q.agent; });
  return plans;
}

}  // namespace wend
