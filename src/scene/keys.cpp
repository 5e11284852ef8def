#include "scene/keys.hpp"

#include <wend/specs.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace wend::scene {

namespace row {

using enum ParamKind;
const ParamInfo duration{"duration", "s", 0, 1e7, 60, "when a run ends"};
const ParamInfo seed{"seed", "", 0, 9007199254740991.0, 1, "of all random numbers", integer};
const ParamInfo colour{"colour", "", 0, 2, 0, "what the colour of an agent shows", choice, "speed|group|weight"};
const ParamInfo count{"count", "", 0, 1048576, 0, "how many agents", integer};
const ParamInfo spacing{"spacing", "m", 0, 1000, 0, "smallest distance between centres; never less than touching"};
const ParamInfo group{"group", "", 0, 1e6, 0, "a label for drawing and counting", integer};
const ParamInfo direction{"direction", "rad", -1e6, 1e6, 0, "where to go, instead of a target"};
const ParamInfo closed{"closed", "", 0, 1, 0, "the last point is joined to the first", flag};
const ParamInfo open{"open", "", 0, 1, 0, "the door is open", flag};
const ParamInfo opens{"opens", "s", 0, 1e7, 0, "when a door opens"};
const ParamInfo closes{"closes", "s", 0, 1e7, 0, "when a door closes"};
const ParamInfo stroke_width{"width", "m", 0.001, 1000, 1, "of a stroke"};
const ParamInfo strength{"strength", "", 0, 1, 1, "of a stroke against what lies under it"};
const ParamInfo part_weight{"weight", "", 1e-6, 1e6, 1, "of a part"};

}  // namespace row

namespace {

constexpr double far = 1e7;
constexpr ParamInfo degrees{"degrees", "", -1e8, 1e8, 0, "an angle"};
constexpr std::array<ParamInfo, 2> normal_table{
    {{"mean", "", -far, far, 0, ""}, {"sd", "", 0, far, 0, "standard deviation"}}};
constexpr std::array<ParamInfo, 2> uniform_table{{{"low", "", -far, far, 0, ""}, {"high", "", -far, far, 0, ""}}};
constexpr std::array<ParamInfo, 4> corners{{{"x0", "m", -far, far, 0, ""},
                                            {"y0", "m", -far, far, 0, ""},
                                            {"x1", "m", -far, far, 0, ""},
                                            {"y1", "m", -far, far, 0, ""}}};
constexpr std::array<ParamInfo, 3> disc_table{
    {{"x", "m", -far, far, 0, ""}, {"y", "m", -far, far, 0, ""}, {"r", "m", 0, far, 0, ""}}};
constexpr std::array<ParamInfo, 4> ring_table{{{"x", "m", -far, far, 0, ""},
                                               {"y", "m", -far, far, 0, ""},
                                               {"r0", "m", 0, far, 0, ""},
                                               {"r1", "m", 0, far, 0, ""}}};

template <class Owner>
std::vector<std::string_view> with(std::span<const Field<Owner>> fields, std::initializer_list<std::string_view> more) {
  std::vector<std::string_view> keys;
  for (const Field<Owner>& field : fields) {
    if (field.info.in_scenes) keys.emplace_back(field.info.name);
  }
  keys.insert(keys.end(), more);
  return keys;
}

}  // namespace

const ParamInfo& degrees_row() { return degrees; }
std::span<const ParamInfo> normal_rows() { return normal_table; }
std::span<const ParamInfo> uniform_rows() { return uniform_table; }

std::span<const ParamInfo> area_rows(AreaForm form) {
  if (form == AreaForm::disc) return disc_table;
  if (form == AreaForm::ring) return ring_table;
  return corners;
}

std::span<const std::string_view> scene_keys() {
  static const auto keys = with(world_fields(), {"title", "duration", "seed", "view", "colour"});
  return keys;
}

std::span<const std::string_view> target_keys() {
  static const auto keys = with(target_fields(), {"at", "from", "to", "polygon"});
  return keys;
}

std::span<const std::string_view> obstacle_keys() {
  static const auto keys = with(obstacle_fields(), {"at", "from", "to", "class"});
  return keys;
}

std::span<const std::string_view> wall_keys() {
  static const auto keys = with(wall_fields(), {"at", "turn", "pivot", "closed", "class"});
  return keys;
}

std::span<const std::string_view> door_keys() {
  static constexpr std::string_view keys[] = {"thickness", "open", "opens", "closes", "class"};
  return keys;
}

std::span<const std::string_view> assign_keys() {
  static constexpr std::string_view keys[] = {"agents", "targets"};
  return keys;
}

SceneKeys keys_with(std::span<const ModelPointer> types) {
  SceneKeys keys;
  keys.agent = with(agent_fields(), {"at", "target", "targets", "goal", "goal_radius", "direction", "model", "class", "group", "planner"});
  keys.group = with(agent_fields(), {"count", "area", "spacing", "target", "targets", "goal", "goal_radius", "direction", "model", "class", "group",
                                     "planner", "name"});
  std::erase(keys.group, "find_room");
  keys.category = {"name"};
  const auto add = [](std::vector<std::string_view>& list, std::string_view name) {
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  };
  for (const ModelPointer& type : types) {
    for (const StateField& f : type->info().state) {
      if (f.access != StateAccess::attribute) continue;
      add(keys.agent, f.info.name);
      add(keys.group, f.info.name);
    }
    for (const ParamInfo& info : type->info().category) add(keys.category, info.name);
  }
  return keys;
}

std::vector<std::string_view> model_keys(const ModelInfo& info) {
  std::vector<std::string_view> keys;
  for (const ParamInfo& row : info.parameters) {
    if (row.in_scenes) keys.emplace_back(row.name);
  }
  if (!info.presets.empty()) keys.emplace_back(info.preset_key);
  return keys;
}

const ParamInfo* attribute_info(const SteeringModel& type, std::string_view name) {
  for (const StateField& f : type.info().state) {
    if (f.access == StateAccess::attribute && f.info.name == name) return &f.info;
  }
  return nullptr;
}

const ParamInfo* attribute_info(std::span<const ModelPointer> types, std::string_view name) {
  for (const ModelPointer& type : types) {
    if (const ParamInfo* info = attribute_info(*type, name)) return info;
  }
  return nullptr;
}

}  // namespace wend::scene
