#include <wend/scene.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "core/text.hpp"
#include "scene/build.hpp"
#include "scene/call.hpp"
#include "scene/doors.hpp"
#include "scene/keys.hpp"
#include "scene/motions.hpp"
#include "scene/requests.hpp"
#include "scene/scene_impl.hpp"
#include "scene/source_scan.hpp"
#include "scene/wall_crossings.hpp"

namespace wend::scene {

namespace {

// One call of a callback; the handles are made where Lua may raise.
struct Call {
  int function = LUA_NOREF;
  int handles = 0;
  Thing handle[2];
  bool timed = true;  // the time comes last
  double t = 0;
};

int invoke(lua_State* L) {
  const Call& call = *static_cast<const Call*>(lua_touserdata(L, 1));
  lua_rawgeti(L, LUA_REGISTRYINDEX, call.function);
  for (int i = 0; i < call.handles; ++i) push_thing(L, call.handle[i]);
  if (call.timed) lua_pushnumber(L, call.t);
  lua_call(L, call.handles + (call.timed ? 1 : 0), 0);
  return 0;
}

Tag tag_of(EntityKind kind) {
  if (kind == EntityKind::agent) return Tag::agent;
  return kind == EntityKind::wall ? Tag::wall : Tag::obstacle;
}

// "#!" of a program and a byte order mark are not Lua; the line they stand on stays.
std::string_view without_head(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (text.starts_with('#')) text.remove_prefix(std::min(text.find('\n'), text.size()));
  return text;
}

Error out_of_memory(std::string_view place) { return {Errc::limit, "out of memory", std::string(place)}; }

// Has a callback given somebody a new goal that the next step makes true?
bool goals_wait(const Engine& e) {
  return std::any_of(e.requests.begin(), e.requests.end(), [&](const Request& r) {
    if (r.wish == Wish::planner) return !e.planners[static_cast<std::size_t>(r.model)].stages.empty();
    return r.wish == Wish::goals || r.wish == Wish::goal_point || r.wish == Wish::assign;
  });
}

}  // namespace

Result<void> Scene::Impl::check_options() {
  const LoadOptions& o = engine.options;
  if (engine.text.size() > o.limits.file) {
    return Error{Errc::limit, concat("the scene has ", engine.text.size(), " bytes, expected at most ", o.limits.file),
                 engine.name};
  }
  if (engine.state() == nullptr) return out_of_memory(engine.name);
  if (o.duration) {
    if (auto ok = check(row::duration, *o.duration, "--duration"); !ok) return ok;
  }
  if (o.environment) {
    if (auto ok = choice_value(row_named(world_fields(), "environment"), *o.environment, "--environment"); !ok) return ok.error();
  }
  if (o.perception) {
    if (auto ok = choice_value(row_named(world_fields(), "perception"), *o.perception, "--perception"); !ok) return ok.error();
  }
  return {};
}

Result<void> Scene::Impl::run_script() {
  lua_State* L = engine.state();
  const std::string_view source = without_head(engine.text);
  if (const int line = line_of_power(source); line > 0) {
    return Error{Errc::script, "the operator ^ differs between machines; write math.pow(x, y), or x * x",
                 concat(engine.name, ":", line)};
  }
  engine.sandbox.allow(engine.limits().load_instructions);
  lua_pushcfunction(L, open_libraries);
  if (auto ok = engine.run(0, 0, "opening the sandbox"); !ok) return ok;
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TSTRING) engine.globals.emplace_back(lua_tolstring(L, -2, nullptr));
  }
  lua_settop(L, 0);
  std::sort(engine.globals.begin(), engine.globals.end());
  const std::string chunk = "@" + engine.name;
  if (const int status = luaL_loadbufferx(L, source.data(), source.size(), chunk.c_str(), "t"); status != LUA_OK) {
    return engine.death(status, "reading the scene");
  }
  return engine.run(0, 0, "the scene");
}

