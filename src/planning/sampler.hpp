#pragma once
#include <wend/planner.hpp>

#include "core/det_math.hpp"
#include "planning/map.hpp"
#include "planning/planner_type.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>

// How a field answers between the centres of its cells (planning spec, sections 10 to 12), the same code in the plane and
// in space: V is Vec2 or Vec3, F is Field or Field3.

namespace wend::planning {

template <class V>
constexpr int dimension_of = std::same_as<V, Vec2> ? 2 : 3;
template <class V>
constexpr int block_size = std::same_as<V, Vec2> ? 9 : 27;  // the cells about a cell, itself in the middle

constexpr double& part(Vec2& v, int axis) { return axis == 0 ? v.x : v.y; }
constexpr double& part(Vec3& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }
template <class V>
constexpr double part(const V& v, int axis) { return part(const_cast<V&>(v), axis); }

template <class V>
double length2(const V& v) {
  double sum = 0;
  for (int axis = 0; axis < dimension_of<V>; ++axis) sum += part(v, axis) * part(v, axis);
  return sum;
}

template <class V>
V unit_or_zero(V v) {
  const double length = std::sqrt(length2(v));
  for (int axis = 0; axis < dimension_of<V>; ++axis) part(v, axis) = length > 0 ? part(v, axis) / length : 0;
  return v;
}

// Where a point lies: its cell, and its offset from the cell's centre in cells, -1/2 .. 1/2.
template <class V>
struct Spot {
  std::uint32_t cell = 0;
  V t{};
};

// The point must lie on the grid.
template <class V>
Spot<V> spot_of(const Map& map, const V& p) {
  const std::uint32_t counts[] = {map.nx, map.ny, map.nz};
  std::uint32_t ijk[3] = {0, 0, 0};
  Spot<V> spot;
  for (int axis = 0; axis < dimension_of<V>; ++axis) {
    const double along = (part(p, axis) - part(map.origin, axis)) / map.h;
    ijk[axis] = std::min(static_cast<std::uint32_t>(along), counts[axis] - 1);
    part(spot.t, axis) = std::clamp(along - ijk[axis] - 0.5, -0.5, 0.5);
  }
  spot.cell = map.index(ijk[0], ijk[1], ijk[2]);
  return spot;
}

// The 3 x 3 (x 3) cells about a cell; number n has the offsets digit(n, axis) - 1 along the axes.
template <class V>
struct Block {
  std::uint32_t cell[block_size<V>];
  bool open[block_size<V>];  // a step leads there: no solid cell, and none of its sides is
  bool seen[block_size<V>];  // not cut off by solid corners: some of its sides lead there

  static constexpr int power(int axis) { return axis == 0 ? 1 : axis == 1 ? 3 : 9; }
  static constexpr int digit(int n, int axis) { return n / power(axis) % 3; }
  static constexpr int middle = block_size<V> / 2;

  Block(const Map& map, const std::vector<double>& potential, std::uint32_t centre) {
    for (int n = 0; n < block_size<V>; ++n) {
      std::ptrdiff_t at = centre;
      for (int axis = 0; axis < dimension_of<V>; ++axis) at += (digit(n, axis) - 1) * map.offset(2 * axis + 1);
      cell[n] = static_cast<std::uint32_t>(at);
      open[n] = seen[n] = potential[cell[n]] != infinity;
    }
    for (int turns = 2; turns <= dimension_of<V>; ++turns) {  // sides first, then edges, then corners
      for (int n = 0; n < block_size<V>; ++n) {
        int sides = 0;
        bool all = true, any = false;
        for (int axis = 0; axis < dimension_of<V>; ++axis) {
          const int off = digit(n, axis) - 1;
          if (off == 0) continue;
          ++sides;
          all = all && open[n - off * power(axis)];
          any = any || seen[n - off * power(axis)];
        }
        if (sides != turns) continue;
        open[n] = open[n] && all;
        seen[n] = seen[n] && any;
      }
    }
  }
};

// A difference below this part of its terms is rounding: the field is level there.
constexpr double level = 1e-13;

// To the centre of the lowest cell about this one that a step leads to; ties go to the lowest index. Zero: none is lower.
template <class V>
V to_lowest(const Map& map, const std::vector<double>& potential, const Spot<V>& spot) {
  const Block<V> block(map, potential, spot.cell);
  int best = Block<V>::middle;
  for (int n = 0; n < block_size<V>; ++n) {  // in ascending order of cells
    const double lowest = potential[block.cell[best]];
    if (block.open[n] && potential[block.cell[n]] < lowest - level * std::abs(lowest)) best = n;
  }
  if (best == Block<V>::middle) return {};
  V way{};
  for (int axis = 0; axis < dimension_of<V>; ++axis) part(way, axis) = Block<V>::digit(best, axis) - 1 - part(spot.t, axis);
  return unit_or_zero(way);
}

// Descent by central differences at a cell's centre, where a solid neighbour has the cell's own value.
template <class V>
V descent_at(const Map& map, const std::vector<double>& potential, std::uint32_t cell) {
  V way{};
  const auto value = [&](std::ptrdiff_t offset) {
    const double there = potential[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(cell) + offset)];
    return there == infinity ? potential[cell] : there;
  };
  for (int axis = 0; axis < dimension_of<V>; ++axis) {
    const double low = value(map.offset(2 * axis)), high = value(map.offset(2 * axis + 1));
    if (std::abs(low - high) > level * (std::abs(low) + std::abs(high))) part(way, axis) = low - high;
  }
  way = unit_or_zero(way);
  return length2(way) > 0 ? way : to_lowest<V>(map, potential, {cell, {}});
}

