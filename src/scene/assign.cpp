#include "scene/constructs.hpp"

#include <wend/specs.hpp>

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "scene/keys.hpp"
#include "scene/seen.hpp"

// Writing handles: goal.at = {0, 8}, agent.speed = 2. Into the spec while loading, a request afterwards.

namespace wend::scene {

namespace {

Request request(Wish wish, const Thing& t) {
  Request r;
  r.wish = wish;
  r.kind = t.tag;
  r.slot = t.slot;
  return r;
}

Answer ask(Engine& e, Request r) {
  e.requests.push_back(std::move(r));
  return {};
}

// A row of the table behind the thing, by name.
template <class Owner>
Answer set_field(Engine& e, lua_State* L, const Thing& t, std::span<const Field<Owner>> fields, std::string_view key,
                 Owner* loaded) {
  for (const Field<Owner>& field : fields) {
    if (key != field.info.name) continue;
    const bool unset = lua_type(L, 3) == LUA_TNIL && !std::isnan(field.info.unset);
    const auto value = unset ? Result<double>(field.info.unset) : read_number(L, 3, field.info);
    if (!value) return fail(e, concat(kind_name(t.tag), ".", value.error().message));
    if (loaded != nullptr) {
      field.set(*loaded, *value);
      return {};
    }
    Request r = request(Wish::set, t);
    r.field = key;
    r.value = *value;
    return ask(e, std::move(r));
  }
  return fail(e, concat(kind_name(t.tag), ".", key, " cannot be set"));
}

Answer set_goals(Engine& e, lua_State* L, const Thing& t, std::string_view key) {
  std::vector<std::uint32_t> slots;
  const bool nearest = key == "target" && is_nearest(L, 3);
  if (key == "target") {
    if (lua_type(L, 3) != LUA_TNIL && !nearest) {
      const auto goal = read_handle(e, L, 3, Tag::target, "agent.target");
      if (!goal) return fail(e, goal.error());
      slots.push_back(goal->slot);
    }
  } else {
    if (lua_type(L, 3) != LUA_TTABLE)
      return fail(e, concat("agent.targets = ", describe(L, 3), ", expected {a, b, ...}"));
    const std::size_t count = lua_rawlen(L, 3);
    if (count == 0 || count > max_goals)
      return fail(e, concat("agent.targets has ", count, " values, expected 1 .. ", max_goals));
    for (std::size_t i = 1; i <= count; ++i) {
      lua_rawgeti(L, 3, static_cast<lua_Integer>(i));
      const auto goal = read_handle(e, L, -1, Tag::target, concat("agent.targets[", i, "]"));
      lua_pop(L, 1);
      if (!goal) return fail(e, goal.error());
      slots.push_back(goal->slot);
    }
  }
  if (e.loading()) {
    e.spec.agents[t.slot].targets = std::move(slots);
    e.spec.agents[t.slot].spec.goal_order = nearest ? GoalOrder::all : GoalOrder::nearest;
    e.spec.agents[t.slot].direction.reset();
    return {};
  }
  Request r = request(Wish::goals, t);
  r.targets = std::move(slots);
  r.value = nearest ? 1 : 0;
  return ask(e, std::move(r));
}

Answer set_direction(Engine& e, lua_State* L, const Thing& t) {
  const bool off = lua_type(L, 3) == LUA_TNIL;
  const auto angle = off ? Result<double>(0.0) : read_number(L, 3, row::direction);
  if (!angle) return fail(e, concat("agent.", angle.error().message));
  if (e.loading()) {
    auto& direction = e.spec.agents[t.slot].direction;
    if (off) {
      direction.reset();
    } else {
      direction = *angle;
    }
    return {};
  }
  Request r = request(off ? Wish::no_direction : Wish::direction, t);
  r.value = *angle;
  return ask(e, std::move(r));
}

// An attribute of the agent's model. Whether the model has it is known while loading; later the world says so.
Answer set_attribute(Engine& e, lua_State* L, const Thing& t, std::string_view key, SceneAgent* loaded) {
  const ParamInfo* info = attribute_info(e.types, key);
  if (loaded != nullptr) {
    const std::string type = loaded->model < 0 ? SceneModel{}.type : e.spec.models[static_cast<std::size_t>(loaded->model)].type;
    for (const ModelPointer& known : e.types) {
      if (known->name() == type) info = attribute_info(*known, key);
    }
    if (info == nullptr) return fail(e, concat("agent.", key, ": the model ", type, " has no such attribute"));
  }
  const bool unset = lua_type(L, 3) == LUA_TNIL && !std::isnan(info->unset);
  const auto value = unset ? Result<double>(info->unset) : read_number(L, 3, *info);
  if (!value) return fail(e, concat("agent.", value.error().message));
  if (loaded != nullptr) {
    Attributes& all = loaded->spec.attributes;
    const auto at = std::find_if(all.begin(), all.end(), [&](const Attribute& a) { return a.name == key; });
    if (at == all.end()) all.push_back({std::string(key), *value});
    else at->value = *value;
    return {};
  }
  Request r = request(Wish::set, t);
  r.field = key;
  r.value = *value;
  return ask(e, std::move(r));
}

Answer set_agent(Engine& e, lua_State* L, const Thing& t, std::string_view key) {
  SceneAgent* loaded = e.loading() ? &e.spec.agents[t.slot] : nullptr;
  if (key == "at") {
    const auto p = read_point(L, 3, "agent.at");
    if (!p) return fail(e, p.error());
    if (loaded != nullptr) {
      loaded->spec.at = *p;
      return {};
    }
    Request r = request(Wish::teleport, t);
    r.at = *p;
    return ask(e, std::move(r));
  }
  if (key == "target" || key == "targets") return set_goals(e, L, t, key);
  if (key == "goal") {
    const auto p = read_point(L, 3, "agent.goal");
    if (!p) return fail(e, p.error());
    return send_to(e, {&t.slot, 1}, *p);
  }
  if (key == "direction") return set_direction(e, L, t);
  if (key == "planner") {
    const auto p = read_handle(e, L, 3, Tag::planner, "agent.planner");
    if (!p) return fail(e, p.error());
    const PlannerRecipe& recipe = e.planners[p->slot];
    if (loaded != nullptr) {
      loaded->planner = recipe.planner;
      if (!recipe.stages.empty()) set_stages(*loaded, recipe.stages);
      return {};
    }
    Request r = request(Wish::planner, t);
    r.model = static_cast<std::int32_t>(p->slot);
    return ask(e, std::move(r));
  }
  if (key == "model") {
    const auto m = read_handle(e, L, 3, Tag::model, "agent.model");
    if (!m) return fail(e, m.error());
    const auto index = model_index(e, m->slot, Reference{people_radius, people_speed});
    if (!index) return fail(e, index.error());
    if (loaded != nullptr) {
      loaded->model = *index;
      return {};
    }
    Request r = request(Wish::model, t);
    r.model = *index;
    return ask(e, std::move(r));
  }
  if (attribute_info(e.types, key) != nullptr) return set_attribute(e, L, t, key, loaded);
  return set_field(e, L, t, agent_fields(), key, loaded == nullptr ? nullptr : &loaded->spec);
}

// `at` as a function of time, for things that were made to move, and for targets.
Answer set_motion(Engine& e, const Thing& t) {
  const double now[] = {e.now()};
  std::array<double, 4> here{};
  {
    const InMotion motion(e);
    const auto v = call_numbers(e, 3, now, 2, concat("the function `", kind_name(t.tag), ".at`"));
    if (!v) return fail(e, v.error());
    here = *v;
  }
  auto mover = std::find_if(e.movers.begin(), e.movers.end(),
                            [&](const Mover& m) { return m.kind == t.tag && m.slot == t.slot; });
  if (mover == e.movers.end()) {
    if (t.tag != Tag::target)
      return fail(e, "obstacle.at = a function: only an obstacle that was made with a function can move");
    Mover m;
    m.kind = t.tag;
    m.slot = t.slot;
    m.generation = t.generation;
    e.movers.push_back(m);
    mover = e.movers.end() - 1;
    if (e.loading()) e.spec.targets[t.slot].scripted = true;
  } else if (mover->both_ends || mover->function[1] != LUA_NOREF) {
    return fail(e, "obstacle.at = a function: a capsule has two ends");
  } else {
    luaL_unref(e.state(), LUA_REGISTRYINDEX, mover->function[0]);
    mover->function[0] = LUA_NOREF;
  }
  if (e.loading()) {
    const Vec3 at{here[0], here[1], 0};
    if (t.tag == Tag::target) e.spec.targets[t.slot].spec.at = at;
    if (t.tag == Tag::obstacle) e.spec.obstacles[t.slot].spec.at = e.spec.obstacles[t.slot].spec.to = at;
  }
  Answer a;
  a.keep[0] = 3;
  a.reference[0] = &mover->function[0];
  return a;
}

// A teleport; what moved by a function stays there.
Answer set_place(Engine& e, lua_State* L, const Thing& t) {
  if (lua_type(L, 3) == LUA_TFUNCTION) return set_motion(e, t);
  const auto p = read_point(L, 3, concat(kind_name(t.tag), ".at"));
  if (!p) return fail(e, p.error());
  std::erase_if(e.movers, [&](const Mover& m) {
    if (m.kind != t.tag || m.slot != t.slot) return false;
    for (const int f : m.function) luaL_unref(L, LUA_REGISTRYINDEX, f);
    return true;
  });
  if (!e.loading()) {
    Request r = request(Wish::teleport, t);
    r.at = *p;
    return ask(e, std::move(r));
  }
  if (t.tag == Tag::target) {
    SceneTarget& target = e.spec.targets[t.slot];
    if (target.spec.shape == TargetShape::polygon) return fail(e, "a polygon target has no `at`");
    target.spec.to = {target.spec.to.x + p->x - target.spec.at.x, target.spec.to.y + p->y - target.spec.at.y, 0};
    target.spec.at = *p;
    target.scripted = false;
    return {};
  }
  ObstacleSpec& spec = e.spec.obstacles[t.slot].spec;
  spec.to = {spec.to.x + p->x - spec.at.x, spec.to.y + p->y - spec.at.y, 0};
  spec.at = *p;
  return {};
}

Answer set_open(Engine& e, lua_State* L, const Thing& t) {
  const auto seen = see_body(e, t);
  if (!seen || !seen->door) return fail(e, "wall.open: this wall is not a door, door { ... } makes one");
  const auto open = read_number(L, 3, row::open);
  if (!open) return fail(e, concat("door.", open.error().message));
  if (e.loading()) {
    SceneWall& door = e.spec.walls[t.slot];
    if (!door.opens.empty() || !door.closes.empty())
      return fail(e, "door.open: its opens and closes count on the state it was made with; write open = ... in door{}");
    door.spec.open = *open != 0;
    return {};
  }
  Request r = request(Wish::set, t);
  r.field = "open";
  r.value = *open;
  return ask(e, std::move(r));
}

}  // namespace

Answer send_to(Engine& e, std::span<const std::uint32_t> agents, Vec3 at) {
  if (e.loading()) {
    const auto goal = own_goal(e, at, row_named(target_fields(), "radius").fallback);
    if (!goal) return fail(e, goal.error());
    for (const std::uint32_t slot : agents) {
      SceneAgent& a = e.spec.agents[slot];
      a.targets = {*goal};
      a.spec.goal_order = GoalOrder::nearest;
      a.direction.reset();
    }
    return {};
  }
  for (const std::uint32_t slot : agents) {
    Request r;
    r.wish = Wish::goal_point;
    r.kind = Tag::agent;
    r.slot = slot;
    r.at = at;
    e.requests.push_back(std::move(r));
  }
  return {};
}

Answer thing_set(Engine& e, lua_State* L) {
  const Thing* t = to_thing(L, 1);
  if (t == nullptr) return fail(e, "not a thing of this scene");
  if (auto ok = may_construct(e, "assignment"); !ok) return fail(e, ok.error());
  const std::string key = key_text(L);
  const std::int64_t movers = key == "at" ? static_cast<std::int64_t>(e.movers.size() / 4) : 0;
  if (!charge(e.meter(), e.cost_of(*t) + movers)) return spent(e);
  if (!has_slot(t->tag) || (t->tag == Tag::wall && key != "open")) return fail(e, concat("a ", kind_name(t->tag), " cannot be changed"));
  if (!is_present(e, *t)) return fail(e, concat(describe(L, 1), " has left the scene"));
  if (t->tag == Tag::agent) {
    const auto fields = agent_fields();
    const bool fixed = key == "order" || key == "find_room";  // part of how the agent was made
    const bool known = !fixed && (attribute_info(e.types, key) != nullptr ||
                                  std::any_of(fields.begin(), fields.end(), [&](const auto& f) { return f.info.in_scenes && key == f.info.name; }));
    constexpr std::string_view others[] = {"at", "target", "targets", "goal", "direction", "model", "planner"};
    if (known || std::find(std::begin(others), std::end(others), key) != std::end(others))
      return set_agent(e, L, *t, key);
  } else if (t->tag == Tag::wall) {
    return set_open(e, L, *t);
  } else if (key == "at") {
    return set_place(e, L, *t);
  } else if (key == "radius" || (t->tag == Tag::target && (key == "capacity" || key == "weight"))) {
    if (t->tag == Tag::target)
      return set_field(e, L, *t, target_fields(), key, e.loading() ? &e.spec.targets[t->slot].spec : nullptr);
    return set_field(e, L, *t, obstacle_fields(), key, e.loading() ? &e.spec.obstacles[t->slot].spec : nullptr);
  }
  lua_settop(L, 2);
  return unknown_field(e, *t, key);
}

}  // namespace wend::scene
