#include <wend/attractor.hpp>
#include <wend/sections.hpp>
#include <wend/status.hpp>

#include "core/text.hpp"
#include "core/walk.hpp"
#include "world/watching.hpp"
#include "world/columns.hpp"
#include "world/planner_check.hpp"

#include <algorithm>
#include <cmath>

namespace wend::world {

namespace {

template <class DataType, class Walk>
void walk_head(DataType& d, Walk& walk) {
  walk(d.settings.dt), walk(d.settings.seed), walk(d.settings.max_agents), walk(d.settings.max_bodies), walk(d.settings.max_targets);
  walk(d.settings.max_events), walk(d.step), walk(d.born), walk(d.events_hash), walk(d.events_dropped);
}

template <class SlotsType, class Walk>
void walk_slots(SlotsType& s, Walk& walk) {
  walk(s.generation), walk(s.row), walk(s.free);
}

template <class DataType, class Walk>
void walk_section(std::string_view name, DataType& d, Walk& walk) {
  if (name == "head") walk_head(d, walk);
  if (name == "slots") walk_slots(d.agent_slots, walk), walk_slots(d.body_slots, walk), walk_slots(d.target_slots, walk);
  if (name == "agents") {
    for_columns(d.agents, d.history_length, d.state_stride, [&](Part part, std::string_view column_name, auto& column, std::size_t) {
      if (column_name != "watch" && part != Part::plans && !is_standing_column(column_name)) walk(column);
    });
  }
  if (name == "standing") {
    for_columns(d.agents, d.history_length, d.state_stride, [&](Part, std::string_view column_name, auto& column, std::size_t) {
      if (is_standing_column(column_name)) walk(column);
    });
  }
  if (name == "plans") {
    for_columns(d.agents, d.history_length, d.state_stride, [&](Part part, std::string_view, auto& column, std::size_t) {
      if (part == Part::plans) walk(column);
    });
  }
  if (name == "environment") walk(d.settings.perception), walk(d.agents.watch);
}


// The fields of one element, for writing and reading.
constexpr auto of_body = [](auto& b, auto& walk) { for_body_fields(b, walk); };
constexpr auto of_wall = [](auto& b, auto& walk) { for_wall_fields(b, walk); };
constexpr auto of_door = [](auto& b, auto& walk) { for_door_fields(b, walk); };
constexpr auto of_target = [](auto& t, auto& walk) { for_target_fields(t, walk); };
constexpr auto of_task = [](auto& t, auto& walk) { for_task_fields(t, walk); };
constexpr auto of_class = [](auto& k, auto& walk) { walk(k.name), walk(k.spec.d0), walk(k.spec.delta), walk(k.spec.weight), walk(k.spec.competes); };
constexpr auto of_contact = [](auto& c, auto& walk) { walk(c.agent), walk(c.other), walk(c.kind); };
constexpr auto of_stroke = [](auto& s, auto& walk) { walk(s.points), walk(s.width), walk(s.strength); };
constexpr auto of_roam = [](auto& r, auto& walk) { walk(r.low), walk(r.high); };
constexpr auto of_part = [](auto& p, auto& walk) { walk(p.planner), walk(p.weight); };
constexpr auto of_crowd = [](auto& c, auto& walk) { for_crowd_fields(c, walk); };
constexpr auto of_planner = [](auto& p, auto& walk) {
  for_planner_fields(p, walk);
  walk.each(p.made.strokes, of_stroke), walk.each(p.made.roam, of_roam), walk.each(p.made.parts, of_part), walk.each(p.crowds, of_crowd);
};
constexpr auto of_own = [](auto& t, auto& walk) { walk(t.own); };
constexpr auto of_weight = [](auto& t, auto& walk) { walk(t.weight); };
constexpr auto of_event = [](auto& e, auto& walk) { for_event_fields(e, walk); };

void write_section(Saver& w, std::string_view name, const Data& d) {
  walk_section(name, d, w);
  if (name == "bodies") w.each(d.bodies, of_body);
  if (name == "targets") w.each(d.targets, of_target);
  if (name == "classes") w.each(d.classes, of_class);
  if (name == "models") {
    w.each(d.models, [&](const ModelEntry& m, Saver&) { w(std::string(d.types[m.type]->name())), w(m.params); });
  }
  if (name == "contacts") w.each(d.contacts, of_contact);
  if (name == "events") w.each(d.events, of_event);
  if (name == "environment") w.each(d.bodies, of_wall), w.each(d.noted, of_event);
  if (name == "doors") w.each(d.bodies, of_door);
  if (name == "tasks") w.each(d.targets, of_task);
  if (name == "plans") w.each(d.planners, of_planner), w.each(d.targets, of_weight);
  if (name == "standing") w.each(d.targets, of_own);
}

constexpr std::string_view sections[] = {"head", "slots", "agents", "bodies", "targets", "classes", "models", "contacts", "events", "environment", "tasks", "plans", "doors", "standing"};

// Files of 0.2 and before: the model "attractor" had 38 parameters, of which `robust` and `classic` were the presets. What they did
// not know is off. Answers whether the block was such a one.
bool complete_attractor(std::vector<double>& params) {
  constexpr std::size_t known = 38, up_to_v0 = 20;
  if (params.size() != known) return false;
  std::vector<double> block = to_block(AttractorParams::robust());
  std::copy_n(params.begin(), up_to_v0, block.begin());
  std::copy(params.begin() + up_to_v0, params.end(), block.begin() + up_to_v0 + 1);  // courage_unit stands between
  params = std::move(block);
  return true;
}

// Rows of model state that were narrower: the rest is as in a fresh agent.
void widen_state(Data& d) {
  const std::size_t n = d.agents.size(), width = n > 0 ? d.agents.state.size() / n : 0;
  if (n == 0 || d.agents.state.size() % n != 0 || width >= d.state_stride || d.agents.model.size() != n) return;
  std::vector<double> wide(n * d.state_stride);
  for (std::size_t i = 0; i < n; ++i) {
    if (d.agents.model[i] >= d.models.size()) return;
    const auto row = std::span(wide).subspan(i * d.state_stride, d.state_stride);
    d.types[d.models[d.agents.model[i]].type]->first_state(row);
    std::copy_n(d.agents.state.begin() + static_cast<std::ptrdiff_t>(i * width), width, row.begin());
  }
  d.agents.state = std::move(wide);
}

Error damaged(std::string why) { return Error{Errc::damaged, std::move(why), "restore"}; }

Result<void> read_section(Loader& r, std::string_view name, Data& d) {
  walk_section(name, d, r);
  if (name == "bodies") r.each(d.bodies, of_body);
  if (name == "targets") r.each(d.targets, of_target);
  if (name == "classes") r.each(d.classes, of_class);
  if (name == "models") {
    std::string missing;
    bool older = false;
    std::vector<std::pair<std::string, std::vector<double>>> models;
    r(models);
    for (auto& [type, params] : models) {
      const auto at = std::find_if(d.types.begin(), d.types.end(), [&, &type = type](const auto& known) { return known->name() == type; });
      older = (type == "attractor" && complete_attractor(params)) || older;
      if (at == d.types.end()) missing = type;
      else d.models.push_back({static_cast<std::uint32_t>(at - d.types.begin()), std::move(params)});
    }
    if (older) widen_state(d);
    if (!missing.empty()) return Error{Errc::unknown_name, concat("model \"", missing, "\" is not registered in this world"), "restore"};
  }
  if (name == "contacts") r.each(d.contacts, of_contact);
  if (name == "events") r.each(d.events, of_event);
  if (name == "environment") {
    const std::size_t bodies = d.bodies.size();
    r.each(d.bodies, of_wall), r.each(d.noted, of_event);
    if (d.bodies.size() != bodies) return damaged("section \"environment\" has another number of bodies");
  }
  if (name == "doors") {
    const std::size_t bodies = d.bodies.size();
    r.each(d.bodies, of_door);
    if (d.bodies.size() != bodies) return damaged("section \"doors\" has another number of bodies");
  }
  if (name == "plans") {
    const std::size_t targets = d.targets.size();
    r.each(d.planners, of_planner), r.each(d.targets, of_weight);
    if (d.targets.size() != targets) return damaged("section \"plans\" has another number of targets");
  }
  if (name == "tasks") {
    const std::size_t targets = d.targets.size();
    r.each(d.targets, of_task);
    if (d.targets.size() != targets) return damaged("section \"tasks\" has another number of targets");
  }
  if (name == "standing") {
    const std::size_t targets = d.targets.size();
    r.each(d.targets, of_own);
    if (d.targets.size() != targets) return damaged("section \"standing\" has another number of targets");
  }
  if (!r.in.good() || r.in.left() != 0) return damaged(concat("section \"", name, "\" has the wrong size"));
  return {};
}

bool slots_agree(const Slots& slots, std::size_t rows, auto&& id_bits) {
  if (slots.generation.size() != slots.row.size()) return false;
  std::size_t used = 0;
  for (std::uint32_t index : slots.row) used += index != Slots::nowhere ? 1 : 0;
  for (std::uint32_t index : slots.free) {
    if (index >= slots.row.size() || slots.row[index] != Slots::nowhere) return false;
  }
  if (used != rows) return false;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::uint64_t bits = id_bits(row);
    const auto index = static_cast<std::uint32_t>(bits >> 32);
    if (index >= slots.row.size() || slots.row[index] != row || slots.generation[index] != static_cast<std::uint32_t>(bits)) return false;
  }
  return true;
}

// Numbers a planner makes for itself.
Result<void> check_layout(const Planner& p) {
  const double far = coordinate_info().high * 2;
  const bool box = std::abs(p.low.x) <= far && std::abs(p.low.y) <= far && std::abs(p.high.x) <= far && std::abs(p.high.y) <= far;
  bool good = box && p.low.x <= p.high.x && p.low.y <= p.high.y && p.radii.size() <= max_radius_classes;
  for (double r : p.radii) good = good && r > 0 && r <= 5;
  for (const planning::Crowd& c : p.crowds) {
    good = good && c.people.size() == std::size_t{c.columns} * c.rows && is_finite(c.low);
    for (std::uint32_t n : c.people) good = good && n <= planning::Crowd::unit * (1u << 20);
  }
  return good ? Result<void>() : damaged("a planner's layout is out of range");
}

// What every later step relies on: sizes, rows and indices that agree.
Result<void> check_whole(const Data& d) {
  const std::size_t n = d.agents.size();
  bool sizes = true;
  for_columns(d.agents, d.history_length, d.state_stride, [&](Part, const char*, const auto& column, std::size_t width) { sizes = sizes && column.size() == n * width; });
  if (!sizes) return damaged("agent columns differ in length");
  const bool slots = slots_agree(d.agent_slots, n, [&](std::size_t i) { return d.agents.id[i].bits(); }) &&
                     slots_agree(d.body_slots, d.bodies.size(), [&](std::size_t i) { return d.bodies[i].id; }) &&
                     slots_agree(d.target_slots, d.targets.size(), [&](std::size_t i) { return d.targets[i].id.bits(); });
  if (!slots) return damaged("ids and rows disagree");
  if (d.classes.size() < 2 || d.models.empty()) return damaged("classes or models are missing");
  for (const ModelEntry& m : d.models) {
    if (m.params.size() != d.types[m.type]->parameters().size()) return damaged("a model has the wrong number of parameters");
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (d.agents.model[i] >= d.models.size() || d.agents.klass[i] >= d.classes.size() || d.agents.goals[i].size() > 64 ||
        d.agents.status[i] > last_status || static_cast<unsigned>(d.agents.on_arrival[i]) > 2 ||
        static_cast<unsigned>(d.agents.goal_order[i]) > 3 || d.agents.posture[i] > 3 || d.agents.planner[i] > d.planners.size() ||
        static_cast<unsigned>(d.agents.plan[i]) > 4) {
      return damaged(concat("agent row ", i, " refers to nothing"));
    }
  }
  for (std::size_t k = 0; k < d.planners.size(); ++k) {
    if (auto ok = check_planner(d, d.planners[k].made, k, "planner"); !ok) return damaged(ok.error().text());
    if (auto ok = check_layout(d.planners[k]); !ok) return ok;
  }
  if (static_cast<unsigned>(d.settings.perception) > 3) return damaged("perception is none");
  for (const Target& target : d.targets) {
    if (static_cast<unsigned>(target.shape) > 3) return damaged("a target has no shape");
  }
  for (const Body& body : d.bodies) {
    if (body.klass >= d.classes.size() || static_cast<unsigned>(body.kind) > 3 || static_cast<unsigned>(body.motion) > 2 || static_cast<unsigned>(body.blocked) > 2) return damaged("a body refers to nothing");
    const bool door = body.door == 1 && body.kind == BodyKind::wall && body.motion == BodyMotion::fixed;
    if (!(door || (body.door == 0 && body.open == 0)) || body.open > 1 || body.wants_shut > (body.open != 0 ? 2 : 0)) return damaged("a door is none");
  }
  return {};
}

// Numbers the public calls would have refused: a file is no way around them. An agent's motion may be anything: the step
// freezes whoever is not finite.
Result<void> check_numbers(const Data& d) {
  const AgentColumns& a = d.agents;
  const auto fields = agent_fields();
  const auto wrong = [](std::string_view who, std::size_t row, std::string_view name, double value, std::string expected) {
    return damaged(concat(who, " row ", row, ": ", name, " = ", value, ", expected ", expected));
  };
  const std::pair<std::string_view, const std::vector<double>*> ranged[] = {{"radius", &a.radius}, {"speed", &a.top_speed}, {"agility", &a.agility}, {"lightness", &a.lightness}, {"courage", &a.courage}, {"watch", &a.watch}};
  for (const auto& [name, column] : ranged) {
    const auto field = std::find_if(fields.begin(), fields.end(), [&, name = name](const auto& f) { return name == f.info.name; });
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!accepts(field->info, (*column)[i])) return wrong("agent", i, name, (*column)[i], accepted(field->info));
    }
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    const SteeringModel& type = *d.types[d.models[a.model[i]].type];
    const double energy = type.energy(std::span(a.state).subspan(i * d.state_stride, type.state_size()));
    if (!(energy >= 0 && energy <= 1)) return wrong("agent", i, "energy", energy, "0 .. 1");
  }
  for (std::size_t i = 0; i < d.bodies.size(); ++i) {
    const Body& b = d.bodies[i];
    for (const Vec2 p : {b.a, b.b, b.old_a, b.old_b, b.velocity_a, b.velocity_b, b.half_a, b.half_b, b.end_a, b.end_b}) {
      if (!is_finite(p)) return wrong("body", i, "a place", std::isfinite(p.x) ? p.y : p.x, "finite numbers");
    }
    for (const Vec2 p : {b.a, b.b, b.half_a, b.half_b, b.end_a, b.end_b}) {
      const double worst = std::max(std::abs(p.x), std::abs(p.y));
      if (!accepts(coordinate_info(), worst)) return wrong("body", i, "a place", worst, accepted(coordinate_info()));
    }
    const ParamInfo& radius = obstacle_fields()[0].info;
    if (!accepts(radius, b.radius)) return wrong("body", i, "radius", b.radius, accepted(radius));
  }
  for (std::size_t i = 0; i < d.targets.size(); ++i) {
    const Target& t = d.targets[i];
    for (const Vec2 p : {t.at, t.to, t.old_at, t.velocity, t.half, t.end}) {
      if (!is_finite(p)) return wrong("target", i, "a place", std::isfinite(p.x) ? p.y : p.x, "finite numbers");
    }
    for (const Vec2 p : t.corners) {
      if (!is_finite(p)) return wrong("target", i, "a corner", std::isfinite(p.x) ? p.y : p.x, "finite numbers");
    }
    if (t.shape == TargetShape::polygon && t.corners.size() < 3) return damaged(concat("target row ", i, ": a polygon with ", t.corners.size(), " corners"));
    const ParamInfo &radius = target_fields()[0].info, &weight = target_fields()[1].info;
    if (!accepts(radius, t.radius)) return wrong("target", i, "radius", t.radius, accepted(radius));
    if (!accepts(weight, t.weight)) return wrong("target", i, "weight", t.weight, accepted(weight));
    const ParamInfo& capacity = target_fields()[2].info;
    if (!accepts(capacity, t.capacity)) return wrong("target", i, "capacity", t.capacity, accepted(capacity));
  }
  for (const BodyClass& k : d.classes) {
    if (auto ok = check_fields(class_fields(), k.spec, "class"); !ok) return damaged(ok.error().text());
  }
  for (const ModelEntry& m : d.models) {
    const SteeringModel& type = *d.types[m.type];
    const auto infos = type.parameters();
    for (std::size_t i = 0; i < infos.size(); ++i) {
      if (auto ok = check(infos[i], m.params[i], "model"); !ok) return damaged(ok.error().text());
    }
    if (auto ok = type.check_together(m.params, d.settings.dt, "model"); !ok) return damaged(ok.error().text());
  }
  return {};
}

}  // namespace

