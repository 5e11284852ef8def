#include "scene/constructs.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "scene/keys.hpp"
#include "scene/seen.hpp"

// Reading handles: agent.at, goal.radius, group[3]. Writing them is in assign.cpp.

namespace wend::scene {

namespace {

// What is not a field of a list.
constexpr std::string_view agent_names[] = {"id",     "kind",    "alive", "at",     "x",      "y",       "heading", "current_speed", "velocity", "status", "target",
                                            "arrived", "arrival", "group", "class",  "weight", "remove",  "targets", "goal",          "direction", "model", "planner",
                                            "sees",   "near"};
constexpr std::string_view target_names[] = {"id", "kind", "alive", "at", "x", "y", "velocity", "taken", "remove"};
constexpr std::string_view obstacle_names[] = {"id", "kind", "alive", "at", "to", "x", "y", "velocity", "class", "remove"};
constexpr std::string_view wall_names[] = {"id", "kind", "alive", "waited", "open", "waits", "remove"};
constexpr std::string_view group_names[] = {"kind", "count"};

template <class Owner>
void add_fields(std::vector<std::string_view>& names, std::span<const Field<Owner>> fields) {
  for (const Field<Owner>& f : fields) {
    if (f.info.in_scenes && std::find(names.begin(), names.end(), std::string_view(f.info.name)) == names.end()) names.emplace_back(f.info.name);
  }
}

// Every name that a handle of this kind answers to.
std::vector<std::string_view> names_of(const Engine& e, Tag tag) {
  std::vector<std::string_view> names;
  const auto start = [&](std::span<const std::string_view> list) { names.assign(list.begin(), list.end()); };
  if (tag == Tag::agent) {
    start(agent_names);
    add_fields(names, agent_fields());
    for (const ModelPointer& type : e.types) {
      for (const StateField& f : type->info().state) {
        if (f.access != StateAccess::memory) names.emplace_back(f.info.name);
      }
    }
  }
  if (tag == Tag::target) start(target_names), add_fields(names, target_fields());
  if (tag == Tag::obstacle) start(obstacle_names), add_fields(names, obstacle_fields());
  if (tag == Tag::wall) start(wall_names), add_fields(names, wall_fields());
  if (tag == Tag::group) start(group_names);
  return names;
}

// A value of a list of fields as Lua shows it.
Answer shown(Engine& e, const ParamInfo& info, double value) {
  if (value == info.unset) return nil();
  if (info.kind == ParamKind::flag) return boolean(value != 0);
  if (info.kind == ParamKind::choice) return text(e, choice_word(info, value));
  if (info.kind == ParamKind::integer) return integer(static_cast<lua_Integer>(value));
  return number(value);
}

// The stored value of that name; empty: the list has none.
template <class Owner>
std::optional<Answer> stored(Engine& e, std::span<const Field<Owner>> fields, const Owner& owner, std::string_view key) {
  for (const Field<Owner>& field : fields) {
    if (field.info.name == key) return shown(e, field.info, field.get(owner));
  }
  return std::nullopt;
}

#define WEND_GIVE_BACK(part, heat, type, name, fallback, info, doc) spec.name = s.name;

Answer agent_field(Engine& e, const Thing& t, const AgentState& s, std::string_view key) {
  if (key == "at") return point(s.at.x, s.at.y);
  if (key == "x") return number(s.at.x);
  if (key == "y") return number(s.at.y);
  if (key == "heading") return number(s.heading);
  if (key == "current_speed") return number(s.speed);
  if (key == "velocity") return point(s.velocity.x, s.velocity.y);
  if (key == "status") return text(e, name(s.status));
  if (key == "arrived") return boolean(s.arrival >= 0);
  if (key == "arrival") return s.arrival >= 0 ? number(s.arrival) : nil();
  if (key == "group") return integer(s.group);
  if (key == "class") return text(e, see_class(e, t));
  if (key == "target") {
    const auto goal = see_goal(e, t);
    return goal ? thing(*goal) : nil();
  }
  AgentSpec spec;
  WEND_AGENT_FIELDS(WEND_GIVE_BACK, WEND_NO_FIELD, WEND_NO_FIELD)
  if (const auto value = stored(e, agent_fields(), spec, key)) return *value;
  if (const auto value = see_attribute(e, t, key)) {
    const ParamInfo* info = attribute_info(e.types, key);
    return info != nullptr ? shown(e, *info, *value) : number(*value);
  }
  if (key == "weight") return number(1);  // a model without weights listens to its target alone
  const bool other_model = attribute_info(e.types, key) != nullptr;
  return other_model ? nil() : fail(e, concat("agent.", key, " can be set, not read"));
}

Answer target_field(Engine& e, const TargetState& s, std::string_view key) {
  if (key == "at") return point(s.at.x, s.at.y);
  if (key == "x") return number(s.at.x);
  if (key == "y") return number(s.at.y);
  if (key == "velocity") return point(s.velocity.x, s.velocity.y);
  if (key == "taken") return integer(static_cast<lua_Integer>(s.taken));
  TargetSpec spec;
  WEND_TARGET_FIELDS(WEND_GIVE_BACK, WEND_NO_FIELD, WEND_NO_FIELD)
  return stored(e, target_fields(), spec, key).value_or(nil());
}

Answer body_field(Engine& e, const Thing& t, const BodyState& s, std::string_view key) {
  if (key == "at") return point(s.at.x, s.at.y);
  if (key == "to") return point(s.to.x, s.to.y);
  if (key == "x") return number(s.at.x);
  if (key == "y") return number(s.at.y);
  if (key == "velocity") return point(s.velocity.x, s.velocity.y);
  if (key == "class") return text(e, see_class(e, t));
  if (key == "waited") return number(s.waited);
  if (key == "thickness") return number(s.radius);
  if ((key == "open" || key == "waits") && !s.door) return fail(e, concat("wall.", key, ": this wall is not a door, door { ... } makes one"));
  if (key == "open") return boolean(s.open);
  if (key == "waits") return boolean(s.waits);
  if (t.tag == Tag::obstacle) {
    ObstacleSpec spec;
    WEND_OBSTACLE_FIELDS(WEND_GIVE_BACK, WEND_NO_FIELD, WEND_NO_FIELD)
    return stored(e, obstacle_fields(), spec, key).value_or(nil());
  }
  WallSpec spec;
  WEND_WALL_FIELDS(WEND_GIVE_BACK, WEND_NO_FIELD, WEND_NO_FIELD)
  return stored(e, wall_fields(), spec, key).value_or(nil());
}

// thing:remove(): gone before the next step. What is gone already is no error if it went in this step.
Answer remove(Engine& e, lua_State* L) {
  const Thing* t = to_thing(L, 1);
  if (t == nullptr || !has_slot(t->tag))
    return fail(e, concat("remove() of ", describe(L, 1), "; write thing:remove()"));
  if (auto ok = may_construct(e, "remove"); !ok) return fail(e, ok.error());
  if (!e.is_current(*t)) return fail(e, concat(describe(L, 1), " has left the scene"));
  if (e.loading()) return fail(e, "remove() belongs into a callback: while loading, just do not make it");
  Slot& slot = e.table(t->tag).slots[t->slot];
  if (slot.leaving) return {};
  slot.leaving = true;
  Request r;
  r.wish = Wish::remove;
  r.kind = t->tag;
  r.slot = t->slot;
  e.requests.push_back(std::move(r));
  return {};
}

}  // namespace

Answer unknown_field(Engine& e, const Thing& t, std::string_view key) {
  const std::vector<std::string_view> known = names_of(e, t.tag);
  const char* kind = kind_name(t.tag);
  if (known.empty()) return fail(e, concat(t.tag == Tag::area ? "an " : "a ", kind, " has no fields"));
  if (std::find(known.begin(), known.end(), key) != known.end())
    return fail(e, concat(kind, ".", key, " can be read, not set"));
  const std::string near = suggestion(key, known);
  return fail(e, concat("unknown field '", key, "' of ", kind, near.empty() ? "" : ", did you mean '", near,
                        near.empty() ? "" : "'?"));
}

std::string key_text(lua_State* L) {
  std::string key;
  append_value(key, L, 2);
  key.resize(std::min<std::size_t>(key.size(), 40));
  return key;
}

Answer thing_get(Engine& e, lua_State* L) {
  const Thing* t = to_thing(L, 1);
  if (t == nullptr) return fail(e, "not a thing of this scene");
  if (!charge(e.meter(), e.cost_of(*t))) return spent(e);
  if (t->tag == Tag::group && lua_type(L, 2) == LUA_TNUMBER) {
    const lua_Integer i = lua_tointeger(L, 2);
    if (i < 1 || i > static_cast<lua_Integer>(t->count)) return nil();
    Thing member;
    member.slot = t->slot + static_cast<std::uint32_t>(i - 1);
    member.generation = 1;
    return thing(member);
  }
  const std::string key = key_text(L);
  const std::vector<std::string_view> known = names_of(e, t->tag);
  if (std::find(known.begin(), known.end(), key) == known.end()) return unknown_field(e, *t, key);
  if (key == "kind") return text(e, kind_name(t->tag));
  if (key == "count") return integer(t->count);
  if (key == "remove") return function(serve<remove>);
  if (key == "sees") return function(serve<agent_sees>);
  if (key == "near") return function(serve<agent_near>);
  if (key == "alive") return boolean(is_present(e, *t));
  if (!e.is_current(*t)) return fail(e, concat(describe(L, 1), " has left the scene"));
  if (key == "id") return integer(e.number_of(*t));
  const auto gone = [&] { return fail(e, concat(describe(L, 1), " has left the scene")); };
  if (t->tag == Tag::agent) {
    const auto seen = see_agent(e, *t);
    return seen ? agent_field(e, *t, *seen, key) : gone();
  }
  if (t->tag == Tag::target) {
    const auto seen = see_target(e, *t);
    return seen ? target_field(e, *seen, key) : gone();
  }
  const auto seen = see_body(e, *t);
  return seen ? body_field(e, *t, *seen, key) : gone();
}

Answer thing_length(Engine& e, lua_State* L) {
  const Thing* t = to_thing(L, 1);
  if (t == nullptr || t->tag != Tag::group)
    return fail(e, concat("# of ", describe(L, 1), ": only a group has a length"));
  return integer(t->count);
}

}  // namespace wend::scene

#undef WEND_GIVE_BACK
