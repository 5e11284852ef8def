#include "explain/explain.hpp"
#include "interrupt.hpp"
#include "nearest.hpp"
#include "plans.hpp"
#include "simulate.hpp"

#include <wend/analysis/metrics.hpp>
#include <wend/io/frame.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <thread>

namespace wend::cli {

namespace {

constexpr int usual_cells = 40;
constexpr std::size_t most_colours = 8;

// What the two axes of the map are.
struct Axes {
  bool places = true;  // else params
  ValueRange x, y;     // the middles of cells
  double x0 = 0, x1 = 0, y0 = 0, y1 = 0;  // the borders
};

struct Route {
  std::string sides;
  std::string outcome;
  friend auto operator<=>(const Route&, const Route&) = default;
  std::string text() const { return sides.empty() ? outcome : outcome == "arrived" ? sides : sides + " " + outcome; }
};

void set_borders(Axes& axes) {
  const double dx = axes.x.count > 1 ? (axes.x.to - axes.x.from) / static_cast<double>(axes.x.count - 1) : 1;
  const double dy = axes.y.count > 1 ? (axes.y.to - axes.y.from) / static_cast<double>(axes.y.count - 1) : 1;
  axes.x0 = axes.x.from - dx / 2, axes.x1 = axes.x.to + dx / 2;
  axes.y0 = axes.y.from - dy / 2, axes.y1 = axes.y.to + dy / 2;
}

// Cells as square as they can be.
void divide(Axes& axes, const std::optional<Size>& cells) {
  const int columns = cells ? cells->width : usual_cells;
  const double width = axes.x1 - axes.x0, height = axes.y1 - axes.y0;
  const int rows = cells && cells->height > 0 ? cells->height : static_cast<int>(std::clamp(std::round(columns * height / width), 1.0, 1000.0));
  const double dx = width / columns, dy = height / rows;
  axes.x = {"x", axes.x0 + dx / 2, axes.x1 - dx / 2, static_cast<std::size_t>(columns)};
  axes.y = {"y", axes.y0 + dy / 2, axes.y1 - dy / 2, static_cast<std::size_t>(rows)};
}

Error bad_map(const std::string& text) {
  return explain_error(fmt::format("--map: '{}', expected a box x0,y0,x1,y1 with x0 < x1 and y0 < y1, or two params, such as off=1..15,dg=5..9", text));
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == ',') parts.emplace_back();
    else parts.back() += c;
  }
  return parts;
}

Result<Axes> axes_of(const ExplainOptions& o, const scene::Scene& scene) {
  Axes axes;
  const std::vector<std::string> parts = split(o.map_text);
  if (parts.size() == 2) {
    const auto x = read_range(parts[0]), y = read_range(parts[1]);
    if (!x || !y || x->name == y->name) return bad_map(o.map_text);
    axes.places = false;
    axes.x = *x, axes.y = *y;
    const std::size_t columns = static_cast<std::size_t>(o.cells ? o.cells->width : usual_cells), rows = o.cells && o.cells->height > 0 ? static_cast<std::size_t>(o.cells->height) : columns;
    if (axes.x.count == 0) axes.x.count = columns;
    if (axes.y.count == 0) axes.y.count = rows;
    if (axes.x.count < 2 || axes.y.count < 2) return explain_error("--cells: over params at least 2x2");
    for (const ValueRange* range : {&axes.x, &axes.y}) {
      std::vector<std::string> known;
      for (const scene::SceneParam& p : scene.spec().params) known.push_back(p.name);
      if (std::find(known.begin(), known.end(), range->name) == known.end())
        return Error{Errc::unknown_name, fmt::format("--map: the scene has no param '{}'{}", range->name, did_you_mean(range->name, known)), "explain"};
    }
    set_borders(axes);
    return axes;
  }
  if (!o.map_text.empty()) {
    std::vector<double> corners;
    for (const std::string& part : parts) {
      const auto value = read_number(part, -1e7, 1e7, "m");
      if (!value || parts.size() != 4) return bad_map(o.map_text);
      corners.push_back(*value);
    }
    if (!(corners[0] < corners[2] && corners[1] < corners[3])) return bad_map(o.map_text);
    axes.x0 = corners[0], axes.y0 = corners[1], axes.x1 = corners[2], axes.y1 = corners[3];
  } else if (const scene::SceneView& view = scene.spec().view; view.given) {
    axes.x0 = view.x0, axes.y0 = view.y0, axes.x1 = view.x1, axes.y1 = view.y1;
  } else {
    return explain_error("--map: the scene has no view, expected --map x0,y0,x1,y1");
  }
  divide(axes, o.cells);
  return axes;
}

