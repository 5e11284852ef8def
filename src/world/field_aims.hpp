#pragma once
#include "world/field_making.hpp"

namespace wend::world {

// Which of the map's doors are open now.
std::vector<std::uint8_t> doors_open(const Data&, const PlanMap&);
// Does the field no longer fit its targets, doors or crowd? Then `plan.cells` are those of now.
bool out_of_date(const Data&, PlanField&, const PlanMap&);

}  // namespace wend::world
