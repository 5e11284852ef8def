#pragma once
#include <wend/model/model.hpp>

#include "steering/sight.hpp"

#include <span>

namespace wend::steering {

// A body that may be fused, or a whole component: local spec 12.1.
struct Fusible {
  const Neighbour* body = nullptr;
  Sight<double> sight;
  std::uint32_t component = 0;
};

// Joins bodies of one class that leave no passage for this agent into one wide obstacle each, local spec (58), (59).
// Sorts by id, replaces the members of a joined component by their hull, and returns how many are left in front.
std::size_t fuse(std::span<Fusible> bodies, double radius);

}  // namespace wend::steering
