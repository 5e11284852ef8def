#include "io/field_lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace wend::io {

namespace {

constexpr double join = 0.4;       // of the gap: a way ends this near to another
constexpr double shortest = 1.5;   // of the gap: shorter ways are not worth drawing
constexpr double diamond = 1.15;   // steps from cell to cell go around a diamond; this makes it as large as the disc
constexpr std::uint32_t loop = 64;  // steps after which a cell may not be met again

class Lines {
 public:
  Lines(const FieldCells& cells, double gap)
      : cells_(cells),
        gap_(gap),
        step_(std::min(0.5 * cells.cell(), gap / 6)),
        reach_(static_cast<std::uint16_t>(std::clamp(diamond * gap / cells.cell(), 1.0, 60000.0))),
        apart_(std::size_t{cells.columns()} * cells.rows(), unmarked),
        line_(apart_.size(), 0),
        met_(apart_.size(), 0) {}

  std::vector<FieldLine> draw() {
    const std::vector<std::uint32_t>& order = cells_.near_to_far();
    for (auto seed = order.rbegin(); seed != order.rend(); ++seed) {
      if (apart_[*seed] <= reach_ || cells_.what(*seed) == FieldCell::target) continue;
      FieldLine way = follow(cells_.centre(*seed));
      mark(way);
      double length = 0;
      for (std::size_t i = 1; i < way.size(); ++i) length += norm(way[i] - way[i - 1]);
      if (length >= shortest * gap_) lines_.push_back(std::move(way));
    }
    return std::move(lines_);
  }

 private:
  static constexpr std::uint16_t unmarked = std::numeric_limits<std::uint16_t>::max();

  Vec2 direction(Vec2 p) const { return cells_.field().direction(lift(p)).direction.xy(); }

  // A midpoint step, along a wall where it would go into one; p itself where it cannot go on.
  Vec2 step(Vec2 p) const {
    const Vec2 first = direction(p);
    if (first == Vec2{}) return p;
    const Vec2 middle = direction(p + 0.5 * step_ * first);
    const Vec2 d = step_ * (middle == Vec2{} ? first : middle);
    for (const Vec2 q : {p + d, p + Vec2{d.x, 0}, p + Vec2{0, d.y}}) {
      const auto cell = cells_.at(q);
      if (cell && cells_.has_way(*cell)) return q;
    }
    return p;
  }

  FieldLine follow(Vec2 p) {
    FieldLine way{p};
    ++number_;
    const auto near = static_cast<std::uint16_t>(join * reach_);
    for (std::uint32_t steps = 0; steps < most_steps; ++steps) {
      const std::size_t cell = *cells_.at(p);
      if (cells_.what(cell) == FieldCell::target || apart_[cell] <= near) break;
      if (line_[cell] != number_) {
        line_[cell] = number_;
        met_[cell] = steps;
      }
      if (steps - met_[cell] > loop) break;
      const Vec2 next = step(p);
      if (next == p) break;
      way.push_back(p = next);
    }
    return way;
  }

  // How many cells it is to the nearest way drawn so far, around walls.
  void mark(const FieldLine& way) {
    std::vector<std::size_t> queue;
    for (const Vec2 p : way) {
      const std::size_t cell = *cells_.at(p);
      if (apart_[cell] != 0) queue.push_back(cell);
      apart_[cell] = 0;
    }
    const std::uint32_t columns = cells_.columns(), rows = cells_.rows();
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const std::size_t cell = queue[head];
      if (apart_[cell] >= reach_) continue;
      const auto next = static_cast<std::uint16_t>(apart_[cell] + 1);
      const auto visit = [&](bool there, std::size_t to) {
        if (!there || !cells_.has_way(to) || apart_[to] <= next) return;
        apart_[to] = next;
        queue.push_back(to);
      };
      visit(cell % columns > 0, cell - 1);
      visit(cell % columns + 1 < columns, cell + 1);
      visit(cell / columns > 0, cell - columns);
      visit(cell / columns + 1 < rows, cell + columns);
    }
  }

  static constexpr std::uint32_t most_steps = 4'000'000;
  const FieldCells& cells_;
  double gap_, step_;
  std::uint16_t reach_;
  std::vector<std::uint16_t> apart_;
  std::vector<std::uint32_t> line_, met_;  // by which way, and at which of its steps, a cell was met last
  std::uint32_t number_ = 0;
  std::vector<FieldLine> lines_;
};

}  // namespace

std::vector<FieldLine> field_lines(const FieldCells& cells, double gap) { return Lines(cells, gap).draw(); }

// Marching squares over the corners of each cell, so that the lines reach the walls.
std::vector<FieldLine> contours(const FieldCells& cells, int bands) {
  std::vector<FieldLine> pieces;
  const double h = cells.cell();
  for (std::uint32_t row = 0; row < cells.rows(); ++row) {
    for (std::uint32_t column = 0; column < cells.columns(); ++column) {
      if (!cells.has_way(cells.index(column, row))) continue;
      const Vec2 low = cells.low() + h * Vec2{static_cast<double>(column), static_cast<double>(row)};
      const std::array<Vec2, 4> corners{low, low + Vec2{h, 0}, low + Vec2{h, h}, low + Vec2{0, h}};
      std::array<double, 4> values{cells.corner(column, row, false, false), cells.corner(column, row, true, false),
                                   cells.corner(column, row, true, true), cells.corner(column, row, false, true)};
      for (double& v : values) v *= bands;
      const auto [least, most] = std::minmax_element(values.begin(), values.end());
      for (double level = std::max(1.0, std::ceil(*least)); level <= *most && level < bands; ++level) {
        FieldLine crossings;
        for (std::size_t a = 0; a < 4; ++a) {
          const std::size_t b = (a + 1) % 4;
          if ((values[a] < level) == (values[b] < level)) continue;
          const double t = (level - values[a]) / (values[b] - values[a]);
          crossings.push_back(corners[a] + t * (corners[b] - corners[a]));
        }
        for (std::size_t k = 0; k + 1 < crossings.size(); k += 2) pieces.push_back({crossings[k], crossings[k + 1]});
      }
    }
  }
  return pieces;
}

}  // namespace wend::io
