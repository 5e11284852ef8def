#include "maps.hpp"
#include "measure.hpp"
#include "potential.hpp"

#include "planning/clearance.hpp"
#include "planning/distance.hpp"
#include "planning/field.hpp"
#include "planning/harmonic.hpp"
#include "planning/hitting.hpp"
#include "planning/streamline.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

// Planning spec, sections 1, 6, 8, 10: what fields are for. Ways through them, doors, and agents that follow them.

namespace wend::reproduce {

io::Plot field_plot(const planning::Map& map, std::span<const double> value, std::string title, std::string label) {
  io::Plot p = chart(std::move(title), "cells", "cells");
  p.equal = true;
  io::PlotCells cells;
  cells.x1 = map.nx, cells.y1 = map.ny;
  cells.columns = map.nx, cells.rows = map.ny;
  cells.label = std::move(label);
  for (std::uint32_t j = 0; j < map.ny; ++j) {
    for (std::uint32_t i = 0; i < map.nx; ++i) cells.values.push_back(value[map.index(i, j)]);
  }
  p.cells.push_back(std::move(cells));
  return p;
}

namespace {

using planning::Field;
using planning::Map;
using planning::TargetCells;

Field field_of(PlannerKind kind, const std::shared_ptr<const Map>& map, const TargetCells& target) {
  std::vector<double> value(map->size(), planning::infinity);
  if (kind == PlannerKind::harmonic) {
    if (auto factor = planning::HarmonicFactor::make(map, 1)) value = factor->solve(target, {});
  } else if (kind == PlannerKind::hitting) {
    if (auto t = planning::hitting(*map, map->solid, target)) value = std::move(*t);
  } else {
    const auto cost = planning::clearance_cost(*map, planning::clearance(*map, map->solid), 0.5);
    value = planning::distance(*map, map->solid, target, cost);
  }
  return planning::make_field(kind, map, map->solid, target, std::move(value));
}

// Walls alone.
io::Plot map_plot(const Map& map, std::string title) {
  std::vector<double> value(map.size(), std::nan(""));
  for (std::size_t c = 0; c < value.size(); ++c) {
    if (map.solid[c] != 0) value[c] = 0;
  }
  io::Plot p = field_plot(map, value, std::move(title), "");
  p.cells[0].names = {"wall"};
  return p;
}

// ---- no local minima

Map random_map(Rng& rng, TargetCells& target) {
  Map map = blank_map(64, 64);
  const double solid = rng.uniform(0, 0.6);
  for (std::uint32_t j = 0; j < 64; ++j)
    for (std::uint32_t i = 0; i < 64; ++i) map.solid[map.index(i, j)] = rng.uniform() < solid ? 1 : 0;
  const std::uint32_t cell =
      map.index(static_cast<std::uint32_t>(rng.below(64)), static_cast<std::uint32_t>(rng.below(64)));
  map.solid[cell] = 0;
  target.cells = {cell};
  return map;
}

void run_minima(Claim& claim, const Context& context) {
  const std::size_t maps = part_of(claim, context, 20, 300, "maps");
  struct Found {
    std::size_t cells = 0, harmonic = 0, hitting = 0, distance = 0;
    double residual = 0;
  };
  std::vector<Found> found(maps);
  if (!each(context, maps, [&](std::size_t m) {
        Rng rng = Rng::stream(m, Purpose::test, 107);
        TargetCells target;
        const Map map = random_map(rng, target);
        const auto shared = std::make_shared<const Map>(map);
        const auto value = [&](PlannerKind kind) { return field_of(kind, shared, target).potential; };
        const std::vector<double> phi = value(PlannerKind::harmonic);
        found[m].cells = static_cast<std::size_t>(
            std::count_if(phi.begin(), phi.end(), [](double f) { return f < planning::infinity; }));
        found[m].harmonic = without_descent(map, target, phi);
        found[m].hitting = without_descent(map, target, value(PlannerKind::hitting));
        found[m].distance = without_descent(map, target, value(PlannerKind::distance));
        found[m].residual = local_residual(map, map.solid, 1, target, phi);
      }))
    return;
  Found all;
  for (const Found& f : found)
    all.cells += f.cells, all.harmonic += f.harmonic, all.hitting += f.hitting, all.distance += f.distance,
        all.residual = std::max(all.residual, f.residual);
  claim.measured = fmt::format(
      "of {} reachable cells of {} maps {} (harmonic), {} (hitting), {} (distance) have no lower neighbour; largest "
      "local residual {:.0e}",
      all.cells, maps, all.harmonic, all.hitting, all.distance, all.residual);
  judge(claim, all.harmonic + all.hitting + all.distance == 0 && all.residual <= 1e-9);
}

// ---- the trap

// scenes/utrap_solved.lua with the published agent: preset robust, d0 = 1.
constexpr const char* trap = R"(
local kind = param("planner", "harmonic", {"none", "harmonic", "hitting", "distance"})
scene { dt = 0.25, duration = 120, seed = 1 }
local function within(a) return a * (2 * math.random() - 1) end
wall { {-4, 3}, {2, 3}, {2, -3}, {-4, -3}, thickness = 0.05 }
local planners = { none = nearest, harmonic = harmonic, hitting = hitting, distance = distance }
agent { at = {-7, within(1)}, heading = within(0.5), target = target { at = {7, within(1)} }, radius = 0.3, speed = 1,
        model = attractor { preset = "robust", d0 = 1 }, planner = planners[kind] { } }
)";

void run_utrap(Claim& claim, const Context& context) {
  const std::array<const char*, 4> kinds{"none", "harmonic", "hitting", "distance"};
  const std::size_t seeds = part_of(claim, context, 2, 50, "seeds");
  std::vector<SceneRun> runs(kinds.size() * seeds);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].file = "utrap.lua", runs[i].text = trap;
    runs[i].seed = i % seeds + 1;
    runs[i].sets = {{"planner", kinds[i / seeds]}};
    runs[i].keep_path = i % seeds == 0;
  }
  if (!each(context, runs.size(), [&](std::size_t i) { run_scene(runs[i]); })) return;
  for (const SceneRun& r : runs) {
    if (!r.error.empty()) throw std::runtime_error(r.error);
  }
  std::string text;
  bool holds = true;
  std::size_t touches = 0;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    std::size_t arrived = 0, touched = 0;
    for (std::size_t s = 0; s < seeds; ++s) {
      const SceneRun& r = runs[k * seeds + s];
      arrived += r.report.arrived, touched += r.report.wall_contacts;
    }
    text += fmt::format("{}{} {:.0f} %", k == 0 ? "" : ", ", k == 0 ? "without a planner" : kinds[k],
                        100.0 * static_cast<double>(arrived) / static_cast<double>(seeds));
    touches += touched;
    holds = holds && touched == 0 && arrived == (k == 0 ? 0 : seeds);
  }
  claim.measured = fmt::format("arrived: {} (of {} seeds each), {} contacts with a wall", text, seeds, touches);
  judge(claim, holds);
  io::Plot p = plan_of(runs[0], "Agents, seed 1", io::alarm, "straight at the target");
  for (std::size_t k = 1; k < kinds.size(); ++k)
    p.lines.push_back({runs[k * seeds].path, static_cast<int>(k), 2, false, kinds[k]});
  // The field in the trap, as U1 of section 14.
  Map map = blank_map(40, 40);
  fill(map, 0, 40, 0, 40, false);
  fill(map, 10, 26, 12, 13, true), fill(map, 10, 26, 28, 29, true),
      fill(map, 25, 26, 12, 29, true);
  const TargetCells target{{map.index(34, 20)}, {}};
  const Field field = field_of(PlannerKind::harmonic, std::make_shared<const Map>(map), target);
  io::Plot lines = map_plot(map, "Streamlines of the harmonic field");
  for (double y = 14.5; y < 28; y += 2) {
    for (double x : {12.5, 18.5, 24.5})
      lines.lines.push_back({planning::follow(field, {x, y}, 4000).points, 1, 1, false, ""});
  }
  lines.points.push_back({{34.5, 20.5}, io::target, io::PlotMark::cross, 10, "target", "", 0});
  claim.figures.push_back(
      {sheet({p, lines}, 2, 1200, 560),
       "A dead end open towards the agent: local steering stays in it, any planner leads round it."});
}

