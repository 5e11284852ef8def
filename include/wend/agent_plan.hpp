#pragma once
#include <wend/export.hpp>
#include <wend/planning_field.hpp>

#include <vector>

namespace wend {

class World;

// Of all who have a planner and somewhere to go, as they stand now, before the first step too; in id order.
WEND_API std::vector<AgentPlan> agent_plans(const World&);

}  // namespace wend
