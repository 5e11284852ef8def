#include "scene/seen.hpp"

namespace wend::scene {

namespace {

template <class Entry>
const Entry* waiting(const Engine& e, const Thing& t) {
  for (const Request& r : e.requests) {
    if (r.wish == Wish::add && r.kind == t.tag && r.slot == t.slot) return std::get_if<Entry>(&r.entry);
  }
  return nullptr;
}

// The entry of a thing that the world does not have yet.
template <class Entry>
const Entry* entry_of(const Engine& e, const Thing& t, const std::vector<Entry>& list) {
  if (e.loading()) return t.slot < list.size() ? &list[t.slot] : nullptr;
  return waiting<Entry>(e, t);
}

template <class Id>
Id id_of(std::uint64_t bits) {
  return {static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits)};
}

std::string class_of(const Engine& e, std::int32_t klass, const char* fallback) {
  return klass < 0 ? fallback : e.spec.classes[static_cast<std::size_t>(klass)].name;
}

}  // namespace

const char* kind_name(Tag tag) {
  constexpr const char* names[] = {"agent", "target",  "obstacle", "wall",        "group",
                                   "model", "planner", "area",     "distribution"};
  return names[static_cast<std::size_t>(tag)];
}

std::optional<AgentSeen> see_agent(Engine& e, const Thing& t) {
  const std::uint64_t id = e.table(Tag::agent).slots[t.slot].id;
  AgentSeen a;
  if (id == 0) {
    const SceneAgent* entry = entry_of(e, t, e.spec.agents);
    if (entry == nullptr) return std::nullopt;
    const AgentSpec& s = entry->spec;
    a.at = s.at;
    a.heading = s.heading;
    a.turn_rate = s.turn_rate;
    a.top_speed = s.speed;
    a.radius = s.radius;
    a.watch = s.watch;
    a.energy = s.energy;
    a.group = s.group;
    a.klass = class_of(e, entry->klass, "agent");
    a.has_target = !entry->targets.empty();
    if (a.has_target) a.target = e.handle(Tag::target, entry->targets.front());
    return a;
  }
  const auto s = e.world().agent(id_of<AgentId>(id));
  if (!s) return std::nullopt;
  a.at = s->at;
  a.velocity = s->velocity;
  a.heading = s->heading;
  a.turn_rate = s->turn_rate;
  a.speed = s->speed;
  a.top_speed = s->top_speed;
  a.radius = s->radius;
  a.watch = s->watch;
  a.energy = s->energy;
  a.arrival = s->arrival;
  a.weight = s->target_weight;
  a.status = s->status;
  a.group = s->group;
  a.klass = std::string(e.world().class_name(s->klass));
  a.has_target = static_cast<bool>(s->target);
  if (a.has_target) a.target = e.handle(Tag::target, e.slot_of(Tag::target, s->target.bits()));
  return a;
}

std::optional<BodySeen> see_body(Engine& e, const Thing& t) {
  const std::uint64_t id = e.table(t.tag).slots[t.slot].id;
  if (t.tag == Tag::target) {
    if (id == 0) {
      const SceneTarget* entry = entry_of(e, t, e.spec.targets);
      if (entry == nullptr) return std::nullopt;
      return BodySeen{entry->spec.at, entry->spec.to, {}, entry->spec.radius, {}, 0, entry->spec.capacity};
    }
    const auto s = e.world().target(id_of<TargetId>(id));
    if (!s) return std::nullopt;
    return BodySeen{s->at, s->to, s->velocity, s->radius, {}, 0, s->capacity, s->taken};
  }
  if (t.tag == Tag::obstacle) {
    if (id == 0) {
      const SceneObstacle* entry = entry_of(e, t, e.spec.obstacles);
      if (entry == nullptr) return std::nullopt;
      return BodySeen{entry->spec.at, entry->spec.to, {}, entry->spec.radius, class_of(e, entry->klass, "obstacle")};
    }
    const auto s = e.world().body(id_of<ObstacleId>(id));
    if (!s) return std::nullopt;
    return BodySeen{s->at, s->to, s->velocity, s->radius, std::string(e.world().class_name(s->klass))};
  }
  BodySeen wall;
  if (id == 0) {
    if (const SceneWall* entry = entry_of(e, t, e.spec.walls)) wall.door = entry->spec.door, wall.open = entry->spec.open;
    return wall;
  }
  const auto s = e.world().body(id_of<WallId>(id));
  if (!s) return std::nullopt;
  wall.waited = s->waited;
  wall.door = s->door, wall.open = s->open, wall.waits = s->waits;
  return wall;
}

bool is_present(Engine& e, const Thing& t) {
  if (!e.is_current(t)) return false;
  return t.tag == Tag::agent ? see_agent(e, t).has_value() : see_body(e, t).has_value();
}

}  // namespace wend::scene
