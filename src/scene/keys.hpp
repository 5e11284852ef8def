#pragma once
#include <wend/params.hpp>

#include <cstddef>
#include <span>
#include <string_view>

#include "scene/thing.hpp"

namespace wend::scene {

// Rows of the parameter table that only scenes have; those of agents, bodies and models are in their own layers.
namespace row {
extern const ParamInfo duration, seed, environment, perception, colour;
extern const ParamInfo count, spacing, group, direction, order, on_arrival, find_room;
extern const ParamInfo shape, blocked, closed, competes, preset, human_set;
extern const ParamInfo open, opens, closes;
extern const ParamInfo solver, over, strict, stroke_width, strength, part_weight;
}  // namespace row

const ParamInfo& degrees_row();
std::span<const ParamInfo> normal_rows();
std::span<const ParamInfo> uniform_rows();
std::span<const ParamInfo> area_rows(AreaForm);

// The keys each construct knows: its rows and what is not a number.
std::span<const std::string_view> scene_keys();
std::span<const std::string_view> class_keys();
std::span<const std::string_view> target_keys();
std::span<const std::string_view> obstacle_keys();
std::span<const std::string_view> wall_keys();
std::span<const std::string_view> door_keys();
std::span<const std::string_view> agent_keys();
std::span<const std::string_view> group_keys();
std::span<const std::string_view> attractor_keys();
std::span<const std::string_view> human_keys();
std::span<const std::string_view> potential_field_keys();
std::span<const std::string_view> assign_keys();

inline constexpr std::size_t max_goals = 64;  // the world keeps one bit for each

}  // namespace wend::scene