// Is there room for it at this place?
bool room_at(const World& world, const AgentState& agent, Vec2 at) {
  for (const BodyState& body : world.bodies()) {
    if (!body.open && norm(nearest_on(body.at.xy(), body.to.xy(), at) - at) < body.radius + agent.radius) return false;
  }
  const auto everybody = world.agents();
  return std::none_of(everybody.begin(), everybody.end(), [&](const AgentState& other) { return other.id != agent.id && norm(other.at.xy() - at) < other.radius + agent.radius; });
}

std::string outcome_of(const AgentReport& report) {
  if (report.arrival) return "arrived";
  if (!report.present) return "left";
  return report.status == Status::moving ? "timeout" : name(report.status);
}

// One run from its first step until this agent has arrived, gone, or the time is over. None: no room for it at its start.
Result<std::optional<Route>> route_from(const ExplainOptions& o, const Axes& axes, double x, double y, Progress& progress) {
  SceneOptions options = o.scene;
  if (!axes.places) {
    options.sets.emplace_back(axes.x.name, fmt::format("{}", x));
    options.sets.emplace_back(axes.y.name, fmt::format("{}", y));
  }
  auto scene = scene_at(o, options, 0, progress, false);
  if (!scene) return scene.error();
  const auto id = agent_meant(o, *scene);
  if (!id) return id.error();
  World& world = scene->world();
  const AgentState agent = *world.agent(*id);
  if (axes.places) {
    if (!room_at(world, agent, {x, y})) return std::optional<Route>{};
    if (auto ok = world.teleport(*id, {x, y, 0}, agent.heading); !ok) return ok.error();
  }
  Metrics metrics;
  metrics.start(world);
  bool collided = false;
  while (!scene->finished()) {
    if (interrupted()) return Error{Errc::io, "interrupted", "explain"};
    if (auto ok = scene->step(); !ok) return ok.error();
    metrics.observe(world);
    const auto now = world.agent(*id);
    if (!now || now->status == Status::arrived) break;
    collided = collided || now->status == Status::collision;
  }
  for (const AgentReport& report : metrics.agents()) {
    if (report.id != *id) continue;
    Route route{std::string(report.sides.begin(), report.sides.end()), outcome_of(report)};
    if (collided) route.outcome = "collision";
    return std::optional(route);
  }
  return std::optional<Route>{};
}

// The letters that differ between routes: of many obstacles few matter.
std::vector<std::string> short_names(const std::vector<std::pair<Route, std::size_t>>& routes) {
  std::vector<std::string> names;
  std::vector<std::size_t> kept;
  const std::string& first = routes.front().first.sides;
  for (std::size_t k = 0; k < first.size(); ++k) {
    if (first.size() <= 10 || std::any_of(routes.begin(), routes.end(), [&](const auto& r) { return r.first.sides.size() > k && r.first.sides[k] != first[k]; })) kept.push_back(k);
  }
  for (const auto& [route, count] : routes) {
    Route brief = route;
    brief.sides.clear();
    for (const std::size_t k : kept) brief.sides += k < route.sides.size() ? route.sides[k] : '-';
    if (brief.sides.size() > 24) brief.sides.resize(24);
    names.push_back(brief.text());
  }
  return names;
}

struct Cells {
  std::vector<std::optional<Route>> routes;  // row by row from low y
  std::vector<std::pair<Route, std::size_t>> kinds;  // the most frequent first
  std::size_t kind_of(std::size_t cell) const {
    const auto is_it = [&](const auto& kind) { return kind.first == *routes[cell]; };
    return static_cast<std::size_t>(std::find_if(kinds.begin(), kinds.end(), is_it) - kinds.begin());
  }
};

