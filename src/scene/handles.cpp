#include "scene/constructs.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "scene/seen.hpp"

// Reading handles: agent.at, goal.radius, group[3]. Writing them is in assign.cpp.

namespace wend::scene {

namespace {

constexpr std::string_view agent_names[] = {
    "id",        "kind",    "alive",         "at",        "x",      "y",      "heading",
    "turn_rate", "speed",   "current_speed", "velocity",  "radius", "status", "target",
    "arrived",   "arrival", "group",         "class",     "weight", "remove", "agility",
    "lightness", "courage", "targets",       "goal", "direction", "model",  "watch",
    "sees",      "near",    "energy"};
constexpr std::string_view target_names[] = {"id", "kind", "alive", "at", "x", "y", "radius", "capacity", "taken", "remove"};
constexpr std::string_view obstacle_names[] = {"id", "kind",   "alive",    "at",    "to",    "x",
                                               "y",  "radius", "velocity", "class", "remove"};
constexpr std::string_view wall_names[] = {"id", "kind", "alive", "waited", "open", "waits", "remove"};
constexpr std::string_view group_names[] = {"kind", "count"};

std::span<const std::string_view> names_of(Tag tag) {
  switch (tag) {
    case Tag::agent:
      return agent_names;
    case Tag::target:
      return target_names;
    case Tag::obstacle:
      return obstacle_names;
    case Tag::wall:
      return wall_names;
    case Tag::group:
      return group_names;
    default:
      return {};
  }
}

Answer agent_field(Engine& e, const AgentSeen& a, std::string_view key) {
  if (key == "at") return point(a.at.x, a.at.y);
  if (key == "x") return number(a.at.x);
  if (key == "y") return number(a.at.y);
  if (key == "heading") return number(a.heading);
  if (key == "turn_rate") return number(a.turn_rate);
  if (key == "speed") return number(a.top_speed);
  if (key == "current_speed") return number(a.speed);
  if (key == "velocity") return point(a.velocity.x, a.velocity.y);
  if (key == "radius") return number(a.radius);
  if (key == "status") return text(e, name(a.status));
  if (key == "arrived") return boolean(a.arrival >= 0);
  if (key == "arrival") return a.arrival >= 0 ? number(a.arrival) : nil();
  if (key == "group") return integer(a.group);
  if (key == "class") return text(e, a.klass);
  if (key == "weight") return number(a.weight);
  if (key == "watch") return a.watch >= 0 ? number(a.watch) : nil();
  if (key == "energy") return number(a.energy);
  if (key == "target") return a.has_target ? thing(a.target) : nil();
  return fail(e, concat("agent.", key, " can be set, not read"));
}

Answer body_field(Engine& e, const BodySeen& b, std::string_view key) {
  if (key == "at") return point(b.at.x, b.at.y);
  if (key == "to") return point(b.to.x, b.to.y);
  if (key == "x") return number(b.at.x);
  if (key == "y") return number(b.at.y);
  if (key == "velocity") return point(b.velocity.x, b.velocity.y);
  if (key == "class") return text(e, b.klass);
  if (key == "waited") return number(b.waited);
  if ((key == "open" || key == "waits") && !b.door) return fail(e, concat("wall.", key, ": this wall is not a door, door { ... } makes one"));
  if (key == "open") return boolean(b.open);
  if (key == "waits") return boolean(b.waits);
  if (key == "capacity") return b.capacity >= 0 ? integer(static_cast<lua_Integer>(b.capacity)) : nil();
  if (key == "taken") return integer(static_cast<lua_Integer>(b.taken));
  return number(b.radius);
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
  const auto known = names_of(t.tag);
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
  const auto known = names_of(t->tag);
  if (std::find(known.begin(), known.end(), key) == known.end()) return unknown_field(e, *t, key);
  if (key == "kind") return text(e, kind_name(t->tag));
  if (key == "count") return integer(t->count);
  if (key == "remove") return function(serve<remove>);
  if (key == "sees") return function(serve<agent_sees>);
  if (key == "near") return function(serve<agent_near>);
  if (key == "alive") return boolean(is_present(e, *t));
  if (!e.is_current(*t)) return fail(e, concat(describe(L, 1), " has left the scene"));
  if (key == "id") return integer(e.number_of(*t));
  if (t->tag == Tag::agent) {
    const auto seen = see_agent(e, *t);
    if (!seen) return fail(e, concat(describe(L, 1), " has left the scene"));
    return agent_field(e, *seen, key);
  }
  const auto seen = see_body(e, *t);
  if (!seen) return fail(e, concat(describe(L, 1), " has left the scene"));
  return body_field(e, *seen, key);
}

Answer thing_length(Engine& e, lua_State* L) {
  const Thing* t = to_thing(L, 1);
  if (t == nullptr || t->tag != Tag::group)
    return fail(e, concat("# of ", describe(L, 1), ": only a group has a length"));
  return integer(t->count);
}

}  // namespace wend::scene
