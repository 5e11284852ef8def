#pragma once
#include <wend/export.hpp>
#include <wend/ids.hpp>
#include <wend/planner.hpp>
#include <wend/vec.hpp>

#include <vector>

namespace wend {

class World;

// What the planner of an agent says.
struct AgentPlan {
  AgentId agent{};
  PlanStatus status = PlanStatus::direct;
  TargetId target{};
  Vec3 to{};  // the nearest point of it
};

// Of all who have a planner and somewhere to go, as they stand now, before the first step too; in id order.
WEND_API std::vector<AgentPlan> agent_plans(const World&);

}  // namespace wend
