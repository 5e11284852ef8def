#include "parameter_table.hpp"

#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>
#include <wend/specs.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace wend::cli {

namespace {

template <class Owner>
std::vector<ParamInfo> rows_of(std::span<const Field<Owner>> fields) {
  std::vector<ParamInfo> rows;
  for (const Field<Owner>& field : fields) {
    if (field.info.in_scenes) rows.push_back(field.info);
  }
  return rows;
}

std::string value_text(const ParamInfo& info, double value) {
  if (value == info.unset) return "unset";
  if (info.kind == ParamKind::flag) return value != 0 ? "true" : "false";
  if (info.kind == ParamKind::choice) return choice_word(info, value);
  return fmt::format("{:.6g}", value);
}

std::string range_text(const ParamInfo& info) {
  if (info.kind == ParamKind::flag) return "true, false";
  if (info.kind == ParamKind::choice) {
    std::string words = info.choices;
    std::replace(words.begin(), words.end(), '|', ' ');
    return words;
  }
  return fmt::format("{}{} .. {}", info.low_open ? "> " : "", info.low, info.high);
}

Json value_json(const ParamInfo& info, double value) {
  if (value == info.unset) return nullptr;
  if (info.kind == ParamKind::flag) return value != 0;
  if (info.kind == ParamKind::choice) return choice_word(info, value);
  return value;
}

// A type of model: its parameters with their presets, the attributes of its agents, the values of categories of bodies.
void add_model(std::vector<ParameterOwner>& owners, const ModelInfo& info) {
  std::vector<std::pair<std::string, std::vector<double>>> presets;
  for (const ModelPreset& preset : info.presets) presets.emplace_back(preset.name, preset.params);
  std::string doc = fmt::format("model = {} {{ ... }}", info.name);
  if (info.name == "attractor") {
    // Values of people follow from radius and top speed: shown for an agent with the default ones.
    const AgentSpec usual;
    presets.front().second = to_block(resolved(AttractorParams::people(), usual.radius, usual.top_speed, WorldSettings{}.dt));
    doc += "; people: for an agent with the default radius and speed";
  } else {
    presets.clear();
  }
  owners.push_back({info.name, doc, info.parameters, presets});
  std::vector<ParamInfo> attributes;
  for (const StateField& field : info.state) {
    if (field.access == StateAccess::attribute) attributes.push_back(field.info);
  }
  if (!attributes.empty()) owners.push_back({info.name + " agent", fmt::format("agent {{ ... }} and group {{ ... }} with model = {}", info.name), attributes, {}});
  if (!info.category.empty()) owners.push_back({info.name + " class", fmt::format("class {{ name = ..., ... }}, heeded by {}", info.name), info.category, {}});
}

}  // namespace

std::vector<ParameterOwner> parameter_owners() {
  std::vector<ParameterOwner> owners{
      {"world", "scene { ... }", rows_of(world_fields()), {}},       {"agent", "agent { ... } and group { ... }", rows_of(agent_fields()), {}},
      {"target", "target { ... }", rows_of(target_fields()), {}},    {"obstacle", "obstacle { ... }", rows_of(obstacle_fields()), {}},
      {"wall", "wall { ... }", rows_of(wall_fields()), {}}};
  for (const ModelPointer& model : built_in_models()) add_model(owners, model->info());
  return owners;
}

std::string parameters_text(const ParameterOwner& owner) {
  // name, the values, range, unit, doc; values stand right, all else left
  const std::size_t values = std::max<std::size_t>(1, owner.presets.size());
  std::vector<std::vector<std::string>> lines(1);
  lines[0] = {"name"};
  for (const auto& preset : owner.presets) lines[0].push_back(preset.first);
  if (owner.presets.empty()) lines[0].push_back("default");
  lines[0].insert(lines[0].end(), {"range", "unit", ""});
  for (std::size_t i = 0; i < owner.rows.size(); ++i) {
    const ParamInfo& row = owner.rows[i];
    std::vector<std::string> line{row.name};
    for (const auto& preset : owner.presets) line.push_back(value_text(row, preset.second[i]));
    if (owner.presets.empty()) line.push_back(value_text(row, row.fallback));
    line.insert(line.end(), {range_text(row), row.unit, row.doc});
    lines.push_back(std::move(line));
  }
  std::vector<std::size_t> widths(lines[0].size());
  for (const auto& line : lines) {
    for (std::size_t c = 0; c + 1 < line.size(); ++c) widths[c] = std::max(widths[c], line[c].size());
  }
  std::string out = fmt::format("{}: {}\n\n", owner.name, owner.doc);
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t c = 0; c < line.size(); ++c) {
      text += c >= 1 && c <= values ? fmt::format("  {:>{}}", line[c], widths[c]) : fmt::format("  {:<{}}", line[c], widths[c]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  }
  return out;
}

Json parameters_json(const std::vector<ParameterOwner>& owners) {
  Json all = Json::array();
  for (const ParameterOwner& owner : owners) {
    for (std::size_t i = 0; i < owner.rows.size(); ++i) {
      const ParamInfo& row = owner.rows[i];
      Json one{
          {"owner", owner.name}, {"name", row.name}, {"unit", row.unit}, {"default", value_json(row, row.fallback)}};
      for (const auto& [name, values] : owner.presets) one[name] = value_json(row, values[i]);
      if (row.kind == ParamKind::choice) {
        std::string words = row.choices;
        Json list = Json::array();
        for (std::size_t at = 0; at <= words.size();) {
          const std::size_t end = std::min(words.find('|', at), words.size());
          list.push_back(words.substr(at, end - at));
          at = end + 1;
        }
        one["choices"] = std::move(list);
      } else if (row.kind != ParamKind::flag) {
        one["low"] = row.low;
        one["high"] = row.high;
      }
      one["doc"] = row.doc;
      all.push_back(std::move(one));
    }
  }
  return all;
}

}  // namespace wend::cli
