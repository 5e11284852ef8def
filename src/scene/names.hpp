#pragma once
#include <wend/result.hpp>

#include <span>
#include <string>
#include <string_view>

namespace wend::scene {

// Control characters of a script must not reach a terminal.
std::string printable(std::string_view, std::size_t longest = 1000);
// Lua's own message "scene.lua:7: attempt to ..." with its place apart, and a hint for a mistyped or missing name.
// `globals` are the names that a script finds.
Error script_error(std::string_view said, std::string_view scene_name, std::span<const std::string> globals);

}  // namespace wend::scene
