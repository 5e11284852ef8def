#include "world/planner_check.hpp"

#include "core/text.hpp"
#include "world/data.hpp"

#include <cmath>

namespace wend::world {

namespace {

constexpr std::size_t max_cells = 1u << 24;

bool good_corner(Vec3 p) { return accepts(coordinate_info(), p.x) && accepts(coordinate_info(), p.y); }

Result<void> check_drawn(const DrawnGrid& g, const char* place) {
  const auto bad = [&](std::string what) { return Error{Errc::invalid_value, std::move(what), place}; };
  const std::size_t cells = std::size_t{g.columns} * g.rows;
  if (g.columns == 0 && g.rows == 0) return {};
  if (cells == 0) return bad(concat("drawn vectors = ", g.columns, " x ", g.rows, ", expected 1 x 1 or more"));
  if (cells > max_cells) return Error{Errc::limit, concat("drawn cells = ", cells, ", expected at most ", max_cells), place};
  if (!(g.cell > 0 && g.cell <= 1000)) return bad(concat("drawn.cell = ", g.cell, ", expected 0 .. 1000 m"));
  const Vec3 high{g.origin.x + g.columns * g.cell, g.origin.y + g.rows * g.cell, 0};
  if (!good_corner(g.origin) || !good_corner(high)) return bad(concat("drawn vectors from {", g.origin.x, ", ", g.origin.y, "} to {", high.x, ", ", high.y, "}, expected ", accepted(coordinate_info())));
  if (g.x.size() != cells || g.y.size() != cells || g.strength.size() != cells) {
    return bad(concat("drawn vectors = ", g.x.size(), ", expected ", g.columns, " x ", g.rows));
  }
  for (std::size_t c = 0; c < cells; ++c) {
    if (std::isfinite(g.x[c]) && std::isfinite(g.y[c]) && g.strength[c] >= 0 && g.strength[c] <= 1) continue;
    return bad(concat("drawn field: cell (", c % g.columns, ", ", c / g.columns, ") is {", g.x[c], ", ", g.y[c], "} with strength ",
                      g.strength[c], ", expected finite numbers and a strength of 0 .. 1"));
  }
  return {};
}

Result<void> check_stroke(const Stroke& s, const char* place) {
  const auto bad = [&](std::string what) { return Error{Errc::invalid_value, std::move(what), place}; };
  if (s.points.size() < 2 || s.points.size() > 4096) return bad(concat("points of a stroke = ", s.points.size(), ", expected 2 .. 4096"));
  for (Vec3 p : s.points) {
    if (!accepts(coordinate_info(), p.x) || !accepts(coordinate_info(), p.y)) return bad(concat("a stroke through {", p.x, ", ", p.y, "}, expected ", accepted(coordinate_info())));
  }
  if (!(s.width > 0 && s.width <= 1000)) return bad(concat("width of a stroke = ", s.width, ", expected 0 .. 1000 m"));
  if (!(s.strength >= 0 && s.strength <= 1)) return bad(concat("strength of a stroke = ", s.strength, ", expected 0 .. 1"));
  return {};
}

// A value that the kind does not use is a mistake, unless it is the default.
Result<void> check_unused(const PlannerSpec& s, const char* place) {
  for (const Field<PlannerSpec>& field : planner_fields()) {
    const double value = field.get(s);
    std::string users;
    bool used = false;
    for (const PlannerInfo& kind : planner_kinds()) {
      if (!kind.takes_field(field.info.name)) continue;
      used = used || kind.kind == s.kind;
      users += concat(users.empty() ? "" : " or ", kind.name);
    }
    if (used || value == field.info.fallback) continue;
    const std::string text = field.info.kind == ParamKind::choice ? choice_word(field.info, value) : concat(value);
    return Error{Errc::invalid_value, concat(field.info.name, " = ", text, ", expected a ", users, " planner, not ", name(s.kind)), place};
  }
  return {};
}

}  // namespace

Result<void> check_planner(const Data& d, const AddPlanner& p, std::size_t number, const char* place) {
  const auto bad = [&](std::string what) { return Error{Errc::invalid_value, std::move(what), place}; };
  const PlannerSpec& s = p.spec;
  if (auto ok = check_fields(planner_fields(), s, place); !ok) return ok;
  const planning::PlannerType* type = planning::find_planner_type(s.kind);
  if (type == nullptr) return bad(concat("kind = ", static_cast<unsigned>(s.kind), ", expected a PlannerKind"));
  if (auto ok = check_unused(s, place); !ok) return ok;
  if (type->check != nullptr) {
    if (auto ok = type->check(p, place); !ok) return ok;
  }
  if (!good_corner(s.low) || !good_corner(s.high) || s.low.x > s.high.x || s.low.y > s.high.y) {
    return bad(concat("area = {", s.low.x, ", ", s.low.y, "} .. {", s.high.x, ", ", s.high.y, "}, expected low before high"));
  }
  const bool drawn = p.drawn.columns != 0 || p.drawn.rows != 0 || !p.strokes.empty();
  const bool drawing = type->form == PlannerForm::drawing, blend = type->form == PlannerForm::blend;
  if (drawing && !drawn) return bad("a drawn planner without vectors or strokes, expected some");
  if (!drawing && (drawn || !p.roam.empty())) return bad(concat("vectors, strokes or roam areas in a planner of kind ", name(s.kind), ", expected kind drawn"));
  if (auto ok = check_drawn(p.drawn, place); !ok) return ok;
  if (p.strokes.size() > 4096) return Error{Errc::limit, concat("strokes = ", p.strokes.size(), ", expected at most 4096"), place};
  for (const Stroke& stroke : p.strokes) {
    if (auto ok = check_stroke(stroke, place); !ok) return ok;
  }
  for (const RoamArea& area : p.roam) {
    if (!good_corner(area.low) || !good_corner(area.high)) return bad("a roam area out of range");
  }
  if (blend != !p.parts.empty()) return bad(concat("parts = ", p.parts.size(), " in a planner of kind ", name(s.kind), ", expected parts in a chain only"));
  if (p.parts.size() > 16) return Error{Errc::limit, concat("parts = ", p.parts.size(), ", expected at most 16"), place};
  for (const PlannerPart& part : p.parts) {
    if (part.planner.generation != 1 || part.planner.index >= number) return Error{Errc::stale_id, concat("planner ", part.planner.index, " is not in this world"), place};
    const PlannerKind kind = d.planners[part.planner.index].made.spec.kind;
    const PlannerForm form = planning::planner_type(kind).form;
    if (form == PlannerForm::straight || form == PlannerForm::blend) return bad(concat("a part of kind ", name(kind), ", expected a field"));
    if (!(part.weight > 0 && part.weight <= 1e6)) return bad(concat("weight of a part = ", part.weight, ", expected 0 .. 1e6"));
  }
  return {};
}

}  // namespace wend::world
