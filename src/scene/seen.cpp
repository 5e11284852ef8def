#include "scene/seen.hpp"

#include <algorithm>

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

std::uint64_t id_of(Engine& e, const Thing& t) { return e.table(t.tag).slots[t.slot].id; }

std::string class_of(const Engine& e, std::int32_t klass, const char* fallback) {
  return klass < 0 ? fallback : e.spec.classes[static_cast<std::size_t>(klass)].name;
}

#define WEND_SEE(part, heat, type, name, fallback, info, doc) s.name = entry->spec.name;

}  // namespace

const char* kind_name(Tag tag) {
  constexpr const char* names[] = {"agent", "target",  "obstacle", "wall",        "group",
                                   "model", "planner", "area",     "distribution"};
  return names[static_cast<std::size_t>(tag)];
}

std::optional<AgentState> see_agent(Engine& e, const Thing& t) {
  if (const std::uint64_t id = id_of(e, t); id != 0) return e.world().agent(AgentId::from_bits(id));
  const SceneAgent* entry = entry_of(e, t, e.spec.agents);
  if (entry == nullptr) return std::nullopt;
  AgentState s;
  WEND_AGENT_FIELDS(WEND_SEE, WEND_NO_FIELD, WEND_NO_FIELD)
  s.at = entry->spec.at;
  s.heading = entry->spec.heading;
  return s;
}

std::optional<double> see_attribute(Engine& e, const Thing& t, std::string_view name) {
  if (const std::uint64_t id = id_of(e, t); id != 0) return e.world().attribute(AgentId::from_bits(id), name);
  const SceneAgent* entry = entry_of(e, t, e.spec.agents);
  if (entry == nullptr) return std::nullopt;
  for (const Attribute& a : entry->spec.attributes) {
    if (a.name == name) return a.value;
  }
  const std::string type = entry->model < 0 ? SceneModel{}.type : e.spec.models[static_cast<std::size_t>(entry->model)].type;
  for (const ModelPointer& known : e.types) {
    if (known->name() != type) continue;
    for (const StateField& f : known->info().state) {
      if (f.access != StateAccess::memory && f.info.name == name) return f.info.fallback;
    }
  }
  return std::nullopt;
}

std::optional<Thing> see_goal(Engine& e, const Thing& t) {
  if (const std::uint64_t id = id_of(e, t); id != 0) {
    const auto s = e.world().agent(AgentId::from_bits(id));
    if (!s || !s->target) return std::nullopt;
    return e.handle(Tag::target, e.slot_of(Tag::target, s->target.bits()));
  }
  const SceneAgent* entry = entry_of(e, t, e.spec.agents);
  if (entry == nullptr || entry->targets.empty()) return std::nullopt;
  return e.handle(Tag::target, entry->targets.front());
}

std::string see_class(Engine& e, const Thing& t) {
  const std::uint64_t id = id_of(e, t);
  if (t.tag == Tag::agent) {
    const SceneAgent* entry = id == 0 ? entry_of(e, t, e.spec.agents) : nullptr;
    if (entry != nullptr) return class_of(e, entry->klass, "agent");
    const auto s = e.world().agent(AgentId::from_bits(id));
    return s ? std::string(e.world().class_name(s->klass)) : std::string();
  }
  const SceneObstacle* entry = id == 0 ? entry_of(e, t, e.spec.obstacles) : nullptr;
  if (entry != nullptr) return class_of(e, entry->klass, "obstacle");
  const auto s = e.world().body(ObstacleId::from_bits(id));
  return s ? std::string(e.world().class_name(s->klass)) : std::string();
}

std::optional<TargetState> see_target(Engine& e, const Thing& t) {
  if (const std::uint64_t id = id_of(e, t); id != 0) return e.world().target(TargetId::from_bits(id));
  const SceneTarget* entry = entry_of(e, t, e.spec.targets);
  if (entry == nullptr) return std::nullopt;
  TargetState s;
  WEND_TARGET_FIELDS(WEND_SEE, WEND_NO_FIELD, WEND_NO_FIELD)
  s.at = entry->spec.at;
  s.to = entry->spec.to;
  return s;
}

std::optional<BodyState> see_body(Engine& e, const Thing& t) {
  const std::uint64_t id = id_of(e, t);
  BodyState s;
  if (t.tag == Tag::obstacle) {
    if (id != 0) return e.world().body(ObstacleId::from_bits(id));
    const SceneObstacle* entry = entry_of(e, t, e.spec.obstacles);
    if (entry == nullptr) return std::nullopt;
    WEND_OBSTACLE_FIELDS(WEND_SEE, WEND_NO_FIELD, WEND_NO_FIELD)
    s.at = entry->spec.at;
    s.to = entry->spec.to;
    return s;
  }
  if (id != 0) return e.world().body(WallId::from_bits(id));
  if (const SceneWall* entry = entry_of(e, t, e.spec.walls)) {
    WEND_WALL_FIELDS(WEND_SEE, WEND_NO_FIELD, WEND_NO_FIELD)
    s.radius = entry->spec.thickness;
    s.open = entry->spec.open;
  }
  return s;
}

bool is_present(Engine& e, const Thing& t) {
  if (!e.is_current(t)) return false;
  if (t.tag == Tag::agent) return see_agent(e, t).has_value();
  if (t.tag == Tag::target) return see_target(e, t).has_value();
  return see_body(e, t).has_value();
}

}  // namespace wend::scene

#undef WEND_SEE
