#include "scene/constructs.hpp"

#include <algorithm>
#include <charconv>

#include "core/text.hpp"
#include "scene/keys.hpp"

// scene{}, param(), class{}, the types of model (attractor{}, human{}, ...) and on.*

namespace wend::scene {

namespace {

Answer make_scene(Engine& e, lua_State* L) {
  if (auto ok = must_load(e, "scene"); !ok) return fail(e, ok.error());
  if (e.settled) {
    const bool twice = e.settled_by.starts_with("scene{}");
    return fail(e, concat("scene{} comes once, and before targets, bodies, agents, models and random numbers; ", e.settled_by,
                          twice ? " came already" : " came before it"));
  }
  const auto keys = read_keys(L, "scene", scene_keys());
  if (!keys) return fail(e, keys.error());
  SceneSpec& s = e.spec;
  WorldSettings settings;
  if (auto ok = read_fields(*keys, world_fields(), settings); !ok) return fail(e, ok.error());
  s.dt = settings.dt;
  s.environment = choice_word(row_named(world_fields(), "environment"), static_cast<double>(settings.environment));
  s.perception = choice_word(row_named(world_fields(), "perception"), static_cast<double>(settings.perception));
  const auto duration = read_number(*keys, row::duration, row::duration.fallback);
  const auto seed = read_number(*keys, row::seed, row::seed.fallback);
  if (!duration) return fail(e, duration.error());
  if (!seed) return fail(e, seed.error());
  s.duration = *duration;
  s.seed = static_cast<std::uint64_t>(*seed);
  if (keys->has("title")) {
    auto title = read_text(L, keys->at("title"), "title", 200);
    if (!title) return fail(e, keys->wrong(title.error()));
    s.title = *title;
  }
  if (keys->has("colour")) {
    const auto colour = read_number(*keys, row::colour, 0);
    if (!colour) return fail(e, colour.error());
    s.view.colour = choice_word(row::colour, *colour);
  }
  if (keys->has("view")) {
    const Thing* view = to_thing(L, keys->at("view"));
    if (view == nullptr || view->tag != Tag::area || view->form != static_cast<std::uint8_t>(AreaForm::box)) {
      return fail(e, keys->wrong(concat("view = ", describe(L, keys->at("view")), ", expected box(x0, y0, x1, y1)")));
    }
    const std::string colour = s.view.colour;
    s.view = {true, view->v[0], view->v[1], view->v[2], view->v[3], colour};
  }
  if (s.dt > 0.25) s.warnings.push_back(concat("dt = ", s.dt, " s: above 0.25 s agents steer badly"));
  e.settle("scene{}");
  return {};
}

bool is_identifier(std::string_view s) {
  const std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  if (s.empty() || letters.find(s[0]) == letters.npos) return false;
  return std::all_of(s.begin(), s.end(),
                     [&](char c) { return letters.find(c) != letters.npos || (c >= '0' && c <= '9'); });
}

// What --set says about a param, or nothing. The last one counts.
const std::string* set_value(const Engine& e, std::string_view name) {
  const std::string* found = nullptr;
  for (const auto& [key, value] : e.options.sets) {
    if (key == name) found = &value;
  }
  return found;
}

Result<void> apply_set(SceneParam& p, const std::string& given) {
  const auto wrong = [&](const std::string& expected) {
    return Error{Errc::invalid_value, concat(p.name, " = ", given.substr(0, 80), ", expected ", expected),
                 concat("--set ", p.name)};
  };
  if (p.kind == ParamKind::flag) {
    if (given == "true" || given == "1" || given == "yes" || given == "on") return p.value = 1, Result<void>();
    if (given == "false" || given == "0" || given == "no" || given == "off") return p.value = 0, Result<void>();
    return wrong("true or false");
  }
  if (p.kind == ParamKind::choice) {
    std::string words;
    for (std::size_t i = 0; i < p.choices.size(); ++i) {
      if (p.choices[i] == given) return p.value = static_cast<double>(i), Result<void>();
      words += concat(i == 0 ? "" : " or ", p.choices[i]);
    }
    return wrong(words);
  }
  double value = 0;
  const char* end = given.data() + given.size();
  const auto read = std::from_chars(given.data() + (given.starts_with('+') ? 1 : 0), end, value);
  const std::string range = concat(p.low, " .. ", p.high);
  if (read.ec != std::errc() || read.ptr != end || !(value >= p.low && value <= p.high)) return wrong(range);
  p.value = value;
  return {};
}

Result<SceneParam> read_param(lua_State* L) {
  const auto name = read_text(L, 1, "param(): the name", 64);
  if (!name) return name.error();
  if (!is_identifier(*name))
    return Error{Errc::script, concat("param(): '", *name, "' is no name; use letters, digits and _"), {}};
  SceneParam p;
  p.name = *name;
  const auto wrong = [&](std::string_view what) {
    return Error{Errc::script, concat("param(\"", p.name, "\"): ", what), {}};
  };
  if (lua_type(L, 2) == LUA_TBOOLEAN) {
    p.kind = ParamKind::flag;
    p.value = p.fallback = lua_toboolean(L, 2);
    p.high = 1;
    return p;
  }
  if (lua_type(L, 2) == LUA_TSTRING) {
    p.kind = ParamKind::choice;
    const auto fallback = read_text(L, 2, "default", 64);
    if (!fallback) return wrong(fallback.error().message);
    if (lua_type(L, 3) != LUA_TTABLE) return wrong("a text needs its choices: param(name, \"a\", {\"a\", \"b\"})");
    const std::size_t count = std::min<std::size_t>(lua_rawlen(L, 3), 64);
    bool found = false;
    for (std::size_t i = 1; i <= count; ++i) {
      lua_rawgeti(L, 3, static_cast<lua_Integer>(i));
      const auto word = read_text(L, -1, concat("choice ", i), 64);
      lua_pop(L, 1);
      if (!word) return wrong(word.error().message);
      if (*word == *fallback) p.value = p.fallback = static_cast<double>(i - 1), found = true;
      p.choices.push_back(*word);
    }
    if (!found) return wrong(concat("the default '", *fallback, "' is none of its choices"));
    p.high = static_cast<double>(count - 1);
    return p;
  }
  const ParamInfo any{"", "", -1e300, 1e300};
  double v[3];
  for (int i = 0; i < 3; ++i) {
    const auto value = lua_type(L, i + 2) == LUA_TNUMBER ? read_number(L, i + 2, any) : Result<double>(Error{});
    if (!value)
      return wrong(concat("expected param(name, default, low, high) with numbers, found ", describe(L, i + 2)));
    v[i] = *value;
  }
  if (!(v[1] <= v[0] && v[0] <= v[2])) return wrong(concat("the default ", v[0], " is outside ", v[1], " .. ", v[2]));
  p.value = p.fallback = v[0];
  p.low = v[1];
  p.high = v[2];
  return p;
}

Answer make_param(Engine& e, lua_State* L) {
  if (auto ok = must_load(e, "param"); !ok) return fail(e, ok.error());
  auto p = read_param(L);
  if (!p) return fail(e, p.error());
  for (const SceneParam& other : e.spec.params) {
    if (other.name == p->name) return fail(e, concat("param(\"", p->name, "\") was there already"));
  }
  if (e.spec.params.size() >= 256) return refuse_more(e, "more than 256 params");
  if (const std::string* given = set_value(e, p->name)) {
    if (auto ok = apply_set(*p, *given); !ok) return fail(e, ok.error());
  }
  e.spec.params.push_back(*p);
  if (p->kind == ParamKind::flag) return boolean(p->value != 0);
  if (p->kind == ParamKind::choice) return text(e, p->choices[static_cast<std::size_t>(p->value)]);
  // A whole number stays one, so that loops and texts look right.
  const bool whole = lua_isinteger(L, 2) != 0 && p->value >= -9e15 && p->value <= 9e15 &&
                     p->value == static_cast<double>(static_cast<lua_Integer>(p->value));
  return whole ? integer(static_cast<lua_Integer>(p->value)) : number(p->value);
}

Answer make_class(Engine& e, lua_State* L) {
  if (auto ok = must_load(e, "class"); !ok) return fail(e, ok.error());
  const auto keys = read_keys(L, "class", e.keys.category);
  if (!keys) return fail(e, keys.error());
  SceneClass c;
  const auto name = read_text(L, keys->at("name"), "name", 64);
  if (!name) return fail(e, keys->wrong(name.error()));
  if (name->empty()) return fail(e, keys->wrong("name is empty"));
  c.name = *name;
  for (const ModelPointer& type : e.types) {
    for (const ParamInfo& info : type->info().category) {
      const bool known = std::any_of(c.values.begin(), c.values.end(), [&](const Attribute& v) { return v.name == info.name; });
      if (known || !keys->has(info.name)) continue;
      const auto value = read_number(*keys, info, 0);
      if (!value) return fail(e, value.error());
      c.values.push_back({info.name, *value});
    }
  }
  for (const SceneClass& other : e.spec.classes) {
    if (other.name == c.name) return fail(e, keys->wrong(concat("'", c.name, "' was there already")));
  }
  if (e.spec.classes.size() >= e.limits().classes)
    return refuse_more(e, concat("more than ", e.limits().classes, " classes"));
  e.settle("class{}");
  World* probe = probe_of(e);
  if (probe == nullptr) return refuse_more(e, "out of memory");
  if (const auto known = probe->find_class(c.name)) {
    if (auto ok = probe->set_class(*known, c.values); !ok) return fail(e, keys->wrong(ok.error()));
  } else if (auto ok = probe->add_class(c.name, c.values); !ok) {
    return fail(e, keys->wrong(ok.error()));
  }
  e.spec.classes.push_back(std::move(c));
  return {};
}

// NAME { ... } of a type of model: a recipe, its preset and what is set beside. The type is the function's own value.
Answer make_model(Engine& e, lua_State* L) {
  const auto number_of_type = static_cast<std::size_t>(lua_tointeger(L, lua_upvalueindex(1)));
  const ModelInfo& info = e.types[number_of_type]->info();
  if (auto ok = may_construct(e, info.name.c_str()); !ok) return fail(e, ok.error());
  const std::vector<std::string_view> known_keys = model_keys(info);
  const auto keys = read_keys(L, info.name.c_str(), known_keys);
  if (!keys) return fail(e, keys.error());
  SceneModel m;
  m.type = info.name;
  m.preset = "default";
  if (!info.presets.empty()) {
    std::string words;
    for (const ModelPreset& preset : info.presets) words += concat(words.empty() ? "" : "|", preset.name);
    const auto preset = read_number(*keys, field::choice(words.c_str()).row(info.preset_key, 0, ""), 0);
    if (!preset) return fail(e, preset.error());
    m.preset = info.presets[static_cast<std::size_t>(*preset)].name;
  }
  for (const ParamInfo& row : info.parameters) {
    if (!row.in_scenes || !keys->has(row.name)) continue;
    const auto value = read_number(*keys, row, 0);
    if (!value) return fail(e, value.error());
    m.set.push_back({row.name, *value});
  }
  if (!charge(e.meter(), 20 + static_cast<std::int64_t>(e.recipes.size()))) return spent(e);
  const auto known = std::find_if(e.recipes.begin(), e.recipes.end(), [&](const SceneModel& r) { return same_model(r, m); });
  Thing t;
  t.tag = Tag::model;
  t.slot = static_cast<std::uint32_t>(known - e.recipes.begin());
  if (known != e.recipes.end()) return thing(t);
  if (e.recipes.size() >= e.limits().models) return refuse_more(e, concat("more than ", e.limits().models, " models"));
  if (auto ok = check_model(e, m); !ok) return fail(e, keys->wrong(ok.error()));
  e.recipes.push_back(std::move(m));
  return thing(t);
}

// on.NAME(function): the place of NAME in all_hooks() is the function's own value.
Answer keep_callback(Engine& e, lua_State* L) {
  const auto hook = static_cast<std::size_t>(lua_tointeger(L, lua_upvalueindex(1)));
  const std::string name = concat("on.", all_hooks()[hook].name);
  if (auto ok = must_load(e, name.c_str()); !ok) return fail(e, ok.error());
  if (lua_type(L, 1) != LUA_TFUNCTION) return fail(e, concat(name, " wants a function and got ", describe(L, 1)));
  if (e.hooks[hook].size() >= 64) return refuse_more(e, concat("more than 64 functions for ", name));
  e.hooks[hook].push_back(LUA_NOREF);
  Answer a;
  a.keep[0] = 1;
  a.reference[0] = &e.hooks[hook].back();
  return a;
}

Answer unknown_event(Engine& e, lua_State* L) {
  std::vector<std::string_view> known;
  for (const HookInfo& hook : all_hooks()) known.push_back(hook.name);
  std::string name;
  append_value(name, L, 2);
  name.resize(std::min<std::size_t>(name.size(), 40));
  const std::string near = suggestion(name, known);
  return fail(
      e, concat("unknown event on.", name, near.empty() ? "" : ", did you mean on.", near, near.empty() ? "" : "?"));
}

}  // namespace

Result<void> may_construct(Engine& e, const char* construct) {
  if (!charge(e.meter(), 30)) return Error{Errc::limit, "the budget is used up", {}};
  if (e.in_motion)
    return Error{Errc::script, concat(construct, "{} in a motion: a function of time may only answer numbers"), {}};
  if (!e.settled) e.settle(concat(construct, "{}"));
  return {};
}

Result<void> must_load(Engine& e, const char* construct) {
  if (!charge(e.meter(), 30)) return Error{Errc::limit, "the budget is used up", {}};
  if (e.loading() && !e.in_motion) return {};
  return Error{Errc::script, concat(construct, " belongs to the loading of a scene, not into a callback"), {}};
}

Result<std::int32_t> read_class(Engine& e, const Keys& keys) {
  if (!keys.has("class")) return -1;
  const auto name = read_text(keys.L, keys.at("class"), "class", 64);
  if (!name) return keys.wrong(name.error());
  std::vector<std::string_view> known = {"agent", "obstacle"};
  for (std::size_t i = 0; i < e.spec.classes.size(); ++i) {
    if (e.spec.classes[i].name == *name) return static_cast<std::int32_t>(i);
    known.push_back(e.spec.classes[i].name);
  }
  if ((*name == "agent" || *name == "obstacle") && e.loading()) {  // the world has them
    e.spec.classes.push_back({*name, {}});
    return static_cast<std::int32_t>(e.spec.classes.size() - 1);
  }
  const std::string near = suggestion(*name, known);
  return keys.wrong(concat("unknown class '", *name, "'", near.empty() ? "" : ", did you mean '", near,
                           near.empty() ? "" : "'?", " (class { name = ... } makes one)"));
}

Result<Thing> read_handle(Engine& e, lua_State* L, int index, Tag tag, std::string_view key) {
  constexpr const char* names[] = {"an agent", "a target",  "an obstacle", "a wall",        "a group",
                                   "a model",  "a planner", "an area",     "a distribution"};
  const Thing* t = to_thing(L, index);
  if (t == nullptr || t->tag != tag) {
    return Error{
        Errc::script, concat(key, " = ", describe(L, index), ", expected ", names[static_cast<std::size_t>(tag)]), {}};
  }
  if (has_slot(tag) && !e.is_current(*t))
    return Error{Errc::script, concat(key, ": ", describe(L, index), " has left the scene"), {}};
  return *t;
}

void open_constructs(lua_State* L) {
  set_functions(L, {{"scene", serve<make_scene>},
                    {"param", serve<make_param>},
                    {"class", serve<make_class>}});
  const Engine& e = engine_of(L);
  for (std::size_t i = 0; i < e.types.size(); ++i) {
    lua_pushinteger(L, static_cast<lua_Integer>(i));
    lua_pushcclosure(L, serve<make_model>, 1);
    lua_setfield(L, -2, e.types[i]->info().name.c_str());
  }
  open_areas(L);
  open_planners(L);
  open_bodies(L);
  open_doors(L);
  open_agents(L);
  open_tasks(L);
  lua_newtable(L);
  for (std::size_t i = 0; i < all_hooks().size(); ++i) {
    lua_pushinteger(L, static_cast<lua_Integer>(i));
    lua_pushcclosure(L, serve<keep_callback>, 1);
    lua_setfield(L, -2, all_hooks()[i].name.data());
  }
  lua_newtable(L);
  set_functions(L, {{"__index", serve<unknown_event>}});
  lua_pushliteral(L, "on");
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, "on");
}

}  // namespace wend::scene
