#include <wend/scene.hpp>

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "core/walk.hpp"
#include "scene/call.hpp"
#include "scene/group_names.hpp"
#include "scene/keys.hpp"
#include "scene/scene_impl.hpp"
#include "scene/script_data.hpp"
#include "scene/writes.hpp"

// A checkpoint is the world's snapshot and three sections more: the scene's text and options, the tables between script
// and world, and the script's `state`. Resuming runs the text again, then puts everything back where it was.

namespace wend::scene {

namespace {

constexpr const char* source_section = "scene/source";
constexpr const char* engine_section = "scene/engine";
constexpr const char* state_section = "scene/state";

// A function of time by where it can be found again: a position among those of loading, or a global name.
#define WEND_FUNCTION_NAME(M) M(std::int32_t, loaded, -1) M(std::string, global, {})
struct FunctionName {
  WEND_MEMBERS(FunctionName, WEND_FUNCTION_NAME)
  bool given() const { return loaded >= 0 || !global.empty(); }
};

#define WEND_SAVED_MOVER(M) M(Mover, mover, {}) M(FunctionName, first, {}) M(FunctionName, second, {})
struct SavedMover {
  WEND_MEMBERS(SavedMover, WEND_SAVED_MOVER)
  FunctionName& function(std::size_t k) { return k == 0 ? first : second; }
};

// A request as fields; `entry` is read by its kind.
template <class RequestType, class Walk>
void walk_request(RequestType& r, Walk& walk) {
  walk(r);
  if constexpr (std::is_same_v<Walk, Loader>) {
    if (r.wish == Wish::add) {
      if (r.kind == Tag::agent) r.entry.template emplace<SceneAgent>();
      if (r.kind == Tag::target) r.entry.template emplace<SceneTarget>();
      if (r.kind == Tag::obstacle) r.entry.template emplace<SceneObstacle>();
      if (r.kind == Tag::wall) r.entry.template emplace<SceneWall>();
    }
  }
  std::visit([&](auto& entry) {
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(entry)>, std::monostate>) walk.named("entry", entry);
  }, r.entry);
}

// What lies between script and world, apart from the functions.
template <class EngineType, class Walk>
void walk_engine(EngineType& e, Walk& walk) {
  for (std::size_t i = 0; i < e.slots.size(); ++i) walk.named("slots", e.slots[i]), walk.named("by_index", e.by_index[i]);
  walk.named("wall_ids", e.wall_ids);
  std::uint64_t requests = e.requests.size();
  walk.named("requests", requests);
  if constexpr (std::is_same_v<Walk, Loader>) {
    for (e.requests.clear(); walk.in.good() && e.requests.size() < requests;) walk_request(e.requests.emplace_back(), walk);
  } else {
    for (const Request& r : e.requests) walk_request(r, walk);
  }
  walk.named("bodies", e.bodies), walk.named("waiting_agents", e.waiting_agents), walk.named("groups", e.groups);
  walk.named("group_names", e.spec.group_names), walk.named("door_times", e.door_times);
  walk.named("recipes", e.recipes), walk.named("models", e.spec.models), walk.named("model_ids", e.built->models);
}

Error damaged(const Engine& e, std::string why) { return {Errc::damaged, std::move(why), e.name}; }

// Finds the name of the function on top of the stack. Nothing here allocates in Lua.
FunctionName name_of_function(const Engine& e) {
  lua_State* L = e.state();
  for (std::size_t i = 0; i < e.loaded_functions.size(); ++i) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, e.loaded_functions[i]);
    const bool same = lua_rawequal(L, -1, -2) != 0;
    lua_pop(L, 1);
    if (same) return {.loaded = static_cast<std::int32_t>(i)};
  }
  FunctionName name;
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    if (lua_type(L, -2) == LUA_TSTRING && lua_rawequal(L, -1, -4) != 0) {
      const std::string_view found = lua_tolstring(L, -2, nullptr);
      if (name.global.empty() || found < name.global) name.global = found;  // the same in every run
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return name;
}

