#pragma once
#include "json_text.hpp"

#include <wend/scene.hpp>

#include <string>

namespace wend::cli {

// A scene's params as people and programs read them.
std::string param_text(const scene::SceneParam&, double value);  // "40", "true", "left"
std::string param_range(const scene::SceneParam&);               // "1 .. 1000", "true or false", "left, right"
Json param_value(const scene::SceneParam&, double value);
Json params_json(const scene::SceneSpec&);         // {"agents": 40}
Json params_description(const scene::SceneSpec&);  // [{"name": "agents", "value": ...}]

// The one object of a command that could not do its work.
std::string json_error(const std::string& scene, const Error&);

}  // namespace wend::cli
