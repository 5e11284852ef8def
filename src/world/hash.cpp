#include "core/hash.hpp"

#include "world/columns.hpp"

#include <string_view>

namespace wend::world {

namespace {

std::uint64_t bits_of(double v) { return hash_bits(v); }
std::uint64_t bits_of(Vec3 v) { return mix(mix(hash_bits(v.x), hash_bits(v.y)), hash_bits(v.z)); }
std::uint64_t bits_of(Vec2 v) { return mix(hash_bits(v.x), hash_bits(v.y)); }
template <class Tag>
std::uint64_t bits_of(Id<Tag> id) {
  return id.bits();
}
template <class T>
  requires std::is_integral_v<T> || std::is_enum_v<T>
std::uint64_t bits_of(T v) {
  return static_cast<std::uint64_t>(v);
}
template <class T>
std::uint64_t bits_of(const std::vector<T>& list) {
  std::uint64_t h = list.size();
  for (const T& v : list) h = mix(h, bits_of(v));
  return h;
}
std::uint64_t bits_of(const std::string& s) {
  std::uint64_t h = s.size();
  for (char c : s) h = mix(h, static_cast<unsigned char>(c));
  return h;
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

// Cells are keyed by id and added, so the order of rows does not matter (decision N9).
StateHash hash(const Data& d) {
  StateHash h;
  const auto part = [&](Part p) -> std::uint64_t& {
    std::uint64_t* parts[] = {&h.clock, &h.motion, &h.attributes, &h.model_state, &h.goals, &h.statuses, &h.bodies, &h.targets, &h.events, &h.plans};
    return *parts[static_cast<std::size_t>(p)];
  };
  std::uint64_t column_number = 0;
  for_columns(d.agents, d.history_length, d.state_stride, [&](Part p, const char*, const auto& column, std::size_t width) {
    if (p == Part::plans && d.planners.empty()) return;
    std::uint64_t& sum = part(p);
    ++column_number;
    for (std::size_t i = 0; i < d.agents.size(); ++i) {
      const std::uint64_t id = d.agents.id[i].bits();
      for (std::size_t k = 0; k < width; ++k) sum += hash_cell(column_number * 4096 + k, id, bits_of(column[i * width + k]));
    }
  });
  for (const Body& body : d.bodies) {
    std::uint64_t field = 0;
    const auto add = [&](const auto& v) { h.bodies += hash_cell(++field, body.id, bits_of(v)); };
    for_body_fields(body, add);
    for_wall_fields(body, add);
    if (body.door != 0) for_door_fields(body, add);
  }
  for (const Target& target : d.targets) {
    std::uint64_t field = 0;
    const auto add = [&](const auto& v) { h.targets += hash_cell(++field, target.id.bits(), bits_of(v)); };
    for_target_fields(target, add);
    if (target.capacity != capacity_unlimited) for_task_fields(target, add);  // else nothing depends on the count, and it follows from the events
  }
  for (const Target& target : d.targets) {
    if (target.weight != 1) h.targets += hash_cell(4096, target.id.bits(), bits_of(target.weight));
  }
  for (const Planner& planner : d.planners) {
    const auto add = [&](const auto& v) { h.plans = mix(h.plans, bits_of(v)); };
    for_planner_fields(planner, add);
    for (const Stroke& stroke : planner.made.strokes) add(stroke.points), add(stroke.width), add(stroke.strength);
    for (const RoamArea& area : planner.made.roam) add(area.low), add(area.high);
    for (const PlannerPart& part_of : planner.made.parts) add(part_of.planner), add(part_of.weight);
    for (const planning::Crowd& crowd : planner.crowds) for_crowd_fields(crowd, add);
  }
  h.events = mix(d.events_hash, d.contacts.size());
  for (const Contact& c : d.contacts) h.events = mix(mix(h.events, c.agent.bits()), mix(c.other, static_cast<std::uint64_t>(c.kind)));

  for (const Event& e : d.noted) for_event_fields(e, [&](const auto& v) { h.events = mix(h.events, bits_of(v)); });

  h.clock = mix(mix(mix(d.step, d.born), d.settings.seed), hash_bits(d.settings.dt));
  h.clock = mix(h.clock, static_cast<std::uint64_t>(d.settings.perception));
  for (const Slots* slots : {&d.agent_slots, &d.body_slots, &d.target_slots}) {
    h.clock = mix(h.clock, bits_of(slots->generation));
    h.clock = mix(h.clock, bits_of(slots->free));
  }
  for (const BodyClass& k : d.classes) {
    h.attributes = mix(h.attributes, bits_of(k.name));
    for (double v : {k.spec.d0, k.spec.delta, k.spec.weight, k.spec.competes ? 1.0 : 0.0}) h.attributes = mix(h.attributes, hash_bits(v));
  }
  for (const ModelEntry& model : d.models) {
    h.attributes = mix(h.attributes, bits_of(std::string(d.types[model.type]->name())));
    h.attributes = mix(h.attributes, bits_of(model.params));
  }
  for (std::uint64_t v : {h.clock, h.motion, h.attributes, h.model_state, h.goals, h.statuses, h.bodies, h.targets, h.events}) h.all = mix(h.all, v);
  if (!d.planners.empty()) h.all = mix(h.all, h.plans);
  return h;
}

}  // namespace wend::world
