#pragma once
#include <wend/analysis/survey.hpp>
#include <wend/base/rng.hpp>
#include <wend/scene.hpp>

#include <lua.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "scene/hooks.hpp"
#include "scene/keys.hpp"
#include "scene/sandbox.hpp"
#include "scene/thing.hpp"

namespace wend::scene {

// A place in the engine's tables that handles name; it outlives the thing, so that a stale handle is an answer.
#define WEND_SCENE_SLOT(M)                                                                             \
  M(std::uint64_t, id, 0) /* bits() of the world's id; 0 while loading and while a request waits */    \
  M(std::uint32_t, generation, 1) M(bool, used, false) M(bool, leaving, false) /* its removal waits */
struct Slot {
  WEND_MEMBERS(Slot, WEND_SCENE_SLOT)
};

#define WEND_SLOT_TABLE(M) M(std::vector<Slot>, slots, {}) M(std::vector<std::uint32_t>, free, {})
struct SlotTable {
  WEND_MEMBERS(SlotTable, WEND_SLOT_TABLE)
  std::uint32_t take();
  void release(std::uint32_t slot);
};

// A body or target that moves by a function of time.
#define WEND_MOVER(M)                                                                                   \
  M(Tag, kind, Tag::obstacle) M(std::uint32_t, slot, 0) M(std::uint32_t, generation, 0)                 \
  M(bool, both_ends, false)          /* one function gives x1, y1, x2, y2 */                            \
  M(Vec3, from, {}) M(Vec3, to, {})  /* the end without a function stays here; a wall's pivot */        \
  M(std::vector<Vec3>, points, {})   /* of a wall, turned and shifted by what the functions answer */   \
  M(bool, closed, false)
struct Mover {
  WEND_MEMBERS(Mover, WEND_MOVER)
  std::array<int, 2> function = {LUA_NOREF, LUA_NOREF};  // of `at` or `from`, and of `to`; of a wall's `at` and `turn`
};

// When a door opens and closes, in seconds.
#define WEND_DOOR_TIMES(M) \
  M(std::uint32_t, slot, 0) M(std::uint32_t, generation, 0) M(std::vector<double>, opens, {}) M(std::vector<double>, closes, {})
struct DoorTimes {
  WEND_MEMBERS(DoorTimes, WEND_DOOR_TIMES)
};

enum class Wish : std::uint8_t { add, add_model, remove, teleport, set, goals, order, direction, no_direction, model, planner, assign, goal_point };

// An agent that is gone but of whom the coming step may still tell.
struct Departed {
  std::uint64_t id = 0;
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;
};

// What a callback asked for; applied in call order before the next snapshot.
#define WEND_REQUEST(M)                                                                                       \
  M(Wish, wish, Wish::add) M(Tag, kind, Tag::agent) M(std::uint32_t, slot, 0) M(Vec3, at, {}) M(double, value, 0) \
  M(std::string, field, {}) M(std::vector<std::uint32_t>, targets, {})                                        \
  M(std::vector<std::uint32_t>, agents, {}) /* of assign{} */                                                 \
  M(std::int32_t, model, -1)
struct Request {
  WEND_MEMBERS(Request, WEND_REQUEST)
  std::variant<std::monostate, SceneAgent, SceneTarget, SceneObstacle, SceneWall> entry;  // of Wish::add, by kind
};

// What harmonic{} and its kin said: a planner of the spec, -1: none, and where to go.
struct PlannerRecipe {
  std::int32_t planner = -1;
  std::vector<std::vector<std::uint32_t>> stages;  // slots of targets; none: the agent's own
};

// The world's ids in scene order.
struct Built {
  World world;
  std::vector<ClassId> classes;
  std::vector<ModelId> models;
  std::vector<PlannerId> planners;
  std::vector<TargetId> targets;
  std::vector<ObstacleId> obstacles;
  std::vector<std::vector<WallId>> walls;
  std::vector<AgentId> agents;
};

// Everything one scene and its script share. A Lua function reaches it through its state.
struct Engine {
  Engine(const LoadOptions&, std::string_view name, std::string_view text);

