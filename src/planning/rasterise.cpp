#include "planning/rasterise.hpp"

#include "core/text.hpp"
#include "planning/draw_body.hpp"
#include "planning/flood.hpp"
#include "planning/map_doors.hpp"
#include "planning/passages.hpp"

#include <algorithm>
#include <cmath>

namespace wend::planning {
namespace {

constexpr double least_length = 0.001, most_length = 1e6, farthest = 1e9;
constexpr const char* lengths = "0.001 .. 1000000 m";
constexpr std::uint32_t most_doors = 1u << 20;
constexpr std::size_t most_reports = 1000;

std::string text(Vec2 p) { return concat("(", p.x, ", ", p.y, ")"); }

Error refused(std::string message, Errc code = Errc::invalid_value) { return {code, std::move(message), "planner"}; }

bool is_place(Vec2 p) { return std::fabs(p.x) <= farthest && std::fabs(p.y) <= farthest; }  // false for NaN

Result<void> check(std::span<const FixedBody> bodies, const MapRequest& request) {
  if (!is_place(request.low) || !is_place(request.high) || !(request.low.x < request.high.x && request.low.y < request.high.y)) {
    return refused(concat("low = ", text(request.low), ", high = ", text(request.high), ", expected low < high, within ", farthest, " m"));
  }
  const auto is_length = [](double x) { return x >= least_length && x <= most_length; };
  if (!is_length(request.r_plan)) return refused(concat("r_plan = ", request.r_plan, ", expected ", lengths));
  if (request.cell != 0 && !is_length(request.cell)) {
    return refused(concat("cell = ", request.cell, ", expected 0 (chosen by the planner) or ", lengths));
  }
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const FixedBody& body = bodies[k];
    if (!is_place(body.a) || !is_place(body.b)) {
      return refused(concat("body ", k, " from ", text(body.a), " to ", text(body.b), ", expected numbers within ", farthest, " m"));
    }
    if (!(body.radius >= 0 && body.radius <= most_length)) {
      return refused(concat("body ", k, ": radius = ", body.radius, ", expected 0 .. 1000000 m"));
    }
    if (body.door != no_door && body.door >= most_doors) {
      return refused(concat("body ", k, ": door = ", body.door, ", expected less than ", most_doors));
    }
  }
  return {};
}

// The high side is a whole number of cells away up to rounding, or the last cell goes beyond it.
double cells_along(double length, double h) { return std::max(1.0, std::ceil(length / h - 1e-9)); }

double cells_needed(Vec2 extent, double h) { return (cells_along(extent.x, h) + 2) * (cells_along(extent.y, h) + 2); }

std::uint64_t whole(double cells) { return static_cast<std::uint64_t>(std::min(cells, 1e18)); }

// A cell, to two digits, with which the grid does not need more than `most` cells.
double fitting_cell(Vec2 extent, double most) {
  double unit = least_length;  // the smallest cell there is; digits * unit
  double digits = 1;
  while (cells_needed(extent, digits * unit) > most && unit < farthest) {
    if (digits < 100) ++digits;
    else digits = 11, unit *= 10;
  }
  return unit < 1 ? digits / std::round(1 / unit) : digits * unit;
}

Map blank_map(Vec2 low, Vec2 extent, double h) {
  Map map;
  map.origin = lift(low);
  map.h = h;
  map.nx = static_cast<std::uint32_t>(cells_along(extent.x, h));
  map.ny = static_cast<std::uint32_t>(cells_along(extent.y, h));
  map.solid.assign(map.size(), 1);
  for (std::uint32_t j = 0; j < map.ny; ++j) std::fill_n(map.solid.begin() + map.index(0, j), map.nx, std::uint8_t{0});
  return map;
}

// Planning spec (p.2), and the line that makes thin walls tight.
template <class Mark>
void draw(const Map& map, const FixedBody& body, double r_plan, Mark mark) {
  draw_capsule(map, body.a, body.b, body.radius + r_plan, mark);
  draw_line(map, body.a, body.b, mark);
}

// Where the flood begins: at the inhabitants, or in every part of the plane that is not small beside the largest.
std::vector<std::uint32_t> inhabited_cells(const Map& map, std::span<const Vec2> inhabited) {
  std::vector<std::uint32_t> starts;
  for (Vec2 p : inhabited) {
    const auto cell = cell_at(map, p);
    if (!cell) continue;
    starts.push_back(*cell);
    if (map.solid[*cell] == 0) continue;
    const std::uint32_t up = map.row_stride();
    for (std::uint32_t row : {*cell - up, *cell, *cell + up}) starts.insert(starts.end(), {row - 1, row, row + 1});
  }
  if (!inhabited.empty()) return starts;
  std::vector<std::uint8_t> taken = map.solid;
  std::vector<std::uint32_t> open;
  std::vector<std::size_t> sizes;
  for (std::uint32_t start = 0; start < taken.size(); ++start) {
    if (taken[start] != 0) continue;
    std::size_t size = 0;
    open.assign(1, start);
    taken[start] = 1;
    for (; !open.empty(); ++size) {
      const std::uint32_t cell = open.back();
      open.pop_back();
      for (int n = 0; n < map.neighbour_count(); ++n) {
        const auto to = static_cast<std::uint32_t>(cell + map.offset(n));
        if (taken[to] == 0) taken[to] = 1, open.push_back(to);
      }
    }
    starts.push_back(start);
    sizes.push_back(size);
  }
  const std::size_t largest = sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
  std::size_t kept = 0;
  for (std::size_t part = 0; part < sizes.size(); ++part) {
    if (sizes[part] >= largest / 16) starts[kept++] = starts[part];
  }
  starts.resize(kept);
  return starts;
}

// Leaves the passages in inhabited parts of the plane. Walls are drawn as lines, on cells so small that a passage for r_plan
// stays open whatever its direction.
void keep_inhabited(std::vector<Passage>& passages, std::span<const FixedBody> bodies, const MapRequest& request) {
  if (passages.empty()) return;
  const Vec2 extent = request.high - request.low;
  const auto most = static_cast<double>(request.max_cells);
  const double h = cells_needed(extent, 0.7 * request.r_plan) <= most ? 0.7 * request.r_plan : fitting_cell(extent, most);
  Map map = blank_map(request.low, extent, h);
  for (const FixedBody& body : bodies) {
    if (body.door == no_door) draw(map, body, 0, [&](std::uint32_t cell) { map.solid[cell] = 1; });
  }
  const std::vector<std::uint8_t> reached = reachable(map, map.solid, inhabited_cells(map, request.inhabited));
  std::erase_if(passages, [&](const Passage& passage) {
    const auto cell = cell_at(map, passage.middle());
    return !cell || reached[*cell] == 0;
  });
}

// Is there a way through, from one side of the line across the passage to the other?
bool is_open(const Map& map, std::span<const std::uint8_t> solid, const Passage& passage) {
  std::vector<std::uint32_t> across;
  draw_line(map, passage.a, passage.b, [&](std::uint32_t cell) {
    if (solid[cell] == 0) across.push_back(cell);
  });
  std::sort(across.begin(), across.end());
  std::vector<std::uint8_t> seen(across.size(), 0);
  const Vec2 line = passage.b - passage.a;
  for (std::size_t start = 0; start < across.size(); ++start) {
    if (seen[start] != 0) continue;
    bool left = false, right = false;
    std::vector<std::size_t> open{start};
    seen[start] = 1;
    while (!open.empty()) {
      const std::uint32_t cell = across[open.back()];
      open.pop_back();
      for (int n = 0; n < map.neighbour_count(); ++n) {
        const auto to = static_cast<std::uint32_t>(cell + map.offset(n));
        if (solid[to] != 0) continue;
        const auto at = static_cast<std::size_t>(std::lower_bound(across.begin(), across.end(), to) - across.begin());
        if (at == across.size() || across[at] != to) {
          (cross(line, map.centre(to).xy() - passage.a) > 0 ? left : right) = true;
        } else if (seen[at] == 0) {
          seen[at] = 1;
          open.push_back(at);
        }
      }
    }
    if (left && right) return true;
  }
  return false;
}

void report_passages(const Map& map, std::span<const Passage> passages, double r_plan, MapReport& report) {
  const std::vector<std::uint8_t> all_open(map.doors.size(), 1);
  const std::vector<std::uint8_t> solid = solid_now(map, all_open);
  std::vector<Passage> told;
  for (const Passage& passage : passages) {
    const double free = passage.width - 2 * r_plan;
    if (!(free < 3 * map.h * (1 - 1e-9)) || told.size() == most_reports) break;
    const Vec2 middle = passage.middle();
    // Two bodies often have several passages about the same place.
    const auto same = [&](const Passage& other) { return norm(other.middle() - middle) <= passage.width; };
    if (!cell_at(map, middle) || std::any_of(told.begin(), told.end(), same)) continue;
    told.push_back(passage);
    (is_open(map, solid, passage) ? report.narrow : report.closed).push_back(middle);
  }
}

std::string about(Vec2 p, const char* what) {
  const auto rounded = [](double x) { return std::round(x * 100) / 100 + 0.0; };
  return concat("planner: passage at (", rounded(p.x), ",", rounded(p.y), ") ", what);
}

}  // namespace

