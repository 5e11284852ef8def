#pragma once
#include <wend/base/export.hpp>
#include <wend/base/sections.hpp>
#include <wend/command.hpp>
#include <wend/ids.hpp>
#include <wend/planner.hpp>
#include <wend/queries.hpp>
#include <wend/result.hpp>
#include <wend/runner.hpp>
#include <wend/specs.hpp>
#include <wend/state.hpp>
#include <wend/step_report.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace wend {

namespace world {
struct Access;
struct Data;
}  // namespace world

// Described where they are of use: <wend/model/attractor.hpp>, <wend/model/human.hpp>, <wend/model/potential_field.hpp>, <wend/model/model.hpp>,
// <wend/analysis/planning_field.hpp>, <wend/analysis/portrait.hpp>.
struct AttractorParams;
struct HumanParams;
struct PotentialFieldParams;
class SteeringModel;
struct Decision;
struct Portrait;
struct PortraitRequest;
struct AgentPlan;
class PlanningField;

using Snapshot = Bytes;

// A crowd, the bodies around it and its clock. Equal calls give equal bits, whatever the number of threads. A World may be moved,
// not copied; one thread at a time may use it. Const functions other than questions (within() to find_room()) may run on several
// threads at once.
class WEND_API World {
 public:
  // A world without agents. Errors: a setting out of range.
  static Result<World> create(const WorldSettings& = {});
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  // --- Between steps: what is there. Each call is a Command. Errors name the value, what is accepted and the place; nothing changes then.

  // Cost: constant on average; with find_room the places nearby. Errors: a value out of range, an id that is gone, no room.
  Result<AgentId> add_agent(const AgentSpec&);
  Result<AgentId> add_agent(const AgentSpec&, std::span<const TargetId> goals);
  Result<TargetId> add_target(const TargetSpec&);
  Result<TargetId> add_polygon_target(std::span<const Vec3> corners, const TargetSpec& = {});
  Result<ObstacleId> add_obstacle(const ObstacleSpec&);
  Result<WallId> add_wall(Vec3 a, Vec3 b, const WallSpec& = {});
  Result<WallId> add_door(Vec3 a, Vec3 b, const WallSpec& = {});  // a wall with door = true
  // A category of bodies: friends, foes, fire-pits. Models declare the values: {{"d0", 2}, {"competes", 1}}.
  Result<ClassId> add_class(std::string_view name, const Attributes& values = {});
  Result<void> set_class(ClassId, const Attributes& values);
  // A steering model with its parameters. add_model() takes the type's name and all its numbers, or the values that differ from a
  // preset; an empty preset is the first one.
  Result<ModelId> add_attractor(const AttractorParams&);
  Result<ModelId> add_human(const HumanParams&);
  Result<ModelId> add_potential_field(const PotentialFieldParams&);
  Result<ModelId> add_model(std::string_view type, std::span<const double> params);
  Result<ModelId> add_model(std::string_view type, std::string_view preset, const Attributes& values);
  Result<PlannerId> add_planner(const PlannerSpec&);
  Result<PlannerId> add_planner(const AddPlanner&);
  // Makes a type of model known to this world. Not recorded in the command log. Errors: a name that is taken, a ModelInfo that
  // contradicts itself.
  Result<void> register_model(std::shared_ptr<const SteeringModel>);

  Result<void> remove(AgentId);
  Result<void> remove(TargetId);
  Result<void> remove(ObstacleId);
  Result<void> remove(WallId);

  // A jump: no motion, no velocity, nothing on the way is touched.
  Result<void> teleport(AgentId, Vec3 at, double heading);
  Result<void> teleport(TargetId, Vec3 at);
  Result<void> teleport(ObstacleId, Vec3 at);
  Result<void> teleport(WallId, Vec3 a, Vec3 b);

  // Where a scripted or driven body, or a target, will be at the end of the coming step: it moves there during the step, on a straight
  // line. Say it before every step in which it moves.
  Result<void> move_target(TargetId, Vec3 to);
  Result<void> move_obstacle(ObstacleId, Vec3 to);  // a capsule keeps its length and direction
  Result<void> move_obstacle(ObstacleId, Vec3 at, Vec3 to);
  Result<void> move_wall(WallId, Vec3 a, Vec3 b);

