#include "core/bytes.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"
#include "environment/grid.hpp"
#include "world/columns.hpp"

#include <algorithm>

namespace wend::world {

namespace {

// "WENDSNAP", version, number of sections; each section: name, size, checksum, bytes.
constexpr std::uint64_t magic = 0x50414e53444e4557u;
constexpr std::uint32_t version = 1;

std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t h = bytes.size();
  for (std::byte b : bytes) h = (h ^ std::to_integer<std::uint64_t>(b)) * 0x100000001b3u;
  return mix(h);
}

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
    list.resize(in.count(1));  // never more elements than bytes left
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
void read_list(std::vector<T>& list, Reader& r, Walk&& walk) {
  list.resize(r.in.count(1));
  for (T& v : list) {
    if (!r.in.good()) return;
    walk(v);
  }
}

void write_section(Writer& w, std::string_view name, const Data& d) {
  walk_section(name, d, w);
  if (name == "bodies") write_list(d.bodies, w, [&](const Body& b) { for_body_fields(b, w); });
  if (name == "targets") write_list(d.targets, w, [&](const Target& t) { for_target_fields(t, w); });
  if (name == "classes") {
    write_list(d.classes, w, [&](const BodyClass& k) { w(k.name), w(k.spec.d0), w(k.spec.delta), w(k.spec.weight), w(k.spec.competes); });
  }
  if (name == "models") {
    write_list(d.models, w, [&](const ModelEntry& m) { w(std::string(d.types[m.type]->name())), w(m.params); });
  }
  if (name == "contacts") write_list(d.contacts, w, [&](const Contact& c) { w(c.agent), w(c.other), w(c.kind); });
  if (name == "events") write_list(d.events, w, [&](const Event& e) { for_event_fields(e, w); });
}

constexpr std::string_view sections[] = {"head", "slots", "agents", "bodies", "targets", "classes", "models", "contacts", "events"};

Error damaged(std::string why) { return Error{Errc::damaged, std::move(why), "restore"}; }

Result<void> read_section(Reader& r, std::string_view name, Data& d) {
  walk_section(name, d, r);
  if (name == "bodies") read_list(d.bodies, r, [&](Body& b) { for_body_fields(b, r); });
  if (name == "targets") read_list(d.targets, r, [&](Target& t) { for_target_fields(t, r); });
  if (name == "classes") {
    read_list(d.classes, r, [&](BodyClass& k) { r(k.name), r(k.spec.d0), r(k.spec.delta), r(k.spec.weight), r(k.spec.competes); });
  }
  if (name == "models") {
    std::string missing;
    read_list(d.models, r, [&](ModelEntry& m) {
      std::string type;
      r(type), r(m.params);
      const auto at = std::find_if(d.types.begin(), d.types.end(), [&](const auto& known) { return known->name() == type; });
      if (at == d.types.end()) missing = type;
      else m.type = static_cast<std::uint32_t>(at - d.types.begin());
    });
    if (!missing.empty()) return Error{Errc::unknown_name, concat("model \"", missing, "\" is not registered in this world"), "restore"};
  }
  if (name == "contacts") read_list(d.contacts, r, [&](Contact& c) { r(c.agent), r(c.other), r(c.kind); });
  if (name == "events") read_list(d.events, r, [&](Event& e) { for_event_fields(e, r); });
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

}  // namespace

Snapshot snapshot(const Data& d) {
  ByteWriter file;
  file.u64(magic);
  file.u32(version);
  file.u32(static_cast<std::uint32_t>(std::size(sections)));
  for (std::string_view name : sections) {
    Writer section;
    write_section(section, name, d);
    file.text(name);
    file.u64(section.out.bytes().size());
    file.u64(checksum(section.out.bytes()));
    file.bytes().insert(file.bytes().end(), section.out.bytes().begin(), section.out.bytes().end());
  }
  return std::move(file.bytes());
}

Result<void> restore(Data& d, std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  if (in.u64() != magic) return damaged("this is not a snapshot of a world");
  if (const std::uint32_t found = in.u32(); found != version) {
    return Error{Errc::unsupported, concat("snapshot version ", found, ", this build reads version ", version), "restore"};
  }
  const std::uint32_t count = in.u32();
  Data fresh;  // swapped in only when everything is whole
  fresh.settings = d.settings;
  fresh.types = d.types;
  fresh.state_stride = d.state_stride;
  std::vector<std::string> seen;
  for (std::uint32_t i = 0; i < count && in.good(); ++i) {
    const std::string name = in.text();
    const std::uint64_t size = in.u64();
    const std::uint64_t sum = in.u64();
    const auto part = in.take(size);
    if (!in.good() || checksum(part) != sum) return damaged(concat("section \"", name, "\" is damaged or cut off"));
    Reader reader{ByteReader(part)};
    if (auto ok = read_section(reader, name, fresh); !ok) return ok;
    if (name == "head") {
      if (!accepts(world_fields()[0].info, fresh.settings.dt)) return damaged(concat("dt = ", fresh.settings.dt, ", expected ", accepted(world_fields()[0].info)));
      set_settings(fresh, fresh.settings);
    }
    seen.push_back(name);
  }
  if (!in.good() || in.left() != 0) return damaged("the snapshot is cut off or has extra bytes");
  for (std::string_view name : sections) {
    if (std::find(seen.begin(), seen.end(), name) == seen.end()) return damaged(concat("section \"", name, "\" is missing"));
  }
  if (auto ok = check_whole(fresh); !ok) return ok;
  fresh.step_events_begin = fresh.events.size();
  fresh.index = std::make_unique<environment::Grid>();
  fresh.log = std::move(d.log);
  d = std::move(fresh);
  return {};
}

}  // namespace wend::world
