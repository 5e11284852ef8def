#include <wend/base/sections.hpp>
#include <wend/state.hpp>

#include "core/text.hpp"
#include "core/walk.hpp"
#include "world/attributes.hpp"
#include "world/planner_check.hpp"
#include "world/watching.hpp"

#include <algorithm>
#include <array>
#include <cmath>

// A snapshot: named sections, in them every field under its name. Writing and reading take the same walk over the described state.

namespace wend::world {

namespace {

Error damaged(std::string why) { return Error{Errc::damaged, std::move(why), "restore"}; }

template <class SlotsType, class Walk>
void walk_slots(std::string_view name, SlotsType& s, Walk& walk) {
  walk.named(concat(name, ".generation"), s.generation), walk.named(concat(name, ".row"), s.row), walk.named(concat(name, ".free"), s.free);
}

// Models by name: the numbers of types are those of a world.
#define WEND_SAVED_MODEL(M) M(std::string, type, {}) M(std::vector<double>, params, {})
struct SavedModel {
  WEND_MEMBERS(SavedModel, WEND_SAVED_MODEL)
};
#undef WEND_SAVED_MODEL

// The sections in the order in which they are read: "world" says how wide the columns are.
constexpr std::string_view sections[] = {"world", "slots", "models", "categories", "agents", "bodies", "targets", "planners", "contacts", "events"};

template <class DataType, class Walk>
void walk_section(std::string_view section, DataType& d, Walk& walk) {
  if (section == "world") {
    // How neighbours are found and whether commands are logged is the host's choice, not the world's state.
    auto settings = d.settings;
    settings.environment = Backend::automatic;
    settings.keep_log = false;
    walk.named("settings", settings);
    if constexpr (!std::is_const_v<DataType>) d.settings = settings;
    walk.named("step", d.step), walk.named("born", d.born), walk.named("events_hash", d.events_hash), walk.named("events_dropped", d.events_dropped);
  }
  if (section == "slots") walk_slots("agent", d.agent_slots, walk), walk_slots("body", d.body_slots, walk), walk_slots("target", d.target_slots, walk);
  if (section == "categories") walk.named("categories", d.classes);
  if (section == "agents") {
    for_columns(d.agents, d.widths, [&](Part, std::string_view name, auto& column, std::size_t) { walk.named(name, column); });
  }
  if (section == "bodies") walk.named("bodies", d.bodies);
  if (section == "targets") walk.named("targets", d.targets);
  if (section == "planners") walk.named("planners", d.planners);
  if (section == "contacts") walk.named("contacts", d.contacts);
  if (section == "events") walk.named("events", d.events), walk.named("deferred", d.noted);
}

void write_models(Saver& w, const Data& d) {
  std::vector<SavedModel> models;
  for (const ModelEntry& m : d.models) models.push_back({std::string(d.types[m.type]->name()), m.params});
  w.named("models", models);
}

Result<void> read_models(Loader& r, Data& d) {
  std::vector<SavedModel> models;
  r.named("models", models);
  for (SavedModel& saved : models) {
    const auto at = std::find_if(d.types.begin(), d.types.end(), [&](const ModelPointer& known) { return known->name() == saved.type; });
    if (at == d.types.end()) return Error{Errc::unknown_name, concat("model \"", saved.type, "\" is not registered in this world"), "restore"};
    const std::vector<ParamInfo>& infos = (*at)->info().parameters;
    if (saved.params.size() != infos.size()) {
      return damaged(concat("model \"", saved.type, "\" has ", saved.params.size(), " parameters, expected ", infos.size()));
    }
    for (std::size_t i = 0; i < infos.size(); ++i) {
      if (auto ok = check(infos[i], saved.params[i], "model"); !ok) return damaged(ok.error().text());
    }
    if (auto ok = (*at)->check_together(saved.params, d.settings.dt, "model"); !ok) return damaged(ok.error().text());
    d.models.push_back({static_cast<std::uint32_t>(at - d.types.begin()), saved.params, (*at)->traits(saved.params)});
  }
  return {};
}

Result<void> read_section(std::span<const std::byte> bytes, std::string_view name, Data& d) {
  Loader r{ByteReader(bytes)};
  walk_section(name, d, r);
  if (name == "models") {
    if (auto ok = read_models(r, d); !ok) return ok;
  }
  if (!r.problem.empty()) return damaged(concat("section \"", name, "\": ", r.problem));
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
    const auto index = AgentId::from_bits(bits).index;
    if (index >= slots.row.size() || slots.row[index] != row || slots.generation[index] != AgentId::from_bits(bits).generation) return false;
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

Error wrong(std::string_view what, std::size_t row, std::string_view name, double value, std::string_view expected) {
  return damaged(concat(what, " row ", row, ": ", name, " = ", value, ", expected ", expected));
}

// Sizes, rows and indices that agree: what every later step relies on.
Result<void> check_whole(const Data& d) {
  const std::size_t n = d.agents.size();
  std::string_view odd;
  for_columns(d.agents, d.widths, [&](Part, std::string_view name, const auto& column, std::size_t width) {
    if (column.size() != n * width) odd = name;
  });
  if (!odd.empty()) return damaged(concat("agent column \"", odd, "\" has another length than the others"));
  const bool slots = slots_agree(d.agent_slots, n, [&](std::size_t i) { return d.agents.id[i].bits(); }) &&
                     slots_agree(d.body_slots, d.bodies.size(), [&](std::size_t i) { return d.bodies[i].id; }) &&
                     slots_agree(d.target_slots, d.targets.size(), [&](std::size_t i) { return d.targets[i].id.bits(); });
  if (!slots) return damaged("ids and rows disagree");
  if (d.classes.size() < 2 || d.models.empty()) return damaged("categories or models are missing");
  const AgentColumns& a = d.agents;
  for (std::size_t i = 0; i < n; ++i) {
    const auto below = [&](std::string_view name, std::size_t value, std::size_t end) -> Result<void> {
      if (value < end) return {};
      return wrong("agent", i, name, static_cast<double>(value), concat("0 .. ", end - 1));
    };
    const std::pair<std::string_view, std::array<std::size_t, 2>> bounds[] = {
        {"model", {a.model[i], d.models.size()}}, {"klass", {a.klass[i], d.classes.size()}}, {"goals", {a.goals[i].size(), 65}},
        {"status", {static_cast<std::size_t>(a.status[i]), static_cast<std::size_t>(last_status) + 1}}, {"posture", {a.posture[i], 4}},
        {"planner", {a.planner[i], d.planners.size() + 1}}, {"plan", {static_cast<std::size_t>(a.plan[i]), 5}}, {"directed", {a.directed[i], 2}}};
    for (const auto& [name, bound] : bounds) {
      if (auto ok = below(name, bound[0], bound[1]); !ok) return ok;
    }
    if (a.captured_beyond[i].size() > d.target_slots.row.size() / 64 + 1) return damaged(concat("agent row ", i, ": captured_beyond has ", a.captured_beyond[i].size(), " words"));
  }
  for (std::size_t k = 0; k < d.planners.size(); ++k) {
    if (auto ok = check_planner(d, d.planners[k].made, k, "planner"); !ok) return damaged(ok.error().text());
    if (auto ok = check_layout(d.planners[k]); !ok) return ok;
  }
  for (std::size_t i = 0; i < d.bodies.size(); ++i) {
    const Body& body = d.bodies[i];
    if (body.klass >= d.classes.size()) return wrong("body", i, "klass", body.klass, concat("0 .. ", d.classes.size() - 1));
    if (!EntityRef(body.kind, 1).is_body()) return wrong("body", i, "kind", static_cast<double>(body.kind), "1 .. 3");
    const bool door = body.door == 1 && body.kind == BodyKind::wall && body.motion == BodyMotion::fixed;
    if (!(door || (body.door == 0 && body.open == 0)) || body.open > 1 || body.wants_shut > (body.open != 0 ? 2 : 0)) {
      return damaged(concat("body row ", i, ": door = ", unsigned{body.door}, ", open = ", unsigned{body.open}, ", wants_shut = ", unsigned{body.wants_shut}, " are inconsistent"));
    }
  }
  return {};
}

// Every stored value within the range of its table.
template <class Kept, class Owner, class Get>
Result<void> check_rows(std::string_view what, const std::vector<Kept>& rows, std::span<const Field<Owner>> fields, Get&& spec_of) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Owner spec = spec_of(rows[i]);
    for (const Field<Owner>& f : fields) {
      const double value = f.get(spec);
      if (!accepts(f.info, value)) return wrong(what, i, f.info.name, value, accepted(f.info));
    }
  }
  return {};
}

#define WEND_GIVE_BACK(part, heat, type, name, fallback, info, doc) spec.name = from_number<type>(to_number(kept.name));
TargetSpec spec_of(const Target& kept) {
  TargetSpec spec;
  WEND_TARGET_FIELDS(WEND_GIVE_BACK, WEND_NO_FIELD, WEND_NO_FIELD)
  return spec;
}
ObstacleSpec obstacle_of(const Body& kept) {
  ObstacleSpec spec;
  WEND_OBSTACLE_FIELDS(WEND_GIVE_BACK, WEND_NO_FIELD, WEND_NO_FIELD)
  return spec;
}
WallSpec wall_of(const Body& kept) {
  WallSpec spec;
  WEND_WALL_FIELDS(WEND_GIVE_BACK, WEND_NO_FIELD, WEND_NO_FIELD)
  return spec;
}
#undef WEND_GIVE_BACK

Result<void> check_places(std::string_view what, std::size_t row, std::span<const Vec2> places, bool bounded) {
  for (const Vec2 p : places) {
    if (!is_finite(p)) return wrong(what, row, "a place", std::isfinite(p.x) ? p.y : p.x, "finite numbers");
    const double worst = std::max(std::abs(p.x), std::abs(p.y));
    if (bounded && !accepts(coordinate_info(), worst)) return wrong(what, row, "a place", worst, accepted(coordinate_info()));
  }
  return {};
}

// Numbers the public calls would have refused: a file is no way around them. An agent's motion may be anything: the step
// freezes agents that are not finite.
Result<void> check_numbers(const Data& d) {
  const AgentColumns& a = d.agents;
  const auto fields = agent_fields();
  const auto access = agent_access();
  for (std::size_t k = 0; k < fields.size(); ++k) {
    const ParamInfo& info = fields[k].info;
    if (access[k].get == nullptr || std::string_view(info.name) == "turn_rate") continue;  // motion
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (const double value = access[k].get(a, i); !accepts(info, value)) return wrong("agent", i, info.name, value, accepted(info));
    }
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::vector<StateField>& state = type_of(d, i).info().state;
    for (std::size_t k = 0; k < state.size(); ++k) {
      const double value = state_of(d, i)[k];
      if (state[k].access == StateAccess::attribute && !accepts(state[k].info, value)) return wrong("agent", i, state[k].info.name, value, accepted(state[k].info));
    }
  }
  for (std::size_t i = 0; i < d.bodies.size(); ++i) {
    const Body& b = d.bodies[i];
    if (auto ok = check_places("body", i, std::array{b.old_a, b.old_b, b.velocity_a, b.velocity_b}, false); !ok) return ok;
    if (auto ok = check_places("body", i, std::array{b.a, b.b, b.half_a, b.half_b, b.end_a, b.end_b}, true); !ok) return ok;
  }
  for (std::size_t i = 0; i < d.targets.size(); ++i) {
    const Target& t = d.targets[i];
    if (auto ok = check_places("target", i, std::array{t.at, t.to, t.old_at, t.velocity, t.half, t.end}, false); !ok) return ok;
    if (auto ok = check_places("target", i, t.corners, false); !ok) return ok;
    if (t.shape == TargetShape::polygon && t.corners.size() < 3) return damaged(concat("target row ", i, ": a polygon with ", t.corners.size(), " corners"));
  }
  if (auto ok = check_rows("target", d.targets, target_fields(), spec_of); !ok) return ok;
  if (auto ok = check_rows("body", d.bodies, obstacle_fields(), obstacle_of); !ok) return ok;
  if (auto ok = check_rows("body", d.bodies, wall_fields(), wall_of); !ok) return ok;
  if (auto ok = check_categories(d, d.classes, "categories"); !ok) return damaged(ok.error().text());
  return {};
}

}  // namespace