  // --- Typed setters.
  Result<void> set_radius(AgentId, double metres);
  Result<void> set_top_speed(AgentId, double metres_per_second);
  Result<void> set_heading(AgentId, double radians);
  Result<void> set_watch(AgentId, double metres);  // watch_nobody: none
  Result<void> set_group(AgentId, std::uint32_t group);
  Result<void> set_on_arrival(AgentId, OnArrival);
  Result<void> set_model(AgentId, ModelId);  // attributes of the same name keep their values
  Result<void> set_planner(AgentId, PlannerId);
  Result<void> set_driven(AgentId, bool driven);
  Result<void> set_attribute(AgentId, std::string_view name, double value);  // one of its model's own
  Result<void> set_radius(TargetId, double metres);
  Result<void> set_weight(TargetId, double weight);
  Result<void> set_capacity(TargetId, double agents);  // capacity_unlimited: any number
  Result<void> set_radius(ObstacleId, double metres);
  Result<void> set_thickness(WallId, double metres);
  Result<void> set_blocked(WallId, Blocked);
  Result<void> set_door(WallId, bool open);  // opens at once; shuts when no body is in it
  Result<void> set_user_data(EntityRef, std::uint64_t value);
  // The same by name, for tools: a field of the table (agent_fields() and its kin) or an attribute of the agent's model.
  Result<void> set(AgentId, std::string_view field, double value);
  Result<void> set(TargetId, std::string_view field, double value);
  Result<void> set(ObstacleId, std::string_view field, double value);
  Result<void> set(WallId, std::string_view field, double value);

  // --- Where to go.
  // An empty list: the agent stands, or goes to the nearest of all targets with GoalOrder::all.
  Result<void> set_goals(AgentId, std::span<const TargetId>, GoalOrder = GoalOrder::nearest);
  // Sends the agent to a point (m). Agents sent to the same point settle around it as one group. The world keeps a target of its own
  // there as long as an agent goes to it. Cost: one look at each target.
  Result<void> set_goal(AgentId, Vec3 at);
  // Each agent gets one of the targets as its goal: every target is served if it can be, none beyond its capacity, and the
  // sum of the times they are likely to need is the smallest. Agents without a task stand by. In order of the agents' ids.
  Result<std::vector<TaskAssignment>> assign_tasks(std::span<const AgentId>, std::span<const TargetId>);
  Result<void> set_direction(AgentId, double angle);
  Result<void> clear_direction(AgentId);

  // Applies a Command; answers bits() of the id it made, or 0.
  Result<std::uint64_t> apply(const Command&);
  std::span<const Command> log() const;  // with WorldSettings::keep_log

  // --- One step: every agent decides on the same picture, then all move. A step cannot fail. After a few steps it allocates nothing.
  // The runner of step(), steer() and commit() spreads the work over threads (wend/runner.hpp); without one this thread does it.
  void step();  // steer() and commit()
  void step(TaskRunner&);
  void steer();  // every agent decides; nothing moves yet. Changes are refused until commit()
  void steer(TaskRunner&);
  // Between steer() and commit(): the host's own motion for an agent with driven = true. Walls cut it; agents and obstacles do not. Not
  // recorded in the command log.
  Result<void> drive(AgentId, Vec3 at, double heading);
  std::optional<Pose> proposal(AgentId) const;  // where steer() wants the agent at the end of the step
  void commit();  // all move; contacts, captures, statuses and events follow
  void commit(TaskRunner&);

  double time() const;  // s: steps() * dt
  double dt() const;    // s, fixed when the world is made
  std::uint64_t steps() const;
  std::uint64_t seed() const;
  std::size_t agent_count() const;
  std::uint64_t agents_added() const;
  bool all_done() const;  // every agent has arrived, stands without a goal, or is gone

