#include "scene_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdint>

namespace wend::cli {

Json param_value(const scene::SceneParam& param, double value) {
  if (param.kind == ParamKind::flag) return value != 0;
  if (param.kind == ParamKind::choice) return param.choices.at(static_cast<std::size_t>(value));
  if (value == std::floor(value) && std::abs(value) < 1e15) return static_cast<std::int64_t>(value);  // 40, not 40.0
  return value;
}

std::string param_text(const scene::SceneParam& param, double value) {
  const Json json = param_value(param, value);
  if (json.is_string()) return json.get<std::string>();
  return json.is_boolean() ? (value != 0 ? "true" : "false") : fmt::format("{}", value);
}

std::string param_range(const scene::SceneParam& param) {
  if (param.kind == ParamKind::flag) return "true or false";
  if (param.kind == ParamKind::choice) return fmt::format("{}", fmt::join(param.choices, ", "));
  return fmt::format("{} .. {}", param.low, param.high);
}

Json params_json(const scene::SceneSpec& spec) {
  Json all = Json::object();
  for (const scene::SceneParam& param : spec.params) all[param.name] = param_value(param, param.value);
  return all;
}

Json params_description(const scene::SceneSpec& spec) {
  Json all = Json::array();
  for (const scene::SceneParam& param : spec.params) {
    Json one{{"name", param.name},
             {"value", param_value(param, param.value)},
             {"default", param_value(param, param.fallback)}};
    if (param.kind == ParamKind::choice) {
      one["choices"] = param.choices;
    } else if (param.kind != ParamKind::flag) {
      one["low"] = param.low;
      one["high"] = param.high;
    }
    all.push_back(std::move(one));
  }
  return all;
}

std::string json_error(const std::string& scene, const Error& error) {
  return json_text({{"schema", 1}, {"scene", scene}, {"error", error.text()}});
}

}  // namespace wend::cli
