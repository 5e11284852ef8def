#include "scene/group_names.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "scene/keys.hpp"

namespace wend::scene {

namespace {

bool is_named(const Engine& e, std::uint32_t group) { return group < e.spec.group_names.size() && !e.spec.group_names[group].empty(); }

std::optional<std::uint32_t> group_called(const Engine& e, std::string_view name) {
  const auto& names = e.spec.group_names;
  const auto found = std::find(names.begin(), names.end(), name);
  if (name.empty() || found == names.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - names.begin());
}

// A number that no agent, no name and no group{} has.
std::uint32_t free_number(const Engine& e) {
  std::vector<std::uint32_t> used;
  for (const SceneAgent& a : e.spec.agents) used.push_back(a.spec.group);
  if (!e.loading()) {
    for (const AgentState& a : e.built->world.agents()) used.push_back(a.group);
  }
  for (const Request& r : e.requests) {
    if (const auto* a = std::get_if<SceneAgent>(&r.entry)) used.push_back(a->spec.group);
  }
  std::sort(used.begin(), used.end());
  std::uint32_t number = e.groups + 1;
  while (is_named(e, number) || std::binary_search(used.begin(), used.end(), number)) ++number;
  return number;
}

Result<std::string> read_name(const Keys& keys, std::string_view key) {
  auto name = read_text(keys.L, keys.at(key), key, longest_group_name);
  if (!name) return keys.wrong(name.error());
  if (name->find_first_not_of(' ') == name->npos) return keys.wrong(concat(key, " = \"", *name, "\", expected a name of 1 .. ", longest_group_name, " bytes"));
  return name;
}

}  // namespace

Result<GroupChoice> read_group_choice(const Engine& e, const Keys& keys, bool crowd) {
  GroupChoice choice;
  const bool by_name = keys.has("group") && lua_type(keys.L, keys.at("group")) == LUA_TSTRING;
  choice.own = crowd && !keys.has("group");
  if (by_name) {
    const auto name = read_name(keys, "group");
    if (!name) return name.error();
    const auto known = group_called(e, *name);
    choice.number = known ? *known : free_number(e);
    if (!known) choice.name = *name;
  } else {
    const auto number = read_number(keys, row::group, 0);
    if (!number) return number.error();
    choice.number = static_cast<std::uint32_t>(*number);
  }
  if (choice.own) {
    choice.number = e.groups + 1;
    while (is_named(e, choice.number)) ++choice.number;
  }
  if (crowd && keys.has("name")) {
    const auto name = read_name(keys, "name");
    if (!name) return name.error();
    const auto known = group_called(e, *name);
    if (known && *known != choice.number)
      return keys.wrong(concat("name = \"", *name, "\" is the name of group ", *known, " already; group = \"", *name, "\" adds agents to that group"));
    const std::string_view old = !choice.name.empty() ? std::string_view(choice.name) : is_named(e, choice.number) ? std::string_view(e.spec.group_names[choice.number]) : "";
    if (!old.empty() && old != *name) return keys.wrong(concat("name = \"", *name, "\": group ", choice.number, " has the name \"", old, "\" already"));
    choice.name = *name;
  }
  if (!choice.name.empty() && choice.number >= most_group_names)
    return keys.wrong(concat(crowd && keys.has("name") ? "name" : "group", " = \"", choice.name, "\": group ", choice.number, " cannot have a name, only groups below ", most_group_names));
  return choice;
}

void keep_group_choice(Engine& e, const GroupChoice& choice) {
  if (choice.own) e.groups = choice.number;
  if (choice.name.empty()) return;
  auto& names = e.spec.group_names;
  if (choice.number >= names.size()) names.resize(choice.number + 1);
  names[choice.number] = choice.name;
}

bool group_names_fit(const std::vector<std::string>& names) {
  return names.size() <= most_group_names && std::all_of(names.begin(), names.end(), [](const std::string& name) { return name.size() <= longest_group_name; });
}

}  // namespace wend::scene
