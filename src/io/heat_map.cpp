#include <wend/io/plots.hpp>
#include <wend/state.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/viewport.hpp"
#include "io/wall_cut.hpp"

namespace wend::io {

namespace {

// Along each row of `from`, written as columns of `to`: twice is a blur in both directions.
void blur_and_turn(const std::vector<double>& from, std::size_t columns, std::size_t rows,
                   const std::vector<double>& kernel, std::vector<double>& to) {
  const std::size_t reach = kernel.size() - 1;
  to.assign(from.size(), 0);
  for (std::size_t r = 0; r < rows; ++r) {
    const double* row = from.data() + r * columns;
    for (std::size_t c = 0; c < columns; ++c) {
      double sum = kernel[0] * row[c];
      const std::size_t most = std::min(reach, std::max(c, columns - 1 - c));
      for (std::size_t k = 1; k <= most; ++k)
        sum += kernel[k] * ((c >= k ? row[c - k] : 0) + (c + k < columns ? row[c + k] : 0));
      to[c * rows + r] = sum;
    }
  }
}

// One side of a Gaussian with sum one, up to three standard deviations.
std::vector<double> gaussian(double sigma) {
  std::vector<double> kernel(static_cast<std::size_t>(std::ceil(3 * sigma)) + 1);
  double sum = 0;
  for (std::size_t k = 0; k < kernel.size(); ++k) {
    const double x = static_cast<double>(k) / sigma;
    kernel[k] = std::exp(-0.5 * x * x);
    sum += (k == 0 ? 1 : 2) * kernel[k];
  }
  for (double& weight : kernel) weight /= sum;
  return kernel;
}

// Corners of a cell that are on a wall or behind it give their parts to the others.
void keep_on_this_side(Vec2 at, Vec2 low, double cell, const std::vector<WallCut::Wall>& walls, double (&parts)[2][2]) {
  if (walls.empty()) return;
  double kept = 0;
  bool hidden[2][2] = {};
  for (int r = 0; r < 2; ++r) {
    for (int c = 0; c < 2; ++c) {
      hidden[r][c] = separated(at, low + cell * Vec2{static_cast<double>(c), static_cast<double>(r)}, walls, true);
      kept += hidden[r][c] ? 0 : parts[r][c];
    }
  }
  if (!(kept > 0)) return;  // a niche smaller than a cell
  for (int r = 0; r < 2; ++r) {
    for (int c = 0; c < 2; ++c) parts[r][c] = hidden[r][c] ? 0 : parts[r][c] / kept;
  }
}

}  // namespace

HeatMap::HeatMap(double bandwidth)
    : bandwidth_(bandwidth >= min_bandwidth ? std::min(bandwidth, max_bandwidth) : min_bandwidth) {}

// Makes room for a point at this column and row and the blur about it; points are whole multiples of the cell. Grows by
// quarters, so that a slow walk out does not copy it at every step.
bool HeatMap::reach(Grid& grid, std::int64_t column, std::int64_t row) const {
  const auto margin = static_cast<std::int64_t>(std::ceil(3 * bandwidth_ / cell_)) + 2;
  const auto old_columns = static_cast<std::int64_t>(grid.columns), old_rows = static_cast<std::int64_t>(grid.rows);
  const bool fresh = grid.columns == 0;
  std::int64_t left = fresh ? column : grid.column, right = fresh ? column : grid.column + old_columns - 1;
  std::int64_t low = fresh ? row : grid.row, high = fresh ? row : grid.row + old_rows - 1;
  if (column - margin >= left && column + margin <= right && row - margin >= low && row + margin <= high) return true;
  if (column - margin < left) left = column - margin - old_columns / 4;
  if (column + margin > right) right = column + margin + old_columns / 4;
  if (row - margin < low) low = row - margin - old_rows / 4;
  if (row + margin > high) high = row + margin + old_rows / 4;
  const std::int64_t columns = right - left + 1, rows = high - low + 1;
  if (columns > static_cast<std::int64_t>(max_cells) || rows > static_cast<std::int64_t>(max_cells) / columns)
    return false;

  Grid larger{left, low, static_cast<std::size_t>(columns), static_cast<std::size_t>(rows), {}, {}, {}};
  for (const auto layer : {&Grid::persons, &Grid::walking, &Grid::distance}) {
    (larger.*layer).assign(larger.columns * larger.rows, 0);
    for (std::size_t r = 0; r < grid.rows; ++r) {
      const std::size_t to = (r + static_cast<std::size_t>(grid.row - low)) * larger.columns;
      std::copy_n((grid.*layer).begin() + static_cast<std::ptrdiff_t>(r * grid.columns), grid.columns,
                  (larger.*layer).begin() + static_cast<std::ptrdiff_t>(to) + (grid.column - left));
    }
  }
  grid = std::move(larger);
  return true;
}

void HeatMap::deposit(const Frame& frame, double weight, Grid& grid) const {
  for (const AgentState& dot : frame.agents) {
    const Vec2 p = 1 / cell_ * dot.at.xy();
    if (!(std::abs(p.x) < 1e15 && std::abs(p.y) < 1e15)) continue;  // nor NaN
    const double left = std::floor(p.x), low = std::floor(p.y);
    const auto column = static_cast<std::int64_t>(left), row = static_cast<std::int64_t>(low);
    if (!reach(grid, column, row)) continue;
    const std::size_t at =
        static_cast<std::size_t>(row - grid.row) * grid.columns + static_cast<std::size_t>(column - grid.column);
    const double fx = p.x - left, fy = p.y - low;
    double parts[2][2] = {{(1 - fx) * (1 - fy), fx * (1 - fy)}, {(1 - fx) * fy, fx * fy}};
    keep_on_this_side(dot.at.xy(), cell_ * Vec2{left, low}, cell_, walls_ ? walls_->near(dot.at.xy()) : std::vector<WallCut::Wall>(), parts);
    for (std::size_t r = 0; r < 2; ++r) {
      for (std::size_t c = 0; c < 2; ++c) {
        const std::size_t where = at + r * grid.columns + c;
        const double part = weight * parts[r][c];
        grid.persons[where] += part;
        if (!under_way(dot.status)) continue;
        grid.walking[where] += part;
        grid.distance[where] += part * norm(dot.velocity);
      }
    }
  }
}

void HeatMap::know_walls(const Frame& frame) {
  std::vector<WallCut::Wall> walls = WallCut::walls_of(frame);
  if (walls_ && walls_->walls() == walls) return;
  walls_ = std::make_shared<const WallCut>(std::move(walls), 3 * bandwidth_ * std::numbers::sqrt2 + 2 * cell_);
}

// Moves what lies near a wall from `left` to `spread`, each point as a Gaussian over the points it sees.
void HeatMap::spread_at_walls(Grid& left, Grid& spread) const {
  if (!walls_ || walls_->walls().empty()) return;
  const std::vector<double> kernel = gaussian(std::max(bandwidth_ / cell_, 0.5));
  const auto reach = static_cast<std::int64_t>(kernel.size()) - 1;
  const std::size_t side = 2 * kernel.size() - 1;
  std::vector<double> shares(side * side);
  for (std::size_t i = 0; i < left.persons.size(); ++i) {
    if (left.persons[i] == 0) continue;
    const auto column = static_cast<std::int64_t>(i % left.columns), row = static_cast<std::int64_t>(i / left.columns);
    const auto point = [&](std::int64_t dx, std::int64_t dy) {
      return cell_ * Vec2{static_cast<double>(left.column + column + dx), static_cast<double>(left.row + row + dy)};
    };
    const std::vector<WallCut::Wall> walls = walls_->near(point(0, 0));
    if (walls.empty()) continue;
    double sum = 0;
    const auto each = [&](auto&& f) {
      for (std::int64_t dy = -reach; dy <= reach; ++dy) {
        for (std::int64_t dx = -reach; dx <= reach; ++dx) f(dx, dy, shares[static_cast<std::size_t>((dy + reach) * static_cast<std::int64_t>(side) + dx + reach)]);
      }
    };
    each([&](std::int64_t dx, std::int64_t dy, double& share) {
      const bool inside = column + dx >= 0 && row + dy >= 0 && column + dx < static_cast<std::int64_t>(left.columns) && row + dy < static_cast<std::int64_t>(left.rows);
      const double weight = kernel[static_cast<std::size_t>(std::abs(dx))] * kernel[static_cast<std::size_t>(std::abs(dy))];
      share = inside && !separated(point(0, 0), point(dx, dy), walls) ? weight : 0;
      sum += share;
    });
    each([&](std::int64_t dx, std::int64_t dy, double share) {
      if (share == 0) return;
      const auto to = static_cast<std::size_t>((row + dy) * static_cast<std::int64_t>(left.columns) + column + dx);
      for (const auto layer : {&Grid::persons, &Grid::walking, &Grid::distance}) (spread.*layer)[to] += (left.*layer)[i] * share / sum;
    });
    for (const auto layer : {&Grid::persons, &Grid::walking, &Grid::distance}) (left.*layer)[i] = 0;
  }
}

void HeatMap::add(const Frame& frame) {
  if (cell_ == 0) {
    const Box box = auto_box(frame, {});
    const double size = std::min(std::max(box.high.x - box.low.x, box.high.y - box.low.y), 1e9);
    cell_ = std::max(bandwidth_ / 4, size / 800);
    begin_ = frame.time;
    last_ = frame;
    know_walls(frame);
    deposit(frame, 0, grid_);  // room for them
    return;
  }
  const double dt = frame.time - last_.time;
  if (!(dt > 0)) return;
  deposit(last_, dt / 2, grid_);
  know_walls(frame);
  deposit(frame, dt / 2, grid_);
  seconds_ += dt;
  last_ = frame;
}

HeatMap::Field HeatMap::field() const {
  Field field;
  if (grid_.columns == 0) return field;
  Grid free = grid_;
  if (seconds_ == 0) deposit(last_, 1, free);
  field.cell = cell_;
  field.low = {static_cast<double>(free.column) * cell_, static_cast<double>(free.row) * cell_};
  field.columns = free.columns;
  field.rows = free.rows;
  Grid near = free;  // what lies near walls, spread already
  for (const auto layer : {&Grid::persons, &Grid::walking, &Grid::distance}) std::fill((near.*layer).begin(), (near.*layer).end(), 0.0);
  spread_at_walls(free, near);
  const std::vector<double> kernel = gaussian(std::max(bandwidth_ / cell_, 0.5));
  std::vector<double> turned;
  const auto blurred = [&](std::vector<double> Grid::*layer) {
    std::vector<double> result;
    blur_and_turn(free.*layer, free.columns, free.rows, kernel, turned);
    blur_and_turn(turned, free.rows, free.columns, kernel, result);
    for (std::size_t i = 0; i < result.size(); ++i) result[i] += (near.*layer)[i];
    return result;
  };
  field.density = blurred(&Grid::persons);
  field.speed = blurred(&Grid::distance);
  const std::vector<double> walking = blurred(&Grid::walking);
  const double scale = 1 / ((seconds_ > 0 ? seconds_ : 1) * cell_ * cell_);
  const double least = 1e-6 / scale;  // a millionth of a person per square metre says nothing about speed
  for (std::size_t i = 0; i < walking.size(); ++i) {
    field.speed[i] = walking[i] > least ? field.speed[i] / walking[i] : 0;
    field.density[i] *= scale;
  }
  return field;
}

}  // namespace wend::io