Result<std::vector<SavedMover>> save_movers(Engine& e) {
  std::vector<SavedMover> all;
  lua_State* L = e.state();
  for (const Mover& m : e.movers) {
    SavedMover saved{.mover = m};
    for (std::size_t k = 0; k < 2; ++k) {
      if (m.function[k] == LUA_NOREF) continue;
      lua_rawgeti(L, LUA_REGISTRYINDEX, m.function[k]);
      saved.function(k) = name_of_function(e);
      lua_Debug ar;
      lua_getinfo(L, ">S", &ar);
      if (saved.function(k).given()) continue;
      return Error{Errc::script,
                   "a motion that a callback made cannot be saved; make it while the scene loads, as the motion of a thing or "
                   "as a global function",
                   concat(ar.short_src, ":", ar.linedefined)};
    }
    all.push_back(std::move(saved));
  }
  return all;
}

Result<void> load_movers(Engine& e, std::vector<SavedMover> all) {
  lua_State* L = e.state();
  lua_settop(L, 0);
  for (const Mover& m : e.movers) {
    for (const int f : m.function) luaL_unref(L, LUA_REGISTRYINDEX, f);
  }
  e.movers.clear();
  for (SavedMover& s : all) {
    s.mover.function = {LUA_NOREF, LUA_NOREF};
    e.movers.push_back(std::move(s.mover));
    for (std::size_t k = 0; k < 2; ++k) {
      const FunctionName& name = s.function(k);
      if (!name.given()) continue;
      if (name.loaded >= 0 && static_cast<std::size_t>(name.loaded) >= e.loaded_functions.size())
        return damaged(e, "a motion of the checkpoint is not in the scene");
      struct Wanted {
        const FunctionName& name;
        const Engine& engine;
        int* reference;
      } wanted{name, e, &e.movers.back().function[k]};
      lua_pushcfunction(L, [](lua_State* state) {
        const Wanted& w = *static_cast<const Wanted*>(lua_touserdata(state, 1));
        if (w.name.loaded >= 0) {
          lua_rawgeti(state, LUA_REGISTRYINDEX, w.engine.loaded_functions[static_cast<std::size_t>(w.name.loaded)]);
        } else {
          lua_rawgeti(state, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
          lua_pushlstring(state, w.name.global.data(), w.name.global.size());
          lua_rawget(state, -2);
        }
        if (lua_type(state, -1) == LUA_TFUNCTION) *w.reference = luaL_ref(state, LUA_REGISTRYINDEX);
        return 0;
      });
      lua_pushlightuserdata(L, &wanted);
      if (auto ok = e.run(1, 0, "restoring a motion"); !ok) return ok;
      if (*wanted.reference == LUA_NOREF) return damaged(e, "a motion of the checkpoint is not in the scene");
    }
  }
  return {};
}

// Everything the engine uses as an index without asking.
bool fits(const Engine& e, const Request& r) {
  const auto size = [&](Tag tag) { return e.slots[static_cast<std::size_t>(tag)].slots.size(); };
  if (r.wish > Wish::goal_point || r.kind > Tag::wall) return false;
  if (r.wish == Wish::planner) return r.model >= 0 && static_cast<std::size_t>(r.model) < e.planners.size() && r.kind == Tag::agent && r.slot < size(Tag::agent);
  const auto model_there = [&](std::int32_t m) { return m >= -1 && m < static_cast<std::int32_t>(e.spec.models.size()); };
  if (!model_there(r.model)) return false;
  if (r.wish == Wish::add_model || r.wish == Wish::model) {
    if (r.model < 0) return false;
  }
  if (r.wish != Wish::add_model && r.wish != Wish::assign && r.slot >= size(r.kind)) return false;
  const auto targets_there = [&](const std::vector<std::uint32_t>& list) {
    return (r.wish == Wish::assign || list.size() <= max_goals) && std::all_of(list.begin(), list.end(), [&](std::uint32_t t) { return t < size(Tag::target); });
  };
  if (!targets_there(r.targets)) return false;
  if (!std::all_of(r.agents.begin(), r.agents.end(), [&](std::uint32_t a) { return a < size(Tag::agent); })) return false;
  const auto class_there = [&](std::int32_t k) { return k >= -1 && k < static_cast<std::int32_t>(e.spec.classes.size()); };
  const auto planner_there = [&](std::int32_t p) { return p >= -1 && p < static_cast<std::int32_t>(e.spec.planners.size()); };
  if (const auto* a = std::get_if<SceneAgent>(&r.entry)) {
    return targets_there(a->targets) && model_there(a->model) && class_there(a->klass) && planner_there(a->planner) && a->stages.size() <= max_goals;
  }
  if (const auto* o = std::get_if<SceneObstacle>(&r.entry)) return class_there(o->klass);
  if (const auto* w = std::get_if<SceneWall>(&r.entry)) return class_there(w->klass) && w->points.size() >= 2;
  return true;
}

bool fits(const SlotTable& t) {
  std::vector<bool> taken(t.slots.size());
  for (const std::uint32_t slot : t.free) {
    if (slot >= t.slots.size() || t.slots[slot].used || taken[slot]) return false;
    taken[slot] = true;
  }
  return true;
}

bool fits(const Engine& e, const Mover& m) {
  if (m.kind != Tag::target && m.kind != Tag::obstacle && m.kind != Tag::wall) return false;
  if (m.slot >= e.slots[static_cast<std::size_t>(m.kind)].slots.size()) return false;
  if (m.kind != Tag::wall) return true;
  return m.points.size() >= 2 && m.slot < e.wall_ids.size();
}

bool fits(const Engine& e, const DoorTimes& t) {
  if (t.slot >= e.slots[static_cast<std::size_t>(Tag::wall)].slots.size()) return false;
  const auto good = [](double time) { return accepts(row::opens, time); };
  return std::all_of(t.opens.begin(), t.opens.end(), good) && std::all_of(t.closes.begin(), t.closes.end(), good);
}

bool fits(const Engine& e) {
  if (!std::all_of(e.door_times.begin(), e.door_times.end(), [&](const DoorTimes& t) { return fits(e, t); })) return false;
  if (!group_names_fit(e.spec.group_names)) return false;
  if (!std::all_of(e.slots.begin(), e.slots.end(), [](const SlotTable& t) { return fits(t); })) return false;
  if (e.wall_ids.size() > e.slots[static_cast<std::size_t>(Tag::wall)].slots.size()) return false;
  if (!std::all_of(e.requests.begin(), e.requests.end(), [&](const Request& r) { return fits(e, r); })) return false;
  // Models that wait are the last ones, in order.
  std::size_t known = e.built->models.size();
  for (const Request& r : e.requests) {
    if (r.wish == Wish::add_model && static_cast<std::size_t>(r.model) != known++) return false;
    if (r.wish == Wish::model && static_cast<std::size_t>(r.model) >= known) return false;
    const auto* a = std::get_if<SceneAgent>(&r.entry);
    if (a != nullptr && a->model >= static_cast<std::int32_t>(known)) return false;
  }
  return known == e.spec.models.size();
}

}  // namespace