// Gradient of the quadratic B-spline of V = exp(phi_c - phi), walls 0: planning spec (p.25) and (p.26).
template <class V>
V spline_ascent(const Map& map, const std::vector<double>& phi, const Spot<V>& spot) {
  double weight[3][3], slope[3][3];
  for (int axis = 0; axis < dimension_of<V>; ++axis) {
    const double t = part(spot.t, axis);
    weight[axis][0] = 0.5 * (0.5 - t) * (0.5 - t), weight[axis][1] = 0.75 - t * t, weight[axis][2] = 0.5 * (0.5 + t) * (0.5 + t);
    slope[axis][0] = t - 0.5, slope[axis][1] = -2 * t, slope[axis][2] = 0.5 + t;
  }
  const Block<V> block(map, phi, spot.cell);
  V gradient{}, size{};
  for (int n = 0; n < block_size<V>; ++n) {
    if (!block.seen[n]) continue;
    const double value = det_exp(std::clamp(phi[spot.cell] - phi[block.cell[n]], -60.0, 60.0));
    for (int axis = 0; axis < dimension_of<V>; ++axis) {
      double term = value;
      for (int other = 0; other < dimension_of<V>; ++other) {
        const int digit = Block<V>::digit(n, other);
        term *= other == axis ? slope[other][digit] : weight[other][digit];
      }
      part(gradient, axis) += term;
      part(size, axis) += std::abs(term);
    }
  }
  for (int axis = 0; axis < dimension_of<V>; ++axis) {
    if (!(std::abs(part(gradient, axis)) > level * part(size, axis))) part(gradient, axis) = 0;
  }
  return unit_or_zero(gradient);
}

// Mean of the unit vectors of the cells around the point, with bilinear weights; none comes from a solid cell, nor past a
// solid corner.
template <class F, class V>
V mean_of_units(const F& field, const Spot<V>& spot) {
  const Block<V> block(*field.map, field.potential, spot.cell);
  V mean{};
  for (int corner = 0; corner < 1 << dimension_of<V>; ++corner) {
    double weight = 1;
    int n = Block<V>::middle;
    for (int axis = 0; axis < dimension_of<V>; ++axis) {
      const double t = part(spot.t, axis);
      const bool far = (corner >> axis & 1) != 0;
      weight *= far ? std::abs(t) : 1 - std::abs(t);
      if (far) n += t < 0 ? -Block<V>::power(axis) : Block<V>::power(axis);
    }
    if (!block.seen[n]) continue;
    for (int axis = 0; axis < dimension_of<V>; ++axis) part(mean, axis) += weight * part(field.unit[block.cell[n]], axis);
  }
  return length2(mean) > level * level ? mean : V{};
}

// Without what points into a solid cell less than half a cell away.
template <class F, class V>
V off_walls(const F& field, const Spot<V>& spot, V way) {
  for (int axis = 0; axis < dimension_of<V>; ++axis) {
    const double t = part(spot.t, axis);
    const int side = t < 0 ? 2 * axis : 2 * axis + 1;
    const auto beside = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(spot.cell) + field.map->offset(side));
    if (t * part(way, axis) > 0 && field.solid[beside] != 0) part(way, axis) = 0;
  }
  return unit_or_zero(way);
}

