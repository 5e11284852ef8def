#include <wend/sections.hpp>

#include "core/bytes.hpp"
#include "core/text.hpp"
#include "environment/grid.hpp"
#include "world/columns.hpp"

#include <algorithm>
#include <cmath>

namespace wend::world {

namespace {

// Writing and reading take the same walk, so that they cannot disagree.
struct Writer {
  ByteWriter out;
  void operator()(double v) { out.f64(v); }
  void operator()(std::uint64_t v) { out.u64(v); }
  void operator()(std::uint32_t v) { out.u32(v); }
  void operator()(std::uint8_t v) { out.u8(v); }
  void operator()(bool v) { out.u8(v ? 1 : 0); }
  void operator()(const std::string& v) { out.text(v); }
  void operator()(Vec2 v) { out.f64(v.x), out.f64(v.y); }
  template <class Tag>
  void operator()(Id<Tag> v) {
    out.u32(v.index), out.u32(v.generation);
  }
  template <class T>
    requires std::is_enum_v<T>
  void operator()(T v) {
    out.u8(static_cast<std::uint8_t>(v));
  }
  template <class T>
  void operator()(const std::vector<T>& list) {
    out.u64(list.size());
    for (const T& v : list) (*this)(v);
  }
};

// Bytes an element takes at least: those of an empty one.
template <class T>
std::size_t smallest() {
  Writer w;
  w(T{});
  return w.out.bytes().size();
}

struct Reader {
  ByteReader in;
  void operator()(double& v) { v = in.f64(); }
  void operator()(std::uint64_t& v) { v = in.u64(); }
  void operator()(std::uint32_t& v) { v = in.u32(); }
  void operator()(std::uint8_t& v) { v = in.u8(); }
  void operator()(bool& v) { v = in.u8() != 0; }
  void operator()(std::string& v) { v = in.text(); }
  void operator()(Vec2& v) { v.x = in.f64(), v.y = in.f64(); }
  template <class Tag>
  void operator()(Id<Tag>& v) {
    v.index = in.u32(), v.generation = in.u32();
  }
  template <class T>
    requires std::is_enum_v<T>
  void operator()(T& v) {
    v = static_cast<T>(in.u8());
  }
  template <class T>
  void operator()(std::vector<T>& list) {
    list.resize(in.count(smallest<T>()));  // never more elements than the bytes left can hold
    for (T& v : list) {
      if (!in.good()) return;
      (*this)(v);
    }
  }
};

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
    for_columns(d.agents, d.history_length, d.state_stride, [&](Part, const char*, auto& column, std::size_t) { walk(column); });
  }
}


template <class T, class Walk>
void write_list(const std::vector<T>& list, Writer& w, Walk&& walk) {
  w.out.u64(list.size());
  for (const T& v : list) walk(v);
}

template <class T, class Walk>
void read_list(std::vector<T>& list, std::size_t smallest_element, Reader& r, Walk&& walk) {
  list.resize(r.in.count(smallest_element));
  for (T& v : list) {
    if (!r.in.good()) return;
    walk(v);
  }
}

// The fields of one element, for writing and reading.
constexpr auto of_body = [](auto& b, auto& walk) { for_body_fields(b, walk); };
constexpr auto of_target = [](auto& t, auto& walk) { for_target_fields(t, walk); };
constexpr auto of_class = [](auto& k, auto& walk) { walk(k.name), walk(k.spec.d0), walk(k.spec.delta), walk(k.spec.weight), walk(k.spec.competes); };
constexpr auto of_contact = [](auto& c, auto& walk) { walk(c.agent), walk(c.other), walk(c.kind); };
constexpr auto of_event = [](auto& e, auto& walk) { for_event_fields(e, walk); };

template <class T, class Fields>
void write_elements(const std::vector<T>& list, Writer& w, Fields fields) {
  write_list(list, w, [&](const T& v) { fields(v, w); });
}

template <class T, class Fields>
void read_elements(std::vector<T>& list, Reader& r, Fields fields) {
  Writer empty;
  const T nothing{};
  fields(nothing, empty);
  read_list(list, empty.out.bytes().size(), r, [&](T& v) { fields(v, r); });
}

