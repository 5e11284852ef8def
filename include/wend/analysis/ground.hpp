#pragma once
#include <wend/base/export.hpp>
#include <wend/ids.hpp>
#include <wend/vec.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wend {

class World;
namespace world {
struct Ground;
}

// A passage between two bodies.
struct Gap {
  Vec2 middle{};
  double width = 0;            // m
  std::uint64_t one = 0, other = 0;  // bits() of the ids of the two bodies
  double facing = 0;           // m over which the two are side by side; 0: they only come near each other
};

// Where a body of some size can go past everything that stands still: a grid for checks and explanations. Frozen when it is made;
// copies share it. No step asks it.
class WEND_API WalkableGround {
 public:
  // Empty: the grid would take too many cells. Cost: about the number of cells, up to a million.
  static std::optional<WalkableGround> of(const World&, double radius, std::uint32_t floor, bool doors_open);

  // The free cell of a body at this place: its own, or the nearest to which no body is in the way.
  std::optional<std::uint32_t> standing_cell(Vec2 at) const;
  // Free cells in which a body of this radius captures the target, in ascending order. Empty for a target that is gone.
  std::vector<std::uint32_t> capture_cells(const World&, TargetId, double radius) const;
  // Is there a way from the place to one of the cells? Empty: the grid cannot tell.
  std::optional<bool> has_way(Vec2 from, std::span<const std::uint32_t> cells) const;
  // Length (m) of the shortest way from each cell to one of the cells, infinite without a way; and the way itself.
  std::vector<double> way_lengths(std::span<const std::uint32_t> cells) const;
  std::vector<Vec2> way_from(std::span<const double> lengths, Vec2 from) const;
  // The passages with low <= width < high that the way goes through, narrowest first.
  std::vector<Gap> gaps_on(std::span<const Vec2> way, double low, double high) const;
  bool has_passages(double low, double high) const;  // of such a width, anywhere

 private:
  explicit WalkableGround(std::shared_ptr<const world::Ground>);
  std::shared_ptr<const world::Ground> ground_;
};

// A shut door that the way goes through; empty: none.
WEND_API std::optional<WallId> door_on(const World&, std::uint32_t floor, std::span<const Vec2> way);

// The influence length (m) of walls on an agent of the model attractor whose target competes with them. Empty: another model, no
// competition, or the people as they are by default, whose walls do not silence the target.
WEND_API std::optional<double> competing_wall_length(const World&, AgentId);

// "wall 3", "disc 4", from bits() of the id.
WEND_API std::string body_text(const World&, std::uint64_t id);

}  // namespace wend
