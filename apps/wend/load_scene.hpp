#pragma once
#include "options.hpp"
#include "scene_files.hpp"

#include <wend/scene.hpp>

#include <functional>
#include <string_view>

namespace wend::cli {

// Finds and loads it; `seed` wins over the options.
Result<scene::Scene> load_scene(const SceneOptions&, std::optional<std::uint64_t> seed = {},
                                std::function<void(std::string_view)> log = {});
void say_cache_problem(const SceneOptions&);  // why --field-cache kept nothing, if so

}  // namespace wend::cli
