#pragma once
#include <wend/ids.hpp>
#include <wend/vec.hpp>

#include <cstdint>

namespace wend {

// The answers of World::within(), nearest(), visible_from() and ray().

struct AgentHit {
  AgentId id{};
  Vec3 at{};
  double distance = 0;  // m, from the point to the agent's centre
};

struct RayHit {
  EntityRef entity{};   // an agent, an obstacle or a wall
  double distance = 0;  // m, along the ray to its surface; 0: the ray starts inside
  Vec3 point{};
};

// What a ray meets.
struct RayFilter {
  std::uint32_t floor = 0;
  bool agents = true, obstacles = true, walls = true;  // open doors never
  AgentId except{};  // this agent is passed through
};

// A disc (a == b) or a capsule that a new agent keeps away from; nothing crosses a wall.
struct RoomTaken {
  Vec3 a{}, b{};
  double radius = 0;
  bool wall = false;
};

}  // namespace wend
