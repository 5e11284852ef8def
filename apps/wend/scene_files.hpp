#pragma once
#include "options.hpp"

#include <wend/scene.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace wend::cli {

// Where the shipped scenes are: WEND_SCENES, ./scenes, or beside the program.
Result<std::string> scenes_folder();
std::vector<std::string> scene_files_in(const std::string& folder);  // all .lua below it, sorted, with the folder

// The file somebody means by "barrier.lua", "scenes/barrier.lua" or just "barrier".
Result<std::string> find_scene(const std::string& typed);

// Finds and loads it; `seed` wins over the options.
Result<scene::Scene> load_scene(const SceneOptions&, std::optional<std::uint64_t> seed = {},
                                std::function<void(std::string_view)> log = {});
void say_cache_problem(const SceneOptions&);  // why --field-cache kept nothing, if so

}  // namespace wend::cli
