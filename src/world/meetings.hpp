#pragma once
#include "world/data.hpp"

namespace wend::world {

// Before anybody moves: which bodies may each agent touch in this step?
void find_touchable(Data&);
// After everybody moved: contacts that begin or end, and who came into whose disk, with the moment inside the step.
void tell_contacts(Data&);
void tell_crossings(Data&);

}  // namespace wend::world
