#pragma once
#include "scene/values.hpp"

#include <optional>

namespace wend::scene {

// What the constructs of the language share.

// Constructs come before or after: while a motion runs nothing may be made, scene{} is over.
Result<void> may_construct(Engine&, const char* construct);
// Constructs that only loading knows.
Result<void> must_load(Engine&, const char* construct);

Result<std::int32_t> read_class(Engine&, const Keys&);
// What wall{} and door{} have in common: the numbers and the class.
Result<void> read_wall(Engine&, const Keys&, SceneWall&);
// A world of the same dt to try things on; null without memory.
World* probe_of(Engine&);
// Rules between parameters that one range cannot say.
bool same_model(const SceneModel&, const SceneModel&);
Result<void> check_model(Engine&, const SceneModel&);
// What relative parameters of an agent or a group are multiples of: its radius and top speed, or their means.
struct Reference {
  double radius = 0, speed = 0;
  bool drawn = false;  // they differ from member to member
};
// The model of an agent: what its recipe said, with the reference of its group.
Result<std::int32_t> model_index(Engine&, std::optional<std::uint32_t> recipe, const Reference&);
Result<Thing> read_handle(Engine&, lua_State*, int index, Tag, std::string_view key);

// Into the spec while loading, a request afterwards; answers the slot.
std::uint32_t add_target(Engine&, SceneTarget);
std::uint32_t add_obstacle(Engine&, SceneObstacle);
std::uint32_t add_wall(Engine&, SceneWall);
std::uint32_t add_agent(Engine&, SceneAgent, bool fresh_slot = false);
std::size_t target_count(const Engine&);
// `target = nearest`: the global of that name, or the word.
bool is_nearest(lua_State*, int index);
// The target of `goal = {x, y}`.
Result<std::uint32_t> own_goal(Engine&, Vec3 at, double radius);
// agent.goal = {x, y} and set_goal(): sends these agents to a point.
Answer send_to(Engine&, std::span<const std::uint32_t> agents, Vec3 at);

// The key of a read or a write of a handle, and what is said when it has no such field.
std::string key_text(lua_State*);
Answer unknown_field(Engine&, const Thing&, std::string_view key);

// The planner of agent{} and group{}, and the goals that come with it.
Result<void> use_planner(Engine&, const Keys&, SceneAgent&);
void set_stages(SceneAgent&, const std::vector<std::vector<std::uint32_t>>&);

void open_areas(lua_State*);
void open_planners(lua_State*);
void open_bodies(lua_State*);
void open_doors(lua_State*);
void open_agents(lua_State*);
void open_tasks(lua_State*);

}  // namespace wend::scene
