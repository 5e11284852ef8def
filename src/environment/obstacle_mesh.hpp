#pragma once
#include <wend/specs.hpp>
#include <wend/vec.hpp>

#include "environment/kinetic_triangulation.hpp"
#include "environment/wall_grid.hpp"
#include "geometry/planar.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace wend::environment {

struct WallHit {
  std::uint32_t wall = 0;  // as given to set_walls
  double distance = 0;
  Vec2 point, normal;      // the wall's unit normal, towards the one who asks; on the wall's line: to the left of ab
};

// What one thread needs while it asks; grows once.
struct MeshScratch {
  std::vector<std::uint32_t> wall_stamp, tile_stamp;  // equal to `round`: met already
  std::uint32_t round = 0;
  std::vector<std::uint32_t> walls, stack;
  std::vector<double> x, y, clearance;  // lanes, one for each of the others
  std::vector<std::uint8_t> reached, unseparated;

  void begin_round() {
    if (++round != 0) return;
    for (auto* stamps : {&wall_stamp, &tile_stamp}) std::fill(stamps->begin(), stamps->end(), 0u);
    round = 1;
  }
};

// The walls of one floor, and who is related to whom among them (environment spec, section 6): a constrained Delaunay
// triangulation of the wall ends for reach, the walls themselves in a grid for sight. Somebody who stands on a wall is
// on both its sides. Answers depend on the walls alone, not on how the mesh came about; const calls may run in parallel.
// A wall of K is one as given: where others end on it makes no difference.
class ObstacleMesh {
 public:
  // Finite, within 1e7 m, in any number; they may cross, touch, repeat or have no length (geometry/planar.hpp).
  // `margin`: how far beyond the walls somebody usually is. A matter of speed: nothing depends on it.
  void set_walls(std::span<const geometry::Segment> walls, double margin);
  bool empty() const { return grid_.empty(); }
  std::span<const geometry::Segment> walls() const { return walls_; }
  const geometry::PlanarGraph& planar() const { return graph_; }

  // A tile that holds p, for use as a hint; any number will do as the first one.
  std::uint32_t locate(Vec2 p, std::uint32_t hint = 0) const;

  // keep[i] becomes 1 when q[i], which is in the closed disk (p, r), is in p's set of that relation, else 0.
  void filter(Vec2 p, double r, Relation, std::span<const Vec2> q, std::span<std::uint8_t> keep, MeshScratch&,
              std::uint32_t hint = 0) const;

  // Does no wall meet the open segment pq? (e.6), at any distance.
  bool visible(Vec2 p, Vec2 q) const;

  // The point of the walls nearest to p, not farther than `max`; of equal ones that of the lowest wall.
  std::optional<WallHit> nearest_wall(Vec2 p, double max) const;
  // The same among the points within half_angle of the direction; 0: where the ray meets a wall first.
  std::optional<WallHit> first_wall(Vec2 p, Vec2 direction, double half_angle, double max) const;

  // For pictures; made of sites of planar(), and of a frame.
  const KineticTriangulation2& triangulation() const { return triangulation_; }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;

  // One triangle, one cache line. `across` is the same side seen from the neighbour, 4 * tile + k.
  struct alignas(64) Tile {
    Vec2 corner[3];  // side k goes from corner k to the next, counter-clockwise
    std::uint32_t across[3] = {none, none, none};
    std::uint8_t walls = 0;  // bit k: side k is a wall
    bool dead = false;       // a slot without a triangle
  };
  struct Location {
    std::uint32_t tile = none;
    std::uint32_t zeros = 0;  // bit k: the point is on the line of side k
  };

  // obstacle_mesh.cpp
  void make_tiles();
  void surround();
  Location find(Vec2 p, std::uint32_t hint) const;
  // mesh_flood.cpp
  template <typename F> void for_tiles_at(Vec2 p, std::uint32_t hint, F&& f) const;
  void flood(Vec2 p, double r, std::uint32_t hint, MeshScratch&) const;
  void keep_reached(std::span<const Vec2> q, std::span<std::uint8_t> keep, MeshScratch&, std::uint32_t hint) const;
  // mesh_sight.cpp
  void collect_walls(Vec2 p, double r, bool through_only, MeshScratch&) const;
  void keep_unblocked(Vec2 p, double r, std::span<const Vec2> q, std::span<std::uint8_t> keep, bool through_only,
                      MeshScratch&) const;
  // mesh_walls.cpp
  template <typename F> void widen(Vec2 p, double max, const std::optional<WallHit>& best, F&& offer) const;

  std::vector<geometry::Segment> walls_;
  WallGrid grid_;
  geometry::Planariser planariser_;
  geometry::PlanarGraph graph_, next_graph_;
  KineticTriangulation2 triangulation_;
  std::vector<KineticTriangulation2::Wall> links_;
  std::vector<Tile> tiles_;
};

}  // namespace wend::environment
