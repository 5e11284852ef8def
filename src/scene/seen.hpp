#pragma once
#include "scene/engine.hpp"

#include <optional>

namespace wend::scene {

// What a handle shows of its thing, in the world, in the spec while loading, or in a request that waits.

struct AgentSeen {
  Vec3 at, velocity;
  double heading = 0, turn_rate = 0, speed = 0, top_speed = 0, radius = 0, arrival = -1, weight = 1, watch = watch_nobody, energy = 1;
  Status status = Status::moving;
  std::uint32_t group = 0;
  bool has_target = false;
  Thing target;
  std::string klass;
};

struct BodySeen {  // also a target
  Vec3 at, to, velocity;
  double radius = 0;
  std::string klass;
  double waited = 0;  // of a wall
  double capacity = capacity_unlimited;  // of a target
  std::uint64_t taken = 0;
  bool door = false, open = false, waits = false;
};

const char* kind_name(Tag);
bool is_present(Engine&, const Thing&);
// Empty once it has left.
std::optional<AgentSeen> see_agent(Engine&, const Thing&);
std::optional<BodySeen> see_body(Engine&, const Thing&);

}  // namespace wend::scene
