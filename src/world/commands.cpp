#include <wend/command.hpp>

#include "core/angles.hpp"
#include "core/segment.hpp"
#include "core/text.hpp"
#include "steering/competition_n.hpp"
#include "geometry/segments.hpp"
#include "world/doors.hpp"
#include "world/planner_check.hpp"
#include "world/room.hpp"
#include "world/settle.hpp"
#include "world/tasks.hpp"
#include "world/watching.hpp"

#include <algorithm>
#include <cmath>

namespace wend::world {

namespace {

using Answer = Result<std::uint64_t>;

Error bad(Errc code, std::string message, std::string place) { return Error{code, std::move(message), std::move(place)}; }

template <class IdType>
Error stale(const char* what, IdType id, const char* place) {
  return bad(Errc::stale_id, concat(what, " ", id.index, " (generation ", id.generation, ") is not in this world"), place);
}

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

Result<void> check_floor(std::uint32_t floor, const char* place) {
  if (floor > 1000) return bad(Errc::invalid_value, concat("floor = ", floor, ", expected 0 .. 1000"), place);
  return {};
}

Result<std::uint32_t> class_index(const Data& d, ClassId id, std::uint32_t fallback, const char* place) {
  if (!id) return fallback;
  if (id.generation != 1 || id.index >= d.classes.size()) return stale("class", id, place);
  return id.index;
}

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
  if (static_cast<unsigned>(order) > 3) return bad(Errc::invalid_value, concat("goal_order = ", static_cast<unsigned>(order), ", expected nearest, listed, any or all"), place);
  return {};
}

Result<void> check_motion(BodyMotion motion, const char* place) {
  if (static_cast<unsigned>(motion) > 2) return bad(Errc::invalid_value, concat("motion = ", static_cast<unsigned>(motion), ", expected fixed, scripted or driven"), place);
  return {};
}

Result<void> check_blocked(Blocked blocked, const char* place) {
  if (static_cast<unsigned>(blocked) > 2) return bad(Errc::invalid_value, concat("blocked = ", static_cast<unsigned>(blocked), ", expected stop, push or report"), place);
  return {};
}

// Environment spec 13.6: on a wall there is no side to be on.
Result<void> check_off_walls(const Data& d, Vec2 p, std::uint32_t floor, const char* place) {
  for (const Body& b : d.bodies) {
    if (b.kind != BodyKind::wall || b.open != 0 || b.floor != floor || !geometry::on_segment(p, b.a, b.b)) continue;
    return bad(Errc::invalid_value, concat("at = {", p.x, ", ", p.y, "} is exactly on the wall from {", b.a.x, ", ", b.a.y, "} to {", b.b.x, ", ", b.b.y, "}, expected a place beside it"), place);
  }
  return {};
}

#define WEND_TRY(expression) \
  if (auto tried = (expression); !tried) return tried.error()

Answer run(Data& d, const AddClass& c) {
  const char* place = "add_class";
  WEND_TRY(check_fields(class_fields(), c.spec, place));
  if (c.name.empty() || c.name.size() > 64) return bad(Errc::invalid_value, concat("name = \"", c.name.substr(0, 64), "\", expected 1 .. 64 characters"), place);
  for (const BodyClass& known : d.classes) {
    if (known.name == c.name) return bad(Errc::invalid_value, concat("name = \"", c.name, "\" is taken, expected a new name"), place);
  }
  const auto competing = std::count_if(d.classes.begin(), d.classes.end(), [](const BodyClass& k) { return k.spec.competes; });
  if (c.spec.competes && competing >= static_cast<std::ptrdiff_t>(steering::max_classes) - 2) {
    return bad(Errc::limit, concat("competing classes = ", competing + 1, ", expected at most ", steering::max_classes - 2), place);
  }
  if (d.classes.size() >= 256) return bad(Errc::limit, "classes = 257, expected at most 256", place);
  d.classes.push_back({c.name, c.spec});
  return ClassId{static_cast<std::uint32_t>(d.classes.size() - 1), 1}.bits();
}

Answer run(Data& d, const AddModel& c) {
  const char* place = "add_model";
  for (std::uint32_t type = 0; type < d.types.size(); ++type) {
    const SteeringModel& model = *d.types[type];
    if (model.name() != c.type) continue;
    const auto infos = model.parameters();
    if (c.params.size() != infos.size()) {
      return bad(Errc::invalid_value, concat("parameters of model \"", c.type, "\" = ", c.params.size(), ", expected ", infos.size()), place);
    }
    for (std::size_t i = 0; i < infos.size(); ++i) WEND_TRY(check(infos[i], c.params[i], concat(place, " \"", c.type, "\"")));
    WEND_TRY(model.check_together(c.params, d.settings.dt, concat(place, " \"", c.type, "\"")));
    if (d.models.size() >= 1u << 20) return bad(Errc::limit, "models = 1048577, expected at most 1048576", place);
    d.models.push_back({type, c.params});
    return ModelId{static_cast<std::uint32_t>(d.models.size() - 1), 1}.bits();
  }
  std::vector<std::string_view> names;
  for (const auto& type : d.types) names.push_back(type->name());
  const std::string near = suggestion(c.type, names);
  return bad(Errc::unknown_name, concat("model = \"", c.type, "\" is not registered", near.empty() ? "" : concat("; did you mean \"", near, "\"?")), place);
}

Answer run(Data& d, const AddTarget& c) {
  const char* place = "add_target";
  WEND_TRY(check_fields(target_fields(), c.spec, place));
  WEND_TRY(check_point(d, c.spec.at, "at", place));
  WEND_TRY(check_point(d, c.spec.to, "to", place));
  WEND_TRY(check_floor(c.spec.floor, place));
  if (static_cast<unsigned>(c.spec.shape) > 3) return bad(Errc::invalid_value, concat("shape = ", static_cast<unsigned>(c.spec.shape), ", expected point, disc, segment or polygon"), place);
  const bool polygon = c.spec.shape == TargetShape::polygon;
  if (polygon && (c.polygon.size() < 3 || c.polygon.size() > 1024)) {
    return bad(Errc::invalid_value, concat("polygon corners = ", c.polygon.size(), ", expected 3 .. 1024"), place);
  }
  if (d.targets.size() >= d.settings.max_targets) return bad(Errc::limit, concat("targets = ", d.targets.size() + 1, ", expected at most ", d.settings.max_targets), place);
  Target t;
  t.at = c.spec.at.xy();
  t.to = c.spec.shape == TargetShape::segment ? c.spec.to.xy() : t.at;
  if (polygon) {
    for (Vec3 corner : c.polygon) {
      WEND_TRY(check_point(d, corner, "corner", place));
      t.corners.push_back(corner.xy());
    }
    for (std::size_t i = 0; i < t.corners.size(); ++i) {
      for (std::size_t j = i + 1; j < t.corners.size(); ++j) {
        const Vec2 a = t.corners[i], b = t.corners[(i + 1) % t.corners.size()], p = t.corners[j], q = t.corners[(j + 1) % t.corners.size()];
        if (segments_cross(a, b, p, q)) {
          const double s = cross(p - a, q - p) / cross(b - a, q - p);
          const Vec2 at = a + s * (b - a);
          return bad(Errc::invalid_value, concat("polygon crosses itself at (", at.x, ", ", at.y, "), expected a simple polygon"), place);
        }
      }
    }
    t.at = t.to = t.corners[0];
  }
  t.old_at = t.at;
  t.radius = c.spec.radius;
  t.weight = c.spec.weight;
  t.capacity = c.spec.capacity;
  t.shape = c.spec.shape;
  t.floor = c.spec.floor;
  t.id = d.target_slots.take<TargetId>(d.targets.size());
  d.targets.push_back(std::move(t));
  return d.targets.back().id.bits();
}

const SteeringModel& type_of(const Data& d, std::size_t row) { return *d.types[d.models[d.agents.model[row]].type]; }
std::span<double> state_of(Data& d, std::size_t row) { return std::span(d.agents.state).subspan(row * d.state_stride, type_of(d, row).state_size()); }
double energy_of(Data& d, std::size_t row) { return type_of(d, row).energy(state_of(d, row)); }

// A model that knows no fatigue forgets the energy.
void start_model_state(Data& d, std::size_t row, double energy) {
  type_of(d, row).first_state(state_of(d, row));
  type_of(d, row).set_energy(state_of(d, row), energy);
}

Result<void> check_energy(const SteeringModel& model, double energy, const char* place) {
  std::vector<double> state(model.state_size());
  if (energy == 1 || model.set_energy(state, energy)) return {};
  return bad(Errc::invalid_value, concat("energy = ", energy, ", expected 1: the model \"", model.name(), "\" knows no fatigue"), place);
}

Answer run(Data& d, const AddAgent& c) {
  const char* place = "add_agent";
  const AgentSpec& s = c.spec;
  WEND_TRY(check_point(d, s.at, "at", place));
  WEND_TRY(check_fields(agent_fields(), s, place));
  WEND_TRY(check_floor(s.floor, place));
  WEND_TRY(check_off_walls(d, s.at.xy(), s.floor, place));
  if (static_cast<unsigned>(s.on_arrival) > 2) return bad(Errc::invalid_value, concat("on_arrival = ", static_cast<unsigned>(s.on_arrival), ", expected stop, remove or go_on"), place);
  WEND_TRY(check_order(s.goal_order, place));
  const auto klass = class_index(d, s.klass, 0, place);
  if (!klass) return klass.error();
  const auto model = model_index(d, s.model, place);
  if (!model) return model.error();
  const auto planner = planner_number(d, s.planner, place);
  if (!planner) return planner.error();
  WEND_TRY(check_energy(*d.types[d.models[*model].type], s.energy, place));
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
  a.id[row] = d.agent_slots.take<AgentId>(row);
  a.born[row] = d.born++;
  a.x[row] = a.old_x[row] = at.x;
  a.y[row] = a.old_y[row] = at.y;
  a.heading[row] = a.old_heading[row] = wrap(s.heading);
  a.turn_rate[row] = s.turn_rate;
  a.radius[row] = s.radius;
  a.top_speed[row] = s.speed;
  a.agility[row] = s.agility;
  a.lightness[row] = s.lightness;
  a.courage[row] = s.courage;
  a.watch[row] = s.watch;
  a.model[row] = *model;
  a.klass[row] = *klass;
  a.floor[row] = s.floor;
  a.group[row] = s.group;
  a.on_arrival[row] = s.on_arrival;
  a.goal_order[row] = s.goal_order;
  a.driven[row] = s.driven ? 1 : 0;
  a.goals[row] = std::move(goals);
  a.planner[row] = *planner;
  a.arrival[row] = -1;
  a.home_x[row] = s.at.x;
  a.home_y[row] = s.at.y;
  start_model_state(d, row, s.energy);
  note_birth(d, row);
  note_place(d, row);
  return a.id[row].bits();
}

Result<std::uint64_t> add_body(Data& d, Body body, const char* place) {
  if (d.bodies.size() >= d.settings.max_bodies) return bad(Errc::limit, concat("obstacles and walls = ", d.bodies.size() + 1, ", expected at most ", d.settings.max_bodies), place);
  body.id = d.body_slots.take<ObstacleId>(d.bodies.size()).bits();
  body.old_a = body.a;
  body.old_b = body.b;
  d.bodies.push_back(body);
  return body.id;
}

Answer run(Data& d, const AddObstacle& c) {
  const char* place = "add_obstacle";
  WEND_TRY(check_point(d, c.spec.at, "at", place));
  WEND_TRY(check_point(d, c.spec.to, "to", place));
  WEND_TRY(check_fields(obstacle_fields(), c.spec, place));
  WEND_TRY(check_floor(c.spec.floor, place));
  WEND_TRY(check_motion(c.spec.motion, place));
  const auto klass = class_index(d, c.spec.klass, 1, place);
  if (!klass) return klass.error();
  Body body;
  body.a = c.spec.at.xy();
  body.b = c.spec.capsule ? c.spec.to.xy() : body.a;
  body.radius = c.spec.radius;
  body.klass = *klass;
  body.floor = c.spec.floor;
  body.kind = c.spec.capsule ? BodyKind::capsule : BodyKind::disc;
  body.motion = c.spec.motion;
  return add_body(d, body, place);
}

Answer run(Data& d, const AddWall& c) {
  const char* place = "add_wall";
  WEND_TRY(check_point(d, c.a, "a", place));
  WEND_TRY(check_point(d, c.b, "b", place));
  WEND_TRY(check_fields(wall_fields(), c.spec, place));
  WEND_TRY(check_floor(c.spec.floor, place));
  WEND_TRY(check_motion(c.spec.motion, place));
  WEND_TRY(check_blocked(c.spec.blocked, place));
  const auto klass = class_index(d, c.spec.klass, 1, place);
  if (!klass) return klass.error();
  Body body;
  body.a = c.a.xy();
  body.b = c.b.xy();
  body.radius = c.spec.thickness;
  body.klass = *klass;
  body.floor = c.spec.floor;
  body.kind = BodyKind::wall;
  body.motion = c.spec.motion;
  body.blocked = c.spec.blocked;
  body.rig = c.spec.rig;
  if (c.spec.open && !c.spec.door) return bad(Errc::invalid_value, "open = true, expected door = true with it", place);
  if (c.spec.door && c.spec.motion != BodyMotion::fixed) return bad(Errc::invalid_value, "a door has motion = fixed, found scripted or driven", place);
  body.door = c.spec.door ? 1 : 0;
  body.open = body.door;
  if (c.spec.door) set_door(d, body, c.spec.open);
  return add_body(d, body, place);
}

Answer run(Data& d, const RemoveAgent& c) {
  const auto row = d.agent_slots.find(c.id);
  if (!row) return stale("agent", c.id, "remove");
  note_removal(d, *row);
  remove_agent_row(d, *row);
  return std::uint64_t{0};
}

Answer run(Data& d, const RemoveTarget& c) {
  const auto row = d.target_slots.find(c.id);
  if (!row) return stale("target", c.id, "remove");
  // An agent that heads for any target counts captures by slot: the next tenant starts uncaptured.
  if (c.id.index < 64) {
    for (std::size_t i = 0; i < d.agents.size(); ++i) {
      if (d.agents.goal_order[i] == GoalOrder::all) d.agents.captured[i] &= ~(std::uint64_t{1} << c.id.index);
    }
  }
  d.target_slots.release(c.id.index);
  if (*row + 1 != d.targets.size()) {
    d.targets[*row] = std::move(d.targets.back());
    d.target_slots.row[d.targets[*row].id.index] = static_cast<std::uint32_t>(*row);
  }
  d.targets.pop_back();
  return std::uint64_t{0};
}

// Obstacles and walls share one table of slots; the kind keeps their ids apart.
template <class IdType>
Result<std::size_t> body_row(const Data& d, IdType id, const char* place) {
  constexpr bool wall = std::is_same_v<IdType, WallId>;
  const auto row = d.body_slots.find(id);
  if (!row || (d.bodies[*row].kind == BodyKind::wall) != wall) return stale(wall ? "wall" : "obstacle", id, place);
  return *row;
}

template <class IdType>
Answer remove_body(Data& d, IdType id) {
  const auto row = body_row(d, id, "remove");
  if (!row) return row.error();
  d.body_slots.release(id.index);
  if (*row + 1 != d.bodies.size()) {
    d.bodies[*row] = d.bodies.back();
    d.body_slots.row[static_cast<std::uint32_t>(d.bodies[*row].id >> 32)] = static_cast<std::uint32_t>(*row);
  }
  d.bodies.pop_back();
  return std::uint64_t{0};
}

Answer run(Data& d, const RemoveObstacle& c) { return remove_body(d, c.id); }
Answer run(Data& d, const RemoveWall& c) { return remove_body(d, c.id); }

Answer run(Data& d, const TeleportAgent& c) {
  const char* place = "teleport agent";
  const auto row = d.agent_slots.find(c.id);
  if (!row) return stale("agent", c.id, place);
  WEND_TRY(check_point(d, c.at, "at", place));
  WEND_TRY(check(agent_fields()[0].info, c.heading, place));
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
    const double energy = energy_of(d, *row);
    start_model_state(d, *row, std::isfinite(energy) ? energy : 1);
  }
  note_jump(d, *row, before);
  note_place(d, *row);
  return std::uint64_t{0};
}

