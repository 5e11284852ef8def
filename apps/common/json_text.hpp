#pragma once
#include <nlohmann/json.hpp>

#include <string>

namespace wend::cli {

using Json = nlohmann::ordered_json;

// {"schema": 1, ...} as text: one line per member and per element of a list of objects.
std::string json_text(const Json& object);

}  // namespace wend::cli
