#pragma once
#include "console.hpp"
#include "scene_text.hpp"

namespace wend::cli {

// What is in a scene, for `check` and `info`.
std::string summary_text(const scene::Scene&, const Paint&);
Json summary_json(const scene::Scene&);

// "  name            text"
std::string summary_row(std::string_view name, std::string_view text);

}  // namespace wend::cli
