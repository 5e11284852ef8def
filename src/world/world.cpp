#include <wend/world.hpp>
#include <wend/status.hpp>

#include "core/angles.hpp"
#include "core/fp_env.hpp"
#include "core/text.hpp"
#include "steering/attractor.hpp"
#include "steering/human.hpp"
#include "steering/potential_field.hpp"
#include "world/columns.hpp"

#include <algorithm>
#include <cmath>

namespace wend {

namespace {

template <class IdType>
Result<IdType> as_id(const Result<std::uint64_t>& answer) {
  if (!answer) return answer.error();
  return IdType{static_cast<std::uint32_t>(*answer >> 32), static_cast<std::uint32_t>(*answer)};
}

Result<void> as_void(const Result<std::uint64_t>& answer) {
  if (!answer) return answer.error();
  return {};
}

AgentState state_of(const world::Data& d, std::size_t row) {
  const world::AgentColumns& a = d.agents;
  const world::ModelEntry& model = d.models[a.model[row]];
  const SteeringModel& type = *d.types[model.type];
  AgentState s;
  s.id = a.id[row];
  s.at = {a.x[row], a.y[row], 0};
  s.velocity = {a.vx[row], a.vy[row], 0};
  s.heading = a.heading[row];
  s.turn_rate = a.turn_rate[row];
  s.speed = a.speed[row];
  s.radius = a.radius[row];
  s.top_speed = a.top_speed[row];
  s.status = a.status[row];
  s.target = a.target[row];
  s.klass = {a.klass[row], 1};
  s.model = {a.model[row], 1};
  if (a.planner[row] != 0) s.planner = {a.planner[row] - 1, 1};
  s.plan = a.plan[row];
  s.arrival = a.arrival[row];
  s.watch = a.watch[row];
  const auto state = std::span(a.state).subspan(row * d.state_stride, type.state_size());
  s.target_weight = type.target_weight(state);
  s.energy = type.energy(state);
  s.floor = a.floor[row];
  s.group = a.group[row];
  return s;
}

TargetState state_of(const world::Target& t) { return {t.id, lift(t.at), lift(t.to), lift(t.velocity), t.radius, t.shape, t.capacity, t.taken, t.own != 0}; }

BodyState state_of(const world::Data& d, const world::Body& b) {
  return {b.id, b.kind, b.motion, lift(b.a), lift(b.b), lift(b.velocity_a), b.radius, {b.klass, 1}, static_cast<double>(b.waited) * d.settings.dt, b.door != 0, b.open != 0, b.wants_shut != 0};
}

template <class T, class Key>
void sort_by(std::vector<T>& list, Key&& key) {
  std::sort(list.begin(), list.end(), [&](const T& p, const T& q) { return key(p) < key(q); });
}

}  // namespace

World::World(std::unique_ptr<world::Data> data) : data_(std::move(data)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Result<World> World::create(const WorldSettings& settings) {
  if (auto ok = check_fields(world_fields(), settings, "World::create"); !ok) return ok.error();
  if (settings.dimension != 2) {
    return Error{Errc::unsupported, concat("dimension = ", settings.dimension, ", expected 2 in this version"), "World::create"};
  }
  auto data = std::make_unique<world::Data>();
  world::set_settings(*data, settings);
  data->environment = environment::Environment(settings.environment);
  data->classes = {{"agent", {}}, {"obstacle", {}}};
  World world(std::move(data));
  if (auto ok = world.register_model(std::make_shared<steering::AttractorModel>()); !ok) return ok.error();
  if (auto ok = world.register_model(std::make_shared<steering::HumanModel>()); !ok) return ok.error();
  if (auto ok = world.register_model(std::make_shared<steering::PotentialFieldModel>()); !ok) return ok.error();
  // Model 0, for agents that name none.
  if (auto model = world.add_attractor({}); !model) return model.error();
  world.data_->log.clear();
  return world;
}

Result<AgentId> World::add_agent(const AgentSpec& spec) { return as_id<AgentId>(apply(AddAgent{spec, {}})); }
Result<AgentId> World::add_agent(const AgentSpec& spec, std::span<const TargetId> goals) {
  return as_id<AgentId>(apply(AddAgent{spec, {goals.begin(), goals.end()}}));
}
Result<TargetId> World::add_target(const TargetSpec& spec) { return as_id<TargetId>(apply(AddTarget{spec, {}})); }
Result<TargetId> World::add_polygon_target(std::span<const Vec3> corners, const TargetSpec& spec) {
  TargetSpec polygon = spec;
  polygon.shape = TargetShape::polygon;
  return as_id<TargetId>(apply(AddTarget{polygon, {corners.begin(), corners.end()}}));
}
Result<ObstacleId> World::add_obstacle(const ObstacleSpec& spec) { return as_id<ObstacleId>(apply(AddObstacle{spec})); }
Result<WallId> World::add_wall(Vec3 a, Vec3 b, const WallSpec& spec) { return as_id<WallId>(apply(AddWall{a, b, spec})); }
Result<WallId> World::add_door(Vec3 a, Vec3 b, const WallSpec& spec) {
  WallSpec door = spec;
  door.door = true;
  return add_wall(a, b, door);
}
Result<ClassId> World::add_class(std::string_view name, const ClassSpec& spec) { return as_id<ClassId>(apply(AddClass{std::string(name), spec})); }
Result<ModelId> World::add_attractor(const AttractorParams& params) { return as_id<ModelId>(apply(AddModel{"attractor", to_block(params)})); }
Result<ModelId> World::add_human(const HumanParams& params) { return as_id<ModelId>(apply(AddModel{"human", to_block(params)})); }
Result<ModelId> World::add_potential_field(const PotentialFieldParams& params) {
  return as_id<ModelId>(apply(AddModel{"potential_field", to_block(params)}));
}
Result<ModelId> World::add_model(std::string_view type, std::span<const double> params) {
  return as_id<ModelId>(apply(AddModel{std::string(type), {params.begin(), params.end()}}));
}

Result<PlannerId> World::add_planner(const PlannerSpec& spec) { return add_planner(AddPlanner{spec, {}, {}, {}, {}}); }
Result<PlannerId> World::add_planner(const AddPlanner& planner) { return as_id<PlannerId>(apply(planner)); }

Result<void> World::register_model(std::shared_ptr<const SteeringModel> model) {
  world::Data& d = *data_;
  if (!model) return Error{Errc::invalid_value, "model = null, expected a steering model", "register_model"};
  if (d.steered) return Error{Errc::wrong_time, "register_model() between steer() and commit(), expected between steps", "register_model"};
  for (const auto& known : d.types) {
    if (known->name() == model->name()) return Error{Errc::invalid_value, concat("model \"", model->name(), "\" is registered already"), "register_model"};
  }
  const std::size_t stride = std::max(d.state_stride, model->state_size());
  if (stride != d.state_stride) {  // wider rows for everybody
    std::vector<double> wider(d.agents.size() * stride, 0.0);
    for (std::size_t i = 0; i < d.agents.size(); ++i) {
      std::copy_n(d.agents.state.begin() + static_cast<std::ptrdiff_t>(i * d.state_stride), d.state_stride, wider.begin() + static_cast<std::ptrdiff_t>(i * stride));
    }
    d.agents.state = std::move(wider);
    d.state_stride = stride;
  }
  d.types.push_back(std::move(model));
  return {};
}

Result<void> World::remove(AgentId id) { return as_void(apply(RemoveAgent{id})); }
Result<void> World::remove(TargetId id) { return as_void(apply(RemoveTarget{id})); }
Result<void> World::remove(ObstacleId id) { return as_void(apply(RemoveObstacle{id})); }
Result<void> World::remove(WallId id) { return as_void(apply(RemoveWall{id})); }
Result<void> World::teleport(AgentId id, Vec3 at, double heading) { return as_void(apply(TeleportAgent{id, at, heading})); }
Result<void> World::teleport(TargetId id, Vec3 at) { return as_void(apply(TeleportTarget{id, at})); }
Result<void> World::teleport(ObstacleId id, Vec3 at) { return as_void(apply(TeleportObstacle{id, at})); }
Result<void> World::teleport(WallId id, Vec3 a, Vec3 b) { return as_void(apply(TeleportWall{id, a, b})); }
Result<void> World::set(AgentId id, std::string_view field, double value) { return as_void(apply(SetAgent{id, std::string(field), value})); }
Result<void> World::set(TargetId id, std::string_view field, double value) { return as_void(apply(SetTarget{id, std::string(field), value})); }
Result<void> World::set_goals(AgentId id, std::span<const TargetId> goals, GoalOrder order) {
  return as_void(apply(SetGoals{id, {goals.begin(), goals.end()}, order}));
}
Result<void> World::set_goal(AgentId id, Vec3 at) { return as_void(apply(SetGoalPoint{id, at})); }
Result<std::vector<TaskAssignment>> World::assign_tasks(std::span<const AgentId> agents, std::span<const TargetId> targets) {
  if (auto done = apply(AssignTasks{{agents.begin(), agents.end()}, {targets.begin(), targets.end()}}); !done) return done.error();
  return data_->tasks;
}
Result<void> World::set_direction(AgentId id, double angle) { return as_void(apply(SetDirection{id, angle, true})); }
Result<void> World::clear_direction(AgentId id) { return as_void(apply(SetDirection{id, 0, false})); }
Result<void> World::set_door(WallId id, bool open) { return as_void(apply(SetDoor{id, open})); }
Result<void> World::set_driven(AgentId id, bool driven) { return as_void(apply(SetDriven{id, driven})); }
Result<void> World::set_planner(AgentId id, PlannerId planner) { return as_void(apply(SetPlanner{id, planner})); }
Result<std::uint64_t> World::apply(const Command& command) { 
  const FpEnv env;
  return world::apply(*data_, command);
}
std::span<const Command> World::log() const { return data_->log; }

void World::step() {
  steer();
  commit();
}
void World::step(TaskRunner& runner) {
  steer(runner);
  world::commit(*data_, runner);
}
void World::steer() {
  SerialRunner here;
  steer(here);
}
void World::steer(TaskRunner& runner) { world::steer(*data_, runner); }
void World::commit() {
  SerialRunner here;
  world::commit(*data_, here);
}

Result<void> World::drive(AgentId id, Vec3 at, double heading) {
  const FpEnv env;
  world::Data& d = *data_;
  const auto row = d.agent_slots.find(id);
  if (!row) return Error{Errc::stale_id, concat("agent ", id.index, " (generation ", id.generation, ") is not in this world"), "drive"};
  if (!d.steered) return Error{Errc::wrong_time, "drive() outside a step, expected between steer() and commit()", "drive"};
  if (d.agents.driven[*row] == 0) return Error{Errc::invalid_value, concat("agent ", id.index, " has driven = false, expected set_driven(id, true) first"), "drive"};
  ParamInfo x = coordinate_info(), y = coordinate_info();
  x.name = "at.x";
  y.name = "at.y";
  if (auto ok = check(x, at.x, "drive"); !ok) return ok;
  if (auto ok = check(y, at.y, "drive"); !ok) return ok;
  if (at.z != 0) return Error{Errc::invalid_value, concat("at.z = ", at.z, ", expected 0 in a 2D world"), "drive"};
  if (auto ok = check(agent_fields()[0].info, heading, "drive"); !ok) return ok;
  world::Proposal& p = d.proposals[*row];
  const double turned = wrap(heading - d.agents.heading[*row]);
  p.turn_rate = turned / d.settings.dt;
  p.speed = norm(at.xy() - Vec2{d.agents.x[*row], d.agents.y[*row]}) / d.settings.dt;
  p.x = at.x;
  p.y = at.y;
  p.heading = wrap(heading);
  p.broken = false;
  return {};
}

std::optional<Pose> World::proposal(AgentId id) const {
  const auto row = data_->agent_slots.find(id);
  if (!row || !data_->steered) return std::nullopt;
  const world::Proposal& p = data_->proposals[*row];
  return Pose{{p.x, p.y, 0}, p.heading};
}

double World::time() const { return data_->time(); }
double World::dt() const { return data_->settings.dt; }
std::uint64_t World::steps() const { return data_->step; }
std::uint64_t World::seed() const { return data_->settings.seed; }
std::size_t World::agent_count() const { return data_->agents.size(); }
std::uint64_t World::agents_added() const { return data_->born; }

bool World::all_done() const {
  const auto& status = data_->agents.status;
  return std::none_of(status.begin(), status.end(), under_way);
}

std::optional<AgentState> World::agent(AgentId id) const {
  const auto row = data_->agent_slots.find(id);
  if (!row) return std::nullopt;
  return state_of(*data_, *row);
}

std::optional<Pose> World::pose(AgentId id, double alpha) const {
  const auto row = data_->agent_slots.find(id);
  if (!row) return std::nullopt;
  const world::AgentColumns& a = data_->agents;
  const std::size_t i = *row;
  const Vec2 before{a.old_x[i], a.old_y[i]}, now{a.x[i], a.y[i]};
  const Vec2 at = before + alpha * (now - before);
  return Pose{lift(at), wrap(a.old_heading[i] + alpha * wrap(a.heading[i] - a.old_heading[i]))};
}

std::vector<AgentState> World::agents() const {
  std::vector<AgentState> all;
  for (std::size_t i = 0; i < data_->agents.size(); ++i) all.push_back(state_of(*data_, i));
  sort_by(all, [](const AgentState& s) { return s.id; });
  return all;
}

AgentColumnsView World::columns() const {
  const world::AgentColumns& a = data_->agents;
  return {a.id, a.x, a.y, a.z, a.heading, a.speed, a.turn_rate, a.radius, a.status, a.vx, a.vy};
}

std::optional<TargetState> World::target(TargetId id) const {
  const auto row = data_->target_slots.find(id);
  if (!row) return std::nullopt;
  return state_of(data_->targets[*row]);
}

std::vector<TargetState> World::targets() const {
  std::vector<TargetState> all;
  for (const world::Target& t : data_->targets) all.push_back(state_of(t));
  sort_by(all, [](const TargetState& s) { return s.id; });
  return all;
}

std::optional<BodyState> World::body(ObstacleId id) const {
  const auto row = data_->body_slots.find(id);
  if (!row || data_->bodies[*row].kind == BodyKind::wall) return std::nullopt;
  return state_of(*data_, data_->bodies[*row]);
}

std::optional<BodyState> World::body(WallId id) const {
  const auto row = data_->body_slots.find(id);
  if (!row || data_->bodies[*row].kind != BodyKind::wall) return std::nullopt;
  return state_of(*data_, data_->bodies[*row]);
}

std::vector<BodyState> World::bodies() const {
  std::vector<BodyState> all;
  for (const world::Body& b : data_->bodies) all.push_back(state_of(*data_, b));
  sort_by(all, [](const BodyState& s) { return s.id; });
  return all;
}

std::vector<Vec3> World::polygon(TargetId id) const {
  std::vector<Vec3> corners;
  if (const auto row = data_->target_slots.find(id)) {
    for (Vec2 corner : data_->targets[*row].corners) corners.push_back(lift(corner));
  }
  return corners;
}

std::string_view World::class_name(ClassId id) const {
  return id.generation == 1 && id.index < data_->classes.size() ? std::string_view(data_->classes[id.index].name) : std::string_view();
}

std::optional<ClassId> World::find_class(std::string_view name) const {
  for (std::uint32_t i = 0; i < data_->classes.size(); ++i) {
    if (data_->classes[i].name == name) return ClassId{i, 1};
  }
  return std::nullopt;
}

std::string_view World::model_name(ModelId id) const {
  return id.generation == 1 && id.index < data_->models.size() ? data_->types[data_->models[id.index].type]->name() : std::string_view();
}

std::span<const Event> World::events() const { return data_->events; }
std::span<const Event> World::step_events() const { return std::span(data_->events).subspan(data_->step_events_begin); }
std::uint64_t World::events_dropped() const { return data_->events_dropped; }
void World::clear_events() {
  data_->events.clear();
  data_->step_events_begin = 0;
}

const StepReport& World::step_report() const { return data_->environment.report(); }

Decision World::explain(AgentId id) const {
  const auto row = data_->agent_slots.find(id);
  return row ? world::explain(*data_, *row) : Decision{};
}

StateHash World::hash() const { return world::hash(*data_); }
std::uint64_t World::motion_hash() const { return world::motion_hash(*data_); }
Snapshot World::snapshot() const { return world::snapshot(*data_); }
Result<void> World::restore(std::span<const std::byte> bytes) { return world::restore(*data_, bytes); }

}  // namespace wend