// ---- following fields between the centres of their cells

// Does a way by the mean of the unit vectors of the four cells around touch a wall, if nothing is taken off beside
// walls?
bool touches_untrimmed(const Field& field, Vec2 p) {
  const Map& map = *field.map;
  const auto direction = [&](Vec2 at) {
    const double x = at.x - 0.5, y = at.y - 0.5, i = std::floor(x), j = std::floor(y);
    Vec2 sum{};
    for (int k = 0; k < 4; ++k) {
      const double a = i + k % 2, b = j + k / 2;
      const auto cell = planning::cell_at(map, {a + 0.5, b + 0.5});
      if (cell && field.solid[*cell] == 0)
        sum = sum + (1 - std::abs(x - a)) * (1 - std::abs(y - b)) * field.unit[*cell];
    }
    return direction_or(sum, {});
  };
  for (int step = 0; step < 100'000; ++step) {
    const auto cell = planning::cell_at(map, p);
    if (!cell || field.solid[*cell] != 0) return true;
    if (field.target[*cell] != 0) return false;
    const Vec2 way = 0.25 * direction(p + 0.125 * direction(p));
    if (way == Vec2{}) return false;
    p = p + way;
  }
  return false;
}

struct Followed {
  double arrived = 0, touching = 0, length = 0, untrimmed = 0;
};

