#pragma once
#include <wend/base/fields.hpp>

#include "planning/map.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace wend::planning {

// How many people are where, on a coarse lattice of its own: whole numbers, so that no order of adding changes a bit.
struct Crowd {
  static constexpr double cell = 0.5;  // m
  static constexpr double around = 1;  // m: people this near to a cell's centre are counted
  static constexpr std::uint32_t unit = 256;
  static constexpr double most_cells = 1u << 24;  // an area that needs more has no crowds

  // `people` in 1/unit: the mean of this look and all before, each half as heavy as the next.
#define WEND_CROWD(M)                                                                         \
  M(std::uint32_t, floor, 0) M(Vec2, low, {}) M(std::uint32_t, columns, 0) M(std::uint32_t, rows, 0) \
  M(std::vector<std::uint32_t>, people, {})
  WEND_MEMBERS(Crowd, WEND_CROWD)
#undef WEND_CROWD

  void lay(Vec2 low, Vec2 high);
  // Planning spec (p.40).
  void look(std::span<const double> x, std::span<const double> y, std::span<const std::uint32_t> floors);
  double density(Vec2) const;  // people per m^2
};

// Planning spec (p.41): the running cost of a distance field where people stand in the way.
double crowd_cost(double density, double avoid);

}  // namespace wend::planning
