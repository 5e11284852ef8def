#include "scene/constructs.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "scene/build.hpp"
#include "scene/keys.hpp"

// Planners in scenes: a construct for each kind (nearest{}, auto{}, harmonic{}, ...), and field{}, blend{}, waypoints{}.

namespace wend::scene {

namespace {

constexpr std::size_t most_planners = 4096;
constexpr std::size_t most_drawn_cells = 1u << 18;

Result<void> read_stage(Engine& e, lua_State* L, int index, std::string_view key, std::vector<std::uint32_t>& stage) {
  const int i = lua_absindex(L, index);
  if (lua_type(L, i) != LUA_TTABLE) {
    const auto t = read_handle(e, L, i, Tag::target, key);
    if (!t) return t.error();
    stage.push_back(t->slot);
    return {};
  }
  const std::size_t count = lua_rawlen(L, i);
  if (count == 0 || count > max_goals)
    return Error{Errc::script, concat(key, " has ", count, " values, expected 1 .. ", max_goals, " targets"), {}};
  for (std::size_t k = 1; k <= count; ++k) {
    lua_rawgeti(L, i, static_cast<lua_Integer>(k));
    const auto t = read_handle(e, L, -1, Tag::target, concat(key, "[", k, "]"));
    lua_pop(L, 1);
    if (!t) return t.error();
    stage.push_back(t->slot);
  }
  return {};
}

Result<void> read_to(Engine& e, const Keys& keys, PlannerRecipe& recipe) {
  if (!keys.has("to")) return {};
  recipe.stages.emplace_back();
  if (auto ok = read_stage(e, keys.L, keys.at("to"), "to", recipe.stages.back()); !ok) return keys.wrong(ok.error());
  return {};
}

Result<Thing> read_box(const Keys& keys, int index, std::string_view key) {
  const Thing* box = to_thing(keys.L, index);
  if (box != nullptr && box->tag == Tag::area && box->form == static_cast<std::uint8_t>(AreaForm::box)) return *box;
  return keys.wrong(concat(key, " = ", describe(keys.L, index), ", expected box(x0, y0, x1, y1)"));
}

// The numbers, and where it knows the way.
Result<void> read_spec(const Keys& keys, PlannerSpec& spec) {
  if (auto ok = read_fields(keys, planner_fields(), spec); !ok) return ok;
  if (keys.has("area")) {
    const auto box = read_box(keys, keys.at("area"), "area");
    if (!box) return box.error();
    const Bounds bounds = area_bounds(*box);
    spec.low = lift(bounds.low), spec.high = lift(bounds.high);
  }
  return {};
}

// One entry of spec.planners for equal ones.
Answer keep(Engine& e, const Keys& keys, ScenePlanner planner, PlannerRecipe recipe, bool nearest = false) {
  if (!nearest) {
    if (e.spec.planners.size() >= most_planners) return refuse_more(e, concat("more than ", most_planners, " planners"));
    World* probe = probe_of(e);
    if (probe == nullptr) return refuse_more(e, "out of memory");
    while (e.probe_planners.size() < e.spec.planners.size()) e.probe_planners.push_back({});
    const auto made = probe->add_planner(to_command(planner, e.probe_planners));
    if (!made) return fail(e, keys.wrong(made.error()));
    e.probe_planners.push_back(*made);
    recipe.planner = static_cast<std::int32_t>(e.spec.planners.size());
    e.spec.planners.push_back(std::move(planner));
  }
  if (e.planners.size() >= 4 * most_planners) return refuse_more(e, "too many planners");
  Thing t;
  t.tag = Tag::planner;
  t.slot = static_cast<std::uint32_t>(e.planners.size());
  e.planners.push_back(std::move(recipe));
  return thing(t);
}

// The keys of a construct: those of its kind of planner, and the given ones.
std::vector<std::string_view> keys_of(const PlannerInfo& kind, std::initializer_list<std::string_view> more) {
  std::vector<std::string_view> keys(more);
  keys.insert(keys.end(), kind.takes.begin(), kind.takes.end());
  return keys;
}

// nearest{}, auto{}, harmonic{}, ...: every kind that is not made of others. The kind is the first upvalue.
Answer make_plain_planner(Engine& e, lua_State* L) {
  const PlannerInfo& kind = planner_kinds()[static_cast<std::size_t>(lua_tointeger(L, lua_upvalueindex(1)))];
  if (auto ok = must_load(e, kind.name); !ok) return fail(e, ok.error());
  const bool straight = kind.form == PlannerForm::straight;
  const auto known = straight ? std::vector<std::string_view>{"to"} : keys_of(kind, {"to", "area"});
  const auto keys = read_keys(L, kind.name, known);
  if (!keys) return fail(e, keys.error());
  PlannerRecipe recipe;
  ScenePlanner planner;
  planner.spec.kind = kind.kind;
  if (auto ok = read_to(e, *keys, recipe); !ok) return fail(e, ok.error());
  if (straight) return keep(e, *keys, {}, std::move(recipe), true);
  if (auto ok = read_spec(*keys, planner.spec); !ok) return fail(e, ok.error());
  return keep(e, *keys, std::move(planner), std::move(recipe));
}

// The kind below a drawing, by its name.
Result<void> read_over(const Keys& keys, PlannerSpec& spec) {
  if (!keys.has("over")) return {};
  const auto word = read_text(keys.L, keys.at("over"), "over", 40);
  if (!word) return keys.wrong(word.error());
  const PlannerInfo* kind = find_planner_kind(*word);
  std::vector<std::string_view> known;
  std::string list;
  for (const PlannerInfo& k : planner_kinds()) {
    if (k.form != PlannerForm::field && k.form != PlannerForm::straight) continue;
    if (&k == kind) {
      spec.over = k.kind;
      return {};
    }
    known.emplace_back(k.name);
    list += concat(list.empty() ? "" : ", ", k.name);
  }
  const std::string near = suggestion(*word, known);
  return keys.wrong(concat("over = \"", *word, "\"", near.empty() ? "" : concat(", did you mean '", near, "'?"), ", expected one of ", list));
}

// { {x, y}, {x, y}, width = 1, strength = 1 }
Result<Stroke> read_stroke(lua_State* L, int index, std::string_view key) {
  const int i = lua_absindex(L, index);
  if (lua_type(L, i) != LUA_TTABLE) return Error{Errc::script, concat(key, " = ", describe(L, i), ", expected {{x, y}, {x, y}, ..., width = 1}"), {}};
  auto points = read_points(L, i, key);
  if (!points) return points.error();
  Stroke stroke;
  stroke.points = std::move(*points);
  std::string unknown;
  lua_pushnil(L);
  while (lua_next(L, i) != 0) {
    if (lua_type(L, -2) == LUA_TSTRING) {
      const std::string_view word = lua_tolstring(L, -2, nullptr);
      const ParamInfo* info = word == row::stroke_width.name ? &row::stroke_width : word == row::strength.name ? &row::strength : nullptr;
      if (info == nullptr) {
        unknown = std::string(word.substr(0, 40));
      } else {
        const auto value = read_number(L, -1, *info);
        if (!value) {
          lua_pop(L, 2);
          return Error{value.error().code, concat(key, ": ", value.error().message), {}};
        }
        (info == &row::strength ? stroke.strength : stroke.width) = *value;
      }
    }
    lua_pop(L, 1);
  }
  if (!unknown.empty()) return Error{Errc::script, concat(key, ": unknown key '", unknown, "', expected width or strength"), {}};
  return stroke;
}

Result<void> read_strokes(const Keys& keys, std::vector<Stroke>& strokes) {
  if (!keys.has("strokes")) return {};
  lua_State* L = keys.L;
  const int list = keys.at("strokes");
  if (lua_type(L, list) != LUA_TTABLE || lua_rawlen(L, list) == 0)
    return keys.wrong(concat("strokes = ", describe(L, list), ", expected { {{x, y}, {x, y}, width = 1}, ... }"));
  for (std::size_t k = 1; k <= lua_rawlen(L, list); ++k) {
    lua_rawgeti(L, list, static_cast<lua_Integer>(k));
    auto stroke = read_stroke(L, -1, concat("strokes[", k, "]"));
    lua_pop(L, 1);
    if (!stroke) return keys.wrong(stroke.error());
    strokes.push_back(std::move(*stroke));
  }
  return {};
}

Result<void> read_roam(const Keys& keys, std::vector<RoamArea>& roam) {
  if (!keys.has("roam")) return {};
  lua_State* L = keys.L;
  const int given = keys.at("roam");
  const auto add = [&](int index, std::string_view key) -> Result<void> {
    const auto box = read_box(keys, index, key);
    if (!box) return box.error();
    const Bounds bounds = area_bounds(*box);
    roam.push_back({lift(bounds.low), lift(bounds.high)});
    return {};
  };
  if (lua_type(L, given) != LUA_TTABLE) return add(given, "roam");
  for (std::size_t k = 1; k <= lua_rawlen(L, given); ++k) {
    lua_rawgeti(L, given, static_cast<lua_Integer>(k));
    auto ok = add(-1, concat("roam[", k, "]"));
    lua_pop(L, 1);
    if (!ok) return ok;
  }
  return {};
}

// function(x, y) -> vx, vy [, strength], asked once at the centre of each cell.
Result<void> ask_drawing(Engine& e, const Keys& keys, const PlannerSpec& spec, DrawnGrid& grid) {
  lua_State* L = e.state();
  const double cell = spec.cell > 0 ? spec.cell : 0.25;
  const Vec2 low = spec.low.xy(), size = spec.high.xy() - low;
  if (!(size.x > 0 && size.y > 0)) return keys.wrong("area is missing: field { function(x, y) ... end, area = box(x0, y0, x1, y1) }");
  const double columns = std::ceil(size.x / cell - 1e-9), rows = std::ceil(size.y / cell - 1e-9);
  if (columns * rows > static_cast<double>(most_drawn_cells)) {
    return keys.wrong(concat("cell = ", cell, " makes ", columns, " x ", rows, " cells, expected at most ", most_drawn_cells,
                             "; cell = ", std::ceil(100 * std::sqrt(size.x * size.y / static_cast<double>(most_drawn_cells))) / 100, " would fit"));
  }
  grid.origin = spec.low;
  grid.cell = cell;
  grid.columns = static_cast<std::uint32_t>(columns);
  grid.rows = static_cast<std::uint32_t>(rows);
  if (lua_checkstack(L, 20) == 0) return Error{Errc::limit, "the script's stack is full", {}};
  lua_rawgeti(L, 1, 1);
  const int function = lua_absindex(L, -1);
  const InMotion motion(e);
  for (std::uint32_t j = 0; j < grid.rows; ++j) {
    for (std::uint32_t i = 0; i < grid.columns; ++i) {
      if (!charge(e.meter(), 10)) return Error{Errc::limit, "the budget is used up", {}};
      const double x = low.x + (i + 0.5) * cell, y = low.y + (j + 0.5) * cell;
      lua_pushvalue(L, function);
      lua_pushnumber(L, x);
      lua_pushnumber(L, y);
      if (lua_pcall(L, 2, 3, 0) != LUA_OK) {
        e.rethrow = true;
        return Error{Errc::script, {}, {}};
      }
      if (lua_type(L, -1) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushnumber(L, 1);
      }
      double v[3];
      bool good = true;
      for (int k = 0; k < 3; ++k) {
        v[k] = lua_tonumber(L, k - 3);
        good = good && lua_type(L, k - 3) == LUA_TNUMBER && std::isfinite(v[k]);
      }
      good = good && v[2] >= 0 && v[2] <= 1;
      if (!good) {
        return keys.wrong(concat("the function answers ", describe(L, -3), ", ", describe(L, -2), ", ", describe(L, -1), " at (", x, ", ", y,
                                 "), expected two finite numbers and a strength of 0 .. 1"));
      }
      lua_pop(L, 3);
      grid.x.push_back(v[0]), grid.y.push_back(v[1]), grid.strength.push_back(v[2]);
    }
  }
  return {};
}

Answer make_drawn(Engine& e, lua_State* L) {
  if (auto ok = must_load(e, "field"); !ok) return fail(e, ok.error());
  constexpr std::string_view known[] = {"to", "area", "cell", "strokes", "over", "roam", "strict"};
  const auto keys = read_keys(L, "field", known, true);
  if (!keys) return fail(e, keys.error());
  PlannerRecipe recipe;
  ScenePlanner planner;
  planner.spec.kind = PlannerKind::drawn;
  if (auto ok = read_to(e, *keys, recipe); !ok) return fail(e, ok.error());
  if (auto ok = read_spec(*keys, planner.spec); !ok) return fail(e, ok.error());
  if (auto ok = read_over(*keys, planner.spec); !ok) return fail(e, ok.error());
  if (auto ok = read_strokes(*keys, planner.strokes); !ok) return fail(e, ok.error());
  if (auto ok = read_roam(*keys, planner.roam); !ok) return fail(e, ok.error());
  const std::size_t drawings = lua_rawlen(L, 1);
  if (drawings > 1 || (drawings == 0 && planner.strokes.empty()))
    return fail(e, keys->wrong("expected one function(x, y) that answers a direction, or strokes"));
  if (drawings == 1) {
    const bool is_function = lua_rawgeti(L, 1, 1) == LUA_TFUNCTION;
    const std::string found = describe(L, -1);
    lua_pop(L, 1);
    if (!is_function) return fail(e, keys->wrong(concat("found ", found, ", expected function(x, y) ... end")));
    if (auto ok = ask_drawing(e, *keys, planner.spec, planner.drawn); !ok) return fail(e, ok.error());
  }
  return keep(e, *keys, std::move(planner), std::move(recipe));
}

// blend { {planner, weight}, {planner, weight}, to = goal }
Answer make_blend(Engine& e, lua_State* L) {
  if (auto ok = must_load(e, "blend"); !ok) return fail(e, ok.error());
  constexpr std::string_view known[] = {"to"};
  const auto keys = read_keys(L, "blend", known, true);
  if (!keys) return fail(e, keys.error());
  PlannerRecipe recipe;
  ScenePlanner planner;
  planner.spec.kind = PlannerKind::chain;
  if (auto ok = read_to(e, *keys, recipe); !ok) return fail(e, ok.error());
  const std::size_t count = lua_rawlen(L, 1);
  if (count == 0) return fail(e, keys->wrong("expected { {planner, weight}, ... }"));
  for (std::size_t k = 1; k <= count; ++k) {
    const std::string key = concat("[", k, "]");
    if (lua_rawgeti(L, 1, static_cast<lua_Integer>(k)) != LUA_TTABLE)
      return fail(e, keys->wrong(concat(key, " = ", describe(L, -1), ", expected {planner, weight}")));
    const int pair = lua_absindex(L, -1);
    lua_rawgeti(L, pair, 1);
    const auto part = read_handle(e, L, -1, Tag::planner, concat(key, "[1]"));
    if (!part) return fail(e, keys->wrong(part.error()));
    if (e.planners[part->slot].planner < 0) return fail(e, keys->wrong(concat(key, "[1] = nearest{}, expected a field")));
    lua_rawgeti(L, pair, 2);
    const auto weight = read_number(L, -1, row::part_weight);
    if (!weight) return fail(e, keys->wrong(weight.error()));
    planner.parts.emplace_back(e.planners[part->slot].planner, *weight);
    lua_settop(L, pair - 1);
  }
  return keep(e, *keys, std::move(planner), std::move(recipe));
}

// waypoints { a, {b1, b2}, c, by = distance {} }: one after the other; of a list one is enough.
Answer make_waypoints(Engine& e, lua_State* L) {
  if (auto ok = must_load(e, "waypoints"); !ok) return fail(e, ok.error());
  constexpr std::string_view known[] = {"by"};
  const auto keys = read_keys(L, "waypoints", known, true);
  if (!keys) return fail(e, keys.error());
  PlannerRecipe recipe;
  const std::size_t count = lua_rawlen(L, 1);
  if (count == 0) return fail(e, keys->wrong("expected targets: waypoints { a, b, c }"));
  std::size_t goals = count - 1;
  for (std::size_t k = 1; k <= count; ++k) {
    lua_rawgeti(L, 1, static_cast<lua_Integer>(k));
    recipe.stages.emplace_back();
    auto ok = read_stage(e, L, -1, concat("[", k, "]"), recipe.stages.back());
    lua_pop(L, 1);
    if (!ok) return fail(e, keys->wrong(ok.error()));
    goals += recipe.stages.back().size();
  }
  if (goals > max_goals) return fail(e, keys->wrong(concat(goals, " targets and steps between, expected at most ", max_goals)));
  if (!keys->has("by")) {
    ScenePlanner planner;
    planner.spec.kind = PlannerKind::automatic;
    return keep(e, *keys, std::move(planner), std::move(recipe));
  }
  const auto by = read_handle(e, L, keys->at("by"), Tag::planner, "by");
  if (!by) return fail(e, keys->wrong(by.error()));
  if (!e.planners[by->slot].stages.empty()) return fail(e, keys->wrong("by has a `to` of its own, expected a planner without"));
  recipe.planner = e.planners[by->slot].planner;
  return keep(e, *keys, {}, std::move(recipe), true);
}

}  // namespace

Result<void> use_planner(Engine& e, const Keys& keys, SceneAgent& a) {
  if (!keys.has("planner")) return {};
  const auto handle = read_handle(e, keys.L, keys.at("planner"), Tag::planner, "planner");
  if (!handle) return keys.wrong(handle.error());
  const PlannerRecipe& recipe = e.planners[handle->slot];
  a.planner = recipe.planner;
  if (recipe.stages.empty()) return {};
  if (keys.has("target") || keys.has("targets") || keys.has("goal") || keys.has("direction"))
    return keys.wrong("the planner says where to go: target, targets, goal and direction are too much");
  set_stages(a, recipe.stages);
  return {};
}

void set_stages(SceneAgent& a, const std::vector<std::vector<std::uint32_t>>& stages) {
  a.targets.clear();
  a.stages.clear();
  for (const auto& stage : stages) {
    a.targets.insert(a.targets.end(), stage.begin(), stage.end());
    a.stages.push_back(static_cast<std::uint32_t>(stage.size()));
  }
  a.spec.goal_order = GoalOrder::any;
}

void open_planners(lua_State* L) {
  for (std::size_t i = 0; i < planner_kinds().size(); ++i) {
    const PlannerInfo& kind = planner_kinds()[i];
    if (kind.form == PlannerForm::drawing || kind.form == PlannerForm::blend) continue;
    lua_pushinteger(L, static_cast<lua_Integer>(i));
    lua_pushcclosure(L, serve<make_plain_planner>, 1);
    lua_setfield(L, -2, kind.name);
  }
  set_functions(L, {{"field", serve<make_drawn>}, {"blend", serve<make_blend>}, {"waypoints", serve<make_waypoints>}});
}

}  // namespace wend::scene
