#pragma once
#include <wend/world.hpp>

namespace wend::world {

struct Data;

// The inside of a world, for the library's own parts and for tests. Not installed.
struct Access {
  static const Data& data(const World& world) { return *world.data_; }
  static Data& data(World& world) { return *world.data_; }
};

}  // namespace wend::world
