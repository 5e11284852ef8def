#pragma once
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

// Within the limits above, as a checkpoint must have them.
bool group_names_fit(const std::vector<std::string>&);

}  // namespace wend::scene
