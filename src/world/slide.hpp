#pragma once
#include "world/data.hpp"

namespace wend::world {

// Movers that do not obey and that a side step can avoid: discs, driven agents, agents of models without safety. Sorted by x.
void list_movers(Data&);

// The velocity an agent with Safety::slide walks: its wish projected on the half planes of all near bodies, local spec section 19.5.
// `scratch` holds the neighbours gathered for this row; `h` is the unit vector of the new heading.
struct Slid {
  Vec2 velocity;
  double violation = 0;     // steering::Walked
  bool makes_room = false;  // steps aside for agents that walk
  Vec2 way_out;             // Neighbour::way_out
};
Slid slide(const Data&, std::size_t row, const Motion&, Vec2 h, Scratch&);

}  // namespace wend::world
