#include "parameter_table.hpp"

#include <wend/attractor.hpp>
#include <wend/human.hpp>
#include <wend/potential_field.hpp>
#include <wend/specs.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace wend::cli {

namespace {

template <class Owner>
std::vector<ParamInfo> rows_of(std::span<const Field<Owner>> fields) {
  std::vector<ParamInfo> rows;
  for (const Field<Owner>& field : fields) rows.push_back(field.info);
  return rows;
}

std::string value_text(const ParamInfo& info, double value) {
  if (value == info.unset) return "unset";
  if (info.kind == ParamKind::flag) return value != 0 ? "true" : "false";
  if (info.kind == ParamKind::choice) return choice_word(info, value);
  return fmt::format("{}", value);
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

}  // namespace

std::vector<ParameterOwner> parameter_owners() {
  const auto robust = to_block(AttractorParams::robust());
  std::vector<ParamInfo> attractor = rows_of(attractor_fields());
  for (std::size_t i = 0; i < attractor.size(); ++i) attractor[i].fallback = robust[i];
  return {
      {"world", "scene { ... }", rows_of(world_fields()), {}},
      {"agent", "agent { ... } and group { ... }", rows_of(agent_fields()), {}},
      {"target", "target { ... }", rows_of(target_fields()), {}},
      {"obstacle", "obstacle { ... }", rows_of(obstacle_fields()), {}},
      {"wall", "wall { ... }", rows_of(wall_fields()), {}},
      {"class", "class { name = ..., ... }", rows_of(class_fields()), {}},
      {"attractor", "model = attractor { ... }", std::move(attractor), to_block(AttractorParams::classic())},
      {"human", "model = human { ... }", rows_of(human_fields()), {}},
      {"potential_field", "model = potential_field { ... }", rows_of(potential_field_fields()), {}},
  };
}

std::string parameters_text(const ParameterOwner& owner) {
  using Line = std::array<std::string, 6>;
  const bool presets = !owner.classic.empty();
  std::vector<Line> lines{{"name", presets ? "robust" : "default", presets ? "classic" : "", "range", "unit", ""}};
  for (std::size_t i = 0; i < owner.rows.size(); ++i) {
    const ParamInfo& row = owner.rows[i];
    lines.push_back({row.name, value_text(row, row.fallback), presets ? value_text(row, owner.classic[i]) : "",
                     range_text(row), row.unit, row.doc});
  }
  std::array<std::size_t, 6> widths{};
  for (const Line& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], line[c].size());
  }
  std::string out = fmt::format("{}: {}\n\n", owner.name, owner.doc);
  for (const Line& line : lines) {
    std::string text = fmt::format("  {:<{}}  {:>{}}", line[0], widths[0], line[1], widths[1]);
    if (presets) text += fmt::format("  {:>{}}", line[2], widths[2]);
    text += fmt::format("  {:<{}}  {:<{}}  {}", line[3], widths[3], line[4], widths[4], line[5]);
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
      if (!owner.classic.empty()) one["classic"] = value_json(row, owner.classic[i]);
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