  // --- Reading. An id that is gone gives an empty answer.
  std::optional<AgentState> agent(AgentId) const;
  std::optional<Pose> pose(AgentId, double alpha) const;  // alpha 0: before the last step, 1: now
  std::vector<AgentState> agents() const;                 // a copy in id order
  AgentColumnsView columns() const;                       // no copy, in row order
  // A number that the agent's model publishes or takes as an attribute; empty if the model has none of that name.
  std::optional<double> attribute(AgentId, std::string_view name) const;
  // The same for all agents in the row order of columns(); `fallback` where the model has none.
  void read_attribute(std::string_view name, double fallback, std::vector<double>& out) const;
  std::optional<TargetState> target(TargetId) const;
  std::vector<TargetState> targets() const;
  std::optional<BodyState> body(ObstacleId) const;
  std::optional<BodyState> body(WallId) const;
  std::optional<BodyState> body(EntityRef) const;
  std::vector<BodyState> bodies() const;  // obstacles and walls in id order
  std::vector<Vec3> polygon(TargetId) const;
  std::string_view class_name(ClassId) const;
  std::optional<ClassId> find_class(std::string_view) const;
  std::string_view model_name(ModelId) const;
  std::span<const double> model_params(ModelId) const;  // empty for a model that is not there
  std::span<const std::shared_ptr<const SteeringModel>> model_types() const;

  // --- Questions about the world as it is now, between steps. They use the index of agents that the world keeps; the first question
  // after a step remakes it (cost: one look at each agent), so one thread at a time may ask.
  // Agents whose centre is within `radius` (m) of the point, nearest first, of equals the lower id.
  std::vector<AgentHit> within(Vec3 at, double radius, std::uint32_t floor = 0) const;
  std::optional<AgentHit> nearest(Vec3 at, double max_distance, std::uint32_t floor = 0) const;
  // Agents within `radius` of the agent that it sees: no wall between. Without itself.
  std::vector<AgentHit> visible_from(AgentId, double radius) const;
  bool visible(Vec3 from, Vec3 to, std::uint32_t floor = 0) const;
  // The first agent, obstacle or wall that the ray meets. Cost: one look at each body and at the agents near the ray.
  std::optional<RayHit> ray(Vec3 from, Vec3 direction, double max_distance, const RayFilter& = {}) const;
  // The nearest place to spec.at where the agent's body overlaps nothing, as add_agent() with find_room would choose it. `keep_free`
  // is as good as taken. Errors: no room within 20 radii.
  Result<Vec3> find_room(const AgentSpec&, std::span<const RoomTaken> keep_free = {}) const;

  std::span<const Event> events() const;       // all since the last clear_events()
  std::span<const Event> step_events() const;  // of the last step
  std::uint64_t events_dropped() const;
  void clear_events();
  StepReport step_report() const;  // counts of the last step, and its times if there is a clock
  // From now on steps are timed with this clock, such as one around std::chrono::steady_clock. Null: no times. Motion never depends on it.
  void time_steps(StepClock);

  // Builds all planning fields now instead of in the first step that needs them. Reports progress; answers the error if a field
  // cannot be built.
  Result<void> make_plans(const PlanProgressCall& = {});
  std::vector<PlanningField> planning_fields() const;  // in use now, the most used first
  std::optional<PlanningField> planning_field(AgentId) const;
  std::vector<AgentPlan> plans() const;         // of all agents with a planner and somewhere to go, as they stand now; in id order
  std::vector<std::string> plan_notes() const;  // passages that were closed, traps, targets without a way
  // Caches computed fields in this store. Null disables caching.
  void keep_fields_in(std::shared_ptr<FieldStore>);

  // Why the agent turns as it does. Of an agent that is gone: an empty answer. Cost: a copy of the state and one look around.
  Decision explain(AgentId) const;
  // The same over all headings, with its fixed points.
  Portrait portrait(AgentId) const;
  Portrait portrait(AgentId, const PortraitRequest&) const;
  StateHash hash() const;  // cost: one look at the whole state
  // Positions, headings and speeds of all agents only. Equal motion has an equal number in every version, whatever columns it has.
  std::uint64_t motion_hash() const;
  Snapshot snapshot() const;  // between steps
  // Takes over everything of the snapshot, dt, seed and limits included; how neighbours are found and logging stay as they are. Models
  // of the snapshot must be registered. On an error the world is as before.
  Result<void> restore(std::span<const std::byte>);

 private:
  friend struct world::Access;
  explicit World(std::unique_ptr<world::Data>);
  std::unique_ptr<world::Data> data_;
};

}  // namespace wend
