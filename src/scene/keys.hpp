#pragma once
#include <wend/base/params.hpp>
#include <wend/model/model.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "scene/thing.hpp"

namespace wend::scene {

// Rows of the parameter table that only scenes have; those of agents, bodies and models are in their own layers.
namespace row {
extern const ParamInfo duration, seed, colour;
extern const ParamInfo count, spacing, group, direction;
extern const ParamInfo closed;
extern const ParamInfo open, opens, closes;
extern const ParamInfo stroke_width, strength, part_weight;
}  // namespace row

const ParamInfo& degrees_row();
std::span<const ParamInfo> normal_rows();
std::span<const ParamInfo> uniform_rows();
std::span<const ParamInfo> area_rows(AreaForm);

// The keys each construct knows: the rows of its list of fields and what is not a number.
std::span<const std::string_view> scene_keys();
std::span<const std::string_view> target_keys();
std::span<const std::string_view> obstacle_keys();
std::span<const std::string_view> wall_keys();
std::span<const std::string_view> door_keys();
std::span<const std::string_view> assign_keys();

// Keys that depend on the types of model a scene may name.
struct SceneKeys {
  std::vector<std::string_view> agent, group, category;
};
SceneKeys keys_with(std::span<const ModelPointer> types);
std::vector<std::string_view> model_keys(const ModelInfo&);

// The row of a list of fields by its name; the name must be there.
template <class Owner>
const ParamInfo& row_named(std::span<const Field<Owner>> fields, std::string_view name) {
  for (const Field<Owner>& field : fields) {
    if (field.info.name == name) return field.info;
  }
  return fields[0].info;
}

// The attribute of that name that a model has; null: none.
const ParamInfo* attribute_info(const SteeringModel&, std::string_view name);
// The same of any of the types.
const ParamInfo* attribute_info(std::span<const ModelPointer>, std::string_view name);

inline constexpr std::size_t max_goals = 64;  // the world keeps one bit for each

}  // namespace wend::scene
