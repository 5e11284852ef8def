#include "scene/keys.hpp"

#include <wend/attractor.hpp>
#include <wend/human.hpp>
#include <wend/potential_field.hpp>
#include <wend/specs.hpp>

#include <array>
#include <vector>

namespace wend::scene {

namespace row {

using enum ParamKind;
const ParamInfo duration{"duration", "s", 0, 1e7, 60, "when a run ends"};
const ParamInfo seed{"seed", "", 0, 9007199254740991.0, 1, "of all random numbers", integer};
const ParamInfo environment{"environment", "", 0, 2, 0, "who finds the neighbours", choice, "auto|grid|kinetic"};
const ParamInfo perception{"perception",           "", 0, 3, 3, "who counts for steering", choice,
                           "near|unseparated|reachable|visible"};
const ParamInfo colour{"colour", "", 0, 2, 0, "what the colour of an agent shows", choice, "speed|group|weight"};
const ParamInfo count{"count", "", 0, 1048576, 0, "how many agents", integer};
const ParamInfo spacing{"spacing", "m", 0, 1000, 0, "smallest distance between centres; never less than touching"};
const ParamInfo group{"group", "", 0, 1e6, 0, "a label for drawing and counting", integer};
const ParamInfo direction{"direction", "rad", -1e6, 1e6, 0, "where to go, instead of a target"};
const ParamInfo order{"order", "", 0, 3, 0, "in which order targets are visited; any: one is enough; all: every target of the scene, the nearest first", choice, "nearest|listed|any|all"};
const ParamInfo on_arrival{"on_arrival",          "", 0, 2, 0, "what an agent does at its last target", choice,
                           "stop|remove|continue"};
const ParamInfo shape{"shape", "", 0, 3, 0, "of a target", choice, "point|disc|segment|polygon"};
const ParamInfo blocked{"blocked", "", 0, 2, 0, "what a moving wall does about who is in its way", choice,
                        "stop|push|report"};
const ParamInfo find_room{"find_room", "", 0, 1, 0, "where another agent is, take the nearest free place", flag};
const ParamInfo closed{"closed", "", 0, 1, 0, "the last point is joined to the first", flag};
const ParamInfo open{"open", "", 0, 1, 0, "the door is open", flag};
const ParamInfo opens{"opens", "s", 0, 1e7, 0, "when a door opens"};
const ParamInfo closes{"closes", "s", 0, 1e7, 0, "when a door closes"};
const ParamInfo competes{"competes", "", 0, 1, 0, "the class has a weight of its own", flag};
const ParamInfo solver{"solver", "", 0, 1, 0, "of a harmonic field", choice, "direct|classic"};
const ParamInfo over{"over", "", 0, 3, 1, "what lies under a drawn field", choice, "nearest|harmonic|hitting|distance"};
const ParamInfo strict{"strict", "", 0, 1, 0, "traps in a drawn field are errors", flag};
const ParamInfo stroke_width{"width", "m", 0.001, 1000, 1, "of a stroke"};
const ParamInfo strength{"strength", "", 0, 1, 1, "of a stroke against what lies under it"};
const ParamInfo part_weight{"weight", "", 1e-6, 1e6, 1, "of a part"};
const ParamInfo preset{"preset", "", 0, 2, 0, "where the parameters start", choice, "people|robust|classic"};
const ParamInfo human_set{"set", "", 0, 3, 0, "where the parameters start", choice, "fitted|bold|wide_berth|short_range"};

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
  for (const Field<Owner>& field : fields) keys.emplace_back(field.info.name);
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
  static const auto keys = with(world_fields(), {"title", "duration", "seed", "environment", "perception", "view", "colour"});
  return keys;
}

std::span<const std::string_view> class_keys() {
  static const auto keys = with(class_fields(), {"name", "competes"});
  return keys;
}

std::span<const std::string_view> target_keys() {
  static const auto keys = with(target_fields(), {"at", "from", "to", "polygon", "shape"});
  return keys;
}

std::span<const std::string_view> obstacle_keys() {
  static const auto keys = with(obstacle_fields(), {"at", "from", "to", "class"});
  return keys;
}

std::span<const std::string_view> wall_keys() {
  static const auto keys = with(wall_fields(), {"at", "turn", "pivot", "blocked", "closed", "class"});
  return keys;
}

std::span<const std::string_view> door_keys() {
  static const auto keys = with(wall_fields(), {"open", "opens", "closes", "class"});
  return keys;
}

std::span<const std::string_view> agent_keys() {
  static const auto keys = with(agent_fields(), {"at", "target", "targets", "goal", "goal_radius", "order", "direction",
                                                 "model", "class", "on_arrival", "group", "planner", "find_room"});
  return keys;
}

std::span<const std::string_view> group_keys() {
  static const auto keys =
      with(agent_fields(), {"count", "area", "spacing", "target", "targets", "goal", "goal_radius", "order",
                            "direction", "model", "class", "on_arrival", "group", "planner", "name"});
  return keys;
}

std::span<const std::string_view> assign_keys() {
  static constexpr std::string_view keys[] = {"agents", "targets"};
  return keys;
}

std::span<const std::string_view> attractor_keys() {
  static const auto keys = with(attractor_fields(), {"preset"});
  return keys;
}

std::span<const std::string_view> human_keys() {
  static const auto keys = with(human_fields(), {"set"});
  return keys;
}

std::span<const std::string_view> potential_field_keys() {
  static const auto keys = with(potential_field_fields(), {});
  return keys;
}

}  // namespace wend::scene