Result<void> Scene::Impl::check_sets() {
  std::vector<std::string_view> known;
  std::string list;
  for (const SceneParam& p : engine.spec.params) {
    known.push_back(p.name);
    list += concat(list.empty() ? "" : ", ", p.name);
  }
  for (const auto& [name, value] : engine.options.sets) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string message = concat("the scene has no param '", name.substr(0, 80), "'");
    if (const std::string near = suggestion(name, known); !near.empty())
      message += concat(", did you mean '", near, "'?");
    message += list.empty() ? std::string(" (it has none)") : concat(" (it has: ", list, ")");
    return Error{Errc::unknown_name, std::move(message), concat("--set ", name.substr(0, 80))};
  }
  return {};
}

// A function nobody will ever call is hardly meant; a callback may still give somebody a `watch`.
void Scene::Impl::note_idle_hooks() {
  const auto& agents = engine.spec.agents;
  if (std::any_of(agents.begin(), agents.end(), [](const SceneAgent& a) { return a.spec.watch >= 0; })) return;
  if (says_name(engine.text, "watch")) return;
  for (const char* name : {"enter", "exit"}) {
    if (engine.hooks[hook_named(name)].empty()) continue;
    engine.spec.warnings.push_back(concat("on.", name, " is never called: no agent has watch"));
  }
}

void Scene::Impl::bind_all() {
  const Built& b = *engine.built;
  const auto bind = [&](Tag tag, const auto& ids) {
    for (std::size_t i = 0; i < ids.size(); ++i) engine.bind(tag, static_cast<std::uint32_t>(i), ids[i].bits());
  };
  bind(Tag::agent, b.agents);
  bind(Tag::target, b.targets);
  bind(Tag::obstacle, b.obstacles);
  for (std::size_t i = 0; i < b.walls.size(); ++i) {
    for (const WallId id : b.walls[i]) {
      engine.bind(Tag::wall, static_cast<std::uint32_t>(i), id.bits());
      walls.push_back(id);
    }
  }
}

Result<void> Scene::Impl::load() {
  if (auto ok = check_options(); !ok) return ok;
  {
    const ScriptArithmetic arithmetic;
    if (auto ok = run_script(); !ok) return ok;
  }
  if (auto ok = check_sets(); !ok) return ok;
  engine.settle();
  note_crossing_walls(engine.spec);
  note_idle_hooks();
  auto built = build_all(engine.spec, engine.limits(), engine.options.models);
  if (!built) return Error{built.error().code, built.error().text(), engine.name};
  engine.built.emplace(std::move(*built));
  bind_all();
  remember_loaded();
  return {};
}

Result<void> Scene::Impl::call_hook(StepBudget& budget, std::size_t hook, const Event* event) {
  const HookInfo& info = all_hooks()[hook];
  for (const int function : engine.hooks[hook]) {
    Call call;
    call.function = function;
    call.t = engine.now();
    call.timed = info.timed;
    if (event != nullptr) {
      call.t = event->time;
      call.handle[call.handles++] = engine.agent_handle(event->agent);
      const EntityRef other = event->other;
      if (other.kind == EntityKind::agent && other) {
        call.handle[call.handles++] = engine.agent_handle(other.agent());
      } else if (other.is_body()) {
        const Tag tag = tag_of(other.kind);
        call.handle[call.handles++] = engine.handle(tag, engine.slot_of(tag, other.bits));
      }
    }
    lua_State* L = engine.state();
    lua_settop(L, 0);
    lua_pushcfunction(L, invoke);
    lua_pushlightuserdata(L, &call);
    if (auto ok = run_callback(engine, budget, 1, 0, concat("on.", info.name)); !ok) return ok;
  }
  return {};
}

Result<void> Scene::Impl::report_events(StepBudget& budget) {
  const auto now = engine.world().step_events();
  const std::vector<Event> events(now.begin(), now.end());
  for (const Event& event : events) {
    for (std::size_t hook = 0; hook < engine.hooks.size(); ++hook) {
      const HookInfo& info = all_hooks()[hook];
      if (engine.hooks[hook].empty() || info.event != event.kind || (info.status && info.status != event.status)) continue;
      if (auto ok = call_hook(budget, hook, &event); !ok) return ok;
    }
  }
  for (const Event& event : events) {
    if (event.kind == EventKind::left) forget(engine, Tag::agent, engine.slot_of(Tag::agent, event.agent.bits()));
  }
  engine.departed.clear();
  return {};
}

