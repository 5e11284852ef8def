#include "planning/clearance.hpp"

#include <algorithm>
#include <cmath>

namespace wend::planning {
namespace {

// Along an axis a cell n cells away begins 2n - 1 half cells away. All distances here are squares in half cells: whole
// numbers, so that nothing is rounded.
class LinePass {
 public:
  // near[j * stride], j = 0 .. count - 1: becomes the least of itself and, over the borders q between two cells, of the
  // lesser of the two beside q plus the square of the way to q. Borders are at odd places 2j + 1, cells at even ones.
  void run(std::int64_t* near, std::size_t count, std::size_t stride) {
    vertex_.clear();
    for (std::size_t j = 0; j + 1 < count; ++j) {
      const Parabola p{static_cast<std::int64_t>(2 * j + 1), std::min(near[j * stride], near[(j + 1) * stride]), 0};
      add(p);
    }
    std::size_t best = 0;
    for (std::size_t j = 0; j < count; ++j) {
      const auto x = static_cast<std::int64_t>(2 * j);
      while (best + 1 < vertex_.size() && vertex_[best + 1].from <= x) ++best;
      const std::int64_t way = x - vertex_[best].at;
      near[j * stride] = std::min(near[j * stride], vertex_[best].height + way * way);
    }
  }

 private:
  struct Parabola {
    std::int64_t at, height, from;  // lowest of all from there on
  };

  void add(Parabola p) {
    while (!vertex_.empty()) {
      const Parabola& last = vertex_.back();
      const std::int64_t rise = p.height + p.at * p.at - last.height - last.at * last.at, run = 2 * (p.at - last.at);
      p.from = rise >= 0 ? (rise + run - 1) / run : -(-rise / run);  // rounded up
      if (p.from > last.from) break;
      vertex_.pop_back();
    }
    if (vertex_.empty()) p.from = 0;
    vertex_.push_back(p);
  }

  std::vector<Parabola> vertex_;
};

}  // namespace

std::vector<double> clearance(const Map& map, std::span<const std::uint8_t> solid) {
  const std::size_t row = map.row_stride(), plane = map.plane_stride(), planes = map.size() / plane;
  std::vector<std::int64_t> near(map.size());
  // Along x: cells to the last solid one; the ring begins and ends each row.
  for (std::size_t start = 0; start < near.size(); start += row) {
    const auto scan = [&](auto place) {
      std::int64_t away = std::int64_t{1} << 24;
      for (std::size_t s = 0; s < row; ++s) {
        const std::size_t cell = place(s);
        away = solid[cell] != 0 ? 0 : away + 1;
        const std::int64_t half = away > 0 ? 2 * away - 1 : 0;
        near[cell] = std::min(near[cell], half * half);
      }
    };
    std::fill_n(near.begin() + static_cast<std::ptrdiff_t>(start), row, std::int64_t{1} << 60);
    scan([&](std::size_t s) { return start + s; });
    scan([&](std::size_t s) { return start + row - 1 - s; });
  }
  LinePass pass;
  for (std::size_t k = 0; k < planes; ++k) {
    for (std::size_t i = 0; i < row; ++i) pass.run(near.data() + k * plane + i, map.ny + 2, row);
  }
  if (map.dimension == 3) {
    for (std::size_t i = 0; i < plane; ++i) pass.run(near.data() + i, map.nz + 2, plane);
  }
  std::vector<double> metres(map.size());
  for (std::size_t cell = 0; cell < metres.size(); ++cell) metres[cell] = std::sqrt(static_cast<double>(near[cell])) * (0.5 * map.h);
  return metres;
}

}  // namespace wend::planning
