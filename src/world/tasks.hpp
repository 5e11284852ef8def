#pragma once
#include "world/data.hpp"

#include <functional>

namespace wend::world {

// New goals, as if it had just been told where to go.
void give_goals(Data&, std::size_t row, std::vector<TargetId> goals, GoalOrder);

// How far it is from an agent's row to a target's, in m; infinite: no way.
using WayLength = std::function<double(std::size_t agent, std::size_t target)>;
double straight_way(const Data&, std::size_t agent, std::size_t target);

// Planning spec section 18; the ids must be there. Leaves who got what in d.tasks.
Result<void> hand_out_tasks(Data&, const AssignTasks&, const WayLength&);

}  // namespace wend::world