// A target moves as a whole: no part of it may leave the range of coordinates.
Result<void> check_place(const Data& d, const Target& t, Vec3 at, const char* name, const char* place) {
  WEND_TRY(check_point(d, at, name, place));
  const Vec2 shift = at.xy() - t.at;
  WEND_TRY(check_point(d, lift(t.to + shift), "to", place));
  for (Vec2 corner : t.corners) WEND_TRY(check_point(d, lift(corner + shift), "corner", place));
  return {};
}

Answer run(Data& d, const TeleportTarget& c) {
  const auto row = d.target_slots.find(c.id);
  if (!row) return stale("target", c.id, "teleport target");
  Target& t = d.targets[*row];
  WEND_TRY(check_place(d, t, c.at, "at", "teleport target"));
  const Vec2 shift = c.at.xy() - t.at;
  t.to = t.to + shift;
  for (Vec2& corner : t.corners) corner = corner + shift;
  t.at = t.old_at = c.at.xy();
  t.velocity = {};
  t.moves = 0;
  for (std::size_t i = 0; i < d.agents.size(); ++i) {
    if (d.agents.sight_of[i] == c.id) d.agents.sight_among[i] = 0;  // look again
    if (d.agents.ordered[i] != c.id) continue;
    set_off(d, i);  // an order to go there
    d.agents.ordered[i] = {};
  }
  return std::uint64_t{0};
}

