#include "planning/crowd.hpp"

#include <algorithm>
#include <cmath>

namespace wend::planning {

namespace {

constexpr double pi = 3.14159265358979323846;

std::uint32_t clamp_to(double v, std::uint32_t count) {
  return static_cast<std::uint32_t>(std::clamp(v, 0.0, static_cast<double>(count) - 1));
}

}  // namespace

void Crowd::lay(Vec2 corner, Vec2 high) {
  low = corner;
  const double across = std::ceil((high.x - low.x) / cell), up = std::ceil((high.y - low.y) / cell);
  const bool fits = across * up <= most_cells;
  columns = fits ? static_cast<std::uint32_t>(across) : 0;
  rows = fits ? static_cast<std::uint32_t>(up) : 0;
  people.assign(std::size_t{columns} * rows, 0);
}

void Crowd::look(std::span<const double> x, std::span<const double> y, std::span<const std::uint32_t> floors) {
  if (people.empty()) return;
  for (std::uint32_t& p : people) p /= 2;
  for (std::size_t a = 0; a < x.size(); ++a) {
    if (floors[a] != floor) continue;
    const Vec2 at{(x[a] - low.x) / cell, (y[a] - low.y) / cell};
    constexpr double reach = around / cell;
    if (!(at.x > -reach && at.y > -reach && at.x < columns + reach && at.y < rows + reach)) continue;
    const std::uint32_t i1 = clamp_to(at.x + reach, columns), j1 = clamp_to(at.y + reach, rows);
    for (std::uint32_t j = clamp_to(at.y - reach - 1, rows); j <= j1; ++j) {
      for (std::uint32_t i = clamp_to(at.x - reach - 1, columns); i <= i1; ++i) {
        const double dx = i + 0.5 - at.x, dy = j + 0.5 - at.y;
        if (dx * dx + dy * dy <= reach * reach) people[std::size_t{j} * columns + i] += unit / 2;
      }
    }
  }
}

double Crowd::density(Vec2 p) const {
  if (people.empty()) return 0;
  const std::uint32_t i = clamp_to((p.x - low.x) / cell, columns), j = clamp_to((p.y - low.y) / cell, rows);
  return people[std::size_t{j} * columns + i] / (unit * pi * around * around);
}

double crowd_cost(double density, double avoid) {
  constexpr double jam = 4, slowest = 0.1;  // people per m^2 at which nobody moves; the least share of the free speed
  return 1 + avoid * (1 / std::max(slowest, 1 - density / jam) - 1);
}

}  // namespace wend::planning