// Local spec, section 9: doors by the clock, on.step, requests, snapshot, agents, bodies, events, callbacks.
Result<void> Scene::Impl::step(TaskRunner& runner) {
  if (auto ok = work_doors(engine); !ok) return ok;
  StepBudget budget{engine.limits().step_instructions};
  engine.placement_left = engine.limits().step_placement;
  {
    const ScriptArithmetic arithmetic;
    if (auto ok = call_hook(budget, hook_named("step"), nullptr); !ok) return ok;
    if (auto ok = apply_requests(engine); !ok) return ok;
    const auto motions = sample_motions(engine, budget);
    if (!motions) return motions.error();
    for (const Command& command : *motions) {
      if (auto ok = engine.world().apply(command); !ok) return ok.error();
    }
  }
  engine.survey.reset();
  engine.world().step(runner);
  const ScriptArithmetic arithmetic;
  return report_events(budget);
}

Result<Scene> Scene::load(std::string_view text, std::string_view name, const LoadOptions& options) {
  try {
    auto impl = std::make_unique<Impl>(options, name, text);
    if (auto ok = impl->load(); !ok) return ok.error();
    return Scene(std::move(impl));
  } catch (...) {
    return out_of_memory(name);
  }
}

Result<Scene> Scene::load_file(const std::string& path, const LoadOptions& options) {
  try {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) return Error{Errc::io, concat("cannot be opened: ", std::strerror(errno)), path};
    std::string text;
    char buffer[1 << 16];
    std::size_t got = 0;
    while ((got = std::fread(buffer, 1, sizeof buffer, file)) > 0 && text.size() <= options.limits.file)
      text.append(buffer, got);
    const bool bad = std::ferror(file) != 0;
    const int why = errno;
    std::fclose(file);
    if (bad) return Error{Errc::io, concat("cannot be read: ", std::strerror(why)), path};
    return load(text, path, options);
  } catch (...) {
    return out_of_memory(path);
  }
}

Scene::Scene(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;
Scene::~Scene() = default;

const SceneSpec& Scene::spec() const { return impl_->engine.spec; }
World& Scene::world() { return impl_->engine.world(); }
const World& Scene::world() const { return impl_->engine.built->world; }

Result<void> Scene::step() {
  SerialRunner serial;
  return step(serial);
}

Result<void> Scene::step(TaskRunner& runner) {
  if (impl_->failed) return *impl_->failed;
  Result<void> done;
  try {
    done = impl_->step(runner);
  } catch (...) {
    done = out_of_memory(impl_->engine.name);
  }
  if (!done) {
    impl_->engine.requests.clear();
    impl_->failed = done.error();
  }
  return done;
}

bool Scene::has_callbacks() const {
  return std::any_of(impl_->engine.hooks.begin(), impl_->engine.hooks.end(), [](const auto& list) { return !list.empty(); });
}

bool Scene::finished() const {
  const World& w = world();
  if (static_cast<double>(w.steps()) >= std::ceil(duration() / w.dt() - 1e-9)) return true;
  if (w.agents_added() == 0 || impl_->engine.waiting_agents != 0 || goals_wait(impl_->engine) || !w.all_done()) return false;
  // Agents that never had a goal wait for the orders of a callback.
  const auto status = w.columns().status;
  const bool nobody_went = w.agent_count() == w.agents_added() && std::all_of(status.begin(), status.end(), [](Status s) { return s == Status::idle; });
  return !(nobody_went && has_callbacks());
}

double Scene::duration() const { return spec().duration; }
std::string_view Scene::name() const { return impl_->engine.name; }
std::string_view Scene::text() const { return impl_->engine.text; }
std::span<const AgentId> Scene::agents() const { return impl_->engine.built->agents; }
std::span<const TargetId> Scene::targets() const { return impl_->engine.built->targets; }
std::span<const ObstacleId> Scene::obstacles() const { return impl_->engine.built->obstacles; }
std::span<const WallId> Scene::walls() const { return impl_->walls; }

}  // namespace wend::scene