void run_sampling(Claim& claim, const Context& context) {
  const auto size = static_cast<std::uint32_t>(part_of(claim, context, 64, 256, "cells a side"));
  const std::size_t starts = part_of(claim, context, 10, 120, "starts");
  const std::vector<std::pair<const char*, MadeMap>> maps{{"maze 4", maze(size, 4, 3)},
                                                                 {"maze 16", maze(size, 16, 3)},
                                                                 {"rooms", rooms(size, size / 32, 3)},
                                                                 {"city", city(size, 60, 3)}};
  const std::array<PlannerKind, 3> kinds{PlannerKind::harmonic, PlannerKind::hitting, PlannerKind::distance};
  std::vector<std::array<Followed, 3>> found(maps.size());
  std::vector<io::Plot> plots(maps.size());
  if (!each(context, maps.size(), [&](std::size_t m) {
        const MadeMap& made = maps[m].second;
        const auto map = std::make_shared<const Map>(made.map);
        const std::vector<double> shortest = planning::distance(*map, map->solid, made.target, {});
        io::Plot p = map_plot(*map, maps[m].first);
        for (std::size_t k = 0; k < 3; ++k) {
          const Field field = field_of(kinds[k], map, made.target);
          Rng rng = Rng::stream(m + 1, Purpose::test, 108);
          double ways = 0;
          for (std::size_t s = 0; s < starts;) {
            const Vec2 at{rng.uniform(0, map->nx), rng.uniform(0, map->ny)};
            if (field.sample(at).status != PlanStatus::field) continue;
            ++s;
            const planning::Streamline line = planning::follow(field, at, 100'000);
            found[m][k].arrived += line.end == planning::StreamlineEnd::arrived ? 1 : 0;
            found[m][k].touching += line.touches > 0 ? 1 : 0;
            if (kinds[k] == PlannerKind::hitting) found[m][k].untrimmed += touches_untrimmed(field, at) ? 1 : 0;
            const double way = shortest[*planning::cell_at(*map, at)];
            if (way > 20 && line.end == planning::StreamlineEnd::arrived)
              found[m][k].length += line.length / way, ways += 1;
            if (s <= 4) p.lines.push_back({line.points, static_cast<int>(k) + 1, 1.4, false, name(kinds[k])});
          }
          const double n = static_cast<double>(starts);
          found[m][k] = {100 * found[m][k].arrived / n, 100 * found[m][k].touching / n,
                         ways > 0 ? found[m][k].length / ways : 0, 100 * found[m][k].untrimmed / n};
        }
        p.points.push_back(
            {map->centre(made.target.cells[0]).xy(), io::target, io::PlotMark::cross, 10, "target", "", 0});
        plots[m] = std::move(p);
      }))
    return;
  std::string text;
  bool holds = true;
  for (std::size_t k = 0; k < 3; ++k) {
    text += fmt::format("{}{}:", k == 0 ? "" : "; ", name(kinds[k]));
    for (std::size_t m = 0; m < maps.size(); ++m) {
      const Followed& f = found[m][k];
      text += fmt::format("{} {:.0f}, {:.1f}, {:.3f}", m == 0 ? "" : " ·", f.arrived, f.touching, f.length);
      holds = holds && f.arrived == 100 && f.touching < 3;
    }
  }
  claim.measured = "arrived %, touching %, length / shortest, on maze 4 · maze 16 · rooms · city: " + text;
  claim.measured +=
      fmt::format("; hitting with nothing taken off beside walls touches {:.0f}, {:.0f}, {:.0f}, {:.0f} %",
                  found[0][1].untrimmed, found[1][1].untrimmed, found[2][1].untrimmed, found[3][1].untrimmed);
  judge(claim, holds);
  claim.figures.push_back(
      {sheet(std::move(plots), 2, 1160, 1080),
       "Streamlines of three kinds of field from the same four starts. Harmonic keeps to the middle, hitting uses the "
       "whole width and grazes walls, distance cuts corners as far as the cost of clearance lets it."});
}

// ---- distance

void run_distance(Claim& claim, const Context&) {
  const MadeMap room = open_room(129);
  const std::vector<double> d = planning::distance(room.map, room.map.solid, room.target, {});
  double worst = 0, on_axes = 0;
  std::vector<double> errors(room.map.size(), std::nan(""));
  for (std::uint32_t j = 0; j < 129; ++j) {
    for (std::uint32_t i = 0; i < 129; ++i) {
      const double error = std::abs(d[room.map.index(i, j)] - std::hypot(i - 64.0, j - 64.0));
      worst = std::max(worst, error);
      if (i == 64 || j == 64) on_axes = std::max(on_axes, error);
      errors[room.map.index(i, j)] = error;
    }
  }
  claim.measured = fmt::format("largest error {:.3f} h; along the axes {:.0e}", worst, on_axes);
  judge(claim, worst >= 1.39 && worst <= 1.40 && on_axes <= 1e-12);
  claim.figures.push_back(
      {sheet({field_plot(room.map, errors, "Error of the distance to the middle", "cells")}, 1, 620, 520),
       "Fast marching of first order: exact along the axes, worst between them and the diagonals."});
}

// ---- doors

void run_doors(Claim& claim, const Context& context) {
  MadeMap made = rooms(static_cast<std::uint32_t>(part_of(claim, context, 64, 128, "cells a side")), 4, 3);
  make_door(made.map, made.openings[0]);
  make_door(made.map, made.openings[9]);
  const auto map = std::make_shared<const Map>(made.map);
  auto factor = planning::HarmonicFactor::make(map, 1);
  if (!factor) return void(claim.measured = factor.error().text());
  using Bytes = std::vector<std::uint8_t>;
  factor->prepare_doors(Bytes{1, 1});
  const planning::Column shut = factor->solve_shut(made.target);
  const std::vector<double> first = factor->with_doors(shut, made.target, Bytes{1, 0});
  for (int i = 0; i < 1000; ++i)
    (void)factor->with_doors(shut, made.target,
                             Bytes{static_cast<std::uint8_t>(i % 2), static_cast<std::uint8_t>(i % 3 == 1)});
  const bool same = factor->with_doors(shut, made.target, Bytes{1, 0}) == first;
  auto fresh = planning::HarmonicFactor::make(std::make_shared<const Map>(factor->opened(Bytes{1, 0})), 1);
  if (!fresh) return void(claim.measured = fresh.error().text());
  const std::vector<double> anew = fresh->solve(made.target, {});
  double worst = 0, deepest = 0;
  for (std::size_t c = 0; c < anew.size(); ++c) {
    if (!(anew[c] < planning::infinity)) continue;
    worst = std::max(worst, std::abs(std::exp(first[c] - anew[c]) - 1)), deepest = std::max(deepest, anew[c]);
  }
  claim.measured = fmt::format(
      "opened by Schur unknowns v differs from a new factor's by {:.0e} at most, with v down to 1e-{:.0f}; after 1000 "
      "changes the bits are {}",
      worst, deepest / std::log(10.0), same ? "the same" : "others");
  judge(claim, same && worst < 1e-11);
  const auto draw = [&](const char* title, const std::vector<double>& phi) {
    io::Plot p = field_plot(*map, phi, title, "φ");
    for (std::size_t door = 0; door < map->doors.size(); ++door)
      p.points.push_back({map->centre(map->doors[door][0]).xy(), io::alarm, io::PlotMark::square, 8, "door", "", 0});
    return p;
  };
  claim.figures.push_back({sheet({draw("Both doors shut", factor->with_doors(shut, made.target, Bytes{0, 0})),
                                  draw("Both open", factor->with_doors(shut, made.target, Bytes{1, 1}))},
                                 2, 1160, 520),
                           "One factor serves every state of the doors."});
}

}  // namespace

Runs planning_ways() {
  return {{"minima", run_minima}, {"utrap", run_utrap}, {"sampling", run_sampling}, {"distance", run_distance},
          {"doors", run_doors}};
}

}  // namespace wend::reproduce
