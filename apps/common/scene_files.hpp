#pragma once
#include <wend/result.hpp>

#include <string>
#include <vector>

namespace wend::cli {

// Where the shipped scenes are: WEND_SCENES, ./scenes, or beside the program.
Result<std::string> scenes_folder();
std::vector<std::string> scene_files_in(const std::string& folder);  // all .lua below it, sorted, with the folder

// The file somebody means by "barrier.lua", "scenes/barrier.lua" or just "barrier".
Result<std::string> find_scene(const std::string& typed);

}  // namespace wend::cli
