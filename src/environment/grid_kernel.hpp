#pragma once
#include "core/kernel.hpp"
#include "environment/cell_order.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wend::environment {

constexpr std::size_t lane_width = 8;

// Points in cell order as floats relative to the origin of the grid, padded by one vector.
template <int D>
struct Lanes {
  std::array<std::vector<float>, D> at;
  std::vector<float> radius;  // empty: everybody has the same, and the query knows it
  std::vector<std::uint32_t> row;
};

// The disk of one point, as the lanes see it: sure below, outside above, in doubt between. With unequal radii the disk
// is (a + radius)^2 and `low`, `high` are what is added to it.
template <int D>
struct DiskQuery {
  std::array<float, D> at{};
  float a = 0, low = 0, high = 0;
  std::uint32_t self = 0;
};

// Rows surely inside, and rows that only the membership predicate can decide. Room for the run and one vector in both.
struct DiskFound {
  std::uint32_t* sure;
  std::uint32_t* doubt;
};

template <int D>
using DiskScan = void (*)(const Lanes<D>&, Run, const DiskQuery<D>&, DiskFound&);
template <int D>
DiskScan<D> disk_scan(Kernel, bool unequal_radii);

// Distance of neighbouring floats at `scale`: what a coordinate up to there loses at most.
double float_step(double scale);

}  // namespace wend::environment