Snapshot snapshot(const Data& d) {
  Snapshot file = begin_sections();
  for (std::string_view name : sections) {
    Saver section;
    walk_section(name, d, section);
    if (name == "models") write_models(section, d);
    append_section(file, name, section.out.bytes());
  }
  return file;
}

Result<void> restore(Data& d, std::span<const std::byte> bytes) {
  const auto file = read_sections(bytes);
  if (!file) return Error{file.error().code, file.error().message, "restore"};
  Data fresh;  // swapped in only when everything is whole
  fresh.types = d.types;
  fresh.widths = d.widths;
  for (std::string_view name : sections) {
    const Section* section = file->find(name);
    if (section == nullptr) return damaged(concat("section \"", name, "\" is missing"));
    if (auto ok = read_section(section->bytes, name, fresh); !ok) return ok;
    if (name != "world") continue;
    // How the neighbours are found and what is logged belong to this world, not to the file.
    fresh.settings.environment = d.settings.environment;
    fresh.settings.keep_log = d.settings.keep_log;
    if (auto ok = check_fields(world_fields(), fresh.settings, "settings"); !ok) return damaged(ok.error().text());
    if (fresh.settings.dimension != 2) return damaged(concat("dimension = ", fresh.settings.dimension, ", expected 2 in this version"));
    set_settings(fresh, fresh.settings);
  }
  if (auto ok = check_whole(fresh); !ok) return ok;
  if (auto ok = check_numbers(fresh); !ok) return ok;
  lay_out_categories(fresh);
  fresh.step_events_begin = fresh.events.size();
  fresh.environment = environment::Environment(fresh.settings.environment);
  fresh.plans.store = d.plans.store;
  count_watchers(fresh);
  fresh.log = std::move(d.log);
  d = std::move(fresh);
  return {};
}

}  // namespace wend::world