void write_section(Writer& w, std::string_view name, const Data& d) {
  walk_section(name, d, w);
  if (name == "bodies") write_elements(d.bodies, w, of_body);
  if (name == "targets") write_elements(d.targets, w, of_target);
  if (name == "classes") write_elements(d.classes, w, of_class);
  if (name == "models") {
    write_list(d.models, w, [&](const ModelEntry& m) { w(std::string(d.types[m.type]->name())), w(m.params); });
  }
  if (name == "contacts") write_elements(d.contacts, w, of_contact);
  if (name == "events") write_elements(d.events, w, of_event);
}

constexpr std::string_view sections[] = {"head", "slots", "agents", "bodies", "targets", "classes", "models", "contacts", "events"};

Error damaged(std::string why) { return Error{Errc::damaged, std::move(why), "restore"}; }

Result<void> read_section(Reader& r, std::string_view name, Data& d) {
  walk_section(name, d, r);
  if (name == "bodies") read_elements(d.bodies, r, of_body);
  if (name == "targets") read_elements(d.targets, r, of_target);
  if (name == "classes") read_elements(d.classes, r, of_class);
  if (name == "models") {
    std::string missing;
    read_list(d.models, 16, r, [&](ModelEntry& m) {  // two counts
      std::string type;
      r(type), r(m.params);
      const auto at = std::find_if(d.types.begin(), d.types.end(), [&](const auto& known) { return known->name() == type; });
      if (at == d.types.end()) missing = type;
      else m.type = static_cast<std::uint32_t>(at - d.types.begin());
    });
    if (!missing.empty()) return Error{Errc::unknown_name, concat("model \"", missing, "\" is not registered in this world"), "restore"};
  }
  if (name == "contacts") read_elements(d.contacts, r, of_contact);
  if (name == "events") read_elements(d.events, r, of_event);
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
        static_cast<unsigned>(d.agents.status[i]) > 7 || static_cast<unsigned>(d.agents.on_arrival[i]) > 2 ||
        static_cast<unsigned>(d.agents.goal_order[i]) > 1) {
      return damaged(concat("agent row ", i, " refers to nothing"));
    }
  }
  for (const Target& target : d.targets) {
    if (static_cast<unsigned>(target.shape) > 3) return damaged("a target has no shape");
  }
  for (const Body& body : d.bodies) {
    if (body.klass >= d.classes.size() || static_cast<unsigned>(body.kind) > 3 || static_cast<unsigned>(body.motion) > 2) return damaged("a body refers to nothing");
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
  const std::pair<std::string_view, const std::vector<double>*> ranged[] = {{"radius", &a.radius}, {"speed", &a.top_speed}, {"agility", &a.agility}, {"lightness", &a.lightness}, {"courage", &a.courage}};
  for (const auto& [name, column] : ranged) {
    const auto field = std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return name == f.info.name; });
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!accepts(field->info, (*column)[i])) return wrong("agent", i, name, (*column)[i], accepted(field->info));
    }
  }
  for (std::size_t i = 0; i < d.bodies.size(); ++i) {
    const Body& b = d.bodies[i];
    for (const Vec2 p : {b.a, b.b, b.old_a, b.old_b, b.velocity_a, b.velocity_b, b.half_a, b.half_b, b.end_a, b.end_b}) {
      if (!is_finite(p)) return wrong("body", i, "a place", std::isfinite(p.x) ? p.y : p.x, "finite numbers");
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
    const ParamInfo& radius = target_fields()[0].info;
    if (!accepts(radius, t.radius)) return wrong("target", i, "radius", t.radius, accepted(radius));
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
    Writer section;
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
    if (section == nullptr) return damaged(concat("section \"", name, "\" is missing"));
    Reader reader{ByteReader(section->bytes)};
    if (auto ok = read_section(reader, name, fresh); !ok) return ok;
    if (name == "head") {
      if (!accepts(world_fields()[0].info, fresh.settings.dt)) return damaged(concat("dt = ", fresh.settings.dt, ", expected ", accepted(world_fields()[0].info)));
      set_settings(fresh, fresh.settings);
    }
  }
  if (auto ok = check_whole(fresh); !ok) return ok;
  if (auto ok = check_numbers(fresh); !ok) return ok;
  fresh.step_events_begin = fresh.events.size();
  fresh.index = std::make_unique<environment::Grid>();
  fresh.log = std::move(d.log);
  d = std::move(fresh);
  return {};
}

}  // namespace wend::world
