#pragma once
#include <wend/attractor.hpp>
#include <wend/backend.hpp>
#include <wend/command.hpp>
#include <wend/export.hpp>
#include <wend/human.hpp>
#include <wend/ids.hpp>
#include <wend/model.hpp>
#include <wend/planner.hpp>
#include <wend/planning_field.hpp>
#include <wend/portrait.hpp>
#include <wend/potential_field.hpp>
#include <wend/result.hpp>
#include <wend/runner.hpp>
#include <wend/sections.hpp>
#include <wend/specs.hpp>
#include <wend/state.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace wend {

namespace world {
struct Data;
}

using Snapshot = Bytes;

// A crowd, the bodies around it and its clock. Equal calls give equal bits, whatever the number of threads.
class WEND_API World {
 public:
  static Result<World> create(const WorldSettings& = {});
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  // Between steps: who and what is there. Each call is a Command.
  Result<AgentId> add_agent(const AgentSpec&);
  Result<AgentId> add_agent(const AgentSpec&, std::span<const TargetId> goals);
  Result<TargetId> add_target(const TargetSpec&);
  Result<TargetId> add_polygon_target(std::span<const Vec3> corners, const TargetSpec& = {});
  Result<ObstacleId> add_obstacle(const ObstacleSpec&);
  Result<WallId> add_wall(Vec3 a, Vec3 b, const WallSpec& = {});
  Result<WallId> add_door(Vec3 a, Vec3 b, const WallSpec& = {});  // a wall with door = true
  Result<ClassId> add_class(std::string_view name, const ClassSpec& = {});
  Result<ModelId> add_attractor(const AttractorParams&);
  Result<ModelId> add_human(const HumanParams&);
  Result<ModelId> add_potential_field(const PotentialFieldParams&);
  Result<ModelId> add_model(std::string_view type, std::span<const double> params);
  Result<PlannerId> add_planner(const PlannerSpec&);
  Result<PlannerId> add_planner(const AddPlanner&);
  Result<void> register_model(std::shared_ptr<const SteeringModel>);  // not a Command: code cannot be logged
  Result<void> remove(AgentId);
  Result<void> remove(TargetId);
  Result<void> remove(ObstacleId);
  Result<void> remove(WallId);
  Result<void> teleport(AgentId, Vec3 at, double heading);
  Result<void> teleport(TargetId, Vec3 at);
  Result<void> teleport(ObstacleId, Vec3 at);
  Result<void> teleport(WallId, Vec3 a, Vec3 b);
  Result<void> set(AgentId, std::string_view field, double value);
  Result<void> set(TargetId, std::string_view field, double value);
  // An empty list: the agent stands, or goes to the nearest of all targets with GoalOrder::all.
  Result<void> set_goals(AgentId, std::span<const TargetId>, GoalOrder = GoalOrder::nearest);
  // Sends the agent to a point (m). Agents sent to the same point settle around it as one group. The world keeps a target of its own
  // there as long as an agent goes to it. Cost: one look at each target.
  Result<void> set_goal(AgentId, Vec3 at);
  // Each agent gets one of the targets as its goal: every target is served if it can be, none beyond its capacity, and the
  // sum of the times they are likely to need is the smallest. Who gets none stands by. In order of the agents' ids.
  Result<std::vector<TaskAssignment>> assign_tasks(std::span<const AgentId>, std::span<const TargetId>);
  Result<void> set_direction(AgentId, double angle);
  Result<void> clear_direction(AgentId);
  Result<void> set_driven(AgentId, bool driven);
  Result<void> set_door(WallId, bool open);
  Result<void> set_planner(AgentId, PlannerId);
  // Applies a Command; answers bits() of the id it made, or 0.
  Result<std::uint64_t> apply(const Command&);
  std::span<const Command> log() const;  // with WorldSettings::keep_log

  // One step: everybody decides on the same picture, then everybody moves.
  void step();
  void step(TaskRunner&);
  void steer();
  void steer(TaskRunner&);
  // Between steer() and commit(): the host's own motion for an agent with driven = true.
  Result<void> drive(AgentId, Vec3 at, double heading);
  std::optional<Pose> proposal(AgentId) const;  // where steer() wants it at the end of the step
  void commit();

  double time() const;  // steps() * dt
  double dt() const;
  std::uint64_t steps() const;
  std::uint64_t seed() const;
  std::size_t agent_count() const;
  std::uint64_t agents_added() const;
  bool all_done() const;  // every agent has arrived, stands without a goal, or is gone

  std::optional<AgentState> agent(AgentId) const;
  std::optional<Pose> pose(AgentId, double alpha) const;  // 0: before the last step, 1: now
  std::vector<AgentState> agents() const;                 // a copy in id order
  AgentColumnsView columns() const;
  std::optional<TargetState> target(TargetId) const;
  std::vector<TargetState> targets() const;
  std::optional<BodyState> body(ObstacleId) const;
  std::optional<BodyState> body(WallId) const;
  std::vector<BodyState> bodies() const;  // obstacles and walls in id order
  std::vector<Vec3> polygon(TargetId) const;
  std::string_view class_name(ClassId) const;
  std::optional<ClassId> find_class(std::string_view) const;
  std::string_view model_name(ModelId) const;

  std::span<const Event> events() const;       // all since the last clear_events()
  std::span<const Event> step_events() const;  // of the last step
  std::uint64_t events_dropped() const;
  void clear_events();
  const StepReport& step_report() const;  // what finding the neighbours of the last step took

  // The fields of all who have a planner are made in the step that needs them. This makes them now: who waits can be told how
  // far it is, and hears why there is none.
  Result<void> make_plans(const PlanProgressCall& = {});
  std::vector<PlanningField> planning_fields() const;  // in use now, the most used first
  std::optional<PlanningField> planning_field(AgentId) const;
  std::vector<AgentPlan> plans() const;                // of all who have a planner and somewhere to go, as they stand now; in id order
  std::vector<std::string> plan_notes() const;         // passages that were closed, traps, targets without a way
  void keep_fields_in(std::shared_ptr<FieldStore>);    // none: nowhere

  Decision explain(AgentId) const;
  // The same over all headings, with its fixed points. Of an agent that is not there: an empty one.
  Portrait portrait(AgentId, const PortraitRequest& = {}) const;
  StateHash hash() const;
  // Positions, headings and speeds of all agents only. Equal motion has an equal number in every version, whatever columns it has.
  std::uint64_t motion_hash() const;
  Snapshot snapshot() const;
  // Models of the snapshot must be registered. On an error the world is as before.
  Result<void> restore(std::span<const std::byte>);

  // For those who must see inside: metrics and tests.
  const world::Data& data() const { return *data_; }
  world::Data& data() { return *data_; }

 private:
  explicit World(std::unique_ptr<world::Data>);
  std::unique_ptr<world::Data> data_;
};

}  // namespace wend
