#include "planning/drawn.hpp"

#include "core/segment.hpp"
#include "core/text.hpp"
#include "planning/sampler.hpp"

#include <cmath>
#include <string_view>
#include <utility>

namespace wend::planning {

namespace {

// Where it vanishes, up to rounding, there is no direction.
constexpr double nothing = 1e-12;

Error bad(std::string_view message) { return {Errc::invalid_value, concat("drawn field: ", message), {}}; }

Result<void> check(const DrawnGrid& drawn) {
  const std::size_t cells = std::size_t{drawn.columns} * drawn.rows;
  if (cells == 0) return {};
  if (!(drawn.cell > 0 && std::isfinite(drawn.cell))) return bad(concat("cell = ", drawn.cell, ", expected a side above 0 m"));
  if (!is_finite(drawn.origin.xy())) return bad(concat("origin = (", drawn.origin.x, ",", drawn.origin.y, "), expected finite numbers"));
  if (drawn.x.size() != cells || drawn.y.size() != cells || (!drawn.strength.empty() && drawn.strength.size() != cells)) {
    return bad(concat(drawn.x.size(), " x, ", drawn.y.size(), " y and ", drawn.strength.size(), " strengths, expected ",
                      cells, " of each for ", drawn.columns, " x ", drawn.rows, " cells"));
  }
  for (std::size_t c = 0; c < cells; ++c) {
    const double a = drawn.strength.empty() ? 1.0 : drawn.strength[c];
    const auto here = [&] { return concat("cell (", c % drawn.columns, ",", c / drawn.columns, ")"); };
    if (!std::isfinite(drawn.x[c]) || !std::isfinite(drawn.y[c])) {
      return bad(concat(here(), " = (", drawn.x[c], ",", drawn.y[c], "), expected finite numbers"));
    }
    if (!(a >= 0 && a <= 1)) return bad(concat("strength of ", here(), " = ", a, ", expected 0 .. 1"));
  }
  return {};
}

Result<void> check(const Stroke& stroke, std::size_t number) {
  if (!(stroke.width > 0 && std::isfinite(stroke.width))) return bad(concat("width of stroke ", number, " = ", stroke.width, ", expected a width above 0 m"));
  if (!(stroke.strength >= 0 && stroke.strength <= 1)) return bad(concat("strength of stroke ", number, " = ", stroke.strength, ", expected 0 .. 1"));
  if (stroke.points.size() < 2) return bad(concat("stroke ", number, " has ", stroke.points.size(), " points, expected 2 or more"));
  for (std::size_t p = 0; p < stroke.points.size(); ++p) {
    const Vec2 at = stroke.points[p].xy();
    if (!is_finite(at)) return bad(concat("point ", p, " of stroke ", number, " = (", at.x, ",", at.y, "), expected finite numbers"));
  }
  return {};
}

Vec2 unit_of(Vec2 v) {  // squares of long or short vectors leave the range of doubles
  const double most = std::max(std::abs(v.x), std::abs(v.y));
  return most > 0 ? unit_or_zero(v / most) : Vec2{};
}

// What is drawn at p, as long as it is strong.
Vec2 opinion(const DrawnGrid& drawn, Vec2 p) {
  const double i = std::floor((p.x - drawn.origin.x) / drawn.cell), j = std::floor((p.y - drawn.origin.y) / drawn.cell);
  if (!(i >= 0 && i < drawn.columns && j >= 0 && j < drawn.rows)) return {};
  const std::size_t c = static_cast<std::size_t>(j) * drawn.columns + static_cast<std::size_t>(i);
  return (drawn.strength.empty() ? 1.0 : drawn.strength[c]) * unit_of({drawn.x[c], drawn.y[c]});
}

// Full strength on the line, none half a width off it. Round a bend the directions of both sides mix.
Vec2 opinion(const Stroke& stroke, Vec2 p) {
  Vec2 along{};
  double most = 0;
  for (std::size_t s = 0; s + 1 < stroke.points.size(); ++s) {
    const Vec2 a = stroke.points[s].xy(), b = stroke.points[s + 1].xy();
    const Vec2 off = (nearest_on_segment(p, a, b).point - p) / (stroke.width / 2);
    const double rest = std::max(0.0, 1 - norm2(off));
    along = along + rest * rest * unit_of(b - a);
    most = std::max(most, rest * rest);
  }
  return norm(along) > nothing ? stroke.strength * most * unit_or_zero(along) : Vec2{};
}

// Planning spec (p.24).
Vec2 blend(Vec2 g, Vec2 drawn) {
  const double length = norm(drawn), a = std::min(1.0, length);
  if (!(a > nothing)) return g;
  const Vec2 s = drawn / length, d = (1 - a) * g + a * s;
  if (norm(d) > nothing) return unit_or_zero(d);
  return a >= 0.5 ? s : g;
}

// Without what points into solid neighbours.
Vec2 off_solid_sides(const Field& field, std::uint32_t cell, Vec2 d) {
  const auto wall = [&](int n) { return field.solid[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(cell) + field.map->offset(n))] != 0; };
  if ((d.x < 0 && wall(0)) || (d.x > 0 && wall(1))) d.x = 0;
  if ((d.y < 0 && wall(2)) || (d.y > 0 && wall(3))) d.y = 0;
  return unit_or_zero(d);
}

std::string with_commas(std::size_t n) {
  const std::string digits = concat(n);
  std::string text;
  for (std::size_t at = 0; at < digits.size(); ++at) {
    if (at > 0 && (digits.size() - at) % 3 == 0) text += ',';
    text += digits[at];
  }
  return text;
}

double to_cm(double x) { return std::round(x * 100) / 100; }

}  // namespace

Result<Field> draw(const Field* beneath, std::shared_ptr<const Map> map, std::vector<std::uint8_t> solid, const TargetCells& targets,
                   const DrawnGrid& drawn, std::span<const Stroke> strokes, std::span<const RoamArea> roam, bool strict,
                   std::string& warning) {
  warning.clear();
  if (auto good = check(drawn); !good) return good.error();
  for (std::size_t s = 0; s < strokes.size(); ++s) {
    if (auto good = check(strokes[s], s); !good) return good.error();
  }
  std::vector<double> potential;
  if (beneath != nullptr) {
    potential = beneath->potential;
  } else {
    potential.assign(map->size(), 0.0);
    for (std::size_t c = 0; c < solid.size(); ++c) {
      if (solid[c] != 0) potential[c] = infinity;
    }
  }
  Field field = make_field(PlannerKind::drawn, std::move(map), std::move(solid), targets, std::move(potential));
  for (std::uint32_t cell = 0; cell < field.map->size(); ++cell) {
    if (field.target[cell] != 0 || field.potential[cell] == infinity) continue;
    const Vec2 at = field.map->centre(cell).xy();
    Vec2 g{};
    if (beneath != nullptr) g = beneath->unit.empty() ? beneath->sample(at).direction : beneath->unit[cell];
    Vec2 said = drawn.x.empty() ? Vec2{} : opinion(drawn, at);
    for (const Stroke& stroke : strokes) said = said + opinion(stroke, at);
    field.unit[cell] = off_solid_sides(field, cell, blend(g, said));
  }

  const Traps traps = find_traps(field, roam);
  if (traps.trapped == 0) return field;
  std::string message = concat(with_commas(traps.trapped), " of ", with_commas(traps.cells), " cells end in a trap or a loop near (",
                               to_cm(traps.near.x), ",", to_cm(traps.near.y), ")");
  if (strict) return bad(message);
  warning = concat("drawn field: ", message);
  return field;
}

}  // namespace wend::planning
