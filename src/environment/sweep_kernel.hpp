#pragma once
#include "environment/grid_kernel.hpp"

namespace wend::environment {

// Which distance between two rows counts: the size of the one that asks, that of either, or both together.
enum class Edge { own, either, sum };

// Ways through the step in cell order, as floats relative to the origin of the grid, padded by one vector.
struct SweepLanes {
  std::vector<float> x0, y0, x1, y1, size;
  std::vector<std::uint32_t> row;
};

// One row against the lanes.
struct SweepQuery {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float size = 0;
  float way = 0;   // no two of them come closer in the step than by this
  float band = 0;  // what the squares of distances may be wrong by,
  float turn = 0;  // products of distance and way,
  float hair = 0;  // and distances
};

// Appends the rows that exact arithmetic has to look at: who may be on different sides of the edge before and after, or
// pass the edge twice. With Edge::sum also whoever stays inside. Room for the run and one vector.
using SweepScan = std::uint32_t* (*)(const SweepLanes&, Run, const SweepQuery&, std::uint32_t* out);
SweepScan sweep_scan(Kernel, Edge);

}  // namespace wend::environment
