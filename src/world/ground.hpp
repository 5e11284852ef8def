#pragma once

#include <wend/analysis/ground.hpp>

#include "planning/passages.hpp"
#include "world/data.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace wend::world {

// Where a body of some size can go past everything that stands still: a grid for checks and explanations. No step asks.

enum class DoorsTaken : std::uint8_t { as_now, open };

struct Ground {
  double radius = 0;  // of the body
  std::uint32_t floor = 0;
  std::vector<planning::FixedBody> bodies;
  std::vector<std::uint64_t> ids;  // of them
  planning::Map map;
  std::vector<std::uint8_t> solid;
  std::vector<std::uint32_t> part;  // per free cell: two cells have a way between them if their parts are equal; 0: solid
  bool sure = true;                 // false: the cells were too coarse for some passage that is wide enough
};

// None: it would take too many cells.
std::optional<Ground> make_ground(const Data&, double radius, std::uint32_t floor, DoorsTaken);

// The free cell of a body at this place: its own, or the nearest to which no body is in the way.
std::optional<std::uint32_t> standing_cell(const Ground&, Vec2 at);
// Free cells in which a body of this radius captures the target, in ascending order.
std::vector<std::uint32_t> capture_cells(const Ground&, const Target&, double radius);
// Is there a way from the place to one of the cells? No answer: the grid does not know.
std::optional<bool> has_way(const Ground&, Vec2 from, std::span<const std::uint32_t> cells);

// Length of the shortest way from each cell to one of the cells, infinite without a way, and the way itself.
std::vector<double> way_lengths(const Ground&, std::span<const std::uint32_t> cells);
std::vector<Vec2> way_from(const Ground&, std::span<const double> lengths, Vec2 from);

// The passages with low <= width < high that the way goes through, narrowest first.
std::vector<Gap> gaps_on(const Ground&, std::span<const Vec2> way, double low, double high);

// A shut door that the way goes through; null: none.
const Body* door_on(const Data&, std::uint32_t floor, std::span<const Vec2> way);

// The influence length of walls on an agent of the model attractor whose target competes with them. None: another model, no
// competition, or the people as they are by default, whose walls do not silence the target.
std::optional<double> competing_wall_length(const Data&, std::size_t row);

// "wall 3", "disc 4", as explain names bodies.
std::string body_text(const Data&, std::uint64_t id);

}  // namespace wend::world