  Sandbox sandbox;
  LoadOptions options;
  std::string name;
  std::string text;
  SceneSpec spec;
  std::vector<ModelPointer> types;      // of models: the built-in ones and those of the options
  SceneKeys keys;                       // what agent{}, group{} and class{} know, with the attributes of the types
  std::vector<std::string> globals;     // names that a script finds, for suggestions
  std::vector<PlannerRecipe> planners;  // what handles of planners name
  std::vector<PlannerId> probe_planners;
  std::vector<SceneModel> recipes;  // what attractor{}, human{} and potential_field{} said, before a crowd's defaults
  std::optional<World> probe;       // checks what one range cannot say, at the call
  std::optional<Built> built;       // after loading
  bool settled = false;             // scene{} came, or is too late
  std::string settled_by;           // "attractor{} in line 3"
  bool default_checked = false;     // the default model goes with dt
  bool in_motion = false;           // a function of time runs: it may only answer numbers
  std::uint32_t groups = 0;

  std::array<SlotTable, 4> slots;                      // by Tag
  std::array<std::vector<std::uint32_t>, 4> by_index;  // an id's index -> its slot
  std::vector<std::vector<WallId>> wall_ids;           // by slot
  std::vector<Mover> movers;
  std::vector<DoorTimes> door_times;
  std::vector<std::vector<int>> hooks;  // functions of on.*, by their place in all_hooks()
  std::vector<int> loaded_functions;  // of the movers as the script made them: a checkpoint names them by position
  std::vector<Request> requests;
  std::vector<Departed> departed;  // since the last step was told
  std::optional<Survey> survey;    // of the world as it is, once a callback has asked
  std::uint32_t bodies = 0;  // obstacles and wall segments, those that wait included
  std::uint32_t waiting_agents = 0;
  std::int64_t placement_left = 0;  // comparisons that group{} may still make: not the script's work, but not endless either
  Rng random = Rng::from_state(0);
  std::size_t log_lines = 0;

  Error error;           // raised by us
  bool raised = false;   // `error` is what the script is dying of
  bool rethrow = false;  // the value on top of the stack is
  std::string answer;    // text on its way to the script
  std::vector<Thing> found;  // things on their way to it

  lua_State* state() const { return sandbox.state(); }
  Meter& meter() { return sandbox.meter(); }
  bool loading() const { return !built.has_value(); }
  double now() const { return built ? built->world.time() : 0.0; }
  World& world() { return built->world; }
  const Limits& limits() const { return options.limits; }

  SlotTable& table(Tag tag) { return slots[static_cast<std::size_t>(tag)]; }
  Thing handle(Tag tag, std::uint32_t slot);
  bool is_current(const Thing&) const;
  std::int64_t number_of(const Thing&) const;                // as files and tables name it
  std::int64_t cost_of(const Thing&) const;                  // of looking at it: what waits is searched for
  void bind(Tag tag, std::uint32_t slot, std::uint64_t id);  // the world knows it now
  std::uint32_t slot_of(Tag tag, std::uint64_t id);          // takes a slot for a thing the host made
  Thing agent_handle(AgentId);                               // a stale one for who is gone

  void settle(std::string_view by = {});  // fixes dt and seed: from here scene{} is too late
  void log(std::string_view line);
  // Calls what lies on the stack; an Error says what the script died of.
  Result<void> run(int arguments, int results, std::string_view who);
  Error death(int status, std::string_view who);
};

// While a function of time runs.
class InMotion {
 public:
  explicit InMotion(Engine& e) : engine_(e) { e.in_motion = true; }
  ~InMotion() { engine_.in_motion = false; }
  InMotion(const InMotion&) = delete;
  InMotion& operator=(const InMotion&) = delete;

 private:
  Engine& engine_;
};

Engine& engine_of(lua_State*);
Meter& meter_of(lua_State*);

}  // namespace wend::scene
