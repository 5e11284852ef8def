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
  static constexpr Id from_bits(std::uint64_t bits) { return {static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits)}; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

using AgentId = Id<struct AgentTag>;
using TargetId = Id<struct TargetTag>;
using ObstacleId = Id<struct ObstacleTag>;  // a disc or a capsule
using WallId = Id<struct WallTag>;          // one segment
using ClassId = Id<struct ClassTag>;        // friends, foes, fire-pits
using ModelId = Id<struct ModelTag>;        // a steering model with its parameters
using PlannerId = Id<struct PlannerTag>;    // what says which way to go

// What a reference names. The first four are the kinds of bodies.
enum class EntityKind : std::uint8_t { agent = 0, disc = 1, capsule = 2, wall = 3, target = 4, none = 255 };

using BodyKind = EntityKind;  // of a body: agent, disc, capsule or wall

// A reference to an agent, obstacle, wall or target.
struct EntityRef {
  EntityKind kind = EntityKind::none;
  std::uint64_t bits = 0;  // of the id

  constexpr EntityRef() = default;
  constexpr EntityRef(EntityKind of, std::uint64_t id_bits) : kind(of), bits(id_bits) {}
  constexpr EntityRef(AgentId id) : kind(EntityKind::agent), bits(id.bits()) {}
  constexpr EntityRef(TargetId id) : kind(EntityKind::target), bits(id.bits()) {}
  constexpr EntityRef(ObstacleId id) : kind(EntityKind::disc), bits(id.bits()) {}
  constexpr EntityRef(WallId id) : kind(EntityKind::wall), bits(id.bits()) {}

  constexpr explicit operator bool() const { return kind != EntityKind::none && bits != 0; }
  constexpr bool is_obstacle() const { return kind == EntityKind::disc || kind == EntityKind::capsule; }
  constexpr bool is_body() const { return is_obstacle() || kind == EntityKind::wall; }
  // The id, or an empty one where the reference names another kind of thing.
  constexpr AgentId agent() const { return kind == EntityKind::agent ? AgentId::from_bits(bits) : AgentId{}; }
  constexpr TargetId target() const { return kind == EntityKind::target ? TargetId::from_bits(bits) : TargetId{}; }
  constexpr ObstacleId obstacle() const { return is_obstacle() ? ObstacleId::from_bits(bits) : ObstacleId{}; }
  constexpr WallId wall() const { return kind == EntityKind::wall ? WallId::from_bits(bits) : WallId{}; }
  template <class Visit>
  static constexpr void for_members(Visit&& visit) {
    visit("kind", &EntityRef::kind);
    visit("bits", &EntityRef::bits);
  }
  friend constexpr auto operator<=>(const EntityRef&, const EntityRef&) = default;
};

}  // namespace wend