Answer run(Data& d, const TeleportObstacle& c) {
  const auto row = body_row(d, c.id, "teleport obstacle");
  if (!row) return row.error();
  WEND_TRY(check_point(d, c.at, "at", "teleport obstacle"));
  Body& body = d.bodies[*row];
  // A disc stays one: the sum would round.
  const Vec2 b = body.kind == BodyKind::disc ? c.at.xy() : body.b + (c.at.xy() - body.a);
  WEND_TRY(check_point(d, lift(b), "to", "teleport obstacle"));
  body.b = body.old_b = b;
  body.a = body.old_a = c.at.xy();
  body.velocity_a = body.velocity_b = {};
  body.moves = 0;
  return std::uint64_t{0};
}

Answer run(Data& d, const TeleportWall& c) {
  const auto row = body_row(d, c.id, "teleport wall");
  if (!row) return row.error();
  WEND_TRY(check_point(d, c.a, "a", "teleport wall"));
  WEND_TRY(check_point(d, c.b, "b", "teleport wall"));
  Body& body = d.bodies[*row];
  body.a = body.old_a = c.a.xy();
  body.b = body.old_b = c.b.xy();
  body.velocity_a = body.velocity_b = {};
  body.moves = 0;
  return std::uint64_t{0};
}

Answer run(Data& d, const MoveTarget& c) {
  const auto row = d.target_slots.find(c.id);
  if (!row) return stale("target", c.id, "move target");
  Target& t = d.targets[*row];
  WEND_TRY(check_point(d, c.half, "half", "move target"));
  WEND_TRY(check_place(d, t, c.end, "end", "move target"));
  t.half = c.half.xy();
  t.end = c.end.xy();
  t.moves = 1;
  return std::uint64_t{0};
}

