#pragma once
#include "scene_text.hpp"

#include <wend/base/params.hpp>

#include <optional>
#include <string>
#include <vector>

namespace wend::cli {

// The one parameter table (decision N3), for `wend info --parameters`.

struct ParameterOwner {
  std::string name;
  std::string doc;
  std::vector<ParamInfo> rows;
  std::vector<std::pair<std::string, std::vector<double>>> presets;  // name and values; empty where there are none
};

std::vector<ParameterOwner> parameter_owners();
std::string parameters_text(const ParameterOwner&);
Json parameters_json(const std::vector<ParameterOwner>&);

}  // namespace wend::cli
