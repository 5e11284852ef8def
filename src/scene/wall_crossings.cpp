#include "scene/wall_crossings.hpp"

#include <algorithm>
#include <optional>

#include "core/segment.hpp"
#include "core/text.hpp"

namespace wend::scene {

namespace {

constexpr double hair = 1e-6;  // m: walls that meet so near an end touch, they do not cross
constexpr std::int64_t most_comparisons = 20'000'000;
constexpr std::size_t most_notes = 8;

struct Side {
  Vec2 a, b;
  std::size_t wall = 0, number = 0;
  double left() const { return std::min(a.x, b.x); }
  double right() const { return std::max(a.x, b.x); }
};

void add_sides(std::vector<Side>& sides, std::span<const Vec3> points, bool closed, std::size_t wall) {
  const std::size_t count = points.size() - (closed ? 0 : 1);
  for (std::size_t i = 0; i < count; ++i) sides.push_back({points[i].xy(), points[(i + 1) % points.size()].xy(), wall, i});
}

std::optional<Vec2> crossing(const Side& p, const Side& q) {
  if (std::max(p.a.y, p.b.y) < std::min(q.a.y, q.b.y) || std::max(q.a.y, q.b.y) < std::min(p.a.y, p.b.y)) return std::nullopt;
  if (!segments_cross(p.a, p.b, q.a, q.b)) return std::nullopt;
  const auto touches = [](Vec2 end, const Side& side) { return norm(nearest_on_segment(end, side.a, side.b).point - end) <= hair; };
  if (touches(p.a, q) || touches(p.b, q) || touches(q.a, p) || touches(q.b, p)) return std::nullopt;
  const double from = cross(q.b - q.a, p.a - q.a), to = cross(q.b - q.a, p.b - q.a);
  return p.a + from / (from - to) * (p.b - p.a);
}

// Calls found(p, q, point) for pairs that cross until it answers false; spend() before each comparison, likewise.
template <class Spend, class Found>
void each_crossing(std::vector<Side>& sides, Spend spend, Found found) {
  std::stable_sort(sides.begin(), sides.end(), [](const Side& p, const Side& q) { return p.left() < q.left(); });
  for (std::size_t i = 0; i < sides.size(); ++i) {
    for (std::size_t j = i + 1; j < sides.size() && sides[j].left() <= sides[i].right(); ++j) {
      if (!spend()) return;
      const bool in_order = sides[i].wall < sides[j].wall || (sides[i].wall == sides[j].wall && sides[i].number < sides[j].number);
      const Side &first = sides[in_order ? i : j], &second = sides[in_order ? j : i];
      const auto at = crossing(first, second);
      if (at && !found(first, second, *at)) return;
    }
  }
}

std::string point_text(Vec2 p) { return concat("{", p.x, ", ", p.y, "}"); }
std::string side_text(const Side& s) { return concat("side ", s.number + 1, ", from ", point_text(s.a), " to ", point_text(s.b)); }

}  // namespace

std::string crossing_sides(std::span<const Vec3> closed, Meter& meter) {
  std::vector<Side> sides;
  add_sides(sides, closed, true, 0);
  std::string said;
  each_crossing(
      sides, [&] { return charge(meter, 1); },
      [&](const Side& p, const Side& q, Vec2) {
        said = concat(side_text(p), ", crosses ", side_text(q));
        return false;
      });
  return said;
}

void note_crossing_walls(SceneSpec& spec) {
  std::vector<Side> sides;
  for (std::size_t i = 0; i < spec.walls.size(); ++i) {
    const SceneWall& wall = spec.walls[i];
    if (wall.spec.motion == BodyMotion::fixed && wall.points.size() >= 2) add_sides(sides, wall.points, wall.closed, i);
  }
  std::int64_t comparisons = 0;
  std::size_t notes = 0;
  each_crossing(
      sides, [&] { return ++comparisons <= most_comparisons; },
      [&](const Side& p, const Side& q, Vec2 at) {
        if (++notes > most_notes) return true;
        const std::string who = p.wall == q.wall ? concat("wall ", p.wall + 1, " crosses itself") : concat("wall ", p.wall + 1, " and wall ", q.wall + 1, " cross");
        spec.warnings.push_back(concat(who, " at ", point_text(at), ": they are split there"));
        return true;
      });
  if (notes > most_notes) spec.warnings.push_back(concat("walls cross at ", notes - most_notes, " more places"));
}

}  // namespace wend::scene
