#include "scene/constructs.hpp"

#include <wend/specs.hpp>

#include <algorithm>

#include "core/hash.hpp"
#include "core/text.hpp"
#include "scene/group_names.hpp"
#include "scene/keys.hpp"
#include "scene/placement.hpp"

// agent{} and group{}

namespace wend::scene {

namespace {

// A number of each agent, drawn for it alone.
struct Drawn {
  const Field<AgentSpec>* field = nullptr;  // none: an attribute of the model
  ParamInfo info;
  Draw draw;
};

// What agent{} and group{} read alike: the same for every member, except what is drawn.
struct Common {
  SceneAgent base;
  std::vector<Drawn> drawn;
  double goal_radius = 0;
  GroupChoice group;
};

Result<std::vector<std::uint32_t>> read_targets(Engine& e, const Keys& keys) {
  lua_State* L = keys.L;
  std::vector<std::uint32_t> slots;
  if (keys.has("target") && lua_type(L, keys.at("target")) != LUA_TFUNCTION && !is_nearest(L, keys.at("target"))) {
    const auto t = read_handle(e, L, keys.at("target"), Tag::target, "target");
    if (!t) return keys.wrong(t.error());
    slots.push_back(t->slot);
  }
  if (keys.has("targets")) {
    const int list = keys.at("targets");
    if (lua_type(L, list) != LUA_TTABLE)
      return keys.wrong(concat("targets = ", describe(L, list), ", expected {a, b, ...}"));
    const std::size_t count = lua_rawlen(L, list);
    if (count == 0 || count > max_goals)
      return keys.wrong(concat("targets has ", count, " values, expected 1 .. ", max_goals));
    for (std::size_t i = 1; i <= count; ++i) {
      lua_rawgeti(L, list, static_cast<lua_Integer>(i));
      const auto t = read_handle(e, L, -1, Tag::target, concat("targets[", i, "]"));
      lua_pop(L, 1);
      if (!t) return keys.wrong(t.error());
      slots.push_back(t->slot);
    }
  }
  return slots;
}

Reference reference_of(std::span<const Drawn> drawn) {
  Reference mean;
  for (const Drawn& d : drawn) {
    const std::string_view name = d.info.name;
    if (d.field == nullptr || (name != "radius" && name != "speed")) continue;
    mean.drawn = mean.drawn || d.draw.form != DrawForm::fixed;
    (name == "radius" ? mean.radius : mean.speed) = d.draw.form == DrawForm::uniform ? 0.5 * (d.draw.a + d.draw.b) : d.draw.a;
  }
  mean.speed = std::max(mean.speed, 1e-3);
  return mean;
}

// The stream of random numbers from which an attribute is drawn. These numbers are fixed for ever, so that a scene has the same people
// in every version; names that came later have numbers of their own.
std::uint64_t stream_of(std::string_view name) {
  constexpr std::string_view first[] = {"heading", "turn_rate", "radius", "speed", "agility", "lightness", "courage", "watch", "energy"};
  const auto at = std::find(std::begin(first), std::end(first), name);
  if (at != std::end(first)) return static_cast<std::uint64_t>(at - std::begin(first));
  std::uint64_t h = 1;
  for (char c : name) h = mix(h, static_cast<unsigned char>(c));
  return h | (std::uint64_t{1} << 63);
}

// The values of agent_fields() and of the models' attributes.
Result<void> read_values(const Engine& e, const Keys& keys, Common& c) {
  const auto read = [&](const Field<AgentSpec>* field, const ParamInfo& info, double fallback) -> Result<void> {
    Draw value{DrawForm::fixed, fallback, fallback};
    if (keys.has(info.name)) {
      const auto d = read_draw(keys.L, keys.at(info.name), info);
      if (!d) return keys.wrong(d.error());
      value = *d;
    }
    c.drawn.push_back({field, info, value});
    return {};
  };
  for (const Field<AgentSpec>& field : agent_fields()) {
    const ParamInfo& info = field.info;
    if (!info.in_scenes || !keys.knows(info.name)) continue;
    if (info.kind == ParamKind::number) {
      if (auto ok = read(&field, info, field.get(c.base.spec)); !ok) return ok;
      continue;
    }
    const auto value = read_number(keys, info, field.get(c.base.spec));
    if (!value) return value.error();
    field.set(c.base.spec, *value);
  }
  std::vector<std::string_view> done;
  for (const ModelPointer& type : e.types) {
    for (const StateField& f : type->info().state) {
      const std::string_view name = f.info.name;
      if (f.access != StateAccess::attribute || !keys.has(name) || std::find(done.begin(), done.end(), name) != done.end()) continue;
      done.push_back(name);
      if (auto ok = read(nullptr, f.info, f.info.fallback); !ok) return ok;
    }
  }
  return {};
}

// Attributes that the agent's own model does not have are mistakes.
Result<void> check_attributes(const Engine& e, const Keys& keys, Common& c) {
  const std::string type = c.base.model < 0 ? "attractor" : e.spec.models[static_cast<std::size_t>(c.base.model)].type;
  const auto own = std::find_if(e.types.begin(), e.types.end(), [&](const ModelPointer& t) { return t->name() == type; });
  for (Drawn& d : c.drawn) {
    if (d.field != nullptr || own == e.types.end()) continue;
    const ParamInfo* info = attribute_info(**own, d.info.name);
    if (info == nullptr) return keys.wrong(concat(d.info.name, ": the model ", type, " has no such attribute"));
    d.info = *info;
  }
  return {};
}

Result<Common> read_common(Engine& e, const Keys& keys, bool crowd) {
  lua_State* L = keys.L;
  Common c;
  c.base.line = line_of_script(L);
  AgentSpec& spec = c.base.spec;
  if (auto ok = read_values(e, keys, c); !ok) return ok.error();
  if (keys.has("target") + keys.has("targets") + keys.has("goal") + keys.has("direction") > 1) {
    return keys.wrong("target, targets, goal and direction exclude each other");
  }
  auto targets = read_targets(e, keys);
  if (!targets) return targets.error();
  c.base.targets = std::move(*targets);
  const bool by_name = keys.has("target") && is_nearest(L, keys.at("target"));
  ParamInfo goal_radius = row_named(target_fields(), "radius");
  goal_radius.name = "goal_radius";
  const auto radius = read_number(keys, goal_radius, goal_radius.fallback);
  if (!radius) return radius.error();
  auto group = read_group_choice(e, keys, crowd);
  if (!group) return group.error();
  c.group = std::move(*group);
  c.goal_radius = *radius;
  spec.group = c.group.number;
  if (keys.has("direction")) {
    const auto direction = read_number(keys, row::direction, 0);
    if (!direction) return direction.error();
    c.base.direction = *direction;
  }
  if (auto ok = use_planner(e, keys, c.base); !ok) return ok.error();
  // A planner that was told no target leads to the nearest of all.
  const bool told = !c.base.targets.empty() || keys.has("target") || keys.has("goal") || c.base.direction;
  if (spec.goal_order == GoalOrder::all && told && !by_name) return keys.wrong("order = 'all' is for agents without target, targets, goal and direction");
  if (by_name || (keys.has("planner") && !told)) spec.goal_order = GoalOrder::all;
  std::optional<std::uint32_t> recipe;
  if (keys.has("model")) {
    const auto m = read_handle(e, L, keys.at("model"), Tag::model, "model");
    if (!m) return keys.wrong(m.error());
    recipe = m->slot;
  }
  const auto model = model_index(e, recipe, reference_of(c.drawn));
  if (!model) return keys.wrong(model.error());
  c.base.model = *model;
  if (auto ok = check_attributes(e, keys, c); !ok) return ok.error();
  const auto klass = read_class(e, keys);
  if (!klass) return klass.error();
  c.base.klass = *klass;
  return c;
}

std::uint64_t agents_so_far(const Engine& e) {
  return e.loading() ? e.spec.agents.size() : e.built->world.agents_added() + e.waiting_agents;
}

std::uint64_t agents_now(const Engine& e) {
  return e.loading() ? e.spec.agents.size() : e.built->world.agent_count() + e.waiting_agents;
}

// Attributes depend on who the agent is and which attribute it is, not on what else was drawn (N16).
void draw_attributes(const Engine& e, const Common& c, std::uint64_t creation, AgentSpec& spec) {
  for (const Drawn& d : c.drawn) {
    const double value = draw(d.draw, d.info, Rng::stream(e.spec.seed, Purpose::attributes, creation, stream_of(d.info.name)));
    if (d.field != nullptr) d.field->set(spec, value);
    else spec.attributes.push_back({d.info.name, value});
  }
}

}  // namespace

bool is_nearest(lua_State* L, int index) {
  if (lua_type(L, index) == LUA_TSTRING) return std::string_view(lua_tostring(L, index)) == "nearest";
  if (lua_iscfunction(L, index) == 0) return false;
  const int at = lua_absindex(L, index);
  lua_getglobal(L, "nearest");
  const bool same = lua_rawequal(L, -1, at) != 0;
  lua_pop(L, 1);
  return same;
}

Result<std::uint32_t> own_goal(Engine& e, Vec3 at, double radius) {
  if (e.loading()) {  // agents sent to the same point have one goal
    for (std::uint32_t slot = 0; slot < e.spec.targets.size(); ++slot) {
      const SceneTarget& known = e.spec.targets[slot];
      if (known.own && known.spec.at == at && known.spec.radius == radius) return slot;
    }
  }
  if (target_count(e) >= e.limits().targets)
    return Error{Errc::limit, concat("more than ", e.limits().targets, " targets"), {}};
  SceneTarget t;
  t.spec.at = at;
  t.spec.radius = radius;
  t.own = true;
  return add_target(e, t);
}

namespace {

// In a callback: room in the world as it will be when all requests so far have come true. A scene that loads knows too little:
// build_all() looks for room when everything is there.
Result<void> take_room(Engine& e, AgentSpec& spec) {
  if (e.loading()) return {};
  if (!charge(e.meter(), static_cast<std::int64_t>(500 + e.bodies + e.requests.size()))) return Error{Errc::limit, "the budget is used up", {}};
  std::vector<RoomTaken> taken;
  for (const Request& r : e.requests) {
    if (const auto* a = std::get_if<SceneAgent>(&r.entry)) taken.push_back({a->spec.at, a->spec.at, a->spec.radius});
    if (const auto* o = std::get_if<SceneObstacle>(&r.entry)) taken.push_back({o->spec.at, o->spec.capsule ? o->spec.to : o->spec.at, o->spec.radius});
    if (const auto* w = std::get_if<SceneWall>(&r.entry)) {
      for (std::size_t i = 0; i + (w->closed ? 0 : 1) < w->points.size(); ++i) taken.push_back({w->points[i], w->points[(i + 1) % w->points.size()], w->spec.thickness, true});
    }
    if (r.wish != Wish::teleport || r.kind != Tag::agent) continue;
    const auto jumper = e.world().agent(AgentId::from_bits(e.table(Tag::agent).slots[r.slot].id));
    if (jumper) taken.push_back({r.at, r.at, jumper->radius});
  }
  const auto at = e.world().find_room(spec, taken);
  if (!at) return Error{at.error().code, at.error().message, {}};
  spec.at = *at;
  return {};
}

Answer make_agent(Engine& e, lua_State* L) {
  if (auto ok = may_construct(e, "agent"); !ok) return fail(e, ok.error());
  const auto keys = read_keys(L, "agent", e.keys.agent);
  if (!keys) return fail(e, keys.error());
  if (agents_now(e) >= e.limits().agents) return refuse_more(e, concat("more than ", e.limits().agents, " agents"));
  auto c = read_common(e, *keys, false);
  if (!c) return fail(e, c.error());
  const auto at = read_point(L, keys->at("at"), "at");
  if (!at) return fail(e, keys->wrong(at.error()));
  if (lua_type(L, keys->at("target")) == LUA_TFUNCTION && !is_nearest(L, keys->at("target")))
    return fail(e, keys->wrong("target = a function, expected a target"));
  SceneAgent a = std::move(c->base);
  draw_attributes(e, *c, agents_so_far(e), a.spec);
  a.spec.at = *at;
  if (a.spec.find_room) {
    if (auto ok = take_room(e, a.spec); !ok) return fail(e, keys->wrong(ok.error()));
  }
  if (keys->has("goal")) {
    const auto p = read_point(L, keys->at("goal"), "goal");
    if (!p) return fail(e, keys->wrong(p.error()));
    const auto slot = own_goal(e, *p, c->goal_radius);
    if (!slot) return fail(e, keys->wrong(slot.error()));
    a.targets = {*slot};
  }
  keep_group_choice(e, c->group);
  return thing(e.handle(Tag::agent, add_agent(e, std::move(a))));
}

// Everybody and everything a newcomer must not touch.
void fill_placer(const Engine& e, Placer& placer, double largest) {
  const auto add_wall = [&](const SceneWall& w) {
    const std::size_t segments = w.points.size() - (w.closed ? 0 : 1);
    for (std::size_t i = 0; i < segments; ++i) {
      placer.add(Capsule{w.points[i].xy(), w.points[(i + 1) % w.points.size()].xy(), w.spec.thickness}, largest);
    }
  };
  const auto add_obstacle = [&](const SceneObstacle& o) {
    placer.add(Capsule{o.spec.at.xy(), o.spec.capsule ? o.spec.to.xy() : o.spec.at.xy(), o.spec.radius}, largest);
  };
  if (e.loading()) {
    for (const SceneAgent& a : e.spec.agents) placer.add(Disc{a.spec.at.xy(), a.spec.radius});
    for (const SceneObstacle& o : e.spec.obstacles) add_obstacle(o);
    for (const SceneWall& w : e.spec.walls) add_wall(w);
    return;
  }
  const AgentColumnsView columns = e.built->world.columns();
  for (std::size_t i = 0; i < columns.id.size(); ++i) placer.add(Disc{{columns.x[i], columns.y[i]}, columns.radius[i]});
  for (const BodyState& b : e.built->world.bodies()) {
    const bool is_disc = b.id.kind == BodyKind::disc;
    placer.add(Capsule{b.at.xy(), is_disc ? b.at.xy() : b.to.xy(), b.radius}, largest);
  }
  for (const Request& r : e.requests) {
    if (const auto* a = std::get_if<SceneAgent>(&r.entry)) placer.add(Disc{a->spec.at.xy(), a->spec.radius});
    if (const auto* o = std::get_if<SceneObstacle>(&r.entry)) add_obstacle(*o);
    if (const auto* w = std::get_if<SceneWall>(&r.entry)) add_wall(*w);
  }
}

double largest_radius_present(const Engine& e) {
  double largest = 0;
  if (e.loading()) {
    for (const SceneAgent& a : e.spec.agents) largest = std::max(largest, a.spec.radius);
    return largest;
  }
  for (const double r : e.built->world.columns().radius) largest = std::max(largest, r);
  for (const Request& r : e.requests) {
    if (const auto* a = std::get_if<SceneAgent>(&r.entry)) largest = std::max(largest, a->spec.radius);
  }
  return largest;
}

constexpr int tries_per_agent = 10000;

// Where each member stands; its radius is drawn already.
Result<void> place(Engine& e, std::vector<SceneAgent>& members, std::uint64_t first, const Thing& area,
                   double spacing) {
  double largest = largest_radius_present(e);
  for (const SceneAgent& m : members) largest = std::max(largest, m.spec.radius);
  const std::size_t present = static_cast<std::size_t>(agents_now(e));
  if (!charge(e.meter(), static_cast<std::int64_t>(500 + present / 2 + e.bodies)))
    return Error{Errc::limit, "the budget is used up", {}};
  Placer placer(area, std::max(spacing, 2 * largest), present + members.size());
  fill_placer(e, placer, largest);
  const auto only = [&](std::size_t placed, std::string_view did) {
    return concat("only ", placed, " of ", members.size(), " agents ", did, " ", area_text(area),
                  spacing > 0 ? concat(" with spacing ", spacing) : std::string());
  };
  const std::int64_t allowed = e.placement_left;
  const auto settle_up = [&] { e.placement_left = std::max<std::int64_t>(0, allowed - placer.work()); };
  for (std::size_t i = 0; i < members.size(); ++i) {
    Rng rng = Rng::stream(e.spec.seed, Purpose::placement, first + i);
    Disc disc{{}, members[i].spec.radius};
    int tries = 0;
    do {
      if (tries++ == tries_per_agent) {
        settle_up();
        return Error{Errc::script, concat(only(i, "fit into"), " without touching anything"), {}};
      }
      if (placer.work() >= allowed) {
        settle_up();
        const std::int64_t limit = e.loading() ? e.limits().load_placement : e.limits().step_placement;
        return Error{Errc::limit, concat(only(i, "found a place in"), " within ", limit, " comparisons, the limit of ", e.loading() ? "a scene" : "a step"), {}};
      }
      disc.at = draw_in(area, rng);
    } while (!placer.is_free(disc, spacing));
    if (auto p = check_point(disc.at.x, disc.at.y, "at"); !p) return p.error();
    placer.add(disc);
    members[i].spec.at = lift(disc.at);
  }
  settle_up();
  return {};
}

// target = function(x, y, i) and goal = function(x, y, i): each member's own.
Result<void> ask_goals(Engine& e, const Keys& keys, std::vector<SceneAgent>& members, double radius) {
  lua_State* L = keys.L;
  const bool by_point = keys.has("goal");
  const int source = keys.at(by_point ? "goal" : "target");
  if (by_point && lua_type(L, source) != LUA_TFUNCTION) {
    const auto p = read_point(L, source, "goal");
    if (!p) return keys.wrong(p.error());
    const auto slot = own_goal(e, *p, radius);
    if (!slot) return keys.wrong(slot.error());
    for (SceneAgent& m : members) m.targets = {*slot};
    return {};
  }
  if (lua_type(L, source) != LUA_TFUNCTION || (!by_point && is_nearest(L, source))) return {};
  for (std::size_t i = 0; i < members.size(); ++i) {
    const double arguments[] = {members[i].spec.at.x, members[i].spec.at.y, static_cast<double>(i + 1)};
    if (by_point) {
      const auto v = call_numbers(e, source, arguments, 2, "the function `goal`");
      if (!v) return keys.wrong(v.error());
      const auto slot = own_goal(e, {(*v)[0], (*v)[1], 0}, radius);
      if (!slot) return keys.wrong(slot.error());
      members[i].targets = {*slot};
      continue;
    }
    lua_pushvalue(L, source);
    lua_pushnumber(L, arguments[0]);
    lua_pushnumber(L, arguments[1]);
    lua_pushinteger(L, static_cast<lua_Integer>(i + 1));
    if (lua_pcall(L, 3, 1, 0) != LUA_OK) {
      e.rethrow = true;
      return Error{};
    }
    const auto t = read_handle(e, L, -1, Tag::target, "what the function `target` answers");
    lua_pop(L, 1);
    if (!t) return keys.wrong(t.error());
    members[i].targets = {t->slot};
  }
  return {};
}

Answer make_group(Engine& e, lua_State* L) {
  if (auto ok = may_construct(e, "group"); !ok) return fail(e, ok.error());
  const auto keys = read_keys(L, "group", e.keys.group);
  if (!keys) return fail(e, keys.error());
  if (!keys->has("count")) return fail(e, keys->wrong("count is missing: how many agents?"));
  if (!keys->has("area"))
    return fail(
        e,
        keys->wrong("area is missing: box(x0, y0, x1, y1), disc(x, y, r), ring(x, y, r0, r1) or line(x0, y0, x1, y1)"));
  const auto count = read_number(*keys, row::count, 0);
  const auto spacing = read_number(*keys, row::spacing, 0);
  const auto area = read_handle(e, L, keys->at("area"), Tag::area, "area");
  if (!count) return fail(e, count.error());
  if (!spacing) return fail(e, spacing.error());
  if (!area) return fail(e, keys->wrong(area.error()));
  if (*count > static_cast<double>(e.limits().agents) - static_cast<double>(agents_now(e))) {
    return refuse_more(e, concat("group{}: count = ", *count, " would make more than ", e.limits().agents, " agents"));
  }
  const auto n = static_cast<std::size_t>(*count);
  if (!charge(e.meter(), static_cast<std::int64_t>(4 * n))) return spent(e);
  const auto c = read_common(e, *keys, true);
  if (!c) return fail(e, c.error());
  const std::uint64_t first = agents_so_far(e);
  std::vector<SceneAgent> members(n, c->base);
  for (std::size_t i = 0; i < n; ++i) draw_attributes(e, *c, first + i, members[i].spec);
  if (auto ok = place(e, members, first, *area, *spacing); !ok) return fail(e, keys->wrong(ok.error()));
  if (auto ok = ask_goals(e, *keys, members, c->goal_radius); !ok) return fail(e, ok.error());
  if (agents_so_far(e) != first) return fail(e, keys->wrong("a function of group{} made agents"));
  if (!c->group.own) ++e.groups;
  keep_group_choice(e, c->group);
  Thing g;
  g.tag = Tag::group;
  g.slot = static_cast<std::uint32_t>(e.table(Tag::agent).slots.size());
  g.count = static_cast<std::uint32_t>(n);
  for (SceneAgent& m : members) add_agent(e, std::move(m), true);
  return thing(g);
}

}  // namespace

std::uint32_t add_agent(Engine& e, SceneAgent a, bool fresh_slot) {
  SlotTable& table = e.table(Tag::agent);
  std::uint32_t slot = static_cast<std::uint32_t>(table.slots.size());
  if (fresh_slot) {  // the members of a group stand side by side
    table.slots.emplace_back();
    table.slots.back().used = true;
  } else {
    slot = table.take();
  }
  if (e.loading()) {
    e.spec.agents.push_back(std::move(a));
    return slot;
  }
  Request r;
  r.wish = Wish::add;
  r.kind = Tag::agent;
  r.slot = slot;
  r.entry = std::move(a);
  e.requests.push_back(std::move(r));
  ++e.waiting_agents;
  return slot;
}

void open_agents(lua_State* L) { set_functions(L, {{"agent", serve<make_agent>}, {"group", serve<make_group>}}); }

}  // namespace wend::scene
