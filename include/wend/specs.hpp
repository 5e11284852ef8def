#pragma once
#include <wend/base/export.hpp>
#include <wend/base/fields.hpp>
#include <wend/base/params.hpp>
#include <wend/ids.hpp>
#include <wend/vec.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace wend {

// The nested sets V, R, K, N of the environment spec: how one agent stands to another in its disk.
enum class Relation : std::uint8_t {
  near = 0,         // within the radius
  unseparated = 1,  // no single wall cuts the disk between them
  reachable = 2,    // there is a way inside the disk
  visible = 3,      // no wall meets the line between them
};
WEND_API const char* name(Relation);

// Who finds the neighbours and the moments of meeting; the results are the same.
enum class Backend : std::uint8_t { automatic = 0, grid = 1, kinetic = 2 };

// What a user hands to a World: plain values with usable defaults. Each struct is made of a list of fields (wend/base/fields.hpp); a new
// parameter is one line of its list. `wend info --parameters` prints the lists.

// clang-format off

#define WEND_WORLD_FIELDS(STORED, GIVEN, OTHER) \
  STORED(clock, cold, double, dt, 0.1, number("s", 1e-4, 0.5), "time step; above 0.25 s behaviour suffers") \
  OTHER(std::uint64_t, seed, 1, "of all random numbers") \
  GIVEN(int, dimension, 2, whole("", 2, 3).for_hosts(), "of the world; this version has 2") \
  GIVEN(std::uint32_t, max_agents, 1u << 20, whole("", 0, 4294967295.0).for_hosts(), "agents at one time") \
  GIVEN(std::uint32_t, max_bodies, 1u << 18, whole("", 0, 4294967295.0).for_hosts(), "obstacles and walls together") \
  GIVEN(std::uint32_t, max_targets, 1u << 16, whole("", 0, 4294967295.0).for_hosts(), "targets at one time") \
  GIVEN(std::uint32_t, max_events, 1u << 16, whole("", 0, 4294967295.0).for_hosts(), "events kept; the oldest are dropped, and counted") \
  GIVEN(bool, keep_log, false, flag().for_hosts(), "remember every Command") \
  STORED(clock, cold, Relation, perception, Relation::visible, choice("near|unseparated|reachable|visible"), \
         "which agents and obstacles steering sees; walls always") \
  GIVEN(Backend, environment, Backend::automatic, choice("auto|grid|kinetic"), "what finds the neighbours; the results are the same")

// Fixed when a world is made.
struct WorldSettings {
  WEND_SPEC_MEMBERS(WorldSettings, WEND_WORLD_FIELDS)
};

// What an agent does at its last target.
enum class OnArrival : std::uint8_t { stop = 0, remove = 1, go_on = 2 };
enum class GoalOrder : std::uint8_t {
  nearest = 0,  // all of them, the nearest first
  listed = 1,   // all of them, one after the other
  any = 2,      // one of them; an empty id in the list begins the next stage, of which again one is enough
  all = 3,      // no list: every target of the world, the nearest first
};

constexpr double watch_nobody = -1;
constexpr double capacity_unlimited = -1;

#define WEND_AGENT_FIELDS(STORED, GIVEN, OTHER) \
  OTHER(Vec3, at, {}, "where it stands") \
  GIVEN(double, heading, 0, number("rad", -1e6, 1e6), "direction it faces, counter-clockwise from +x") \
  STORED(motion, own, double, turn_rate, 0, number("rad/s", -1000, 1000), "initial turn rate, positive is left") \
  STORED(attributes, shared, double, radius, 0.25, number("m", 0.001, 5), "radius of its body") \
  STORED(attributes, own, double, top_speed, 1.34, number("m/s", 0, 100).named("speed"), "top speed") \
  OTHER(Attributes, attributes, {}, "values of its model's own attributes, such as {\"courage\", 0.5}; the others have their defaults") \
  STORED(attributes, own, double, watch, watch_nobody, number("m", 0, 1e5).or_unset(watch_nobody), \
         "radius of the disk in which it notices agents that enter and leave; unset: none") \
  OTHER(TargetId, target, {}, "none: it stands and makes room; with goal_order = all it goes to the nearest of all targets") \
  OTHER(ModelId, model, {}, "none: attractor, people") \
  OTHER(PlannerId, planner, {}, "none: straight to the target") \
  OTHER(ClassId, klass, {}, "none: \"agent\"") \
  STORED(attributes, shared, std::uint32_t, floor, 0, whole("", 0, 1000).for_hosts(), "agents meet bodies of their own floor only") \
  STORED(attributes, cold, std::uint32_t, group, 0, whole("", 0, 1e6).for_hosts(), "a label for drawing and counting") \
  STORED(attributes, cold, OnArrival, on_arrival, OnArrival::stop, choice("stop|remove|continue"), "what it does at its last target") \
  STORED(goals, cold, GoalOrder, goal_order, GoalOrder::nearest, choice("nearest|listed|any|all").named("order"), \
         "in which order targets are visited; any: one is enough; all: every target of the scene, the nearest first") \
  STORED(attributes, own, bool, driven, false, flag().for_hosts(), "the host moves it between steer() and commit()") \
  GIVEN(bool, find_room, false, flag(), "where another agent is, take the nearest free place on this side of every wall, at most 20 radii away; " \
        "otherwise an error") \
  OTHER(std::uint64_t, user_data, 0, "the host's own number; the world keeps and saves it, and never looks at it")