// To the centre of the nearest free cell; ties go to the lowest index. Zero where nothing is free.
template <class F, class V>
V to_free(const F& field, const Spot<V>& spot) {
  const Map& map = *field.map;
  const std::ptrdiff_t counts[] = {map.nx, map.ny, map.nz};
  std::ptrdiff_t home[3] = {0, 0, 0}, rest = spot.cell;
  for (int axis = dimension_of<V> - 1; axis >= 0; --axis) {
    home[axis] = rest / map.offset(2 * axis + 1) - 1;
    rest %= map.offset(2 * axis + 1);
  }
  V best{};
  double best2 = infinity;
  const std::ptrdiff_t most = std::max({counts[0], counts[1], counts[2]});
  for (std::ptrdiff_t reach = 1;; reach = std::min(2 * reach, most)) {  // boxes about it, until no cell outside can be nearer
    std::ptrdiff_t low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    for (int axis = 0; axis < dimension_of<V>; ++axis) {
      low[axis] = std::max<std::ptrdiff_t>(-reach, -home[axis]);
      high[axis] = std::min(reach, counts[axis] - 1 - home[axis]);
    }
    std::ptrdiff_t step[3];
    for (step[2] = low[2]; step[2] <= high[2]; ++step[2]) {
      for (step[1] = low[1]; step[1] <= high[1]; ++step[1]) {
        for (step[0] = low[0]; step[0] <= high[0]; ++step[0]) {
          std::ptrdiff_t cell = spot.cell;
          V way{};
          for (int axis = 0; axis < dimension_of<V>; ++axis) {
            cell += step[axis] * map.offset(2 * axis + 1);
            part(way, axis) = static_cast<double>(step[axis]) - part(spot.t, axis);
          }
          if (field.solid[static_cast<std::size_t>(cell)] != 0 || !(length2(way) < best2)) continue;
          best = way;
          best2 = length2(way);
        }
      }
    }
    const double known = static_cast<double>(reach) + 0.5;
    if (best2 <= known * known || reach >= most) return unit_or_zero(best);
    best2 = infinity;  // again in order of index
  }
}

template <class V>
bool on_grid(const Map& map, const V& p) {
  const std::uint32_t counts[] = {map.nx, map.ny, map.nz};
  bool on = true;
  for (int axis = 0; axis < dimension_of<V>; ++axis) {
    const double low = part(map.origin, axis);
    on = on && part(p, axis) >= low && part(p, axis) <= low + counts[axis] * map.h;
  }
  return on;
}

// To the nearest point of the grid, from a point off it; zero from nowhere.
template <class V>
V to_grid(const Map& map, const V& p) {
  const std::uint32_t counts[] = {map.nx, map.ny, map.nz};
  V way{};
  double most = 0;
  for (int axis = 0; axis < dimension_of<V>; ++axis) {
    const double low = part(map.origin, axis);
    if (!std::isfinite(part(p, axis))) return {};
    part(way, axis) = std::clamp(part(p, axis), low, low + counts[axis] * map.h) - part(p, axis);
    most = std::max(most, std::abs(part(way, axis)));
  }
  for (int axis = 0; axis < dimension_of<V>; ++axis) part(way, axis) /= most;  // squares of what is far away overflow
  return unit_or_zero(way);
}

// S: Sample or Sample3.
template <class S, class F, class V>
S sample_at(const F& field, const V& p) {
  if (!on_grid(*field.map, p)) return {to_grid(*field.map, p), PlanStatus::outside};
  const Spot<V> spot = spot_of(*field.map, p);
  if (field.solid[spot.cell] != 0) return {to_free(field, spot), PlanStatus::outside};
  if (field.target[spot.cell] != 0) return {{}, PlanStatus::at_goal};
  if (field.potential[spot.cell] == infinity) return {{}, PlanStatus::unreachable};
  const bool spline = planner_type(field.kind).smooth;
  const V way = spline ? spline_ascent(*field.map, field.potential, spot) : off_walls(field, spot, mean_of_units(field, spot));
  return {length2(way) > 0 ? way : to_lowest(*field.map, field.potential, spot), PlanStatus::field};
}

// Fills `target`, and for all but smooth fields `unit`; target cells have no direction.
template <class F>
void finish(F& field, const TargetCells& targets) {
  using V = typename decltype(field.unit)::value_type;
  field.target.assign(field.map->size(), 0);
  for (std::uint32_t cell : targets.cells) field.target[cell] = field.solid[cell] == 0 ? 1 : 0;
  field.unit.clear();
  if (planner_type(field.kind).smooth) return;
  field.unit.resize(field.map->size());
  for (std::uint32_t cell = 0; cell < field.map->size(); ++cell) {
    if (field.target[cell] == 0 && field.potential[cell] != infinity) field.unit[cell] = descent_at<V>(*field.map, field.potential, cell);
  }
}

}  // namespace wend::planning
