#pragma once
#include <wend/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace wend::planning {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A grid of square cells (planning spec, section 2), or of cubes, with one ring of solid cells around it, so that no solver
// needs a border test. Cell (i, j, k) inside the ring has the index index(i, j, k); the ring itself is -1 and nx, ny, nz.
struct Map {
  Vec3 origin{};  // the low corner of cell (0, 0, 0)
  double h = 1;
  std::uint32_t nx = 0, ny = 0, nz = 1;
  int dimension = 2;
  std::vector<std::uint8_t> solid;                // with every door shut
  std::vector<std::vector<std::uint32_t>> doors;  // cells that a door makes solid while it is shut, ascending

  std::uint32_t row_stride() const { return nx + 2; }
  std::uint32_t plane_stride() const { return (nx + 2) * (ny + 2); }
  std::size_t size() const { return std::size_t{plane_stride()} * (dimension == 2 ? 1 : nz + 2); }
  std::uint32_t index(std::uint32_t i, std::uint32_t j, std::uint32_t k = 0) const {
    return (dimension == 2 ? 0 : (k + 1) * plane_stride()) + (j + 1) * row_stride() + i + 1;
  }
  int neighbour_count() const { return 2 * dimension; }
  // Offsets to the neighbours: -x, +x, -y, +y, -z, +z.
  std::ptrdiff_t offset(int n) const {
    const std::ptrdiff_t stride = n < 2 ? 1 : n < 4 ? row_stride() : plane_stride();
    return n % 2 == 0 ? -stride : stride;
  }
  // Planning spec (p.1).
  Vec3 centre(std::uint32_t cell) const {
    const std::uint32_t in_plane = dimension == 2 ? cell : cell % plane_stride();
    const double i = in_plane % row_stride(), j = in_plane / row_stride();
    const double k = dimension == 2 ? 0 : cell / plane_stride();
    return {origin.x + (i - 0.5) * h, origin.y + (j - 0.5) * h, dimension == 2 ? 0 : origin.z + (k - 0.5) * h};
  }
};

// The cell inside the ring that holds a place of the plane.
inline std::optional<std::uint32_t> cell_at(const Map& map, Vec2 p) {
  const double i = (p.x - map.origin.x) / map.h, j = (p.y - map.origin.y) / map.h;
  if (!(i >= 0 && j >= 0 && i < map.nx && j < map.ny)) return std::nullopt;
  return map.index(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
}

// A set of target cells: free cells in ascending order. Weights: one a cell, or none: 1.
struct TargetCells {
  std::vector<std::uint32_t> cells;
  std::vector<double> weights;
};

}  // namespace wend::planning