Answer move_body(Data& d, std::size_t row, Vec3 half_a, Vec3 half_b, Vec3 end_a, Vec3 end_b, const char* place) {
  WEND_TRY(check_point(d, half_a, "half", place));
  WEND_TRY(check_point(d, half_b, "half", place));
  WEND_TRY(check_point(d, end_a, "end", place));
  WEND_TRY(check_point(d, end_b, "end", place));
  Body& body = d.bodies[row];
  if (body.motion == BodyMotion::fixed) return bad(Errc::invalid_value, "motion = fixed, expected a scripted or driven body", place);
  body.half_a = half_a.xy();
  body.half_b = body.kind == BodyKind::disc ? body.half_a : half_b.xy();
  body.end_a = end_a.xy();
  body.end_b = body.kind == BodyKind::disc ? body.end_a : end_b.xy();
  body.moves = 1;
  return std::uint64_t{0};
}

Answer run(Data& d, const MoveObstacle& c) {
  const auto row = body_row(d, c.id, "move obstacle");
  if (!row) return row.error();
  return move_body(d, *row, c.half_at, c.half_to, c.end_at, c.end_to, "move obstacle");
}

Answer run(Data& d, const MoveWall& c) {
  const auto row = body_row(d, c.id, "move wall");
  if (!row) return row.error();
  return move_body(d, *row, c.half_a, c.half_b, c.end_a, c.end_b, "move wall");
}

