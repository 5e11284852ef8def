#pragma once
#include <compare>
#include <cstdint>

namespace wend {

// A handle of 64 bits: a slot and the generation of its tenant. Generation 0 never names anything, so Id{} is "none".
template <class Tag>
struct Id {
  std::uint32_t index = 0;
  std::uint32_t generation = 0;
  constexpr explicit operator bool() const { return generation != 0; }
  constexpr std::uint64_t bits() const { return (std::uint64_t{index} << 32) | generation; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

using AgentId = Id<struct AgentTag>;
using TargetId = Id<struct TargetTag>;
using ObstacleId = Id<struct ObstacleTag>;  // a disc or a capsule
using WallId = Id<struct WallTag>;          // one segment
using ClassId = Id<struct ClassTag>;        // friends, foes, fire-pits
using ModelId = Id<struct ModelTag>;        // a steering model with its parameters
using PlannerId = Id<struct PlannerTag>;    // who says which way to go

}  // namespace wend
