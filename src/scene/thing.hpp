#pragma once
#include <cstdint>

namespace wend::scene {

// What a script holds in its hands. One kind of userdata for all, plain numbers, behind one protected metatable.
enum class Tag : std::uint8_t {
  agent = 0,
  target = 1,
  obstacle = 2,
  wall = 3,
  group = 4,
  model = 5,
  planner = 6,
  area = 7,
  draw = 8
};

enum class AreaForm : std::uint8_t { box, disc, ring, line };
enum class DrawForm : std::uint8_t { fixed, normal, uniform };

struct Thing {
  Tag tag = Tag::agent;
  std::uint8_t form = 0;         // AreaForm or DrawForm
  std::uint32_t slot = 0;        // of the engine's table for this tag; a model's recipe
  std::uint32_t generation = 0;  // of that slot
  std::uint32_t count = 0;       // members of a group
  double v[4] = {};              // numbers of an area or a distribution
};

constexpr bool has_slot(Tag tag) { return tag <= Tag::wall; }

}  // namespace wend::scene
