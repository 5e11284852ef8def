#pragma once
#include <wend/base/export.hpp>
#include <wend/base/fields.hpp>
#include <wend/base/sections.hpp>
#include <wend/model/model.hpp>
#include <wend/result.hpp>
#include <wend/world.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wend::scene {

// A scene as plain data (decision N4): what a Lua script describes, what JSON carries, what build() makes a World of.
// Things refer to each other by their position in these lists; -1 is "none".

// One `param` of a scene: a slider, an option --set name=value.
struct SceneParam {
  std::string name;
  ParamKind kind = ParamKind::number;  // number, flag (0 or 1) or choice (position in choices)
  double value = 0;
  double fallback = 0;
  double low = 0;
  double high = 0;
  std::vector<std::string> choices;
};

// The structs that a waiting request carries list their members (wend/base/fields.hpp): what a checkpoint saves follows from the list.

struct SceneClass {
  std::string name;
  Attributes values;  // as World::add_class()
};

// A preset and what differs from it.
#define WEND_SCENE_MODEL(M) M(std::string, type, "attractor") M(std::string, preset, "people") M(Attributes, set, {})
struct SceneModel {
  WEND_MEMBERS(SceneModel, WEND_SCENE_MODEL)
};

#define WEND_SCENE_TARGET(M)                                                                       \
  M(TargetSpec, spec, {}) M(std::vector<Vec3>, polygon, {}) M(bool, scripted, false)                \
  M(std::uint32_t, line, 0) /* of the scene's text; 0: not known */                                 \
  M(bool, own, false)       /* of `goal = {x, y}`; not in JSON */
struct SceneTarget {
  WEND_MEMBERS(SceneTarget, WEND_SCENE_TARGET)
};

#define WEND_SCENE_OBSTACLE(M)                        \
  M(ObstacleSpec, spec, {})       /* without klass */ \
  M(std::int32_t, klass, -1)      /* of classes */    \
  M(std::uint32_t, line, 0)
struct SceneObstacle {
  WEND_MEMBERS(SceneObstacle, WEND_SCENE_OBSTACLE)
};

#define WEND_SCENE_WALL(M)                                                                              \
  M(std::vector<Vec3>, points, {}) /* a polyline */                                                     \
  M(bool, closed, false)                                                                                \
  M(WallSpec, spec, {}) /* without klass */                                                             \
  M(std::int32_t, klass, -1)                                                                            \
  M(std::vector<double>, opens, {}) M(std::vector<double>, closes, {}) /* when a door does, in seconds */ \
  M(std::uint32_t, line, 0)
struct SceneWall {
  WEND_MEMBERS(SceneWall, WEND_SCENE_WALL)
};

// As AddPlanner; parts are positions in SceneSpec::planners.
struct ScenePlanner {
  PlannerSpec spec;
  std::vector<Stroke> strokes;
  DrawnGrid drawn;
  std::vector<RoamArea> roam;
  std::vector<std::pair<std::int32_t, double>> parts;
};

#define WEND_SCENE_AGENT(M)                                                                                 \
  M(AgentSpec, spec, {}) /* without target, model, planner and klass */                                     \
  M(std::vector<std::uint32_t>, targets, {})                                                                \
  M(std::vector<std::uint32_t>, stages, {}) /* how many of the targets belong to each; none: one stage */   \
  M(std::int32_t, planner, -1) M(std::int32_t, model, -1) M(std::int32_t, klass, -1)                        \
  M(std::optional<double>, direction, {}) /* instead of targets */                                          \
  M(std::uint32_t, line, 0)
struct SceneAgent {
  WEND_MEMBERS(SceneAgent, WEND_SCENE_AGENT)
};

// Tasks to hand out when everybody is there: World::assign_tasks().
struct SceneTasks {
  std::vector<std::uint32_t> agents, targets;
};

// How the author wants it drawn.
struct SceneView {
  bool given = false;  // the box
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  std::string colour;  // "speed", "group", "weight" or empty
};

struct SceneSpec {
  std::string title;
  double dt = 0.1;
  double duration = 60;
  std::uint64_t seed = 1;
  std::string environment = "auto";      // "auto", "grid" or "kinetic": who finds the neighbours
  std::string perception = "visible";    // name() of a Relation: who counts for steering
  SceneView view;
  std::vector<std::string> group_names;  // by label; empty: unnamed
  std::vector<SceneParam> params;
  std::vector<SceneClass> classes;
  std::vector<SceneModel> models;
  std::vector<ScenePlanner> planners;
  std::vector<SceneTarget> targets;
  std::vector<SceneObstacle> obstacles;
  std::vector<SceneWall> walls;
  std::vector<SceneAgent> agents;  // groups are drawn already
  std::vector<SceneTasks> tasks;
  std::vector<std::string> warnings;
};

