#include "summary.hpp"

#include "numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace wend::cli {

namespace {

std::size_t moving_obstacles(const scene::SceneSpec& spec) {
  return static_cast<std::size_t>(
      std::count_if(spec.obstacles.begin(), spec.obstacles.end(),
                    [](const scene::SceneObstacle& o) { return o.spec.motion != BodyMotion::fixed; }));
}

std::size_t moving_walls(const scene::SceneSpec& spec) {
  return static_cast<std::size_t>(std::count_if(spec.walls.begin(), spec.walls.end(), [](const scene::SceneWall& w) {
    return w.spec.motion != BodyMotion::fixed;
  }));
}

std::size_t doors(const scene::SceneSpec& spec) {
  return static_cast<std::size_t>(
      std::count_if(spec.walls.begin(), spec.walls.end(), [](const scene::SceneWall& w) { return w.spec.door; }));
}

// "attractor (robust)", "attractor (classic, d0 = 3)"
std::string model_text(const scene::SceneModel& model) {
  std::string text = model.preset;
  for (const auto& [name, value] : model.set) text += fmt::format(", {} = {}", name, value);
  return fmt::format("{} ({})", model.type, text);
}

std::vector<std::string> models_of(const scene::SceneSpec& spec) {
  std::set<std::string> used;
  for (const scene::SceneAgent& agent : spec.agents) {
    used.insert(
        model_text(agent.model < 0 ? scene::SceneModel{} : spec.models.at(static_cast<std::size_t>(agent.model))));
  }
  return {used.begin(), used.end()};
}

// How many agents each group has.
std::map<std::uint32_t, std::size_t> groups_of(const scene::SceneSpec& spec) {
  std::map<std::uint32_t, std::size_t> groups;
  for (const scene::SceneAgent& agent : spec.agents) ++groups[agent.spec.group];
  return groups;
}

std::string group_name(const scene::SceneSpec& spec, std::uint32_t group) { return group < spec.group_names.size() ? spec.group_names[group] : ""; }

// "120 commuters, 30 visitors, 5 of group 3"
std::string groups_text(const scene::SceneSpec& spec) {
  constexpr std::size_t most = 8;
  const auto groups = groups_of(spec);
  std::vector<std::string> texts;
  for (const auto& [group, count] : groups) {
    if (texts.size() == most) break;
    const std::string name = group_name(spec, group);
    texts.push_back(name.empty() ? fmt::format("{} of group {}", count, group) : fmt::format("{} {}", count, printable(name)));
  }
  if (groups.size() > most) texts.push_back(fmt::format("and {} more", groups.size() - most));
  return fmt::format("{}", fmt::join(texts, ", "));
}

Json groups_json(const scene::SceneSpec& spec) {
  Json all = Json::array();
  for (const auto& [group, count] : groups_of(spec)) {
    const std::string name = group_name(spec, group);
    all.push_back({{"group", group}, {"name", name.empty() ? Json(nullptr) : Json(name)}, {"agents", count}});
  }
  return all;
}

std::string walls_text(const scene::Scene& scene) {
  const std::vector<scene::SceneWall>& walls = scene.spec().walls;
  if (walls.empty()) return "0";
  const auto moving = moving_walls(scene.spec());
  const auto opening = doors(scene.spec());
  return fmt::format("{} of {}{}{}", walls.size(), count_of(scene.walls().size(), "segment"),
                     moving > 0 ? fmt::format(", {} of them moving", moving) : "",
                     opening > 0 ? fmt::format(", {}", count_of(opening, "door")) : "");
}

}  // namespace

std::string summary_row(std::string_view name, std::string_view text) {
  std::string line = fmt::format("  {:<12}{}", name, text);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string summary_text(const scene::Scene& scene, const Paint& paint) {
  const scene::SceneSpec& spec = scene.spec();
  std::string out = "\n";
  if (!spec.title.empty()) out += paint.bold(printable(spec.title)) + "\n";
  out += paint.faint(printable(scene.name())) + "\n\n";
  out += summary_row("time", fmt::format("{} s in steps of {} s, seed {}", spec.duration, spec.dt, spec.seed));
  const std::size_t groups = groups_of(spec).size();
  out += summary_row("agents", groups > 1 ? fmt::format("{} in {}", spec.agents.size(), count_of(groups, "group"))
                                          : fmt::format("{}", spec.agents.size()));
  if (!spec.group_names.empty()) out += summary_row("groups", groups_text(spec));
  for (const std::string& model : models_of(spec)) out += summary_row("model", printable(model));
  out += summary_row("targets", fmt::format("{}", spec.targets.size()));
  const std::size_t moving = moving_obstacles(spec);
  out += summary_row("obstacles", moving > 0 ? fmt::format("{}, {} of them moving", spec.obstacles.size(), moving)
                                             : fmt::format("{}", spec.obstacles.size()));
  out += summary_row("walls", walls_text(scene));
  if (!spec.walls.empty()) out += summary_row("perception", spec.perception);
  if (!spec.classes.empty()) {
    std::vector<std::string> names;
    for (const scene::SceneClass& each : spec.classes) names.push_back(printable(each.name));
    out += summary_row("classes", fmt::format("{}", fmt::join(names, ", ")));
  }
  if (!spec.params.empty()) {
    out += "\n  params, for --set name=value\n";
    std::size_t widest_name = 0, widest_value = 0;
    for (const scene::SceneParam& param : spec.params) {
      widest_name = std::max(widest_name, param.name.size());
      widest_value = std::max(widest_value, param_text(param, param.value).size());
    }
    for (const scene::SceneParam& param : spec.params) {
      const std::string value = param_text(param, param.value), usual = param_text(param, param.fallback);
      out +=
          fmt::format("    {:<{}}  {:>{}}   {}{}\n", printable(param.name), widest_name, printable(value), widest_value,
                      printable(param_range(param)), value == usual ? "" : " (default " + printable(usual) + ")");
    }
  }
  return out;
}

Json summary_json(const scene::Scene& scene) {
  const scene::SceneSpec& spec = scene.spec();
  Json classes = Json::array();
  for (const scene::SceneClass& each : spec.classes) classes.push_back(each.name);
  return {{"title", spec.title},
          {"dt", spec.dt},
          {"duration", spec.duration},
          {"seed", spec.seed},
          {"agents", spec.agents.size()},
          {"groups", groups_of(spec).size()},
          {"group_list", groups_json(spec)},
          {"models", models_of(spec)},
          {"targets", spec.targets.size()},
          {"obstacles", spec.obstacles.size()},
          {"moving_obstacles", moving_obstacles(spec)},
          {"walls", spec.walls.size()},
          {"wall_segments", scene.walls().size()},
          {"moving_walls", moving_walls(spec)},
          {"doors", doors(spec)},
          {"perception", spec.perception},
          {"environment", spec.environment},
          {"classes", std::move(classes)},
          {"params", params_description(spec)}};
}

}  // namespace wend::cli
