#include "world/tasks.hpp"

#include "core/number.hpp"
#include "core/text.hpp"
#include "planning/assignment.hpp"
#include "steering/personality.hpp"
#include "world/attributes.hpp"

#include <algorithm>

namespace wend::world {

namespace {

// In order of their ids, each once: the answer does not depend on how a list was written.
template <class IdType>
std::vector<IdType> in_order(std::vector<IdType> ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

double time_needed(const Data& d, std::size_t row, double way) {
  const double agility = attribute(d, row, "agility").value_or(1), energy = attribute(d, row, "energy").value_or(1);
  return planning::task_time(way, d.agents.top_speed[row], agility, steering::vigour(energy));
}

// Whoever would go for one of these targets although nothing is left for it there waits instead.
void stand_by(Data& d, std::size_t row, std::span<const TargetId> targets) {
  AgentColumns& a = d.agents;
  const auto handed_out = [&](TargetId goal) { return std::binary_search(targets.begin(), targets.end(), goal); };
  if (a.status[row] == Status::arrived || targets.empty()) return;
  if (has_no_goal(d, row)) return;
  if (!a.goals[row].empty() && std::none_of(a.goals[row].begin(), a.goals[row].end(), handed_out)) return;
  give_goals(d, row, {}, GoalOrder::nearest);
}

}  // namespace

void give_goals(Data& d, std::size_t row, std::vector<TargetId> goals, GoalOrder order) {
  AgentColumns& a = d.agents;
  a.goals[row] = std::move(goals);
  a.goal_order[row] = order;
  a.captured[row] = 0;
  a.captured_beyond[row].clear();
  a.arrival[row] = -1;
  a.target[row] = {};
  a.ordered[row] = {};
  if (a.status[row] == Status::arrived) {
    a.status[row] = Status::moving;
    a.history_count[row] = 0;
  }
  if (a.status[row] == Status::idle) a.history_count[row] = 0;
}

double straight_way(const Data& d, std::size_t agent, std::size_t target) {
  const Target& t = d.targets[target];
  const Vec2 at{d.agents.x[agent], d.agents.y[agent]};
  if (t.floor != d.agents.floor[agent]) return infinity;
  const double distance = norm(planning::nearest_point({t.at, t.to, t.corners, t.floor}, at) - at);
  return std::max(0.0, distance - t.radius - d.agents.radius[agent]);
}

Result<void> hand_out_tasks(Data& d, const AssignTasks& command, const WayLength& way) {
  const std::vector<AgentId> agents = in_order(command.agents);
  const std::vector<TargetId> targets = in_order(command.targets);
  if (!targets.empty() && agents.size() > planning::most_task_pairs / targets.size()) {
    return Error{Errc::limit, concat("agents times targets = ", agents.size(), " x ", targets.size(), ", expected at most ", planning::most_task_pairs), "assign_tasks"};
  }
  std::vector<std::uint32_t> rooms;
  for (TargetId id : targets) {
    const Target& t = d.targets[*d.target_slots.find(id)];
    const double left = t.capacity < 0 ? static_cast<double>(agents.size()) : std::max(0.0, t.capacity - static_cast<double>(t.taken));
    rooms.push_back(static_cast<std::uint32_t>(std::min(left, static_cast<double>(agents.size()))));
  }
  std::vector<double> costs;
  for (AgentId agent : agents) {
    const std::size_t row = *d.agent_slots.find(agent);
    for (TargetId target : targets) costs.push_back(time_needed(d, row, way(row, *d.target_slots.find(target))));
  }
  const std::vector<std::uint32_t> chosen = planning::assign_tasks({costs, rooms});
  d.tasks.clear();
  for (std::size_t i = 0; i < agents.size(); ++i) {
    const std::size_t row = *d.agent_slots.find(agents[i]);
    const bool has_task = !chosen.empty() && chosen[i] != planning::no_task;
    d.tasks.push_back({agents[i], has_task ? targets[chosen[i]] : TargetId{}});
    if (!has_task) {
      stand_by(d, row, targets);
      continue;
    }
    give_goals(d, row, {d.tasks.back().target}, GoalOrder::nearest);
    d.agents.directed[row] = 0;
    d.agents.direction[row] = 0;
  }
  return {};
}

}  // namespace wend::world
