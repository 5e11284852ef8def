#include "explain/explain.hpp"
#include "interrupt.hpp"
#include "simulate.hpp"


#include <wend/io/frame.hpp>
#include <wend/runner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <thread>

namespace wend::cli {

namespace {

constexpr std::size_t usual_values = 81;
constexpr std::size_t most_values = 1001;

double degrees(double radians) { return radians * 180 / std::numbers::pi; }

// The fixed points for one value of the parameter.
struct SweepPoint {
  double value = 0;
  double heading = 0;  // of the agent then
  double w_tar = 0, w_obs = 0;
  std::vector<FixedPoint> points;
};

SweepPoint look(const World& world, AgentId id, double value) {
  const Portrait p = world.portrait(id);
  return {value, p.heading, p.now.target_weight, p.now.value("w_obs", 1), p.fixed_points};
}

bool is_param(const scene::SceneSpec& spec, const std::string& name) {
  return std::any_of(spec.params.begin(), spec.params.end(), [&](const scene::SceneParam& p) { return p.name == name; });
}

const SteeringModel* type_of(const World& world, const AgentState& agent) {
  for (const ModelPointer& type : world.model_types()) {
    if (type->name() == world.model_name(agent.model)) return type.get();
  }
  return nullptr;
}

// Where a parameter stands in the block of this agent's model.
std::optional<std::size_t> model_parameter(const World& world, const AgentState& agent, const std::string& name) {
  const SteeringModel* type = type_of(world, agent);
  if (type == nullptr) return std::nullopt;
  const std::vector<ParamInfo>& infos = type->info().parameters;
  for (std::size_t i = 0; i < infos.size(); ++i) {
    if (name == infos[i].name) return i;
  }
  return std::nullopt;
}

Error unknown(const std::string& name, const scene::Scene& scene, const AgentState& agent) {
  std::vector<std::string> known{"time"};
  for (const scene::SceneParam& p : scene.spec().params) known.push_back(p.name);
  const SteeringModel& model = *type_of(scene.world(), agent);
  for (const ParamInfo& info : model.info().parameters) known.emplace_back(info.name);
  return {Errc::unknown_name,
          fmt::format("--sweep: '{}' is neither time, nor a param of the scene, nor a parameter of the model {}{}", name, model.name(), did_you_mean(name, known)), "explain"};
}

// The place stays, the parameter of this agent's model is another.
Result<std::vector<SweepPoint>> over_model(scene::Scene& scene, AgentId id, std::size_t place, const ValueRange& range) {
  World& world = scene.world();
  const auto present = world.model_params(world.agent(id)->model);
  const std::vector<double> given(present.begin(), present.end());
  const std::string type(world.model_name(world.agent(id)->model));
  std::vector<SweepPoint> found;
  for (std::size_t i = 0; i < range.count; ++i) {
    if (interrupted()) return Error{Errc::io, "interrupted", "explain"};
    std::vector<double> params = given;
    params[place] = range.at(i);
    const auto model = world.add_model(type, params);
    if (!model) return Error{model.error().code, "--sweep: " + model.error().message, "explain"};
    if (const auto ok = world.set_model(id, *model); !ok) return ok.error();
    found.push_back(look(world, id, range.at(i)));
  }
  return found;
}

// Along the run; two values within one step give one point.
Result<std::vector<SweepPoint>> over_time(const ExplainOptions& o, const ValueRange& range, Progress& progress) {
  auto scene = scene_at(o, o.scene, 0, progress, true);
  if (!scene) return scene.error();
  const auto runner = make_runner(useful_threads(o.scene.threads, scene->world().agent_count()));
  if (auto ok = run_to(*scene, range.from, *runner, progress, "explain"); !ok) {
    if (!scene->finished()) return ok.error();
    return explain_error(fmt::format("--sweep: time from {} s, but the run is over at t = {:.6g} s", range.from, scene->world().time()));
  }
  const auto id = agent_meant(o, *scene);
  if (!id) return id.error();
  std::vector<SweepPoint> found;
  for (std::size_t i = 0; i < range.count; ++i) {
    if (!scene->finished()) {
      if (auto ok = run_to(*scene, range.at(i), *runner, progress, "explain"); !ok && !scene->finished()) return ok.error();
    }
    const World& world = scene->world();
    const auto agent = world.agent(*id);
    if (!agent || agent->status == Status::arrived || world.time() < range.at(i) - 1e-9) break;  // no decision any more
    if (found.empty() || world.time() > found.back().value) found.push_back(look(world, *id, world.time()));
  }
  if (found.empty()) return explain_error(fmt::format("--sweep: agent {} decides nothing after t = {:.6g} s", io::file_id(*id), range.from));
  return found;
}

// A run for each value, all to the same moment.
Result<std::vector<SweepPoint>> over_param(const ExplainOptions& o, const ValueRange& range, Progress& progress) {
  std::vector<SweepPoint> found(range.count);
  std::vector<std::optional<Error>> errors(range.count);
  const std::size_t cores = o.scene.threads > 0 ? o.scene.threads : std::max(1u, std::thread::hardware_concurrency());
  const auto runner = make_runner(std::min(cores, range.count));
  runner->for_chunks(range.count, 1, [&](Range rows, std::size_t) {
    const std::size_t i = rows.begin;
    SceneOptions options = o.scene;
    options.sets.emplace_back(range.name, fmt::format("{}", range.at(i)));
    auto scene = scene_at(o, options, o.at.value_or(0), progress, false);
    const auto id = scene ? agent_meant(o, *scene) : Result<AgentId>(scene.error());
    if (!id) {
      errors[i] = id.error();
    } else {
      found[i] = look(scene->world(), *id, range.at(i));
    }
  });
  for (std::size_t i = 0; i < errors.size(); ++i) {
    if (errors[i]) return Error{errors[i]->code, fmt::format("{} (with {} = {})", errors[i]->message, range.name, range.at(i)), errors[i]->place};
  }
  return found;
}

std::string table_of(const ValueRange& range, const std::vector<SweepPoint>& found, const std::string& what, const Paint& paint) {
  std::string out = "\n" + paint.bold(printable(what)) + "\n\n";
  out += fmt::format("  {:>12}   {:<40}{}\n", range.name, "stable", "unstable");
  for (const SweepPoint& s : found) {
    std::string stable, unstable;
    for (const FixedPoint& f : s.points) {
      std::string& to = f.stable ? stable : unstable;
      to += fmt::format("{}{}\u00b0", to.empty() ? "" : "  ", fixed(degrees(f.heading), 2));
    }
    // The degree sign counts as one column.
    const std::size_t signs = static_cast<std::size_t>(std::count(stable.begin(), stable.end(), '\xb0'));
    out += fmt::format("  {:>12}   {}{}{}\n", rounded(s.value, 6), stable, std::string(std::max<std::size_t>(40 + signs, stable.size() + 1) - stable.size(), ' '), unstable);
  }
  return out + "\n";
}

io::Plot chart_of(const ValueRange& range, const std::vector<SweepPoint>& found) {
  io::Plot plot;
  plot.title = "Headings that stay";
  plot.x_label = range.name == "time" ? "time (s)" : range.name;
  plot.y_label = "heading (degrees)";
  // Around the agent's heading, as far as there are headings it could settle at.
  const double middle = found[found.size() / 2].heading;
  const auto shown = [&](double heading) { return degrees(middle + std::remainder(heading - middle, 2 * std::numbers::pi)); };
  double reach = 20;
  for (const SweepPoint& s : found) {
    reach = std::max(reach, 1.25 * std::abs(shown(s.heading) - degrees(middle)));
    for (const FixedPoint& f : s.points) reach = f.stable ? std::max(reach, 1.4 * std::abs(shown(f.heading) - degrees(middle))) : reach;
  }
  reach = std::min(reach, 180.0);
  plot.y0 = degrees(middle) - reach, plot.y1 = degrees(middle) + reach;
  io::PlotLine heading;
  for (const SweepPoint& s : found) {
    if (!heading.points.empty() && std::abs(shown(s.heading) - heading.points.back().y) > 180) heading.points.push_back({std::nan(""), 0});
    heading.points.push_back({s.value, shown(s.heading)});
  }
  heading.colour = 0;
  heading.label = "heading of the agent";
  plot.lines.push_back(heading);
  for (const SweepPoint& s : found) {
    for (const FixedPoint& f : s.points) {
      plot.points.push_back({.at = {s.value, shown(f.heading)}, .colour = f.stable ? io::ink : io::alarm, .mark = f.stable ? io::PlotMark::dot : io::PlotMark::ring, .size = 5,
                             .label = f.stable ? "stable" : "unstable"});
    }
  }
  return plot;
}

}  // namespace

Result<ValueRange> read_range(std::string_view text) {
  const auto wrong = [&] {
    return Error{Errc::invalid_value, fmt::format("'{}', expected NAME=A..B or NAME=A..B:N with A < B and N in 2 .. {}, such as d0=0.5..3:26", text, most_values), ""};
  };
  const std::size_t equals = text.find('=');
  if (equals == text.npos || equals == 0) return wrong();
  ValueRange range;
  range.name = text.substr(0, equals);
  std::string_view values = text.substr(equals + 1);
  if (const std::size_t colon = values.find(':'); colon != values.npos) {
    const auto count = read_whole(values.substr(colon + 1), 2, most_values);
    if (!count) return wrong();
    range.count = *count;
    values = values.substr(0, colon);
  }
  const std::size_t dots = values.find("..");
  if (dots == values.npos) return wrong();
  const auto from = read_number(values.substr(0, dots), -1e9, 1e9, ""), to = read_number(values.substr(dots + 2), -1e9, 1e9, "");
  if (!from || !to || !(*from < *to)) return wrong();
  range.from = *from;
  range.to = *to;
  return range;
}

Result<Explanation> explain_sweep(const ExplainOptions& o, Progress& progress, const Paint& paint) {
  ValueRange range = *o.sweep;
  if (range.count == 0) range.count = usual_values;
  for (const auto& [name, value] : o.scene.sets) {
    if (name == range.name) return explain_error(fmt::format("--set and --sweep both give '{}'", name));
  }
  const bool time = range.name == "time";
  if (time && range.from < 0) return explain_error(fmt::format("--sweep: time from {}, expected 0 or later", range.from));
  auto scene = scene_at(o, o.scene, time ? 0 : o.at.value_or(0), progress, !time);
  if (!scene) return scene.error();
  const auto id = agent_meant(o, *scene);
  if (!id) return id.error();
  const AgentState agent = *scene->world().agent(*id);
  Json json = explain_head(o, *scene, agent);
  const std::string title = explain_title(o, *scene);
  std::string what = fmt::format("{}{}agent {}", title, title.empty() ? "" : ": ", io::file_id(*id));
  if (!time) what += fmt::format(" at t = {:.6g} s", scene->world().time());

  Result<std::vector<SweepPoint>> found = std::vector<SweepPoint>{};
  if (time) {
    found = over_time(o, range, progress);
  } else if (is_param(scene->spec(), range.name)) {
    found = over_param(o, range, progress);
  } else if (const auto place = model_parameter(scene->world(), agent, range.name)) {
    found = over_model(*scene, *id, *place, range);
  } else {
    return unknown(range.name, *scene, agent);
  }
  if (!found) return found.error();

  Json values = Json::array();
  for (const SweepPoint& s : *found) {
    Json points = Json::array();
    for (const FixedPoint& f : s.points) points.push_back({{"heading", f.heading}, {"slope", number_or_null(f.slope)}, {"stable", f.stable}});
    values.push_back({{"value", s.value}, {"heading", s.heading}, {"w_tar", s.w_tar}, {"w_obs", s.w_obs}, {"fixed_points", std::move(points)}});
  }
  json["sweep"] = {{"name", range.name}, {"from", range.from}, {"to", range.to}, {"values", std::move(values)}};
  Explanation said{table_of(range, *found, what, paint), std::move(json), {}};
  said.sheet.title = what + ", over " + range.name;
  said.sheet.plots = {chart_of(range, *found)};
  return said;
}

}  // namespace wend::cli