// A new agent: its body, its model and where it goes.
struct AgentSpec {
  WEND_SPEC_MEMBERS(AgentSpec, WEND_AGENT_FIELDS)
};

enum class TargetShape : std::uint8_t { point = 0, disc = 1, segment = 2, polygon = 3 };

// Captured when the agent's centre is within its radius plus this radius of the shape.
#define WEND_TARGET_FIELDS(STORED, GIVEN, OTHER) \
  OTHER(Vec3, at, {}, "centre, or one end of a segment; unused for a polygon") \
  OTHER(Vec3, to, {}, "the other end of a segment") \
  STORED(targets, cold, double, radius, 0.3, number("m", 0, 1000), "capture radius, added to the agent's own") \
  STORED(targets, cold, double, weight, 1, number("", 1e-6, 1e6), "of several targets to choose from, how much this one draws") \
  STORED(targets, cold, double, capacity, capacity_unlimited, whole("", 0, 1e6).or_unset(capacity_unlimited), \
         "how many agents may capture it; then no agent goes there any more; unset: any number") \
  STORED(targets, cold, TargetShape, shape, TargetShape::point, choice("point|disc|segment|polygon"), "of the target") \
  STORED(targets, cold, std::uint32_t, floor, 0, whole("", 0, 1000).for_hosts(), "only agents of its floor capture it") \
  OTHER(std::uint64_t, user_data, 0, "the host's own number")

struct TargetSpec {
  WEND_SPEC_MEMBERS(TargetSpec, WEND_TARGET_FIELDS)
};

// fixed: it never moves; scripted: agents know the velocity of the coming step; driven: they know that of the last one.
enum class BodyMotion : std::uint8_t { fixed = 0, scripted = 1, driven = 2 };

// What a moving wall does about an agent in its way.
enum class Blocked : std::uint8_t {
  stop = 0,    // the wall waits
  push = 1,    // the wall takes the agent along on its side
  report = 2,  // the wall passes
};

// What obstacles and walls have in common.
#define WEND_BODY_FIELDS(STORED, GIVEN, OTHER) \
  STORED(bodies, shared, BodyMotion, motion, BodyMotion::fixed, choice("fixed|scripted|driven").for_hosts(), "what moves it") \
  STORED(bodies, shared, std::uint32_t, floor, 0, whole("", 0, 1000).for_hosts(), "agents meet bodies of their own floor only") \
  OTHER(std::uint64_t, user_data, 0, "the host's own number")

// A disc, or a capsule when `capsule` is set.
#define WEND_OBSTACLE_FIELDS(STORED, GIVEN, OTHER) \
  OTHER(Vec3, at, {}, "centre of a disc, first end of a capsule") \
  OTHER(Vec3, to, {}, "second end of a capsule") \
  STORED(bodies, shared, double, radius, 0.5, number("m", 0, 1000), "radius of a disc, thickness radius of a capsule") \
  GIVEN(bool, capsule, false, flag().for_hosts(), "a capsule from `at` to `to`") \
  OTHER(ClassId, klass, {}, "none: \"obstacle\"") \
  WEND_BODY_FIELDS(STORED, GIVEN, OTHER)

struct ObstacleSpec {
  WEND_SPEC_MEMBERS(ObstacleSpec, WEND_OBSTACLE_FIELDS)
};

// What only walls have.
#define WEND_WALL_OWN_FIELDS(STORED, GIVEN, OTHER) \
  STORED(bodies, cold, Blocked, blocked, Blocked::stop, choice("stop|push|report"), "what a moving wall does about an agent in its way") \
  STORED(bodies, cold, std::uint32_t, rig, 0, whole("", 0, 4294967295.0).for_hosts(), "walls of one rig move, and wait, as one; 0: alone") \
  STORED(bodies, cold, bool, door, false, flag().for_hosts(), "a door can be opened; while it is open it is ignored") \
  GIVEN(bool, open, false, flag().for_hosts(), "a door's state at the start")

#define WEND_WALL_FIELDS(STORED, GIVEN, OTHER) \
  GIVEN(double, thickness, 0, number("m", 0, 100), "thickness radius: half of how thick the wall is") \
  OTHER(ClassId, klass, {}, "none: \"obstacle\"") \
  WEND_BODY_FIELDS(STORED, GIVEN, OTHER) \
  WEND_WALL_OWN_FIELDS(STORED, GIVEN, OTHER)

struct WallSpec {
  WEND_SPEC_MEMBERS(WallSpec, WEND_WALL_FIELDS)
};

// clang-format on

// The rows of the lists that are numbers, flags and choices, in the order of the lists.
WEND_API std::span<const Field<WorldSettings>> world_fields();
WEND_API std::span<const Field<AgentSpec>> agent_fields();
WEND_API std::span<const Field<TargetSpec>> target_fields();
WEND_API std::span<const Field<ObstacleSpec>> obstacle_fields();
WEND_API std::span<const Field<WallSpec>> wall_fields();
WEND_API const ParamInfo& coordinate_info();  // the range of every x, y

}  // namespace wend