Result<Map> make_map(std::span<const FixedBody> bodies, const MapRequest& request, MapReport& report) {
  report = {};
  if (auto checked = check(bodies, request); !checked) return checked.error();
  const double r = request.r_plan;
  // 8 r is the widest free width that can matter to (p.3), three cells the widest that is reported.
  std::vector<Passage> passages = find_passages(bodies, 2 * r * (1 - 1e-9), request.cell == 0 ? 10 * r : 2 * r + 3 * request.cell);
  keep_inhabited(passages, bodies, request);
  double h = request.cell;
  if (h == 0) {  // planning spec (p.3)
    const auto fits = std::find_if(passages.begin(), passages.end(), [&](const Passage& p) { return p.width > 2 * r; });
    h = fits == passages.end() ? 2 * r : std::clamp((fits->width - 2 * r) / 4, r / 8, 2 * r);
  }
  const Vec2 extent = request.high - request.low;
  const auto most = static_cast<double>(std::min<std::size_t>(request.max_cells, 0xffffffffu));
  if (const double needed = cells_needed(extent, h); needed > most) {
    return refused(concat("a grid of ", whole(cells_along(extent.x, h)), " x ", whole(cells_along(extent.y, h)), " cells of ", h, " m needs ",
                          whole(needed), " cells with its border, the limit is ", whole(most), "; cell = ", fitting_cell(extent, most), " would fit"),
                   Errc::limit);
  }
  Map map = blank_map(request.low, extent, h);
  for (const FixedBody& body : bodies) {
    if (body.door == no_door) draw(map, body, r, [&](std::uint32_t cell) { map.solid[cell] = 1; });
  }
  for (const FixedBody& body : bodies) {
    if (body.door == no_door) continue;
    if (map.doors.size() <= body.door) map.doors.resize(body.door + 1);
    draw(map, body, r, [&](std::uint32_t cell) {
      if (map.solid[cell] == 0) map.doors[body.door].push_back(cell);
    });
  }
  for (std::vector<std::uint32_t>& cells : map.doors) {
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    for (std::uint32_t cell : cells) map.solid[cell] = 1;
  }
  report_passages(map, passages, r, report);
  return map;
}

std::string closed_text(Vec2 passage) { return about(passage, "narrower than 2 r_plan + h was closed"); }
std::string narrow_text(Vec2 passage) { return about(passage, "narrower than 3 cells"); }

}  // namespace wend::planning