void Scene::Impl::remember_loaded() {
  loaded = variables_of(engine);
  engine.sandbox.allow(engine.limits().load_instructions);
  lua_State* L = engine.state();
  for (const Mover& m : engine.movers) {
    for (const int f : m.function) {
      if (f == LUA_NOREF) continue;
      lua_pushcfunction(L, [](lua_State* state) {
        lua_rawgeti(state, LUA_REGISTRYINDEX, *static_cast<const int*>(lua_touserdata(state, 1)));
        lua_pushinteger(state, luaL_ref(state, LUA_REGISTRYINDEX));
        return 1;
      });
      int reference = f;
      lua_pushlightuserdata(L, &reference);
      if (auto ok = engine.run(1, 1, "loading"); !ok) continue;  // no memory left: such a motion cannot be saved
      engine.loaded_functions.push_back(static_cast<int>(lua_tointeger(L, -1)));
      lua_settop(L, 0);
    }
  }
}

Result<Bytes> Scene::Impl::checkpoint() {
  if (failed) return *failed;
  auto movers = save_movers(engine);
  if (!movers) return movers.error();
  auto state = save_state(engine);
  if (!state) return state.error();

  Bytes file = engine.world().snapshot();
  Saver source;
  source(CheckpointSource{.name = engine.name, .text = engine.text, .seed = engine.options.seed, .duration = engine.options.duration,
                          .sets = engine.options.sets, .perception = engine.options.perception});
  append_section(file, source_section, source.out.bytes());
  Saver tables;
  walk_engine(engine, tables);
  tables.named("movers", *movers);
  tables.named("random", engine.random.state()), tables.named("log_lines", std::uint64_t{engine.log_lines});
  tables.named("longest_text", std::uint64_t{engine.meter().longest_text});
  append_section(file, engine_section, tables.out.bytes());
  append_section(file, state_section, *state);
  return file;
}

