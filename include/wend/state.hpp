#pragma once
#include <wend/ids.hpp>
#include <wend/model.hpp>
#include <wend/planner.hpp>
#include <wend/specs.hpp>
#include <wend/vec.hpp>

#include <cstdint>
#include <span>

namespace wend {

// What a World lets be read. Numbers of enums are fixed for ever.

enum class Status : std::uint8_t {
  moving = 0,
  arrived = 1,
  stuck = 2,
  orbit = 3,
  lost = 4,
  collision = 5,
  blocked = 6,  // its planner knows no way
  non_finite = 7,
  waiting = 8,  // held up by agents that move or wait
  idle = 9,     // without a goal: it stands and makes room
};
WEND_API const char* name(Status);

struct AgentState {
  AgentId id{};
  Vec3 at{};
  Vec3 velocity{};  // displacement of the last step / dt
  double heading = 0;
  double turn_rate = 0;
  double speed = 0;  // signed: the share of the velocity along the heading; who slides goes |velocity|
  double radius = 0;
  double top_speed = 0;
  Status status = Status::moving;
  TargetId target{};  // the one it heads for now
  ClassId klass{};
  ModelId model{};
  PlannerId planner{};
  PlanStatus plan = PlanStatus::direct;  // what stands behind its direction
  double arrival = -1;      // time, negative while on its way
  double watch = watch_nobody;
  double target_weight = 1;  // how much it listens to its target, 0 .. 1
  double energy = 1;         // 0 .. 1; always 1 with a model that has none
  std::uint32_t floor = 0;
  std::uint32_t group = 0;
};

struct Pose {
  Vec3 at{};
  double heading = 0;
};

struct TargetState {
  TargetId id{};
  Vec3 at{}, to{};
  Vec3 velocity{};
  double radius = 0;
  TargetShape shape = TargetShape::point;
  double capacity = capacity_unlimited;
  std::uint64_t taken = 0;  // how many have captured it
  bool own = false;         // made by World::set_goal(): gone when no agent goes to it any more
};

// One line of a hand-out of tasks; no target: nothing was left for it.
struct TaskAssignment {
  AgentId agent{};
  TargetId target{};
  friend bool operator==(const TaskAssignment&, const TaskAssignment&) = default;
};

struct BodyState {
  std::uint64_t id = 0;  // bits() of the ObstacleId or WallId
  BodyKind kind = BodyKind::disc;
  BodyMotion motion = BodyMotion::fixed;
  Vec3 at{}, to{};
  Vec3 velocity{};  // of `at`
  double radius = 0;
  ClassId klass{};
  double waited = 0;  // seconds a wall stood still because something was in its way
  bool door = false;
  bool open = false;   // nothing knows of it then
  bool waits = false;  // it was told to shut and somebody is in its way
};

// Columns in row order: rows may change places between steps, `id` says who is where. Valid until the next change.
struct AgentColumnsView {
  std::span<const AgentId> id;
  std::span<const double> x, y, z;  // z is empty in 2D
  std::span<const double> heading, speed, turn_rate, radius;
  std::span<const Status> status;
  std::span<const double> vx, vy;
};

enum class EventKind : std::uint8_t {
  arrived = 1,        // agent, target: its last target
  captured = 2,       // agent, target: one of several
  left = 3,           // agent: removed on arrival
  status_begin = 4,   // agent, status
  status_end = 5,     // agent, status
  contact_begin = 6,  // agent, other (kind other_kind)
  contact_end = 7,
  enter = 8,        // agent, other: the other comes into the disk the agent watches
  exit = 9,         // agent, other: leaves it
  penetration = 10,  // agent, wall: its motion would have crossed the wall and was cut
  wall_waits = 11,   // wall, agent in its way or none: another wall was; also a door that cannot shut, once
  swept = 12,        // agent, wall: pushed along, or passed over
};
WEND_API const char* name(EventKind);

// Ordered by time, kind, agent, other.
struct Event {
  double time = 0;
  std::uint64_t step = 0;
  Vec3 at{};  // of the agent
  AgentId agent{};
  std::uint64_t other = 0;  // bits() of the other agent, the target or the body
  EventKind kind = EventKind::arrived;
  BodyKind other_kind = BodyKind::agent;
  Status status = Status::moving;
  friend bool operator==(const Event&, const Event&) = default;
};

// One number per subsystem, so that a difference names its place; `all` covers them.
struct StateHash {
  std::uint64_t clock = 0, motion = 0, attributes = 0, model_state = 0, goals = 0, statuses = 0, bodies = 0, targets = 0, events = 0, plans = 0;
  std::uint64_t all = 0;
  friend bool operator==(const StateHash&, const StateHash&) = default;
};

}  // namespace wend
