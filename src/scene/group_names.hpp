#pragma once
#include "core/walk.hpp"
#include "scene/values.hpp"

namespace wend::scene {

// Names of groups. The world knows numbers only; SceneSpec::group_names has the name of each number.

constexpr std::uint32_t most_group_names = 256;
constexpr std::size_t longest_group_name = 64;  // bytes

// The group that agent{} or group{} asked for: `number`, and the name it is to get.
struct GroupChoice {
  std::uint32_t number = 0;
  std::string name;    // empty: none
  bool own = false;    // group{} without the key `group`: it numbers itself
};

// Reads `group` (a number, or a name that is known or new) and, for group{}, `name`.
Result<GroupChoice> read_group_choice(const Engine&, const Keys&, bool crowd);
// Once the agents are made.
void keep_group_choice(Engine&, const GroupChoice&);

// In checkpoints: callbacks may name groups as well.
inline constexpr const char* group_names_section = "scene/group_names";  // files of 0.2 do not have it
Bytes saved_group_names(const Engine&);
bool put_group_names(Engine&, const Section*);  // false: damaged

}  // namespace wend::scene
