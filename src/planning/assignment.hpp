#pragma once
#include <wend/planner.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace wend::planning {

constexpr std::uint32_t no_task = 0xffffffffu;
using wend::most_task_pairs;

// Who does what. costs: seconds, one row per agent and one column per room; infinite: impossible. rooms: how many may get each task.
struct TaskQuestion {
  std::span<const double> costs;
  std::span<const std::uint32_t> rooms;
};

// The task of each agent or no_task, planning spec (p.31): as many tasks as can be are done by somebody, as many agents as
// can be get one, and then the sum of the costs is the smallest. Costs count in steps of 2^-20 s, up to 2^24 s. Pure.
std::vector<std::uint32_t> assign_tasks(const TaskQuestion&);

// Seconds an agent is likely to need, planning spec (p.29), (p.30); infinite for who cannot move.
double task_time(double distance, double top_speed, double agility, double vigour);

}  // namespace wend::planning
