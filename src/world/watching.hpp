#pragma once
#include "world/data.hpp"

namespace wend::world {

void note_birth(Data&, std::size_t row);    // after it was added
void note_removal(Data&, std::size_t row);  // before it is removed
void note_jump(Data&, std::size_t row, Vec2 before);
void set_watch(Data&, std::size_t row, double radius);
void exits_of_leaver(Data&, std::size_t row);
void tell_noted(Data&);  // at the start of a step
void count_watchers(Data&);

}  // namespace wend::world
