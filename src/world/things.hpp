#pragma once
#include <wend/specs.hpp>
#include <wend/state.hpp>

#include "world/agent_columns.hpp"

#include <string>
#include <vector>

// The described state of bodies, targets, categories and contacts: the STORED lines of their specs and what the world adds.

namespace wend::world {

#define WEND_KEPT_MEMBER(part, heat, type, name, fallback, info, doc) Stored<type> name = static_cast<Stored<type>>(fallback);
#define WEND_KEPT_VISIT(part, heat, type, name, fallback, info, doc) visit(#name, &Self::name);

// Copies the stored values of a spec to the thing that keeps them: the file says `const auto& spec` and `auto& kept`.
#define WEND_KEEP(part, heat, type, name, fallback, info, doc) kept.name = static_cast<Stored<type>>(spec.name);

#define WEND_BODY_STATE(M)                                                                    \
  M(std::uint64_t, id, 0) /* bits() of its ObstacleId or WallId */                            \
  M(EntityKind, kind, EntityKind::disc)                                                       \
  M(std::uint32_t, klass, 0)                                                                  \
  M(std::uint64_t, user_data, 0)                                                              \
  M(Vec2, a, {}) M(Vec2, b, {}) M(Vec2, old_a, {}) M(Vec2, old_b, {})                         \
  M(Vec2, velocity_a, {}) M(Vec2, velocity_b, {})                                             \
  M(std::uint8_t, moves, 0) /* half and end are set: where the coming step takes it */        \
  M(Vec2, half_a, {}) M(Vec2, half_b, {}) M(Vec2, end_a, {}) M(Vec2, end_b, {})               \
  M(std::uint64_t, waited, 0) /* steps it stood still because something was in its way */     \
  M(std::uint8_t, open, 0)                                                                    \
  M(std::uint8_t, wants_shut, 0) /* 1: an agent is in its way, not yet told; 2: told */

// A disc, capsule or wall; `a == b` for a disc. A wall's `radius` is its thickness.
struct Body {
  using Self = Body;
  WEND_BODY_STATE(WEND_PLAIN_MEMBER)
  WEND_OBSTACLE_FIELDS(WEND_KEPT_MEMBER, WEND_NO_FIELD, WEND_NO_FIELD)
  WEND_WALL_OWN_FIELDS(WEND_KEPT_MEMBER, WEND_NO_FIELD, WEND_NO_FIELD)
  template <class Visit>
  static constexpr void for_members(Visit&& visit) {
    WEND_BODY_STATE(WEND_PLAIN_VISIT)
    WEND_OBSTACLE_FIELDS(WEND_KEPT_VISIT, WEND_NO_FIELD, WEND_NO_FIELD)
    WEND_WALL_OWN_FIELDS(WEND_KEPT_VISIT, WEND_NO_FIELD, WEND_NO_FIELD)
  }
  EntityRef ref() const { return {kind, id}; }
};
#undef WEND_BODY_STATE

#define WEND_TARGET_STATE(M)                                                                   \
  M(TargetId, id, {})                                                                          \
  M(std::uint64_t, user_data, 0)                                                               \
  M(Vec2, at, {}) M(Vec2, to, {}) M(Vec2, old_at, {}) M(Vec2, velocity, {})                    \
  M(std::uint8_t, moves, 0) M(Vec2, half, {}) M(Vec2, end, {})                                 \
  M(std::vector<Vec2>, corners, {})                                                            \
  M(std::uint64_t, taken, 0)  /* captures so far */                                            \
  M(std::uint8_t, own, 0)     /* made by set_goal(): removed when no agent goes there */

struct Target {
  using Self = Target;
  WEND_TARGET_STATE(WEND_PLAIN_MEMBER)
  WEND_TARGET_FIELDS(WEND_KEPT_MEMBER, WEND_NO_FIELD, WEND_NO_FIELD)
  template <class Visit>
  static constexpr void for_members(Visit&& visit) {
    WEND_TARGET_STATE(WEND_PLAIN_VISIT)
    WEND_TARGET_FIELDS(WEND_KEPT_VISIT, WEND_NO_FIELD, WEND_NO_FIELD)
  }
  std::uint64_t fresh = 0;  // captures of this step: they count from the next one on; no state

  bool is_full() const { return capacity >= 0 && static_cast<double>(taken) >= capacity; }
};
#undef WEND_TARGET_STATE

// A category of bodies: friends, foes, fire-pits. The values that were given, by name; models declare which there are.
#define WEND_BODY_CLASS(M) M(std::string, name, {}) M(Attributes, values, {})
struct BodyClass {
  WEND_MEMBERS(BodyClass, WEND_BODY_CLASS)
};
#undef WEND_BODY_CLASS

struct ModelEntry {
  std::uint32_t type = 0;  // index into Data::types
  std::vector<double> params;
  ModelTraits traits;  // of these parameters
};

#define WEND_CONTACT(M) M(AgentId, agent, {}) M(EntityRef, other, {})
struct Contact {
  WEND_MEMBERS(Contact, WEND_CONTACT)
  friend auto operator<=>(const Contact&, const Contact&) = default;
};
#undef WEND_CONTACT

}  // namespace wend::world
