#include "scene/constructs.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "scene/keys.hpp"

// assign{}: who does what

namespace wend::scene {

namespace {

// An agent, or those of a group who are still there.
Result<void> take_agents(Engine& e, lua_State* L, int index, std::string_view key, std::vector<std::uint32_t>& slots) {
  const Thing* t = to_thing(L, index);
  if (t != nullptr && t->tag == Tag::group) {
    if (!charge(e.meter(), t->count)) return Error{Errc::limit, "the budget is used up", {}};
    for (std::uint32_t i = 0; i < t->count; ++i) {
      Thing member;
      member.slot = t->slot + i;
      member.generation = 1;
      if (e.is_current(member)) slots.push_back(member.slot);
    }
    return {};
  }
  const auto one = read_handle(e, L, index, Tag::agent, key);
  if (!one) return Error{one.error().code, concat(one.error().message, t == nullptr ? " or a group" : ""), {}};
  slots.push_back(one->slot);
  return {};
}

// A list, or one thing for short.
template <class Take>
Result<std::vector<std::uint32_t>> read_list(const Keys& keys, const char* key, Engine& e, Take take) {
  lua_State* L = keys.L;
  const int at = keys.at(key);
  std::vector<std::uint32_t> slots;
  if (lua_type(L, at) != LUA_TTABLE) {
    if (auto ok = take(L, at, key, slots); !ok) return keys.wrong(ok.error());
    return slots;
  }
  const std::size_t count = lua_rawlen(L, at);
  if (!charge(e.meter(), static_cast<std::int64_t>(count))) return Error{Errc::limit, "the budget is used up", {}};
  for (std::size_t i = 1; i <= count; ++i) {
    lua_rawgeti(L, at, static_cast<lua_Integer>(i));
    auto ok = take(L, -1, concat(key, "[", i, "]"), slots);
    lua_pop(L, 1);
    if (!ok) return keys.wrong(ok.error());
  }
  return slots;
}

Answer make_assign(Engine& e, lua_State* L) {
  if (auto ok = may_construct(e, "assign"); !ok) return fail(e, ok.error());
  const auto keys = read_keys(L, "assign", assign_keys());
  if (!keys) return fail(e, keys.error());
  auto agents = read_list(*keys, "agents", e, [&](lua_State* state, int at, std::string_view key, auto& slots) { return take_agents(e, state, at, key, slots); });
  if (!agents) return fail(e, agents.error());
  auto targets = read_list(*keys, "targets", e, [&](lua_State* state, int at, std::string_view key, auto& slots) -> Result<void> {
    const auto t = read_handle(e, state, at, Tag::target, key);
    if (!t) return t.error();
    slots.push_back(t->slot);
    return {};
  });
  if (!targets) return fail(e, targets.error());
  if (targets->empty()) return fail(e, keys->wrong("targets has 0 values, expected 1 or more"));
  if (agents->size() > most_task_pairs / targets->size())
    return refuse_more(e, concat("assign{}: ", agents->size(), " agents times ", targets->size(), " targets, expected at most ", most_task_pairs));
  if (!charge(e.meter(), static_cast<std::int64_t>(agents->size() * targets->size()))) return spent(e);
  if (e.loading()) {
    e.spec.tasks.push_back({std::move(*agents), std::move(*targets)});
    return {};
  }
  Request r;
  r.wish = Wish::assign;
  r.agents = std::move(*agents);
  r.targets = std::move(*targets);
  e.requests.push_back(std::move(r));
  return {};
}

// set_goal(agent or group, {x, y}): go there, without a target{}.
Answer make_set_goal(Engine& e, lua_State* L) {
  if (auto ok = may_construct(e, "set_goal"); !ok) return fail(e, ok.error());
  std::vector<std::uint32_t> agents;
  if (auto ok = take_agents(e, L, 1, "set_goal(who, {x, y}): who", agents); !ok) return fail(e, ok.error());
  const auto at = read_point(L, 2, "set_goal(who, point): point");
  if (!at) return fail(e, at.error());
  return send_to(e, agents, *at);
}

}  // namespace

void open_tasks(lua_State* L) { set_functions(L, {{"assign", serve<make_assign>}, {"set_goal", serve<make_set_goal>}}); }

}  // namespace wend::scene
