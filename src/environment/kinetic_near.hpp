#pragma once
#include "environment/body_cells.hpp"
#include "environment/kinetic_triangulation.hpp"
#include "environment/near.hpp"
#include "geometry/planar.hpp"

#include <memory>

namespace wend::environment {

// The near sets from a triangulation of everybody and the walls, kept by flips from picture to picture (environment spec,
// section 7). One triangulation per floor; its sites are the ends of the walls, then the agents.
class KineticNear final : public NearIndex {
 public:
  void build(const Surroundings&, std::span<const double> reach) override;
  void near(Range rows, std::span<const double> reach, NearLists& out) const override;
  void bodies_near(Range rows, std::span<const double> reach, NearLists& out) const override;
  void add_to(StepReport&) const override;

 private:
  struct Floor {
    std::uint32_t number = 0;
    std::vector<std::uint32_t> rows;  // by agent of this floor
    std::vector<geometry::Segment> walls;
    geometry::PlanarGraph graph;
    std::vector<Vec2> sites;
    double margin = 0;
    bool built = false;
    KineticTriangulation2 triangulation;
    TriangulationReport report;  // of this picture

    std::uint32_t wall_sites() const { return static_cast<std::uint32_t>(graph.sites.size()); }
  };

  Floor& floor_of(std::uint32_t number);
  void follow(Floor&, double margin);
  bool take_walls(Floor&);  // false: the graph has another shape
  Surroundings s_;
  double largest_radius_ = 0;
  std::vector<std::unique_ptr<Floor>> floors_;
  std::vector<std::uint32_t> floor_at_, site_at_;  // per row
  std::vector<geometry::Segment> walls_;
  geometry::PlanarGraph next_;
  geometry::Planariser planariser_;
  std::vector<KineticTriangulation2::Wall> edges_;
  BodyCells bodies_;
};

}  // namespace wend::environment
