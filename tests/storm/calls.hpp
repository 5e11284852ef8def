#pragma once
#include <wend/command.hpp>

#include "storm/book.hpp"
#include "storm/dice.hpp"

namespace wend::storm {

// Where a storm happens.
struct Stage {
  double size = 5;  // half the side of the square in which things are
  Vec2 shift{};     // its centre
  double dt = 0.25;
};

enum class Expect { accepted, refused, either };

struct Call {
  Command command;
  Expect expect = Expect::accepted;  // a limit of the world may refuse what is right
};

Vec3 random_place(Dice&, const Stage&);
Call random_addition(Dice&, const Book&, const Stage&);  // to build a world with
Call random_call(Dice&, const Book&, const Stage&);

}  // namespace wend::storm
