#include "planning/target_cells.hpp"

#include "core/text.hpp"
#include "planning/draw_body.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace wend::planning {
namespace {

constexpr double farthest = 1e9;

bool is_near(Vec2 p) { return std::fabs(p.x) <= farthest && std::fabs(p.y) <= farthest; }  // false for NaN

struct Box {
  Vec2 low, high;
  bool near = true;  // all of it
};

Box box_of(const Place& place) {
  Box box{{infinity, infinity}, {-infinity, -infinity}};
  const auto add = [&](Vec2 p) {
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
    box.near = box.near && is_near(p);
  };
  for (Vec2 corner : place.corners) add(corner);
  if (place.corners.empty()) add(place.at), add(place.to);
  return box;
}

Vec2 to_mm(Vec2 p) { return {std::round(p.x * 1000) / 1000, std::round(p.y * 1000) / 1000}; }
std::string text(Vec2 p) { return concat("(", p.x, ", ", p.y, ")"); }

// A point on the high side of the whole grid is in the last cell.
bool holds(const Map& map, std::uint32_t i, std::uint32_t j, Vec2 p) {
  const auto in = [&](double x, double origin, std::uint32_t at, std::uint32_t count) {
    const double s = (x - origin) / map.h;
    return s >= at && (s < at + 1.0 || (at + 1 == count && s <= count));
  };
  return in(p.x, map.origin.x, i, map.nx) && in(p.y, map.origin.y, j, map.ny);
}

// take(cell) for every cell of the place, solid or not.
template <class Take>
void each_cell(const Map& map, const Place& place, double radius, Take take) {
  const Box box = box_of(place);
  const double more = radius + map.h;
  const CellRange columns = cells_between(box.low.x - more, box.high.x + more, map.origin.x, map.h, map.nx);
  const CellRange rows = cells_between(box.low.y - more, box.high.y + more, map.origin.y, map.h, map.ny);
  for (std::uint32_t j = rows.low; j < rows.high; ++j) {
    for (std::uint32_t i = columns.low; i < columns.high; ++i) {
      const std::uint32_t cell = map.index(i, j);
      const Vec2 centre = map.centre(cell).xy(), nearest = nearest_point(place, centre);
      if (norm2(nearest - centre) <= radius * radius || holds(map, i, j, nearest)) take(cell);
    }
  }
}

Error refused(std::string message) { return {Errc::invalid_value, std::move(message), "planner"}; }

Error no_cell(const Map& map, std::span<const std::uint8_t> solid, const Place& place, bool outside, std::string_view name) {
  const Vec2 at = place.corners.empty() ? 0.5 * (place.at + place.to) : place.corners.front();
  const Vec2 low = map.origin.xy(), high = low + Vec2{map.nx * map.h, map.ny * map.h};
  std::string message = concat("no target cell: ", name, " at ", text(at));
  if (outside) {
    message += concat(" lies outside the grid, expected a place within ", text(low), " .. ", text(high));
  } else {
    std::uint32_t best = 0;
    double away = infinity;
    for (std::uint32_t cell = 0; cell < map.size(); ++cell) {
      if (solid[cell] != 0) continue;
      const Vec2 centre = map.centre(cell).xy();
      const double d = norm2(nearest_point(place, centre) - centre);
      if (d < away) away = d, best = cell;
    }
    message += away < infinity ? concat(" lies inside a wall; the nearest free cell is at ", text(to_mm(map.centre(best).xy())))
                               : std::string(" lies inside a wall, and the grid has no free cell");
  }
  return refused(std::move(message));
}

}  // namespace

Result<TargetCells> target_cells(const Map& map, std::span<const std::uint8_t> solid, std::span<const Place> places,
                                 std::span<const double> radii, std::span<const double> weights, std::span<const std::string> names) {
  std::vector<std::pair<std::uint32_t, double>> found;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const std::string name = k < names.size() ? names[k] : concat("target ", k);
    const double weight = weights.empty() ? 1 : weights[k];
    if (!box_of(places[k]).near) return refused(concat(name, " is not at a place within ", farthest, " m"));
    if (!(radii[k] >= 0 && radii[k] <= farthest)) return refused(concat(name, ": radius = ", radii[k], ", expected 0 .. ", farthest, " m"));
    if (!(weight > 0 && weight < infinity)) return refused(concat(name, ": weight = ", weight, ", expected a number > 0"));
    const std::size_t before = found.size();
    bool outside = true;
    each_cell(map, places[k], radii[k], [&](std::uint32_t cell) {
      outside = false;
      if (solid[cell] == 0) found.emplace_back(cell, weight);
    });
    if (found.size() == before) return no_cell(map, solid, places[k], outside, name);
  }
  if (found.empty()) return refused("no target cell: no target is given, expected one or more");
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  TargetCells target;
  for (const auto& [cell, weight] : found) {
    const bool again = !target.cells.empty() && target.cells.back() == cell;
    if (!again) target.cells.push_back(cell);
    if (weights.empty()) continue;
    if (again) target.weights.back() += weight;
    else target.weights.push_back(weight);
  }
  return target;
}

}  // namespace wend::planning
