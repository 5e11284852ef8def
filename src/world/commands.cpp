#include "world/commands.hpp"

#include "core/angles.hpp"
#include "world/attributes.hpp"
#include "world/planner_check.hpp"
#include "world/room.hpp"
#include "world/settle.hpp"
#include "world/tasks.hpp"
#include "world/watching.hpp"

#include <algorithm>
#include <cmath>

// Commands about agents, categories, models and planners. Those about bodies and targets: commands_bodies.cpp.

namespace wend::world {

Result<void> check_point(const Data& d, Vec3 p, const char* name, const char* place) {
  ParamInfo info = coordinate_info();
  const std::string x = concat(name, ".x"), y = concat(name, ".y"), z = concat(name, ".z");
  info.name = x.c_str();
  if (auto ok = check(info, p.x, place); !ok) return ok;
  info.name = y.c_str();
  if (auto ok = check(info, p.y, place); !ok) return ok;
  if (d.settings.dimension == 2 && p.z != 0) {
    return bad(Errc::invalid_value, concat(z, " = ", p.z, ", expected 0 in a 2D world"), place);
  }
  return {};
}

Result<std::uint32_t> class_index(const Data& d, ClassId id, std::uint32_t fallback, const char* place) {
  if (!id) return fallback;
  if (id.generation != 1 || id.index >= d.classes.size()) return stale("class", id, place);
  return id.index;
}

Error unknown_field(std::string_view name, std::span<const std::string_view> known, const char* place) {
  const std::string near = suggestion(name, known);
  return bad(Errc::unknown_name, concat("field \"", name, "\" is unknown", near.empty() ? "" : concat("; did you mean \"", near, "\"?")), place);
}

namespace {

Result<std::uint32_t> model_index(const Data& d, ModelId id, const char* place) {
  if (!id) return std::uint32_t{0};
  if (id.generation != 1 || id.index >= d.models.size()) return stale("model", id, place);
  return id.index;
}

Result<std::uint32_t> planner_number(const Data& d, PlannerId id, const char* place) {
  if (!id) return std::uint32_t{0};
  if (id.generation != 1 || id.index >= d.planners.size()) return stale("planner", id, place);
  return id.index + 1;
}

Result<void> check_goals(const Data& d, std::span<const TargetId> goals, GoalOrder order, const char* place) {
  if (order == GoalOrder::all && !goals.empty()) return bad(Errc::invalid_value, concat("goals = ", goals.size(), " with goal_order = all, expected none"), place);
  if (goals.size() > 64) return bad(Errc::limit, concat("goals = ", goals.size(), ", expected at most 64"), place);
  for (TargetId goal : goals) {
    if (order == GoalOrder::any && !goal) continue;  // between two stages
    if (!d.target_slots.find(goal)) return stale("target", goal, place);
  }
  return {};
}

Result<void> check_order(GoalOrder order, const char* place) {
  return check(find_field(agent_fields(), "order")->info, static_cast<double>(order), place);
}

// In one order, so that equal categories are equal.
Attributes by_name(Attributes values) {
  std::stable_sort(values.begin(), values.end(), [](const Attribute& a, const Attribute& b) { return a.name < b.name; });
  return values;
}

Answer run(Data& d, const AddClass& c) {
  const char* place = "add_class";
  if (c.name.empty() || c.name.size() > 64) return bad(Errc::invalid_value, concat("name = \"", c.name.substr(0, 64), "\", expected 1 .. 64 characters"), place);
  for (const BodyClass& known : d.classes) {
    if (known.name == c.name) return bad(Errc::invalid_value, concat("name = \"", c.name, "\" is taken, expected a new name"), place);
  }
  if (d.classes.size() >= 256) return bad(Errc::limit, "classes = 257, expected at most 256", place);
  std::vector<BodyClass> classes = d.classes;
  classes.push_back({c.name, by_name(c.values)});
  WEND_TRY(check_categories(d, classes, place));
  d.classes = std::move(classes);
  lay_out_categories(d);
  return ClassId{static_cast<std::uint32_t>(d.classes.size() - 1), 1}.bits();
}

Answer run(Data& d, const AddModel& c) {
  const char* place = "add_model";
  for (std::uint32_t type = 0; type < d.types.size(); ++type) {
    const SteeringModel& model = *d.types[type];
    if (model.name() != c.type) continue;
    const std::vector<ParamInfo>& infos = model.info().parameters;
    if (c.params.size() != infos.size()) {
      return bad(Errc::invalid_value, concat("parameters of model \"", c.type, "\" = ", c.params.size(), ", expected ", infos.size()), place);
    }
    for (std::size_t i = 0; i < infos.size(); ++i) WEND_TRY(check(infos[i], c.params[i], concat(place, " \"", c.type, "\"")));
    WEND_TRY(model.check_together(c.params, d.settings.dt, concat(place, " \"", c.type, "\"")));
    if (d.models.size() >= 1u << 20) return bad(Errc::limit, "models = 1048577, expected at most 1048576", place);
    d.models.push_back({type, c.params, model.traits(c.params)});
    return ModelId{static_cast<std::uint32_t>(d.models.size() - 1), 1}.bits();
  }
  std::vector<std::string_view> names;
  for (const auto& type : d.types) names.push_back(type->name());
  const std::string near = suggestion(c.type, names);
  return bad(Errc::unknown_name, concat("model = \"", c.type, "\" is not registered", near.empty() ? "" : concat("; did you mean \"", near, "\"?")), place);
}

Answer run(Data& d, const AddAgent& c) {
  const char* place = "add_agent";
  const AgentSpec& s = c.spec;
  WEND_TRY(check_point(d, s.at, "at", place));
  WEND_TRY(check_fields(agent_fields(), s, place));
  WEND_TRY(check_off_walls(d, s.at.xy(), s.floor, place));
  const auto klass = class_index(d, s.klass, 0, place);
  if (!klass) return klass.error();
  const auto model = model_index(d, s.model, place);
  if (!model) return model.error();
  const auto planner = planner_number(d, s.planner, place);
  if (!planner) return planner.error();
  WEND_TRY(check_attributes(*d.types[d.models[*model].type], s.attributes, place));
  std::vector<TargetId> goals = c.goals;
  if (goals.empty() && s.target) goals.push_back(s.target);
  WEND_TRY(check_goals(d, goals, s.goal_order, place));
  if (d.agents.size() >= d.settings.max_agents) return bad(Errc::limit, concat("agents = ", d.agents.size() + 1, ", expected at most ", d.settings.max_agents), place);
  Vec2 at = s.at.xy();
  if (s.find_room) {
    const auto room = find_room(d, s, {}, place);
    if (!room) return room.error();
    at = *room;
  } else {
    WEND_TRY(check_room(d, s, place));
  }

  const std::size_t row = add_agent_row(d);
  AgentColumns& a = d.agents;
  store_fields(s, a, row);
  a.id[row] = d.agent_slots.take<AgentId>(row);
  a.born[row] = d.born++;
  a.x[row] = a.old_x[row] = at.x;
  a.y[row] = a.old_y[row] = at.y;
  a.heading[row] = a.old_heading[row] = wrap(s.heading);
  a.model[row] = *model;
  a.klass[row] = *klass;
  a.planner[row] = *planner;
  a.user_data[row] = s.user_data;
  a.goals[row] = std::move(goals);
  a.arrival[row] = -1;
  a.home_x[row] = s.at.x;
  a.home_y[row] = s.at.y;
  start_model_state(d, row, s.attributes);
  note_birth(d, row);
  note_place(d, row);
  return a.id[row].bits();
}

Answer run(Data& d, const RemoveAgent& c) {
  const auto row = d.agent_slots.find(c.id);
  if (!row) return stale("agent", c.id, "remove");
  note_removal(d, *row);
  remove_agent_row(d, *row);
  return std::uint64_t{0};
}

Answer run(Data& d, const TeleportAgent& c) {
  const char* place = "teleport agent";
  const auto row = d.agent_slots.find(c.id);
  if (!row) return stale("agent", c.id, place);
  WEND_TRY(check_point(d, c.at, "at", place));
  WEND_TRY(check(find_field(agent_fields(), "heading")->info, c.heading, place));
  WEND_TRY(check_off_walls(d, c.at.xy(), d.agents.floor[*row], place));
  AgentColumns& a = d.agents;
  const Vec2 before{a.x[*row], a.y[*row]};
  a.x[*row] = a.old_x[*row] = c.at.x;
  a.y[*row] = a.old_y[*row] = c.at.y;
  a.heading[*row] = a.old_heading[*row] = wrap(c.heading);
  a.turn_rate[*row] = a.speed[*row] = a.vx[*row] = a.vy[*row] = 0;
  a.history_count[*row] = 0;
  a.best_distance[*row] = 0;
  a.home_x[*row] = c.at.x;
  a.home_y[*row] = c.at.y;
  a.held_for[*row] = 0;
  a.posture[*row] = 0;
  a.target[*row] = {};
  if (a.status[*row] == Status::non_finite) {
    a.status[*row] = a.arrival[*row] < 0 ? Status::moving : Status::arrived;
    start_model_state(d, *row, attributes_of(d, *row));
  }
  note_jump(d, *row, before);
  note_place(d, *row);
  return std::uint64_t{0};
}

// What else follows from a new value.
void after_set(Data& d, std::size_t row, std::string_view name) {
  if (name == "radius") {
    note_place(d, row);
    d.agents.sight_among[row] = 0;  // a wide agent sees less of a way
  }
}

Answer run(Data& d, const SetAgent& c) {
  const char* place = "set agent";
  const auto row = d.agent_slots.find(c.id);
  if (!row) return stale("agent", c.id, place);
  const auto fields = agent_fields();
  if (const Field<AgentSpec>* field = find_field(fields, c.field)) {
    WEND_TRY(check(field->info, c.value, place));
    const std::string_view name = field->info.name;
    const ColumnAccess& column = agent_access()[static_cast<std::size_t>(field - fields.data())];
    if (name == "heading") d.agents.heading[*row] = wrap(c.value);
    else if (name == "watch") set_watch(d, *row, c.value);
    else if (name == "order") return bad(Errc::invalid_value, "field \"order\" comes with the goals: set_goals() changes it", place);
    else if (column.set == nullptr || name == "floor") return bad(Errc::invalid_value, concat("field \"", c.field, "\" is given when the agent is made and cannot change"), place);
    else column.set(d.agents, *row, c.value);
    after_set(d, *row, name);
    return std::uint64_t{0};
  }
  const SteeringModel& type = type_of(d, *row);
  if (const auto at = find_attribute(type, c.field, StateAccess::attribute)) {
    WEND_TRY(check(type.info().state[*at].info, c.value, place));
    state_of(d, *row)[*at] = c.value;
    return std::uint64_t{0};
  }
  std::vector<std::string_view> known = names_of(fields);
  for (const ModelPointer& other : d.types) {
    for (const StateField& f : other->info().state) {
      if (f.access != StateAccess::attribute) continue;
      if (f.info.name == c.field) {
        return bad(Errc::unknown_name, concat("field \"", c.field, "\" belongs to the model \"", other->name(), "\"; this agent has the model \"", type.name(), "\""), place);
      }
      known.emplace_back(f.info.name);
    }
  }
  return unknown_field(c.field, known, place);
}

Answer run(Data& d, const SetUserData& c) {
  const char* place = "set_user_data";
  if (const AgentId id = c.of.agent()) {
    const auto row = d.agent_slots.find(id);
    if (!row) return stale("agent", id, place);
    d.agents.user_data[*row] = c.value;
  } else if (const TargetId target = c.of.target()) {
    const auto row = d.target_slots.find(target);
    if (!row) return stale("target", target, place);
    d.targets[*row].user_data = c.value;
  } else {
    const auto row = c.of.kind == EntityKind::wall ? body_row(d, c.of.wall(), place) : body_row(d, c.of.obstacle(), place);
    if (!row) return row.error();
    d.bodies[*row].user_data = c.value;
  }
  return std::uint64_t{0};
}

// A flag decides how a category takes part in the competition: it cannot change.
Answer run(Data& d, const SetClass& c) {
  const char* place = "set class";
  if (c.id.generation != 1 || c.id.index >= d.classes.size()) return stale("class", c.id, place);
  std::vector<BodyClass> classes = d.classes;
  const auto flag_of = [](const BodyClass& k, std::string_view name) {
    const auto at = std::find_if(k.values.begin(), k.values.end(), [&](const Attribute& a) { return a.name == name; });
    return at != k.values.end() && at->value != 0;
  };
  const BodyClass before = classes[c.id.index];
  classes[c.id.index].values = by_name(c.values);
  WEND_TRY(check_categories(d, classes, place));
  for (const ModelPointer& type : d.types) {
    for (const ParamInfo& info : type->info().category) {
      if (info.kind != ParamKind::flag || flag_of(before, info.name) == flag_of(classes[c.id.index], info.name)) continue;
      return bad(Errc::invalid_value, concat(info.name, " cannot change after a class is made"), place);
    }
  }
  d.classes = std::move(classes);
  lay_out_categories(d);
  return std::uint64_t{0};
}

Answer run(Data& d, const SetAgentModel& c) {
  const auto row = d.agent_slots.find(c.id);
  if (!row) return stale("agent", c.id, "set model");
  const auto model = model_index(d, c.model, "set model");
  if (!model) return model.error();
  const bool other_type = d.models[*model].type != model_of(d, *row).type;
  const Attributes before = attributes_of(d, *row);
  d.agents.model[*row] = *model;
  if (!other_type) return std::uint64_t{0};
  const auto whole = std::span(d.agents.state).subspan(*row * d.widths.state, d.widths.state);
  std::fill(whole.begin(), whole.end(), 0.0);
  start_model_state(d, *row, before);
  return std::uint64_t{0};
}

Answer run(Data& d, const SetGoals& c) {
  const auto row = d.agent_slots.find(c.id);
  if (!row) return stale("agent", c.id, "set_goals");
  WEND_TRY(check_goals(d, c.goals, c.order, "set_goals"));
  WEND_TRY(check_order(c.order, "set_goals"));
  give_goals(d, *row, c.goals, c.order);
  return std::uint64_t{0};
}

Answer run(Data& d, const SetGoalPoint& c) {
  const char* place = "set_goal";
  const auto row = d.agent_slots.find(c.id);
  if (!row) return stale("agent", c.id, place);
  WEND_TRY(check_point(d, c.at, "at", place));
  const std::uint32_t floor = d.agents.floor[*row];
  TargetId goal;
  for (const Target& t : d.targets) {
    if (t.own != 0 && t.floor == floor && t.at == c.at.xy() && (!goal || t.id < goal)) goal = t.id;
  }
  if (!goal) {
    const auto made = world::run(d, AddTarget{{.at = c.at, .radius = 0, .floor = floor}, {}});
    if (!made) return made;
    d.targets.back().own = 1;
    goal = d.targets.back().id;
  }
  give_goals(d, *row, {goal}, GoalOrder::nearest);
  d.agents.directed[*row] = 0;
  d.agents.direction[*row] = 0;
  return std::uint64_t{0};
}

Answer run(Data& d, const AssignTasks& c) {
  for (AgentId id : c.agents) {
    if (!d.agent_slots.find(id)) return stale("agent", id, "assign_tasks");
  }
  for (TargetId id : c.targets) {
    if (!d.target_slots.find(id)) return stale("target", id, "assign_tasks");
  }
  WEND_TRY(hand_out_tasks(d, c, [&](std::size_t agent, std::size_t target) { return straight_way(d, agent, target); }));
  return std::uint64_t{0};
}

Answer run(Data& d, const SetDirection& c) {
  const auto row = d.agent_slots.find(c.id);
  if (!row) return stale("agent", c.id, "set_direction");
  WEND_TRY(check(find_field(agent_fields(), "heading")->info, c.angle, "set_direction"));
  d.agents.directed[*row] = c.on ? 1 : 0;
  d.agents.direction[*row] = c.on ? wrap(c.angle) : 0;
  return std::uint64_t{0};
}

Answer run(Data& d, const SetDriven& c) {
  const auto row = d.agent_slots.find(c.id);
  if (!row) return stale("agent", c.id, "set_driven");
  d.agents.driven[*row] = c.driven ? 1 : 0;
  return std::uint64_t{0};
}

Answer run(Data& d, const AddPlanner& c) {
  const char* place = "add_planner";
  if (d.planners.size() >= 4096) return bad(Errc::limit, "planners = 4097, expected at most 4096", place);
  WEND_TRY(check_planner(d, c, d.planners.size(), place));
  Planner planner;
  planner.made = c;
  d.planners.push_back(std::move(planner));
  return PlannerId{static_cast<std::uint32_t>(d.planners.size() - 1), 1}.bits();
}

Answer run(Data& d, const SetPlanner& c) {
  const auto row = d.agent_slots.find(c.id);
  if (!row) return stale("agent", c.id, "set_planner");
  const auto planner = planner_number(d, c.planner, "set_planner");
  if (!planner) return planner.error();
  d.agents.planner[*row] = *planner;
  d.agents.plan[*row] = PlanStatus::direct;
  d.agents.sight[*row] = 0;
  d.agents.sight_of[*row] = {};
  return std::uint64_t{0};
}

}  // namespace

Result<std::uint64_t> apply(Data& d, const Command& command) {
  if (d.steered) return bad(Errc::wrong_time, "a change between steer() and commit(), expected before steer() or after commit()", "apply");
  auto answer = std::visit([&](const auto& c) { return run(d, c); }, command);
  if (answer && d.settings.keep_log) d.log.push_back(command);
  return answer;
}

}  // namespace wend::world