// The row of the table with this name, or an error that suggests one.
template <class Owner>
Result<const Field<Owner>*> find_field(std::span<const Field<Owner>> fields, std::string_view name, const char* place) {
  std::vector<std::string_view> names;
  for (const Field<Owner>& field : fields) {
    if (field.info.name == name) return &field;
    names.push_back(field.info.name);
  }
  const std::string near = suggestion(name, names);
  return bad(Errc::unknown_name, concat("field \"", name, "\" is unknown", near.empty() ? "" : concat("; did you mean \"", near, "\"?")), place);
}

Answer run(Data& d, const SetAgent& c) {
  const char* place = "set agent";
  const auto row = d.agent_slots.find(c.id);
  if (!row) return stale("agent", c.id, place);
  const auto field = find_field(agent_fields(), c.field, place);
  if (!field) return field.error();
  WEND_TRY(check((*field)->info, c.value, place));
  AgentColumns& a = d.agents;
  const auto member = (*field)->member;
  if (member == &AgentSpec::heading) a.heading[*row] = wrap(c.value);
  if (member == &AgentSpec::turn_rate) a.turn_rate[*row] = c.value;
  if (member == &AgentSpec::radius) {
    a.radius[*row] = c.value;
    note_place(d, *row);
    a.sight_among[*row] = 0;  // a wide one sees less of a way
  }
  if (member == &AgentSpec::speed) a.top_speed[*row] = c.value;
  if (member == &AgentSpec::agility) a.agility[*row] = c.value;
  if (member == &AgentSpec::lightness) a.lightness[*row] = c.value;
  if (member == &AgentSpec::courage) a.courage[*row] = c.value;
  if (member == &AgentSpec::watch) set_watch(d, *row, c.value);
  if (member == &AgentSpec::energy) {
    WEND_TRY(check_energy(type_of(d, *row), c.value, place));
    type_of(d, *row).set_energy(state_of(d, *row), c.value);
  }
  return std::uint64_t{0};
}

