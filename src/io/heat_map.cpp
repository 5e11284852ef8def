#include <wend/io/plots.hpp>

#include <algorithm>
#include <cmath>

#include "io/viewport.hpp"

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
  for (const AgentDot& dot : frame.agents) {
    const Vec2 p = 1 / cell_ * dot.at;
    if (!(std::abs(p.x) < 1e15 && std::abs(p.y) < 1e15)) continue;  // nor NaN
    const double left = std::floor(p.x), low = std::floor(p.y);
    const auto column = static_cast<std::int64_t>(left), row = static_cast<std::int64_t>(low);
    if (!reach(grid, column, row)) continue;
    const std::size_t at =
        static_cast<std::size_t>(row - grid.row) * grid.columns + static_cast<std::size_t>(column - grid.column);
    const double fx = p.x - left, fy = p.y - low;
    const auto share = [&](std::size_t where, double part) {
      grid.persons[where] += weight * part;
      if (dot.status == Status::arrived) return;
      grid.walking[where] += weight * part;
      grid.distance[where] += weight * part * norm(dot.velocity);
    };
    share(at, (1 - fx) * (1 - fy));
    share(at + 1, fx * (1 - fy));
    share(at + grid.columns, (1 - fx) * fy);
    share(at + grid.columns + 1, fx * fy);
  }
}

void HeatMap::add(const Frame& frame) {
  if (cell_ == 0) {
    const Box box = auto_box(frame, {});
    const double size = std::min(std::max(box.high.x - box.low.x, box.high.y - box.low.y), 1e9);
    cell_ = std::max(bandwidth_ / 4, size / 800);
    begin_ = frame.time;
    last_ = frame;
    deposit(frame, 0, grid_);  // room for them
    return;
  }
  const double dt = frame.time - last_.time;
  if (!(dt > 0)) return;
  deposit(last_, dt / 2, grid_);
  deposit(frame, dt / 2, grid_);
  seconds_ += dt;
  last_ = frame;
}

HeatMap::Field HeatMap::field() const {
  Field field;
  if (grid_.columns == 0) return field;
  const Grid* grid = &grid_;
  Grid moment;
  if (seconds_ == 0) {
    moment = grid_;
    deposit(last_, 1, moment);
    grid = &moment;
  }
  field.cell = cell_;
  field.low = {static_cast<double>(grid->column) * cell_, static_cast<double>(grid->row) * cell_};
  field.columns = grid->columns;
  field.rows = grid->rows;
  const std::vector<double> kernel = gaussian(std::max(bandwidth_ / cell_, 0.5));
  std::vector<double> turned;
  const auto blurred = [&](const std::vector<double>& layer) {
    std::vector<double> result;
    blur_and_turn(layer, grid->columns, grid->rows, kernel, turned);
    blur_and_turn(turned, grid->rows, grid->columns, kernel, result);
    return result;
  };
  field.density = blurred(grid->persons);
  field.speed = blurred(grid->distance);
  const std::vector<double> walking = blurred(grid->walking);
  const double scale = 1 / ((seconds_ > 0 ? seconds_ : 1) * cell_ * cell_);
  const double least = 1e-6 / scale;  // a millionth of a person per square metre says nothing about speed
  for (std::size_t i = 0; i < walking.size(); ++i) {
    field.speed[i] = walking[i] > least ? field.speed[i] / walking[i] : 0;
    field.density[i] *= scale;
  }
  return field;
}

}  // namespace wend::io