WEND_API std::string to_json(const SceneSpec&);
WEND_API Result<SceneSpec> from_json(std::string_view);
// All that needs no script: scripted bodies stand where they start. `models` are types of model beside the built-in ones.
WEND_API Result<World> build(const SceneSpec&, std::span<const ModelPointer> models = {});

// What a script may use up. An instruction is one of the Lua machine; library work counts by bytes and elements.
struct Limits {
  std::int64_t load_instructions = 10'000'000;
  std::int64_t callback_instructions = 100'000;
  std::int64_t step_instructions = 10'000'000;
  std::int64_t load_placement = 200'000'000;  // comparisons of places of group{} with what stands there
  std::int64_t step_placement = 2'000'000;
  std::size_t memory = std::size_t{64} << 20;  // bytes of the Lua state
  std::size_t file = std::size_t{16} << 20;    // bytes of a scene file
  std::size_t text = std::size_t{1} << 20;     // bytes of one string
  std::size_t log_lines = 1000;
  std::uint32_t agents = 1u << 20;
  std::uint32_t bodies = 1u << 18;  // obstacles and wall segments together
  std::uint32_t targets = 1u << 16;
  std::uint32_t models = 1u << 12;
  std::uint32_t classes = 1u << 8;
};

using SetOptions = std::vector<std::pair<std::string, std::string>>;  // --set name=value

inline constexpr double people_radius = 0.25, people_speed = 1.4;  // m, m/s: what LoadOptions::people is written for

struct LoadOptions {
  std::optional<std::uint64_t> seed{};  // instead of the scene's
  std::optional<double> duration{};
  std::optional<std::string> environment{}, perception{};
  SetOptions sets{};
  std::vector<std::pair<std::string, double>> people{};     // parameters of the default people, instead of their own; for studies,
                                                          // written for people_radius and people_speed and scaled to each agent
  std::vector<ModelPointer> models{};  // types of model of the host's own: a scene names them like attractor { ... }
  Limits limits{};
  std::function<void(std::string_view)> log{};  // lines of print(); empty: dropped
};

// What a checkpoint says about the scene it belongs to: its text and the options it was loaded with.
#define WEND_CHECKPOINT_SOURCE(M)                                                                            \
  M(std::string, name, {}) M(std::string, text, {})                                                          \
  M(std::optional<std::uint64_t>, seed, {}) M(std::optional<double>, duration, {})                           \
  M(SetOptions, sets, {})                                                                                      \
  M(std::optional<std::string>, perception, {}) /* instead of the scene's */
struct CheckpointSource {
  WEND_MEMBERS(CheckpointSource, WEND_CHECKPOINT_SOURCE)
};
WEND_API Result<CheckpointSource> checkpoint_source(const Sections&);

// A world with the script that describes and accompanies it.
class WEND_API Scene {
 public:
  static Result<Scene> load(std::string_view text, std::string_view name, const LoadOptions& = {});
  static Result<Scene> load_file(const std::string& path, const LoadOptions& = {});
  Scene(Scene&&) noexcept;
  Scene& operator=(Scene&&) noexcept;
  ~Scene();

  const SceneSpec& spec() const;
  World& world();
  const World& world() const;

  // on.step, requests, motions, one step of the world, callbacks. After an Error the world is whole: the step is done
  // or not done, and the scene does not go on.
  Result<void> step();
  Result<void> step(TaskRunner&);

  // All that is needed to go on later with the same bits: the world, the scene text and what the script keeps in
  // `state`. An Error names what cannot be saved; the scene can go on.
  Result<Bytes> checkpoint();
  // Of the options count the models, the limits, the log, the environment and a new duration; the rest stands in the checkpoint.
  static Result<Scene> resume(std::span<const std::byte> checkpoint, const LoadOptions& = {});
  // Variables outside `state` that callbacks write to (as their code says) or have changed so far: a resumed run would
  // not know of it. One sentence each.
  std::vector<std::string> written_outside_state();
  std::vector<std::string> changed_outside_state();

  bool has_callbacks() const;  // on.step and its kin; without one no agent is added after the start
  bool finished() const;  // the duration is over, or every agent has arrived, is idle or has gone
  double duration() const;
  std::string_view name() const;
  std::string_view text() const;

  // In scene order; what callbacks add later is not among them.
  std::span<const AgentId> agents() const;
  std::span<const TargetId> targets() const;
  std::span<const ObstacleId> obstacles() const;
  std::span<const WallId> walls() const;  // one per segment

  struct Impl;

 private:
  explicit Scene(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl_;
};

}  // namespace wend::scene
