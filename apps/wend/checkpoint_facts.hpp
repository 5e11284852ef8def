#pragma once
#include "scene_text.hpp"

#include <string>
#include <utility>
#include <vector>

namespace wend::cli {

// A file as a list of names and values, for `wend info`.
using Facts = std::vector<std::pair<std::string, Json>>;

Result<Facts> checkpoint_facts(const std::string& path);

}  // namespace wend::cli
