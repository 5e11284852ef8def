#pragma once
#include <wend/planner.hpp>
#include <wend/specs.hpp>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace wend {

// Every change to a world is one of these values, applied between steps (decision N4): it can be logged and replayed.

struct AddClass { std::string name; Attributes values; };  // values by name: what the models say of categories of bodies
struct AddModel { std::string type; std::vector<double> params; };
struct AddTarget { TargetSpec spec; std::vector<Vec3> polygon; };
struct AddAgent { AgentSpec spec; std::vector<TargetId> goals; };
struct AddObstacle { ObstacleSpec spec; };
struct AddWall { Vec3 a, b; WallSpec spec; };
struct RemoveAgent { AgentId id; };
struct RemoveTarget { TargetId id; };
struct RemoveObstacle { ObstacleId id; };
struct RemoveWall { WallId id; };
struct TeleportAgent { AgentId id; Vec3 at; double heading = 0; };
struct TeleportTarget { TargetId id; Vec3 at; };
struct TeleportObstacle { ObstacleId id; Vec3 at; };  // both ends of a capsule shift
struct TeleportWall { WallId id; Vec3 a, b; };
// Where a body or target will be at the end of the coming step: it moves there during the step.
struct MoveTarget { TargetId id; Vec3 half, end; };
struct MoveObstacle { ObstacleId id; Vec3 half_at, half_to, end_at, end_to; };
struct MoveWall { WallId id; Vec3 half_a, half_b, end_a, end_b; };
struct SetAgent { AgentId id; std::string field; double value = 0; };  // a name of agent_fields(), or an attribute of its model
struct SetObstacle { ObstacleId id; std::string field; double value = 0; };
struct SetTarget { TargetId id; std::string field; double value = 0; };
struct SetWall { WallId id; std::string field; double value = 0; };
// user_data of an agent, target, obstacle or wall.
struct SetUserData { EntityRef of; std::uint64_t value = 0; };
struct SetClass { ClassId id; Attributes values; };
struct SetAgentModel { AgentId id; ModelId model; };
struct SetGoals { AgentId id; std::vector<TargetId> goals; GoalOrder order = GoalOrder::nearest; };
// Go to this point, without a target object: agents sent to the same point settle around it as one group.
struct SetGoalPoint { AgentId id; Vec3 at; };
struct AssignTasks { std::vector<AgentId> agents; std::vector<TargetId> targets; };  // who does what: World::assign_tasks()
struct SetDirection { AgentId id; double angle = 0; bool on = true; };  // the planner's answer instead of a target
// Opens a door at once; shuts it as soon as nobody is in its way.
struct SetDoor { WallId id; bool open = true; };
struct SetDriven { AgentId id; bool driven = true; };
struct SetPlanner { AgentId id; PlannerId planner; };  // none: straight to the target

using Command = std::variant<AddClass, AddModel, AddTarget, AddAgent, AddObstacle, AddWall, RemoveAgent, RemoveTarget,
                             RemoveObstacle, RemoveWall, TeleportAgent, TeleportTarget, TeleportObstacle, TeleportWall, MoveTarget,
                             MoveObstacle, MoveWall, SetAgent, SetObstacle, SetTarget, SetWall, SetUserData, SetClass, SetAgentModel, SetGoals,
                             SetDirection, SetDriven, AddPlanner, SetPlanner, AssignTasks, SetDoor, SetGoalPoint>;

}  // namespace wend
