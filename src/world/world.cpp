#include <wend/model/attractor.hpp>
#include <wend/model/human.hpp>
#include <wend/model/model.hpp>
#include <wend/model/potential_field.hpp>
#include <wend/state.hpp>
#include <wend/world.hpp>

#include "core/angles.hpp"
#include "core/fp_env.hpp"
#include "core/text.hpp"
#include "world/access.hpp"
#include "world/attributes.hpp"
#include "world/data.hpp"

#include <algorithm>
#include <cmath>

namespace wend {

namespace {

template <class IdType>
Result<IdType> as_id(const Result<std::uint64_t>& answer) {
  if (!answer) return answer.error();
  return IdType::from_bits(*answer);
}

const ParamInfo& heading_info() {
  static const ParamInfo* const info = [] {
    for (const Field<AgentSpec>& field : agent_fields()) {
      if (std::string_view(field.info.name) == "heading") return &field.info;
    }
    return &agent_fields()[0].info;
  }();
  return *info;
}

Result<void> as_void(const Result<std::uint64_t>& answer) {
  if (!answer) return answer.error();
  return {};
}

#define WEND_READ_COLUMN(part, heat, type, name, fallback, info, doc) s.name = static_cast<type>(a.name[row]);
#define WEND_READ_MEMBER(part, heat, type, name, fallback, info, doc) s.name = static_cast<type>(kept.name);

AgentState read_state(const world::Data& d, std::size_t row) {
  const world::AgentColumns& a = d.agents;
  AgentState s;
  WEND_AGENT_FIELDS(WEND_READ_COLUMN, WEND_NO_FIELD, WEND_NO_FIELD)
  s.id = a.id[row];
  s.at = {a.x[row], a.y[row], 0};
  s.velocity = {a.vx[row], a.vy[row], 0};
  s.heading = a.heading[row];
  s.speed = a.speed[row];
  s.status = a.status[row];
  s.target = a.target[row];
  s.klass = {a.klass[row], 1};
  s.model = {a.model[row], 1};
  if (a.planner[row] != 0) s.planner = {a.planner[row] - 1, 1};
  s.plan = a.plan[row];
  s.arrival = a.arrival[row];
  s.from = {a.old_x[row], a.old_y[row], 0};
  s.target_weight = world::attribute(d, row, "weight").value_or(1);
  s.user_data = a.user_data[row];
  s.born = a.born[row];
  return s;
}

TargetState read_state(const world::Target& kept) {
  TargetState s;
  WEND_TARGET_FIELDS(WEND_READ_MEMBER, WEND_NO_FIELD, WEND_NO_FIELD)
  s.id = kept.id;
  s.at = lift(kept.at);
  s.to = lift(kept.to);
  s.velocity = lift(kept.velocity);
  s.taken = kept.taken;
  s.own = kept.own != 0;
  s.user_data = kept.user_data;
  return s;
}

BodyState read_state(const world::Data& d, const world::Body& kept) {
  BodyState s;
  WEND_OBSTACLE_FIELDS(WEND_READ_MEMBER, WEND_NO_FIELD, WEND_NO_FIELD)
  WEND_WALL_OWN_FIELDS(WEND_READ_MEMBER, WEND_NO_FIELD, WEND_NO_FIELD)
  s.id = kept.ref();
  s.at = lift(kept.a);
  s.to = lift(kept.b);
  s.velocity = lift(kept.velocity_a);
  s.klass = {kept.klass, 1};
  s.waited = static_cast<double>(kept.waited) * d.settings.dt;
  s.open = kept.open != 0;
  s.waits = kept.wants_shut != 0;
  s.user_data = kept.user_data;
  return s;
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

namespace {

// The rules of ModelInfo that a world relies on.
Result<void> check_model_info(const SteeringModel& model, const char* place) {
  const ModelInfo& info = model.info();
  const auto bad = [&](std::string what) { return Error{Errc::invalid_value, std::move(what), place}; };
  const auto is_letter = [](char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  bool name = !info.name.empty() && info.name.size() <= 64 && is_letter(info.name[0]);
  for (char c : info.name) name = name && (is_letter(c) || (c >= '0' && c <= '9'));
  if (!name) return bad(concat("name = \"", info.name.substr(0, 64), "\", expected 1 .. 64 letters, digits or _"));
  for (const ModelPreset& preset : info.presets) {
    if (preset.params.size() != info.parameters.size()) {
      return bad(concat("preset \"", preset.name, "\" of model \"", info.name, "\" has ", preset.params.size(), " numbers, expected ", info.parameters.size()));
    }
  }
  const auto fits = [&](const ParamInfo& row) -> Result<void> {
    if (accepts(row, row.fallback)) return {};
    return bad(concat("the default of \"", row.name, "\" of model \"", info.name, "\" is ", row.fallback, ", expected ", accepted(row)));
  };
  for (const ParamInfo& row : info.parameters) {
    if (auto ok = fits(row); !ok) return ok;
  }
  for (const ParamInfo& row : info.category) {
    if (auto ok = fits(row); !ok) return ok;
  }
  for (const StateField& field : info.state) {
    if (field.access != StateAccess::attribute) continue;
    if (auto ok = fits(field.info); !ok) return ok;
    for (const Field<AgentSpec>& own : agent_fields()) {
      if (std::string_view(own.info.name) == field.info.name) return bad(concat("attribute \"", field.info.name, "\" of model \"", info.name, "\" is a field of every agent"));
    }
  }
  return {};
}

}  // namespace

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
  for (const ModelPointer& model : built_in_models()) {
    if (auto ok = world.register_model(model); !ok) return ok.error();
  }
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
Result<ClassId> World::add_class(std::string_view name, const Attributes& values) { return as_id<ClassId>(apply(AddClass{std::string(name), values})); }
Result<void> World::set_class(ClassId id, const Attributes& values) { return as_void(apply(SetClass{id, values})); }
Result<ModelId> World::add_attractor(const AttractorParams& params) { return as_id<ModelId>(apply(AddModel{"attractor", to_block(params)})); }
Result<ModelId> World::add_human(const HumanParams& params) { return as_id<ModelId>(apply(AddModel{"human", to_block(params)})); }
Result<ModelId> World::add_potential_field(const PotentialFieldParams& params) {
  return as_id<ModelId>(apply(AddModel{"potential_field", to_block(params)}));
}
Result<ModelId> World::add_model(std::string_view type, std::span<const double> params) {
  return as_id<ModelId>(apply(AddModel{std::string(type), {params.begin(), params.end()}}));
}

Result<ModelId> World::add_model(std::string_view type, std::string_view preset, const Attributes& values) {
  const auto params = model_block(data_->types, type, preset, values, "add_model");
  if (!params) return params.error();
  return add_model(type, *params);
}

Result<PlannerId> World::add_planner(const PlannerSpec& spec) { return add_planner(AddPlanner{.spec = spec}); }
Result<PlannerId> World::add_planner(const AddPlanner& planner) { return as_id<PlannerId>(apply(planner)); }

Result<void> World::register_model(ModelPointer model) {
  const char* place = "register_model";
  world::Data& d = *data_;
  if (!model) return Error{Errc::invalid_value, "model = null, expected a steering model", place};
  if (d.steered) return Error{Errc::wrong_time, "register_model() between steer() and commit(), expected between steps", place};
  for (const auto& known : d.types) {
    if (known->name() == model->name()) return Error{Errc::invalid_value, concat("model \"", model->name(), "\" is registered already"), place};
  }
  if (auto ok = check_model_info(*model, place); !ok) return ok;
  const std::size_t width = d.widths.state, wider = std::max(width, model->state_size());
  if (wider != width) {  // for every agent
    std::vector<double> state(d.agents.size() * wider, 0.0);
    for (std::size_t i = 0; i < d.agents.size(); ++i) {
      std::copy_n(d.agents.state.begin() + static_cast<std::ptrdiff_t>(i * width), width, state.begin() + static_cast<std::ptrdiff_t>(i * wider));
    }
    d.agents.state = std::move(state);
    d.widths.state = wider;
  }
  d.types.push_back(std::move(model));
  lay_out_categories(d);
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
Result<void> World::move_target(TargetId id, Vec3 to) {
  const auto now = target(id);
  return as_void(apply(MoveTarget{id, now ? 0.5 * (now->at + to) : to, to}));
}
Result<void> World::move_obstacle(ObstacleId id, Vec3 at) {
  const auto now = body(id);
  return move_obstacle(id, at, now ? at + (now->to - now->at) : at);
}
Result<void> World::move_obstacle(ObstacleId id, Vec3 at, Vec3 to) {
  const auto now = body(id);
  if (!now) return as_void(apply(MoveObstacle{id, at, to, at, to}));
  return as_void(apply(MoveObstacle{id, 0.5 * (now->at + at), 0.5 * (now->to + to), at, to}));
}
Result<void> World::move_wall(WallId id, Vec3 a, Vec3 b) {
  const auto now = body(id);
  if (!now) return as_void(apply(MoveWall{id, a, b, a, b}));
  return as_void(apply(MoveWall{id, 0.5 * (now->at + a), 0.5 * (now->to + b), a, b}));
}

Result<void> World::set_radius(AgentId id, double radius) { return set(id, "radius", radius); }
Result<void> World::set_top_speed(AgentId id, double speed) { return set(id, "speed", speed); }
Result<void> World::set_heading(AgentId id, double heading) { return set(id, "heading", heading); }
Result<void> World::set_watch(AgentId id, double radius) { return set(id, "watch", radius); }
Result<void> World::set_group(AgentId id, std::uint32_t group) { return set(id, "group", group); }
Result<void> World::set_on_arrival(AgentId id, OnArrival what) { return set(id, "on_arrival", static_cast<double>(what)); }
Result<void> World::set_model(AgentId id, ModelId model) { return as_void(apply(SetAgentModel{id, model})); }
Result<void> World::set_attribute(AgentId id, std::string_view name, double value) { return set(id, name, value); }
Result<void> World::set_radius(TargetId id, double radius) { return set(id, "radius", radius); }
Result<void> World::set_weight(TargetId id, double weight) { return set(id, "weight", weight); }
Result<void> World::set_capacity(TargetId id, double capacity) { return set(id, "capacity", capacity); }
Result<void> World::set_radius(ObstacleId id, double radius) { return set(id, "radius", radius); }
Result<void> World::set_thickness(WallId id, double thickness) { return set(id, "thickness", thickness); }
Result<void> World::set_blocked(WallId id, Blocked what) { return set(id, "blocked", static_cast<double>(what)); }
Result<void> World::set_user_data(EntityRef of, std::uint64_t value) { return as_void(apply(SetUserData{of, value})); }
Result<void> World::set(AgentId id, std::string_view field, double value) { return as_void(apply(SetAgent{id, std::string(field), value})); }
Result<void> World::set(TargetId id, std::string_view field, double value) { return as_void(apply(SetTarget{id, std::string(field), value})); }
Result<void> World::set(ObstacleId id, std::string_view field, double value) { return as_void(apply(SetObstacle{id, std::string(field), value})); }
Result<void> World::set(WallId id, std::string_view field, double value) { return as_void(apply(SetWall{id, std::string(field), value})); }
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
void World::commit(TaskRunner& runner) { world::commit(*data_, runner); }

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
  if (auto ok = check(heading_info(), heading, "drive"); !ok) return ok;
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
  return read_state(*data_, *row);
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
  all.reserve(data_->agents.size());
  for (std::size_t i = 0; i < data_->agents.size(); ++i) all.push_back(read_state(*data_, i));
  sort_by(all, [](const AgentState& s) { return s.id; });
  return all;
}

AgentColumnsView World::columns() const {
  const world::AgentColumns& a = data_->agents;
  AgentColumnsView view;
#define WEND_VIEW_COLUMN(part, heat, type, name, fallback, info, doc) view.name = a.name;
  WEND_AGENT_FIELDS(WEND_VIEW_COLUMN, WEND_NO_FIELD, WEND_NO_FIELD)
#undef WEND_VIEW_COLUMN
  view.id = a.id;
  view.x = a.x, view.y = a.y, view.heading = a.heading, view.speed = a.speed, view.vx = a.vx, view.vy = a.vy;
  view.old_x = a.old_x, view.old_y = a.old_y, view.old_heading = a.old_heading;
  view.status = a.status;
  view.target = a.target;
  view.arrival = a.arrival;
  view.born = a.born, view.user_data = a.user_data;
  return view;
}

std::optional<double> World::attribute(AgentId id, std::string_view name) const {
  const auto row = data_->agent_slots.find(id);
  return row ? world::attribute(*data_, *row, name) : std::nullopt;
}

void World::read_attribute(std::string_view name, double fallback, std::vector<double>& out) const {
  std::vector<std::optional<std::size_t>> at;  // per type
  for (const ModelPointer& type : data_->types) at.push_back(world::find_attribute(*type, name, StateAccess::published));
  out.resize(data_->agents.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto k = at[world::model_of(*data_, i).type];
    out[i] = k ? data_->agents.state[i * data_->widths.state + *k] : fallback;
  }
}

std::optional<TargetState> World::target(TargetId id) const {
  const auto row = data_->target_slots.find(id);
  if (!row) return std::nullopt;
  return read_state(data_->targets[*row]);
}

std::vector<TargetState> World::targets() const {
  std::vector<TargetState> all;
  for (const world::Target& t : data_->targets) all.push_back(read_state(t));
  sort_by(all, [](const TargetState& s) { return s.id; });
  return all;
}

std::optional<BodyState> World::body(ObstacleId id) const {
  const auto row = data_->body_slots.find(id);
  if (!row || data_->bodies[*row].kind == BodyKind::wall) return std::nullopt;
  return read_state(*data_, data_->bodies[*row]);
}

std::optional<BodyState> World::body(WallId id) const {
  const auto row = data_->body_slots.find(id);
  if (!row || data_->bodies[*row].kind != BodyKind::wall) return std::nullopt;
  return read_state(*data_, data_->bodies[*row]);
}

std::optional<BodyState> World::body(EntityRef ref) const {
  if (ref.kind == EntityKind::wall) return body(ref.wall());
  return body(ref.obstacle());
}

std::vector<BodyState> World::bodies() const {
  std::vector<BodyState> all;
  for (const world::Body& b : data_->bodies) all.push_back(read_state(*data_, b));
  sort_by(all, [](const BodyState& s) { return s.id.bits; });
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

std::span<const double> World::model_params(ModelId id) const {
  if (id.generation != 1 || id.index >= data_->models.size()) return {};
  return data_->models[id.index].params;
}

std::span<const ModelPointer> World::model_types() const { return data_->types; }

std::span<const Event> World::events() const { return data_->events; }
std::span<const Event> World::step_events() const { return std::span(data_->events).subspan(data_->step_events_begin); }
std::uint64_t World::events_dropped() const { return data_->events_dropped; }
void World::clear_events() {
  data_->events.clear();
  data_->step_events_begin = 0;
}

StepReport World::step_report() const {
  StepReport report = data_->environment.report();
  report.seconds = data_->times;
  return report;
}
void World::time_steps(StepClock clock) {
  data_->clock = clock;
  data_->times = {};
}

Decision World::explain(AgentId id) const {
  const auto row = data_->agent_slots.find(id);
  return row ? world::explain(*data_, *row) : Decision{};
}

StateHash World::hash() const { return world::hash(*data_); }
std::uint64_t World::motion_hash() const { return world::motion_hash(*data_); }
Snapshot World::snapshot() const { return world::snapshot(*data_); }
Result<void> World::restore(std::span<const std::byte> bytes) { return world::restore(*data_, bytes); }

}  // namespace wend

#undef WEND_READ_COLUMN
#undef WEND_READ_MEMBER
