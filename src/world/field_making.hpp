#pragma once
#include "world/data.hpp"

namespace wend::world {

inline bool is_door(const Body& b) { return b.door != 0; }
inline bool is_open(const Body& b) { return b.open != 0; }

// Makes the fields that are used and missing or out of date; the error is the first problem of one in use.
Result<void> make_fields(Data&, TaskRunner&, const PlanProgressCall&);

}  // namespace wend::world
