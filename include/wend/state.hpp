#pragma once
#include <wend/ids.hpp>
#include <wend/planner.hpp>
#include <wend/specs.hpp>
#include <wend/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

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
constexpr Status last_status = Status::idle;  // the one with the largest number

// It has a goal and has not arrived there.
constexpr bool under_way(Status s) { return s != Status::arrived && s != Status::idle; }

// What an agent is and does now, with every stored value of its AgentSpec.
struct AgentState {
  AgentId id{};
  Vec3 at{};
  Vec3 velocity{};  // displacement of the last step / dt
  double heading = 0;
  double speed = 0;  // signed: the share of the velocity along the heading; a body that slides goes |velocity|
  Status status = Status::moving;
  TargetId target{};  // the one it heads for now
  ClassId klass{};
  ModelId model{};
  PlannerId planner{};
  PlanStatus plan = PlanStatus::direct;  // what stands behind its direction
  double arrival = -1;      // time, negative while on its way
  Vec3 from{};              // where its last step began
  double target_weight = 1;  // how much it heeds its target, 0 .. 1: the number `weight` that its model publishes, 1 if it has none
  std::uint64_t user_data = 0;
  std::uint64_t born = 0;  // how many agents were added before it
  WEND_AGENT_FIELDS(WEND_STORED_MEMBER, WEND_NO_FIELD, WEND_NO_FIELD)
  friend bool operator==(const AgentState&, const AgentState&) = default;
};

struct Pose {
  Vec3 at{};
  double heading = 0;
};

struct TargetState {
  TargetId id{};
  Vec3 at{}, to{};
  Vec3 velocity{};
  std::uint64_t taken = 0;  // how many agents have captured it
  bool own = false;         // made by World::set_goal(): gone when no agent goes to it any more
  std::uint64_t user_data = 0;
  WEND_TARGET_FIELDS(WEND_STORED_MEMBER, WEND_NO_FIELD, WEND_NO_FIELD)
};

// One line of a hand-out of tasks; no target: nothing was left for it.
struct TaskAssignment {
  AgentId agent{};
  TargetId target{};
  friend bool operator==(const TaskAssignment&, const TaskAssignment&) = default;
};

// An obstacle or a wall.
struct BodyState {
  EntityRef id{};  // id.kind says disc, capsule or wall; id.obstacle() and id.wall() give the typed id
  Vec3 at{}, to{};
  Vec3 velocity{};  // of `at`
  ClassId klass{};
  double waited = 0;  // seconds a wall stood still because something was in its way
  bool open = false;   // a door that is open is ignored by sensing, planning and collision
  bool waits = false;  // a door that was told to shut while an agent is in its way
  std::uint64_t user_data = 0;
  WEND_OBSTACLE_FIELDS(WEND_STORED_MEMBER, WEND_NO_FIELD, WEND_NO_FIELD)
  WEND_WALL_OWN_FIELDS(WEND_STORED_MEMBER, WEND_NO_FIELD, WEND_NO_FIELD)
};

// Columns in row order: rows may change places between steps, `id` names the agent of each. Valid until the next change of the world.
// Flags are 0 or 1.
struct AgentColumnsView {
  std::span<const AgentId> id;
  std::span<const double> x, y, heading, speed, vx, vy;
  std::span<const double> old_x, old_y, old_heading;  // before the last step, for interpolation
  std::span<const Status> status;
  std::span<const TargetId> target;
  std::span<const double> arrival;
  std::span<const std::uint64_t> born, user_data;
#define WEND_COLUMN_SPAN(part, heat, type, name, fallback, info, doc) \
  std::span<const std::conditional_t<std::is_same_v<type, bool>, std::uint8_t, type>> name;
  WEND_AGENT_FIELDS(WEND_COLUMN_SPAN, WEND_NO_FIELD, WEND_NO_FIELD)
#undef WEND_COLUMN_SPAN
};

// E(number, name, doc): the kinds of events; numbers are fixed for ever.
#define WEND_EVENT_KINDS(E)                                                                                    \
  E(1, arrived, "agent, target: its last target")                                                              \
  E(2, captured, "agent, target: one of several")                                                              \
  E(3, left, "agent: removed on arrival")                                                                      \
  E(4, status_begin, "agent, status")                                                                          \
  E(5, status_end, "agent, status")                                                                            \
  E(6, contact_begin, "agent, other: they touch")                                                              \
  E(7, contact_end, "agent, other: they part")                                                                 \
  E(8, enter, "agent, other: the other comes into the disk the agent watches")                                 \
  E(9, exit, "agent, other: the other leaves that disk")                                                       \
  E(10, penetration, "agent, wall: its motion would have crossed the wall and was cut")                        \
  E(11, wall_waits, "agent, wall: the wall or closing door is blocked by the agent, or by another wall where the agent is empty; doors report once") \
  E(12, swept, "agent, wall: a moving wall pushed the agent along or passed over it")

#define WEND_EVENT_ENUMERATOR(number, name, doc) name = number,
enum class EventKind : std::uint8_t { WEND_EVENT_KINDS(WEND_EVENT_ENUMERATOR) };
#undef WEND_EVENT_ENUMERATOR

struct EventInfo {
  EventKind kind = EventKind::arrived;
  const char* name = "";
  const char* doc = "";
};
WEND_API std::span<const EventInfo> event_kinds();  // in the order of their numbers
WEND_API const char* name(EventKind);  // "unknown" for a number that is none
constexpr std::size_t event_kind_slots = 32;  // numbers of kinds are smaller, now and later

// Ordered by time, kind, agent, other.
#define WEND_EVENT(M)                                                                                    \
  M(double, time, 0) M(std::uint64_t, step, 0)                                                           \
  M(Vec3, at, {}) /* of the agent */                                                                     \
  M(AgentId, agent, {}) M(EntityRef, other, {}) M(EventKind, kind, EventKind::arrived) M(Status, status, Status::moving)
struct Event {
  WEND_MEMBERS(Event, WEND_EVENT)
  friend bool operator==(const Event&, const Event&) = default;
};

// One number per part of the state, so that a difference names its place; `all` covers them.
#define WEND_HASH_PARTS(M)                                                                                      \
  M(std::uint64_t, clock, 0) M(std::uint64_t, motion, 0) M(std::uint64_t, attributes, 0) M(std::uint64_t, model_state, 0) \
  M(std::uint64_t, goals, 0) M(std::uint64_t, statuses, 0) M(std::uint64_t, bodies, 0) M(std::uint64_t, targets, 0)       \
  M(std::uint64_t, events, 0) M(std::uint64_t, plans, 0) M(std::uint64_t, all, 0)
struct StateHash {
  WEND_MEMBERS(StateHash, WEND_HASH_PARTS)
  friend bool operator==(const StateHash&, const StateHash&) = default;
};

}  // namespace wend
