#include "core/hash.hpp"

#include "core/described.hpp"
#include "world/data.hpp"

#include <string_view>

namespace wend::world {

namespace {

std::uint64_t bits_of(double v) { return hash_bits(v); }
std::uint64_t bits_of(Vec3 v) { return mix(mix(hash_bits(v.x), hash_bits(v.y)), hash_bits(v.z)); }
std::uint64_t bits_of(Vec2 v) { return mix(hash_bits(v.x), hash_bits(v.y)); }
std::uint64_t bits_of(std::string_view s) {
  std::uint64_t h = s.size();
  for (char c : s) h = mix(h, static_cast<unsigned char>(c));
  return h;
}
std::uint64_t bits_of(const std::string& s) { return bits_of(std::string_view(s)); }
template <class Tag>
std::uint64_t bits_of(Id<Tag> id) {
  return id.bits();
}
template <class T>
  requires std::is_integral_v<T> || std::is_enum_v<T>
std::uint64_t bits_of(T v) {
  return static_cast<std::uint64_t>(v);
}
template <Described T>
std::uint64_t bits_of(const T& v);
template <class T>
std::uint64_t bits_of(const std::vector<T>& list) {
  std::uint64_t h = list.size();
  for (const T& v : list) h = mix(h, bits_of(v));
  return h;
}

// A host's own number changes nothing in the run.
bool is_hashed(std::string_view member) { return member != "user_data"; }

template <Described T>
std::uint64_t bits_of(const T& v) {
  std::uint64_t h = 0;
  T::for_members([&](const char* name, auto member) {
    if (is_hashed(name)) h = mix(h, bits_of(v.*member));
  });
  return h;
}

// One cell for each field of a thing with an id. Cells are keyed by id and name and added, so that neither the order of rows nor a
// new field changes the others.
template <Described T>
std::uint64_t sum_of_cells(const T& thing, std::uint64_t id) {
  std::uint64_t sum = 0;
  T::for_members([&](const char* name, auto member) {
    if (is_hashed(name)) sum += hash_cell(bits_of(std::string_view(name)), id, bits_of(thing.*member));
  });
  return sum;
}

}  // namespace

// The numbers of the cells are fixed for ever: they must not follow the list of columns.
std::uint64_t motion_hash(const Data& d) {
  const AgentColumns& a = d.agents;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::uint64_t cell = 0;
    for (const double value : {a.x[i], a.y[i], a.heading[i], a.speed[i]}) sum += hash_cell(++cell, a.id[i].bits(), hash_bits(value));
  }
  return sum;
}

std::uint64_t hash_of(const Event& event) { return bits_of(event); }

StateHash hash(const Data& d) {
  StateHash h;
  std::uint64_t unhashed = 0;
  const auto part = [&](Part p) -> std::uint64_t& {
    std::uint64_t* parts[] = {&h.clock, &h.motion, &h.attributes, &h.model_state, &h.goals, &h.statuses, &h.bodies, &h.targets, &h.events, &h.plans, &unhashed};
    return *parts[static_cast<std::size_t>(p)];
  };
  for_columns(d.agents, d.widths, [&](Part p, std::string_view name, const auto& column, std::size_t width) {
    if (p == Part::none) return;
    std::uint64_t& sum = part(p);
    const std::uint64_t cell = bits_of(name);
    for (std::size_t i = 0; i < d.agents.size(); ++i) {
      const std::uint64_t id = d.agents.id[i].bits();
      for (std::size_t k = 0; k < width; ++k) sum += hash_cell(cell + k, id, bits_of(column[i * width + k]));
    }
  });
  for (const Body& body : d.bodies) h.bodies += sum_of_cells(body, body.id);
  for (const Target& target : d.targets) h.targets += sum_of_cells(target, target.id.bits());
  h.plans = mix(h.plans, bits_of(d.planners));
  h.events = mix(d.events_hash, mix(bits_of(d.contacts), bits_of(d.noted)));

  h.clock = mix(mix(mix(d.step, d.born), d.settings.seed), mix(hash_bits(d.settings.dt), bits_of(d.settings.perception)));
  for (const Slots* slots : {&d.agent_slots, &d.body_slots, &d.target_slots}) h.clock = mix(h.clock, mix(bits_of(slots->generation), bits_of(slots->free)));
  h.attributes = mix(h.attributes, bits_of(d.classes));
  for (const ModelEntry& model : d.models) h.attributes = mix(h.attributes, mix(bits_of(d.types[model.type]->name()), bits_of(model.params)));
  std::uint64_t all = 0;
  StateHash::for_members([&](const char*, auto member) { all = mix(all, h.*member); });  // `all` itself is still 0
  h.all = all;
  return h;
}

}  // namespace wend::world
