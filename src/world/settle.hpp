#pragma once
#include "world/data.hpp"

namespace wend::world {

inline constexpr std::uint32_t no_group = 0xffffffffu;

// Which agents settle together around a point, how large their disc is, and the place of each: local spec section 20.1.
// Fills Data::groups, group_of and berths. Cost: one look at each agent, and at each body for each group.
void find_groups(Data&);

// What the agent knows of its group; `goal` is the row of the target it heads for, or planning::Answer::none.
Settlement settlement_of(const Data&, std::size_t row, std::uint32_t goal);

// An agent that arrived is on its way again.
void set_off(Data&, std::size_t row);
// Agents that were carried or left far from their group.
void send_back_strays(Data&);
// Targets of set_goal() to which no agent goes any more.
void remove_own_targets(Data&);

}  // namespace wend::world
