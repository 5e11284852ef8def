#pragma once
#include "scene/engine.hpp"

#include <optional>

namespace wend::scene {

// What a handle shows of its thing: in the world, in the spec while loading, or in a request that waits. Empty once it has left.
std::optional<AgentState> see_agent(Engine&, const Thing&);
std::optional<TargetState> see_target(Engine&, const Thing&);
std::optional<BodyState> see_body(Engine&, const Thing&);

// What is not in the state: the name of the category, the target's handle, a number of the agent's model.
std::string see_class(Engine&, const Thing&);
std::optional<Thing> see_goal(Engine&, const Thing& agent);
std::optional<double> see_attribute(Engine&, const Thing& agent, std::string_view name);

const char* kind_name(Tag);
bool is_present(Engine&, const Thing&);

}  // namespace wend::scene
