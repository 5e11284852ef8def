#pragma once
#include <wend/backend.hpp>
#include <wend/ids.hpp>
#include <wend/params.hpp>
#include <wend/relation.hpp>
#include <wend/vec.hpp>

#include <cstdint>
#include <span>

namespace wend {

// What a user hands to a World. Plain values with usable defaults; ranges stand in the table behind fields().

struct WorldSettings {
  double dt = 0.1;
  std::uint64_t seed = 1;
  int dimension = 2;
  std::uint32_t max_agents = 1u << 20;
  std::uint32_t max_bodies = 1u << 18;  // obstacles and walls together
  std::uint32_t max_targets = 1u << 16;
  std::uint32_t max_events = 1u << 16;  // the oldest are dropped, and counted
  bool keep_log = false;                // remember every Command
  Relation perception = Relation::visible;  // which agents and obstacles steering sees; walls always
  Backend environment = Backend::automatic;
};

enum class OnArrival : std::uint8_t { stop = 0, remove = 1, go_on = 2 };
enum class GoalOrder : std::uint8_t {
  nearest = 0,  // all of them, the nearest first
  listed = 1,   // all of them, one after the other
  any = 2,      // one of them; an empty id in the list begins the next stage, of which again one is enough
  all = 3,      // no list: every target of the world (of the first 64), the nearest first
};

constexpr double courage_unset = -1;
constexpr double watch_nobody = -1;
constexpr double capacity_unlimited = -1;

struct AgentSpec {
  Vec3 at{};
  double heading = 0;
  double turn_rate = 0;
  double radius = 0.25;
  double speed = 1.34;  // top speed
  double agility = 1;
  double lightness = 1;
  double courage = courage_unset;
  double watch = watch_nobody;  // radius of the disk whose comings and goings are told as events
  double energy = 1;            // 1 is fresh; less is slower on its feet and in its turns
  TargetId target{};  // none: the agent stands and makes room; with goal_order = all it goes to the nearest of all targets
  ModelId model{};    // none: attractor, people
  PlannerId planner{};  // none: straight to the target
  ClassId klass{};    // none: "agent"
  std::uint32_t floor = 0;
  std::uint32_t group = 0;  // a label of the host's, for drawing and counting
  OnArrival on_arrival = OnArrival::stop;
  GoalOrder goal_order = GoalOrder::nearest;
  bool driven = false;  // the host moves it between steer() and commit()
  // On another agent there is no room: adding is an error. With find_room the agent gets the nearest free place instead, on
  // this side of every wall, at most 20 of its radii away.
  bool find_room = false;
};

enum class TargetShape : std::uint8_t { point = 0, disc = 1, segment = 2, polygon = 3 };

// Captured when the agent's centre is within its radius plus this radius of the shape.
struct TargetSpec {
  Vec3 at{};              // centre, or one end of a segment; unused for a polygon
  Vec3 to{};              // the other end of a segment
  double radius = 0.3;  // capture radius; a disc's own radius
  double weight = 1;    // of several targets to choose from, how much this one draws: planning spec, section 7
  double capacity = capacity_unlimited;  // how many may capture it; then nobody goes there any more
  TargetShape shape = TargetShape::point;
  std::uint32_t floor = 0;
};

enum class BodyMotion : std::uint8_t { fixed = 0, scripted = 1, driven = 2 };

// A disc, or a capsule when `to` differs from `at`.
struct ObstacleSpec {
  Vec3 at{};
  Vec3 to{};
  double radius = 0.5;
  bool capsule = false;
  ClassId klass{};  // none: "obstacle"
  BodyMotion motion = BodyMotion::fixed;
  std::uint32_t floor = 0;
};

// What a moving wall does about an agent in its way.
enum class Blocked : std::uint8_t {
  stop = 0,    // it waits
  push = 1,    // it takes the agent along on its side
  report = 2,  // it passes
};

struct WallSpec {
  double thickness = 0;  // thickness radius
  ClassId klass{};
  BodyMotion motion = BodyMotion::fixed;
  Blocked blocked = Blocked::stop;
  std::uint32_t rig = 0;  // walls of one rig move, and wait, as one; 0: alone
  std::uint32_t floor = 0;
  bool door = false;  // it can be opened: it is not there then
  bool open = false;  // a door's state at the start
};

struct ClassSpec {
  double d0 = -1;     // unset: the agent's own
  double delta = -1;  // unset: the agent's own
  double weight = 1;  // scales the push and its slope
  bool competes = false;
};

// The tables behind the checks, the Lua keys and the docs.
WEND_API std::span<const Field<WorldSettings>> world_fields();
WEND_API std::span<const Field<AgentSpec>> agent_fields();
WEND_API std::span<const Field<TargetSpec>> target_fields();
WEND_API std::span<const Field<ObstacleSpec>> obstacle_fields();
WEND_API std::span<const Field<WallSpec>> wall_fields();
WEND_API std::span<const Field<ClassSpec>> class_fields();
WEND_API const ParamInfo& coordinate_info();  // the range of every x, y

}  // namespace wend