Snapshot snapshot(const Data& d) {
  Snapshot file = begin_sections();
  for (std::string_view name : sections) {
    Saver section;
    write_section(section, name, d);
    append_section(file, name, section.out.bytes());
  }
  return file;
}

Result<void> restore(Data& d, std::span<const std::byte> bytes) {
  const auto file = read_sections(bytes);
  if (!file) return Error{file.error().code, file.error().message, "restore"};
  Data fresh;  // swapped in only when everything is whole
  fresh.settings = d.settings;
  fresh.types = d.types;
  fresh.state_stride = d.state_stride;
  for (std::string_view name : sections) {  // in our order: "head" says how long columns are
    const Section* section = file->find(name);
    if (section == nullptr && name == "environment") {  // a file of 0.1: everybody saw through walls
      fresh.settings.perception = Relation::near;
      fresh.agents.watch.assign(fresh.agents.size(), watch_nobody);
      continue;
    }
    if (section == nullptr && name == "doors") continue;  // a file from before doors
    if (section == nullptr && name == "plans") {  // a file of 0.2 or before: nobody had a planner
      for_columns(fresh.agents, fresh.history_length, fresh.state_stride, [&](Part part, std::string_view, auto& column, std::size_t) {
        if (part == Part::plans) column.resize(fresh.agents.size());
      });
      continue;
    }
    if (section == nullptr && name == "standing") {  // an older file: agents without a list went to the nearest of all targets
      for_columns(fresh.agents, fresh.history_length, fresh.state_stride, [&](Part, std::string_view column_name, auto& column, std::size_t) {
        if (is_standing_column(column_name)) column.resize(fresh.agents.size());
      });
      fresh.agents.home_x = fresh.agents.x;
      fresh.agents.home_y = fresh.agents.y;
      for (std::size_t i = 0; i < fresh.agents.goals.size() && i < fresh.agents.goal_order.size(); ++i) {
        if (fresh.agents.goals[i].empty()) fresh.agents.goal_order[i] = GoalOrder::all;
      }
      continue;
    }
    if (section == nullptr && name == "tasks") continue;  // an older file: every target takes anybody
    if (section == nullptr) return damaged(concat("section \"", name, "\" is missing"));
    Loader reader{ByteReader(section->bytes)};
    if (auto ok = read_section(reader, name, fresh); !ok) return ok;
    if (name == "head") {
      if (!accepts(world_fields()[0].info, fresh.settings.dt)) return damaged(concat("dt = ", fresh.settings.dt, ", expected ", accepted(world_fields()[0].info)));
      set_settings(fresh, fresh.settings);
    }
  }
  if (auto ok = check_whole(fresh); !ok) return ok;
  if (auto ok = check_numbers(fresh); !ok) return ok;
  fresh.step_events_begin = fresh.events.size();
  fresh.environment = environment::Environment(fresh.settings.environment);
  fresh.plans.store = d.plans.store;
  count_watchers(fresh);
  fresh.log = std::move(d.log);
  d = std::move(fresh);
  return {};
}

}  // namespace wend::world
