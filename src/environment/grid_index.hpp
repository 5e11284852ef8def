#pragma once
#include "environment/body_cells.hpp"
#include "environment/disk_grid.hpp"
#include "environment/near.hpp"

namespace wend::environment {

// The default engine: agents in cell order scanned eight at a time, bodies listed in the cells they touch.
class GridIndex final : public NearIndex {
 public:
  GridIndex() : GridIndex(best_kernel()) {}
  explicit GridIndex(Kernel kernel) : agents_(kernel) {}
  void build(const Surroundings&, std::span<const double> reach) override;
  void near(Range rows, std::span<const double> reach, NearLists& out) const override;
  void bodies_near(Range rows, std::span<const double> reach, NearLists& out) const override;
  void add_to(StepReport& report) const override { ++report.grid_builds; }

 private:
  Surroundings s_;
  bool one_floor_ = true;
  DiskGrid<2> agents_;
  BodyCells bodies_;
};

// The same in space: no floors, no bodies.
struct Surroundings3 {
  std::span<const double> x, y, z, radius;
};

inline bool agents_near(const Surroundings3& s, std::size_t i, std::size_t j, double reach) {
  const double dx = s.x[j] - s.x[i], dy = s.y[j] - s.y[i], dz = s.z[j] - s.z[i];
  const double far = reach + s.radius[i] + s.radius[j];
  return dx * dx + dy * dy + dz * dz <= far * far;
}

class GridIndex3 {
 public:
  GridIndex3() : GridIndex3(best_kernel()) {}
  explicit GridIndex3(Kernel kernel) : agents_(kernel) {}
  void build(const Surroundings3&, std::span<const double> reach);
  void near(Range rows, std::span<const double> reach, NearLists& out) const;

 private:
  Surroundings3 s_;
  DiskGrid<3> agents_;
};

}  // namespace wend::environment
