#pragma once
#include <wend/scene.hpp>

#include <string>
#include <vector>

namespace wend::cli {

inline constexpr const char* no_agents = "there are no agents";

// What a scene may do but hardly means: people on obstacles, targets nobody can reach, time steps that are too long.
std::vector<std::string> doubts_about(scene::Scene&);

}  // namespace wend::cli
