#pragma once
#include <wend/ids.hpp>
#include <wend/result.hpp>
#include <wend/specs.hpp>
#include <wend/vec.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace wend::world {

struct Data;

// Is there room for one more agent, and where is the nearest place that has some?

constexpr double overlap_below = -1e-9;   // m of clearance; as docs/metrics.md: contact
constexpr double room_reach_radii = 20;   // find_room looks this many of the agent's radii around
constexpr double room_ring_radii = 0.5;   // between two rings of places to try

// Agents by place and size. A cache: it says whom to look at, the columns say where that agent is. Agents of about one size have
// a layer of their own, with cells as wide as these agents: a giant among ants costs no more than another ant.
struct RoomGrid {
  static constexpr std::size_t layers = 14;  // agent radii are 0.001 .. 5 m, each layer has twice the radius of the one before
  struct Entry {
    AgentId id;
    std::int32_t next = -1;
  };
  std::uint64_t step = std::numeric_limits<std::uint64_t>::max();  // of the picture; another step: all may have moved
  std::vector<std::int32_t> heads;  // by hash of floor, layer and cell: strangers in a bucket are told apart by distance
  std::vector<Entry> entries;       // who jumped or left has old ones, too
  std::array<std::size_t, layers> in_layer{};
};

// Walls by the interval of x they cover, for finding the walls at a point. Made anew after bodies came, went or moved.
struct WallIndex {
  bool valid = false;
  std::vector<double> low, high_so_far;  // ascending; the largest x of this wall and all before
  std::vector<std::uint32_t> body;       // row
};

// An error if the point is exactly on a wall of the floor that is not open: there is no side to be on (environment spec 13.6).
Result<void> check_off_walls(Data&, Vec2 at, std::uint32_t floor, const char* place);

// An agent is new, or has another place or radius, since the last step.
void note_place(Data&, std::size_t row);

// A disc, a capsule or a wall that will be there, too.
struct Taken {
  Vec2 a, b;
  double radius = 0;
  bool wall = false;
};

// An error if the body of the spec would overlap a present agent on its floor.
Result<void> check_room(Data&, const AgentSpec&, const char* place);

// The place for an agent with find_room: `at` if the body overlaps nothing there, else the first free place on rings around it.
// No wall is crossed by the straight way from `at` to there. `taken` must stay free, too.
Result<Vec2> find_room(Data&, const AgentSpec&, std::span<const Taken> taken, const char* place);

// Visits the rows of all agents whose body may reach into the disc, each once, in no particular order.
void for_agents_near(Data&, Vec2 at, double radius, std::uint32_t floor, const std::function<void(std::size_t row)>& visit);

}  // namespace wend::world
