#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/text.hpp"
#include "scene/keys.hpp"
#include "scene/values.hpp"

#include <algorithm>
#include <cmath>

// Areas to put agents in, distributions to draw attributes from, and deg().

namespace wend::scene {

namespace {

constexpr const char* area_names[] = {"box", "disc", "ring", "line"};

// The numbers of box(...), normal(...): `rows` says what each may be.
Result<Thing> read_numbers(lua_State* L, const char* name, Tag tag, std::span<const ParamInfo> rows) {
  Thing t;
  t.tag = tag;
  if (lua_gettop(L) != static_cast<int>(rows.size())) {
    std::string want;
    for (const ParamInfo& row : rows) want += concat(want.empty() ? "" : ", ", row.name);
    return Error{Errc::script, concat(name, " got ", lua_gettop(L), " values, expected ", name, "(", want, ")"), {}};
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto value = read_number(L, static_cast<int>(i) + 1, rows[i]);
    if (!value) return Error{Errc::script, concat(name, "(): ", value.error().message), {}};
    t.v[i] = *value;
  }
  return t;
}

template <AreaForm form>
Answer make_area(Engine& e, lua_State* L) {
  const char* name = area_names[static_cast<std::size_t>(form)];
  auto area = read_numbers(L, name, Tag::area, area_rows(form));
  if (!area) return fail(e, area.error());
  area->form = static_cast<std::uint8_t>(form);
  const double* v = area->v;
  if (form == AreaForm::box && (v[0] > v[2] || v[1] > v[3])) {
    return fail(e, concat("box(): x0 <= x1 and y0 <= y1 expected, found ", area_text(*area)));
  }
  if (form == AreaForm::ring && v[2] > v[3])
    return fail(e, concat("ring(): r0 <= r1 expected, found ", area_text(*area)));
  return thing(*area);
}

Answer make_normal(Engine& e, lua_State* L) {
  auto t = read_numbers(L, "normal", Tag::draw, normal_rows());
  if (!t) return fail(e, t.error());
  t->form = static_cast<std::uint8_t>(DrawForm::normal);
  return thing(*t);
}

Answer make_uniform(Engine& e, lua_State* L) {
  auto t = read_numbers(L, "uniform", Tag::draw, uniform_rows());
  if (!t) return fail(e, t.error());
  if (t->v[0] > t->v[1]) return fail(e, concat("uniform(): low <= high expected, found ", t->v[0], ", ", t->v[1]));
  t->form = static_cast<std::uint8_t>(DrawForm::uniform);
  return thing(*t);
}

Answer to_radians(Engine& e, lua_State* L) {
  const auto value = read_number(L, 1, degrees_row());
  if (!value) return fail(e, Error{Errc::script, concat("deg(): ", value.error().message), {}});
  return number(deg(*value));
}

}  // namespace

void open_areas(lua_State* L) {
  set_functions(L, {{"box", serve<make_area<AreaForm::box>>},
                    {"disc", serve<make_area<AreaForm::disc>>},
                    {"ring", serve<make_area<AreaForm::ring>>},
                    {"line", serve<make_area<AreaForm::line>>},
                    {"normal", serve<make_normal>},
                    {"uniform", serve<make_uniform>},
                    {"deg", serve<to_radians>}});
}

Vec2 draw_in(const Thing& area, Rng& rng) {
  const double* v = area.v;
  switch (static_cast<AreaForm>(area.form)) {
    case AreaForm::box: {
      const double x = rng.uniform(v[0], v[2]);
      return {x, rng.uniform(v[1], v[3])};
    }
    case AreaForm::line: {
      const double s = rng.uniform();
      return {v[0] + s * (v[2] - v[0]), v[1] + s * (v[3] - v[1])};
    }
    case AreaForm::disc:
    case AreaForm::ring:
      break;
  }
  // Equal areas are equally likely, so the square of the radius is uniform.
  const bool is_ring = area.form == static_cast<std::uint8_t>(AreaForm::ring);
  const double inner = is_ring ? v[2] : 0, outer = is_ring ? v[3] : v[2];
  const double r = std::sqrt(rng.uniform(inner * inner, outer * outer));
  const auto [sin, cos] = det_sincos(rng.uniform(-pi, pi));
  return {v[0] + r * cos, v[1] + r * sin};
}

Bounds area_bounds(const Thing& area) {
  const double* v = area.v;
  switch (static_cast<AreaForm>(area.form)) {
    case AreaForm::box:
      return {{v[0], v[1]}, {v[2], v[3]}};
    case AreaForm::line:
      return {{std::min(v[0], v[2]), std::min(v[1], v[3])}, {std::max(v[0], v[2]), std::max(v[1], v[3])}};
    case AreaForm::disc:
      return {{v[0] - v[2], v[1] - v[2]}, {v[0] + v[2], v[1] + v[2]}};
    case AreaForm::ring:
      break;
  }
  return {{v[0] - v[3], v[1] - v[3]}, {v[0] + v[3], v[1] + v[3]}};
}

std::string area_text(const Thing& area) {
  const std::size_t count = area_rows(static_cast<AreaForm>(area.form)).size();
  std::string out = concat(area_names[area.form], "(");
  for (std::size_t i = 0; i < count; ++i) out += concat(i == 0 ? "" : ", ", area.v[i]);
  return out + ")";
}

Result<Draw> read_draw(lua_State* L, int index, const ParamInfo& info) {
  const Thing* t = to_thing(L, index);
  if (t == nullptr || t->tag != Tag::draw) {
    const auto value = read_number(L, index, info);
    if (!value) return value.error();
    return Draw{DrawForm::fixed, *value, *value};
  }
  // A distribution of something that cannot be is a slip: both ends, or the mean, must be accepted.
  const Draw d{static_cast<DrawForm>(t->form), t->v[0], t->v[1]};
  const bool is_normal = d.form == DrawForm::normal;
  for (const double value : {d.a, is_normal ? d.a : d.b}) {
    if (value >= info.low && value <= info.high && accepts(info, value)) continue;
    return Error{Errc::script,
                 concat(info.name, " = ", is_normal ? "normal(" : "uniform(", d.a, ", ", d.b, "), expected ",
                        is_normal ? "a mean in " : "both ends in ", accepted(info)),
                 {}};
  }
  return d;
}

double draw(const Draw& d, const ParamInfo& info, Rng rng) {
  if (d.form == DrawForm::fixed) return d.a;
  if (d.form == DrawForm::uniform) return rng.uniform(d.a, d.b);
  return std::clamp(d.a + d.b * rng.normal(), info.low, info.high);  // local spec section 8: drawn, then clipped
}

}  // namespace wend::scene
