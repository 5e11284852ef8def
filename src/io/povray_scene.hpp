#pragma once
#include <wend/io/povray.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace wend::io {

// The words of a POV-Ray film. Its coordinates are ours: x east, y north, z up.

constexpr std::string_view pov_first_line = "// A film of Wend. This folder is replaced when the film is made anew.\n";

std::string pov_scene(const std::string& folder, std::uint64_t pictures);  // scene.inc: sky, ground, macros
std::string pov_front(const std::string& folder);                           // film.pov
std::string pov_ini(const std::string& name, const PovOptions&, std::uint64_t pictures);

// A place to stand from which the box, as tall as a person, fills the picture.
std::string pov_camera(const PovOptions&, const Box&, double turn_deg);

std::string pov_body(const BodyShape&, double wall_height);
std::string pov_target(const TargetMark&);
std::string pov_person(const AgentState&, double walked);  // metres it has walked so far

std::string pov_number(std::uint64_t picture);  // "000012"

}  // namespace wend::io