Answer run(Data& d, const SetObstacle& c) {
  const auto row = body_row(d, c.id, "set obstacle");
  if (!row) return row.error();
  const auto field = find_field(obstacle_fields(), c.field, "set obstacle");
  if (!field) return field.error();
  WEND_TRY(check((*field)->info, c.value, "set obstacle"));
  d.bodies[*row].radius = c.value;
  return std::uint64_t{0};
}

Answer run(Data& d, const SetTarget& c) {
  const auto row = d.target_slots.find(c.id);
  if (!row) return stale("target", c.id, "set target");
  const auto field = find_field(target_fields(), c.field, "set target");
  if (!field) return field.error();
  WEND_TRY(check((*field)->info, c.value, "set target"));
  Target& t = d.targets[*row];
  const auto member = (*field)->member;
  (member == &TargetSpec::weight ? t.weight : member == &TargetSpec::capacity ? t.capacity : t.radius) = c.value;
  return std::uint64_t{0};
}

Answer run(Data& d, const SetClass& c) {
  if (c.id.generation != 1 || c.id.index >= d.classes.size()) return stale("class", c.id, "set class");
  WEND_TRY(check_fields(class_fields(), c.spec, "set class"));
  if (c.spec.competes != d.classes[c.id.index].spec.competes) return bad(Errc::invalid_value, "competes cannot change after a class is made", "set class");
  d.classes[c.id.index].spec = c.spec;
  return std::uint64_t{0};
}

Answer run(Data& d, const SetAgentModel& c) {
  const auto row = d.agent_slots.find(c.id);
  if (!row) return stale("agent", c.id, "set model");
  const auto model = model_index(d, c.model, "set model");
  if (!model) return model.error();
  const bool other_type = d.models[*model].type != d.models[d.agents.model[*row]].type;
  const double energy = energy_of(d, *row);
  d.agents.model[*row] = *model;
  if (other_type) start_model_state(d, *row, energy);
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
    const auto made = run(d, AddTarget{{.at = c.at, .radius = 0, .floor = floor}, {}});
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
  WEND_TRY(check(agent_fields()[0].info, c.angle, "set_direction"));
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

Answer run(Data& d, const SetDoor& c) {
  const auto row = body_row(d, c.id, "set_door");
  if (!row) return row.error();
  if (d.bodies[*row].door == 0) return bad(Errc::invalid_value, concat("wall ", c.id.index, " is not a door, expected one made with door = true"), "set_door");
  set_door(d, d.bodies[*row], c.open);
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
