#pragma once
#include <wend/ids.hpp>
#include <wend/result.hpp>
#include <wend/state.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace wend {

class World;

// What one agent did. Clearances are surface to surface and looked for up to clearance_reach.
struct AgentReport {
  AgentId id{};
  Status status = Status::moving;
  double birth = 0;               // time at which it was added
  std::optional<double> arrival;  // time of its first arrival at its last target
  double waited = 0;              // seconds with the status waiting, until that arrival
  double length = 0;    // of its path
  double straight = 0;  // distance from its start to where it arrived
  std::optional<double> clearance;  // the smallest; empty if nothing came near
  std::vector<char> sides;          // 'L', 'R' or '-' per obstacle in scene order: on which side of it the obstacle was passed
  std::vector<double> obstacle_clearances;  // per obstacle, the smallest
  double max_turn_rate = 0;
  double rms_turn_rate = 0;
  double jitter = 0;  // mean |change of turn rate| per step, rad/s
  Vec3 final_at{};
  double final_heading = 0;
  bool present = true;
};

// What a crowd did; the words are those of docs/metrics.md.
struct Report {
  std::uint64_t agents = 0;         // ever added
  std::uint64_t arrived = 0;
  std::uint64_t with_goal = 0;      // all but those that end idle and never arrived
  std::uint64_t finished = 0;       // arrived, removed or idle
  std::uint64_t stuck = 0;          // status at the end
  std::uint64_t waiting = 0;
  std::uint64_t idle = 0;
  std::uint64_t orbiting = 0;
  std::uint64_t lost = 0;
  std::uint64_t non_finite = 0;
  std::uint64_t contacts = 0;       // episodes with agents and moving bodies
  std::uint64_t wall_contacts = 0;  // episodes with static bodies
  std::uint64_t overlap_pairs = 0;  // pairs of agents ever closer than r_a + r_b - 1 mm
  std::uint64_t deep_pairs = 0;     // pairs of agents ever closer than 0.9 (r_a + r_b)
  std::uint64_t wall_violations = 0;  // steps in which an agent's path crossed the axis of a static wall
  std::optional<double> min_clearance;
  // Times of agents count from the birth of the agent to its first arrival.
  std::optional<double> t95;        // within which 95 % of those with a goal arrived
  std::optional<double> mean_time;  // over those that arrived
  double waiting_time = 0;          // AgentReport::waited, mean over those with a goal
  double share_stuck = 0;           // of the steps of agents that had not arrived and were not idle
  double share_waiting = 0;
  std::optional<double> path_efficiency;
  std::optional<double> flow;         // arrivals per second between the first and the last, every arrival of every agent
  std::optional<double> longest_gap;  // between two arrivals, s
  double jitter = 0;                  // mean over agents
};

// A body among the agents; a == b for a disc.
struct ObservedBody {
  std::uint64_t id = 0;
  Vec2 a{}, b{};
  double radius = 0;
  BodyKind kind = BodyKind::disc;
  BodyMotion motion = BodyMotion::fixed;
  std::uint32_t floor = 0;
};

// A crowd after a step as plain columns, one row per agent in any order: all that is measured.
struct Observation {
  double dt = 0.25;
  double time = 0;  // after the step
  std::span<const AgentId> id;
  std::span<const std::uint64_t> born;  // order of creation
  std::span<const double> x, y, old_x, old_y;  // old: before the step
  std::span<const double> heading, turn_rate, radius, top_speed;
  std::span<const std::uint32_t> floor;
  std::span<const Status> status;
  std::span<const ObservedBody> bodies;  // in id order
  std::span<const Event> events;         // of the step
};

// Watches a world: call start() before the first step and observe() after each.
class WEND_API Metrics {
 public:
  static constexpr double clearance_reach = 2.0;  // m

  Metrics();
  ~Metrics();
  Metrics(Metrics&&) noexcept;
  Metrics& operator=(Metrics&&) noexcept;
  void start(const World&);
  void observe(const World&);
  void start(const Observation&);
  void observe(const Observation&);
  Report report() const;
  std::vector<AgentReport> agents() const;  // in order of creation

  // All it has seen, for a run that goes on elsewhere. On an error it is as before.
  std::vector<std::byte> save() const;
  Result<void> restore(std::span<const std::byte>);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace wend
