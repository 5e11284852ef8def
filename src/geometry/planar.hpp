#pragma once
#include <wend/vec.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace wend::geometry {

struct Segment {
  Vec2 a, b;
  friend constexpr bool operator==(const Segment&, const Segment&) = default;
};

using Link = std::array<std::uint32_t, 2>;

// Walls as a planar straight-line graph: edges meet at shared sites and nowhere else (environment spec 13.8).
struct PlanarGraph {
  struct Crossing {
    std::uint32_t first, second;  // walls
    Vec2 at;                      // rounded
  };

  std::vector<Vec2> sites;  // all different; wall ends in order of appearance, then crossings
  std::vector<Link> edges;  // lower site first; in the order of the first wall they are part of
  // Edge e is part of the walls parts[first_part[e]] to parts[first_part[e + 1] - 1], sorted.
  std::vector<std::uint32_t> first_part, parts;
  std::vector<std::uint8_t> split;       // of each wall: it is more than one edge
  std::vector<Crossing> crossings;       // walls that ran through each other, as far as found before anything was cut
  std::vector<std::uint32_t> incomplete; // walls that lost an edge: rounding did not come to rest. Sorted
  bool exact = true;                     // no wall was bent: the edges lie on their walls exactly

  std::uint32_t wall_of(std::size_t edge) const { return parts[first_part[edge]]; }
};

// Makes such graphs; keeps its buffers. Coordinates are finite and within 1e7 m. Walls of no length are left out, equal
// ones and those along each other are merged, and walls are cut where others end on them (exactly) or cross (rounded).
class Planariser {
 public:
  void build(std::span<const Segment> walls, PlanarGraph& out);

 private:
  struct Edge {
    Link ends;
    bool fresh;  // not yet compared with all others
  };
  struct Owner {
    std::uint32_t edge, wall;
    friend auto operator<=>(const Owner&, const Owner&) = default;
  };
  struct Cut {
    std::uint32_t edge, site;
    double along;
  };
  struct Point {
    Vec2 at;
    std::uint32_t e, f;
  };

  void collect_sites(std::span<const Segment> walls, PlanarGraph& out);
  void merge_equal_edges();
  template <typename Found> void for_conflicts(const std::vector<Vec2>& sites, Found&& found);
  void cut_where_they_meet(PlanarGraph& out, bool first_round);
  void place_points(PlanarGraph& out);
  void cut_at(std::uint32_t edge, std::uint32_t site);
  void apply_cuts(const std::vector<Vec2>& sites);
  void drop_conflicts(PlanarGraph& out);
  void write(std::size_t walls, PlanarGraph& out);

  std::vector<Edge> edges_, next_;
  std::vector<Owner> owners_, next_owners_;
  std::vector<Cut> cuts_;
  std::vector<Point> points_;
  std::vector<std::uint32_t> order_, number_;
  double snap_ = 0;  // a crossing this near to a site is the site
  double weld_ = 0;  // a site this near to an edge cuts it
};

}  // namespace wend::geometry