Result<void> Scene::Impl::take_over(const Sections& file) {
  const Section* tables = file.find(engine_section);
  const Section* state = file.find(state_section);
  for (const auto& [section, name] : {std::pair(tables, engine_section), std::pair(state, state_section)}) {
    if (section == nullptr) return damaged(engine, concat("section \"", name, "\" is missing"));
  }
  Loader in{ByteReader(tables->bytes)};
  walk_engine(engine, in);
  std::vector<SavedMover> movers;
  in.named("movers", movers);
  std::uint64_t random = 0, lines = 0, longest = 0;
  in.named("random", random), in.named("log_lines", lines), in.named("longest_text", longest);
  if (!in.problem.empty()) return damaged(engine, concat("section \"", engine_section, "\": ", in.problem));
  if (!in.in.good() || in.in.left() != 0) return damaged(engine, concat("section \"", engine_section, "\" has the wrong size"));
  engine.wall_ids.resize(std::max(engine.wall_ids.size(), engine.table(Tag::wall).slots.size()));
  if (!fits(engine) || !std::all_of(movers.begin(), movers.end(), [&](const SavedMover& m) { return fits(engine, m.mover); }))
    return damaged(engine, concat("section \"", engine_section, "\" refers to things that are not there"));
  engine.random = Rng::from_state(random);
  engine.log_lines = static_cast<std::size_t>(lines);
  engine.meter().longest_text = std::max(engine.meter().longest_text, static_cast<std::size_t>(std::min<std::uint64_t>(longest, engine.limits().text)));
  if (auto ok = load_movers(engine, std::move(movers)); !ok) return ok;
  return load_state(engine, state->bytes);
}

Result<CheckpointSource> checkpoint_source(const Sections& file) {
  const Section* section = file.find(source_section);
  if (section == nullptr) {
    return Error{Errc::invalid_value, "this is a snapshot of a world without a scene, expected a checkpoint of `wend run`", {}};
  }
  CheckpointSource source;
  Loader in{ByteReader(section->bytes)};
  in(source);
  if (!in.problem.empty()) return Error{Errc::damaged, concat("checkpoint section \"", source_section, "\": ", in.problem), {}};
  if (!in.in.good() || in.in.left() != 0) return Error{Errc::damaged, concat("checkpoint section \"", source_section, "\" has the wrong size"), {}};
  return source;
}

Result<Bytes> Scene::checkpoint() {
  try {
    return impl_->checkpoint();
  } catch (...) {
    return Error{Errc::limit, "out of memory", impl_->engine.name};
  }
}

Result<Scene> Scene::resume(std::span<const std::byte> checkpoint, const LoadOptions& options) {
  try {
    const auto file = read_sections(checkpoint);
    if (!file) return file.error();
    const auto found = checkpoint_source(*file);
    if (!found) return found.error();
    const CheckpointSource& source = *found;
    LoadOptions as_before = options;
    as_before.seed = source.seed;
    as_before.duration = options.duration ? options.duration : source.duration;
    as_before.sets = source.sets;
    as_before.perception = source.perception;
    as_before.log = {};  // what it said while loading was said before
    auto impl = std::make_unique<Impl>(as_before, source.name, source.text);
    if (auto ok = impl->load(); !ok) return Error{ok.error().code, concat("the scene of the checkpoint does not load: ", ok.error().message), ok.error().place};
    if (auto ok = impl->engine.world().restore(checkpoint); !ok) return ok.error();
    if (auto ok = impl->take_over(*file); !ok) return ok.error();
    impl->engine.options.log = options.log;
    return Scene(std::move(impl));
  } catch (...) {
    return Error{Errc::limit, "out of memory", {}};
  }
}

std::vector<std::string> Scene::written_outside_state() { return scene::written_outside_state(impl_->engine); }
std::vector<std::string> Scene::changed_outside_state() { return changed(impl_->loaded, variables_of(impl_->engine)); }

}  // namespace wend::scene
