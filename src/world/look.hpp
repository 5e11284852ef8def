#pragma once
#include "world/data.hpp"

namespace wend::world {

// What an agent's model is shown at present, with all the view points into. Made once, asked as often as one likes.
struct Look {
  Look(const Data&, std::size_t row);
  Look(const Look&) = delete;
  Look& operator=(const Look&) = delete;

  // The model's decision, with the velocity the agent would walk.
  Decision decision();

  std::size_t row;
  Data data;  // a copy: looking must not change the world
  Scratch scratch;
  View view;
  const SteeringModel* model = nullptr;
};

}  // namespace wend::world
