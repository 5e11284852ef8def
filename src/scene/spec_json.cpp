#include <wend/scene.hpp>

#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "scene/doors.hpp"
#include "scene/json_reader.hpp"
#include "scene/keys.hpp"
#include "scene/sandbox.hpp"

// SceneSpec <-> JSON. Doubles are written so that they read back to the same bits.

namespace wend::scene {

namespace {

using nlohmann::json;

json point(const Vec3& p) { return json::array({p.x, p.y}); }

json points(const std::vector<Vec3>& list) {
  json out = json::array();
  for (const Vec3& p : list) out.push_back(point(p));
  return out;
}

template <class Fields, class Owner>  // Fields: a list of Field<Owner>
void put_fields(json& out, const Fields& fields, const Owner& owner) {
  for (const Field<Owner>& field : fields) {
    const double value = field.get(owner);
    if (field.info.kind == ParamKind::flag) out[field.info.name] = value != 0;
    else if (field.info.kind == ParamKind::choice) out[field.info.name] = choice_word(field.info, value);
    else out[field.info.name] = value;
  }
}

json put_values(const Attributes& values) {
  json out = json::object();
  for (const Attribute& v : values) out[v.name] = v.value;
  return out;
}

json put(const SceneParam& p) {
  constexpr const char* kinds[] = {"number", "integer", "flag", "choice"};
  return {{"name", p.name},      {"kind", kinds[static_cast<std::size_t>(p.kind)]},
          {"value", p.value},    {"default", p.fallback},
          {"low", p.low},        {"high", p.high},
          {"choices", p.choices}};
}

json put(const SceneClass& c) {
  return {{"name", c.name}, {"values", put_values(c.values)}};
}

json put(const SceneModel& m) {
  return {{"type", m.type}, {"preset", m.preset}, {"set", put_values(m.set)}};
}

// Those that its kind uses.
std::vector<Field<PlannerSpec>> fields_of(PlannerKind kind) {
  std::vector<Field<PlannerSpec>> used;
  for (const PlannerInfo& info : planner_kinds()) {
    if (info.kind != kind) continue;
    for (const Field<PlannerSpec>& field : planner_fields()) {
      if (info.takes_field(field.info.name)) used.push_back(field);
    }
  }
  return used;
}

json put(const ScenePlanner& p) {
  json out = {{"kind", name(p.spec.kind)}};
  put_fields(out, fields_of(p.spec.kind), p.spec);
  if (p.spec.low != p.spec.high) out["area"] = json::array({p.spec.low.x, p.spec.low.y, p.spec.high.x, p.spec.high.y});
  for (const auto& [part, weight] : p.parts) out["parts"].push_back(json::array({part, weight}));
  if (find_planner_kind(name(p.spec.kind))->form != PlannerForm::drawing) return out;
  out["over"] = name(p.spec.over);
  for (const Stroke& s : p.strokes) out["strokes"].push_back({{"points", points(s.points)}, {"width", s.width}, {"strength", s.strength}});
  for (const RoamArea& r : p.roam) out["roam"].push_back(json::array({r.low.x, r.low.y, r.high.x, r.high.y}));
  if (p.drawn.columns != 0) {
    out["drawn"] = {{"origin", point(p.drawn.origin)}, {"cell", p.drawn.cell}, {"columns", p.drawn.columns}, {"rows", p.drawn.rows},
                    {"x", p.drawn.x}, {"y", p.drawn.y}, {"strength", p.drawn.strength}};
  }
  return out;
}

json put(const SceneTarget& t) {
  json out = {{"at", point(t.spec.at)}, {"scripted", t.scripted}};
  if (t.spec.shape == TargetShape::segment) out["to"] = point(t.spec.to);
  if (t.spec.shape == TargetShape::polygon) out["polygon"] = points(t.polygon);
  put_fields(out, target_fields(), t.spec);
  return out;
}

json put(const SceneObstacle& o) {
  json out = {{"at", point(o.spec.at)}, {"class", o.klass}};
  if (o.spec.capsule) out["to"] = point(o.spec.to);
  put_fields(out, obstacle_fields(), o.spec);
  return out;
}

json put(const SceneWall& w) {
  json out = {{"points", points(w.points)}, {"closed", w.closed}, {"class", w.klass}};
  put_fields(out, wall_fields(), w.spec);
  if (w.spec.door) out["opens"] = w.opens, out["closes"] = w.closes;
  return out;
}

json put(const SceneAgent& a) {
  json out = {{"at", point(a.spec.at)}, {"targets", a.targets}, {"model", a.model}, {"class", a.klass}, {"attributes", put_values(a.spec.attributes)}};
  if (a.direction) out["direction"] = *a.direction;
  if (a.planner >= 0) out["planner"] = a.planner;
  if (!a.stages.empty()) out["stages"] = a.stages;
  put_fields(out, agent_fields(), a.spec);
  return out;
}

json put(const SceneTasks& t) { return {{"agents", t.agents}, {"targets", t.targets}}; }

template <class Entry>
json put_all(const std::vector<Entry>& list) {
  json out = json::array();
  for (const Entry& entry : list) out.push_back(put(entry));
  return out;
}

template <class Fields, class Owner>
void get_fields(Reader& r, const Fields& fields, Owner& owner) {
  for (const Field<Owner>& field : fields) {
    const ParamInfo& info = field.info;
    if (info.kind == ParamKind::flag) field.set(owner, r.flag(info.name) ? 1 : 0);
    else if (info.kind == ParamKind::choice) field.set(owner, r.choice(info));
    else field.set(owner, r.number(info, field.get(owner)));
  }
}

void get_values(Reader& r, const char* key, Attributes& values) {
  r.members(key, [&](const std::string& name, double value) { values.push_back({name, value}); });
}

void get(Reader& r, SceneParam& p) {
  constexpr const char* kinds[] = {"number", "integer", "flag", "choice"};
  p.name = r.text("name");
  p.kind = static_cast<ParamKind>(r.word("kind", kinds));
  p.value = r.any_number("value");
  p.fallback = r.any_number("default");
  p.low = r.any_number("low");
  p.high = r.any_number("high");
  r.each("choices", [&](Reader& c) { p.choices.push_back(c.own_text()); });
}

void get(Reader& r, SceneClass& c) {
  c.name = r.text("name");
  get_values(r, "values", c.values);
}

void get(Reader& r, SceneModel& m) {
  m.type = r.text("type");
  m.preset = r.text("preset");
  get_values(r, "set", m.set);
}

// Numbers under a key.
std::vector<double> get_numbers(Reader& r, const char* key) {
  std::vector<double> list;
  r.each(key, [&](Reader& n) { list.push_back(n.own_number()); });
  return list;
}

void get_box(Reader& r, const std::vector<double>& v, Vec3& low, Vec3& high) {
  if (v.size() != 4) return r.fail(Errc::invalid_value, "a box has not four numbers");
  low = {v[0], v[1], 0}, high = {v[2], v[3], 0};
}

void get(Reader& r, Stroke& s) {
  r.each("points", [&](Reader& p) { s.points.push_back(p.own_point()); });
  s.width = r.number(row::stroke_width, s.width);
  s.strength = r.number(row::strength, s.strength);
}

void get(Reader& r, DrawnGrid& g) {
  g.origin = r.point("origin");
  g.cell = r.any_number("cell");
  g.columns = static_cast<std::uint32_t>(r.whole("columns"));
  g.rows = static_cast<std::uint32_t>(r.whole("rows"));
  g.x = get_numbers(r, "x"), g.y = get_numbers(r, "y"), g.strength = get_numbers(r, "strength");
}

PlannerKind get_planner_kind(Reader& r, const char* key) {
  const std::string word = r.text(key);
  if (const PlannerInfo* kind = find_planner_kind(word)) return kind->kind;
  r.fail(Errc::invalid_value, concat(key, " = \"", word, "\" is unknown"));
  return PlannerKind::nearest;
}

void get(Reader& r, ScenePlanner& p) {
  p.spec.kind = get_planner_kind(r, "kind");
  get_fields(r, fields_of(p.spec.kind), p.spec);
  if (r.has("area")) get_box(r, get_numbers(r, "area"), p.spec.low, p.spec.high);
  if (r.has("over")) p.spec.over = get_planner_kind(r, "over");
  if (r.has("strokes")) {
    r.each("strokes", [&](Reader& item) {
      get(item, p.strokes.emplace_back());
      item.finish();
    });
  }
  if (r.has("roam")) {
    r.each("roam", [&](Reader& box) {
      RoamArea area;
      get_box(r, box.own_numbers(), area.low, area.high);
      p.roam.push_back(area);
    });
  }
  if (r.has("parts")) {
    r.each("parts", [&](Reader& part) {
      const auto v = part.own_numbers();
      if (v.size() != 2 || !(v[0] >= 0 && v[0] < 4096)) return r.fail(Errc::invalid_value, "a part is not a planner and a weight");
      p.parts.emplace_back(static_cast<std::int32_t>(v[0]), v[1]);
    });
  }
  if (r.has("drawn")) r.member("drawn", [&](Reader& g) { get(g, p.drawn); });
}

void get(Reader& r, SceneTarget& t) {
  get_fields(r, target_fields(), t.spec);
  t.spec.at = r.point("at");
  t.scripted = r.flag("scripted");
  if (t.spec.shape == TargetShape::segment) t.spec.to = r.point("to");
  if (t.spec.shape == TargetShape::polygon) r.each("polygon", [&](Reader& p) { t.polygon.push_back(p.own_point()); });
}

void get(Reader& r, SceneObstacle& o) {
  get_fields(r, obstacle_fields(), o.spec);
  o.spec.at = o.spec.to = r.point("at");
  if (o.spec.capsule) o.spec.to = r.point("to");
  o.klass = r.index("class");
}

void get(Reader& r, SceneWall& w) {
  r.each("points", [&](Reader& p) { w.points.push_back(p.own_point()); });
  w.closed = r.flag("closed");
  w.klass = r.index("class");
  get_fields(r, wall_fields(), w.spec);
  if (!w.spec.door) return;
  w.opens = get_numbers(r, "opens"), w.closes = get_numbers(r, "closes");
  for (const auto* times : {&w.opens, &w.closes}) {
    for (const double time : *times) {
      if (!accepts(row::opens, time)) return r.fail(Errc::invalid_value, concat("a time of a door = ", time, ", expected ", accepted(row::opens)));
    }
  }
  if (auto ok = check_door_times(w.spec.open, w.opens, w.closes); !ok) r.fail(ok.error().code, ok.error().message);
  if (w.points.size() != 2 || w.closed) r.fail(Errc::invalid_value, "a door has not two points");
}

void get(Reader& r, SceneAgent& a) {
  a.spec.at = r.point("at");
  r.each("targets", [&](Reader& t) { a.targets.push_back(t.own_index()); });
  a.model = r.index("model");
  a.klass = r.index("class");
  get_values(r, "attributes", a.spec.attributes);
  if (r.has("direction")) a.direction = r.number(row::direction, 0);
  if (r.has("planner")) a.planner = r.index("planner");
  if (r.has("stages")) r.each("stages", [&](Reader& s) { a.stages.push_back(s.own_index()); });
  get_fields(r, agent_fields(), a.spec);
}

void get(Reader& r, SceneTasks& t) {
  r.each("agents", [&](Reader& a) { t.agents.push_back(a.own_index()); });
  r.each("targets", [&](Reader& a) { t.targets.push_back(a.own_index()); });
}

template <class Entry>
void get_all(Reader& r, const char* key, std::vector<Entry>& list) {
  r.each(key, [&](Reader& item) {
    Entry entry;
    get(item, entry);
    item.finish();
    list.push_back(std::move(entry));
  });
}

SceneSpec get_spec(Reader& r) {
  SceneSpec s;
  if (r.any_number("schema") != 1) r.fail(Errc::unsupported, "schema is not 1: written by another version");
  s.title = r.text("title");
  s.dt = r.number(row_named(world_fields(), "dt"), s.dt);
  s.duration = r.number(row::duration, s.duration);
  s.seed = r.whole("seed");
  s.environment = choice_word(row_named(world_fields(), "environment"), r.choice(row_named(world_fields(), "environment")));
  s.perception = choice_word(row_named(world_fields(), "perception"), r.choice(row_named(world_fields(), "perception")));
  s.view.colour = r.text("colour");
  if (r.has("view")) {
    std::vector<double> v;
    r.each("view", [&](Reader& n) { v.push_back(n.own_number()); });
    if (v.size() != 4) {
      r.fail(Errc::invalid_value, "view has not four numbers");
    } else {
      s.view.given = true;
      s.view.x0 = v[0], s.view.y0 = v[1], s.view.x1 = v[2], s.view.y1 = v[3];
    }
  }
  if (r.has("group_names")) r.each("group_names", [&](Reader& n) { s.group_names.push_back(n.own_text()); });
  get_all(r, "params", s.params);
  get_all(r, "classes", s.classes);
  get_all(r, "models", s.models);
  if (r.has("planners")) get_all(r, "planners", s.planners);
  get_all(r, "targets", s.targets);
  get_all(r, "obstacles", s.obstacles);
  get_all(r, "walls", s.walls);
  get_all(r, "agents", s.agents);
  if (r.has("tasks")) get_all(r, "tasks", s.tasks);
  r.each("warnings", [&](Reader& w) { s.warnings.push_back(w.own_text()); });
  r.finish();
  return s;
}

}  // namespace

std::string to_json(const SceneSpec& s) {
  json out = {{"schema", 1},
              {"title", s.title},
              {"duration", s.duration},
              {"seed", s.seed},
              {"environment", s.environment},
              {"perception", s.perception},
              {"colour", s.view.colour},
              {"group_names", s.group_names},
              {"params", put_all(s.params)},
              {"classes", put_all(s.classes)},
              {"models", put_all(s.models)},
              {"planners", put_all(s.planners)},
              {"targets", put_all(s.targets)},
              {"obstacles", put_all(s.obstacles)},
              {"walls", put_all(s.walls)},
              {"agents", put_all(s.agents)},
              {"tasks", put_all(s.tasks)},
              {"warnings", s.warnings}};
  out["dt"] = s.dt;
  if (s.view.given) out["view"] = json::array({s.view.x0, s.view.y0, s.view.x1, s.view.y1});
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<SceneSpec> from_json(std::string_view text) {
  try {
    const ScriptArithmetic arithmetic;  // 1e999 overflows
    const json root = json::parse(text, nullptr, false);
    if (root.is_discarded()) return Error{Errc::damaged, "not JSON", {}};
    std::optional<Error> error;
    Reader reader(root, "", error);
    SceneSpec spec = get_spec(reader);
    if (error) return *error;
    return spec;
  } catch (...) {
    return Error{Errc::limit, "out of memory", {}};
  }
}

}  // namespace wend::scene