Result<Cells> run_all(const ExplainOptions& o, const Axes& axes, Progress& progress) {
  const std::size_t columns = axes.x.count, count = columns * axes.y.count;
  Cells cells;
  cells.routes.resize(count);
  std::vector<std::optional<Error>> errors(count);
  std::atomic<std::size_t> finished{0};
  std::atomic<bool> stop{false};
  const std::size_t cores = o.scene.threads > 0 ? o.scene.threads : std::max(1u, std::thread::hardware_concurrency());
  const auto runner = make_runner(std::min(cores, count));
  Progress silent(false);
  runner->for_chunks(count, 1, [&](Range rows, std::size_t) {
    const std::size_t i = rows.begin;
    if (stop) return;
    auto route = route_from(o, axes, axes.x.at(i % columns), axes.y.at(i / columns), silent);
    if (route) {
      cells.routes[i] = std::move(*route);
    } else {
      errors[i] = route.error();
      stop = true;
    }
    const std::size_t done = ++finished;
    if (progress.due()) progress.show({static_cast<double>(done) / static_cast<double>(count), 0, 0, fmt::format("{} of {} runs", done, count)});
  });
  for (const auto& error : errors) {
    if (error) return *error;
  }
  std::map<Route, std::size_t> kinds;
  for (const auto& route : cells.routes) {
    if (route) ++kinds[*route];
  }
  cells.kinds.assign(kinds.begin(), kinds.end());
  std::stable_sort(cells.kinds.begin(), cells.kinds.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  if (cells.kinds.empty()) return explain_error("--map: there is no room for the agent in any cell");
  return cells;
}

io::Plot chart_of(const Axes& axes, const Cells& cells, const std::vector<std::string>& names, const scene::Scene& scene, const AgentState& agent) {
  io::Plot plot;
  plot.title = axes.places ? "Start positions by the side of each obstacle it passes on: L left, R right" : "By the side of each obstacle it passes on: L left, R right";
  plot.x_label = axes.places ? "x of the start (m)" : axes.x.name;
  plot.y_label = axes.places ? "y of the start (m)" : axes.y.name;
  plot.equal = axes.places;
  plot.x0 = axes.x0, plot.x1 = axes.x1, plot.y0 = axes.y0, plot.y1 = axes.y1;
  io::PlotCells field{axes.x0, axes.x1, axes.y0, axes.y1, axes.x.count, axes.y.count, {}, {}, ""};
  const bool merged = names.size() > most_colours;
  for (std::size_t i = 0; i < names.size() && field.names.size() < (merged ? most_colours - 1 : most_colours); ++i) field.names.push_back(names[i]);
  if (merged) field.names.push_back(fmt::format("{} rarer ones", names.size() - field.names.size()));
  for (std::size_t i = 0; i < cells.routes.size(); ++i) {
    field.values.push_back(cells.routes[i] ? static_cast<double>(std::min(cells.kind_of(i), field.names.size() - 1)) : std::nan(""));
  }
  plot.cells.push_back(std::move(field));
  if (axes.places) draw_place(plot, scene.world(), agent, io::ink);
  return plot;
}

}  // namespace

Result<Explanation> explain_map(const ExplainOptions& o, Progress& progress, const Paint& paint) {
  auto scene = scene_at(o, o.scene, 0, progress, true);
  if (!scene) return scene.error();
  const auto id = agent_meant(o, *scene);
  if (!id) return id.error();
  const auto axes = axes_of(o, *scene);
  if (!axes) return axes.error();
  for (const auto& [name, value] : o.scene.sets) {
    if (!axes->places && (name == axes->x.name || name == axes->y.name)) return explain_error(fmt::format("--set and --map both give '{}'", name));
  }
  const auto cells = run_all(o, *axes, progress);
  if (!cells) return cells.error();
  const AgentState agent = *scene->world().agent(*id);
  const std::vector<std::string> names = short_names(cells->kinds);

  const std::string title = explain_title(o, *scene);
  const std::string what = fmt::format("{}{}routes of agent {}", title, title.empty() ? "" : ": ", io::file_id(*id));
  std::string table = "\n" + paint.bold(printable(what)) + "\n";
  table += paint.faint(fmt::format("{} x {} starts, {} from {:.6g} to {:.6g}, {} from {:.6g} to {:.6g}", axes->x.count, axes->y.count, axes->x.name, axes->x.from, axes->x.to, axes->y.name, axes->y.from, axes->y.to)) + "\n\n";
  Json routes = Json::array(), rows = Json::array();
  for (std::size_t i = 0; i < cells->kinds.size(); ++i) {
    const auto& [route, count] = cells->kinds[i];
    table += fmt::format("  {:<28}{:>8}  {}\n", names[i], count, route.outcome);
    routes.push_back({{"name", names[i]}, {"sides", route.sides}, {"outcome", route.outcome}, {"cells", count}});
  }
  const auto no_room = std::count(cells->routes.begin(), cells->routes.end(), std::nullopt);
  if (no_room > 0) table += fmt::format("  {:<28}{:>8}\n", "no room there", no_room);
  for (std::size_t r = 0; r < axes->y.count; ++r) {
    Json row = Json::array();
    for (std::size_t c = 0; c < axes->x.count; ++c) {
      const std::size_t i = r * axes->x.count + c;
      row.push_back(cells->routes[i] ? Json(cells->kind_of(i)) : Json(nullptr));
    }
    rows.push_back(std::move(row));
  }
  const auto axis = [](const ValueRange& v) { return Json{{"name", v.name}, {"from", v.from}, {"to", v.to}, {"count", v.count}}; };
  Json json = explain_head(o, *scene, agent);
  json["map"] = {{"kind", axes->places ? "places" : "params"}, {"x", axis(axes->x)}, {"y", axis(axes->y)}, {"routes", std::move(routes)}, {"cells", std::move(rows)}};
  Explanation said{table + "\n", std::move(json), {}};
  said.sheet.title = what;
  said.sheet.width = 1100;
  said.sheet.height = 760;
  said.sheet.plots = {chart_of(*axes, *cells, names, *scene, agent)};
  return said;
}

}  // namespace wend::cli
