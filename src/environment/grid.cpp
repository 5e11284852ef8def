#include "environment/grid.hpp"

#include <algorithm>
#include <cmath>

namespace wend::environment {

namespace {

std::int32_t clamped(double cell, std::int32_t count) {
  // Also for values far outside: monotone, so a range of positions never loses a cell.
  if (!(cell > 0)) return 0;
  return cell >= count ? count - 1 : static_cast<std::int32_t>(cell);
}

}  // namespace

std::int32_t Grid::column(double x) const { return clamped((x - x0_) * inverse_side_, columns_); }
std::int32_t Grid::line(double y) const { return clamped((y - y0_) * inverse_side_, lines_); }
Grid::Box Grid::cells(double x0, double y0, double x1, double y1) const { return {column(x0), line(y0), column(x1), line(y1)}; }

void Grid::build(const Surroundings& s, std::span<const double> reach) {
  s_ = s;
  choose_cells(reach);
  sort_agents();
  list_bodies();
}

void Grid::choose_cells(std::span<const double> reach) {
  const std::size_t n = s_.x.size();
  double x1 = -INFINITY, y1 = -INFINITY, sum = 0;
  x0_ = y0_ = INFINITY;
  largest_radius_ = 0;
  for (std::size_t i = 0; i < n; ++i) {
    x0_ = std::min(x0_, s_.x[i]);
    y0_ = std::min(y0_, s_.y[i]);
    x1 = std::max(x1, s_.x[i]);
    y1 = std::max(y1, s_.y[i]);
    largest_radius_ = std::max(largest_radius_, s_.radius[i]);
    sum += reach[i] + s_.radius[i];
  }
  if (n == 0) x0_ = y0_ = x1 = y1 = 0;
  // A cell about as wide as half a mean query, but never many more cells than agents.
  double side = n == 0 ? 1 : std::max(1e-3, 0.5 * (sum / static_cast<double>(n) + largest_radius_));
  const double most = 4.0 * static_cast<double>(n) + 64;
  const double width = x1 - x0_, height = y1 - y0_;
  while ((std::floor(width / side) + 1) * (std::floor(height / side) + 1) > most) side *= 1.25;
  inverse_side_ = 1 / side;
  columns_ = static_cast<std::int32_t>(width * inverse_side_) + 1;
  lines_ = static_cast<std::int32_t>(height * inverse_side_) + 1;
}

void Grid::sort_agents() {
  const std::size_t n = s_.x.size();
  const std::size_t cell_count = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(lines_);
  agent_begin_.reserve(5 * n + 80);  // the number of cells creeps: no allocation for that
  agent_begin_.assign(cell_count + 1, 0);
  cell_of_.resize(n);
  agent_rows_.resize(n);
  sorted_x_.resize(n);
  sorted_y_.resize(n);
  sorted_radius_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    cell_of_[i] = static_cast<std::uint32_t>(line(s_.y[i]) * columns_ + column(s_.x[i]));
    ++agent_begin_[cell_of_[i] + 1];
  }
  for (std::size_t c = 0; c < cell_count; ++c) agent_begin_[c + 1] += agent_begin_[c];
  // Filling from the back keeps the rows of a cell in order and needs no second counter.
  for (std::size_t i = n; i-- > 0;) {
    const std::uint32_t at = --agent_begin_[cell_of_[i] + 1];
    agent_rows_[at] = static_cast<std::uint32_t>(i);
    sorted_x_[at] = s_.x[i];
    sorted_y_[at] = s_.y[i];
    sorted_radius_[at] = s_.radius[i];
  }
  // agent_begin_[c + 1] now holds the begin of cell c: shift back.
  for (std::size_t c = 0; c < cell_count; ++c) agent_begin_[c] = agent_begin_[c + 1];
  agent_begin_[cell_count] = static_cast<std::uint32_t>(n);
}

void Grid::list_bodies() {
  const std::size_t cell_count = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(lines_);
  body_begin_.reserve(5 * s_.x.size() + 80);
  body_begin_.assign(cell_count + 1, 0);
  body_box_.resize(s_.bodies.size());
  const auto for_cells = [&](const Box& box, auto&& visit) {
    for (std::int32_t cy = box.y0; cy <= box.y1; ++cy) {
      for (std::int32_t cx = box.x0; cx <= box.x1; ++cx) visit(static_cast<std::size_t>(cy * columns_ + cx));
    }
  };
  for (std::size_t b = 0; b < s_.bodies.size(); ++b) {
    const Capsule& body = s_.bodies[b];
    body_box_[b] = cells(std::min(body.a.x, body.b.x) - body.radius, std::min(body.a.y, body.b.y) - body.radius,
                         std::max(body.a.x, body.b.x) + body.radius, std::max(body.a.y, body.b.y) + body.radius);
    for_cells(body_box_[b], [&](std::size_t cell) { ++body_begin_[cell + 1]; });
  }
  for (std::size_t c = 0; c < cell_count; ++c) body_begin_[c + 1] += body_begin_[c];
  body_list_.resize(body_begin_[cell_count]);
  for (std::size_t b = s_.bodies.size(); b-- > 0;) {
    for_cells(body_box_[b], [&](std::size_t cell) { body_list_[--body_begin_[cell + 1]] = static_cast<std::uint32_t>(b); });
  }
  for (std::size_t c = 0; c < cell_count; ++c) body_begin_[c] = body_begin_[c + 1];
  body_begin_[cell_count] = static_cast<std::uint32_t>(body_list_.size());
}

void Grid::near(Range rows, std::span<const double> reach, NearLists& out) const {
  out.clear();
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    const double x = s_.x[i], y = s_.y[i];
    // A hair wider than the exact predicate, so that rounding never hides a cell.
    const double to_agents = (reach[i] + s_.radius[i] + largest_radius_) * (1 + 1e-12) + 1e-12 * (std::abs(x) + std::abs(y));
    const Box box = cells(x - to_agents, y - to_agents, x + to_agents, y + to_agents);
    for (std::int32_t cy = box.y0; cy <= box.y1; ++cy) {
      const std::uint32_t begin = agent_begin_[static_cast<std::size_t>(cy * columns_ + box.x0)];
      const std::uint32_t end = agent_begin_[static_cast<std::size_t>(cy * columns_ + box.x1) + 1];
      for (std::uint32_t k = begin; k < end; ++k) {
        const double dx = sorted_x_[k] - x, dy = sorted_y_[k] - y;
        const double far = reach[i] + s_.radius[i] + sorted_radius_[k];
        if (!(dx * dx + dy * dy <= far * far)) continue;  // also for NaN
        const std::uint32_t j = agent_rows_[k];
        if (j != i && s_.floor[j] == s_.floor[i]) out.agents.push_back(j);
      }
    }
    if (!body_list_.empty()) {
      for (std::int32_t cy = box.y0; cy <= box.y1; ++cy) {
        for (std::int32_t cx = box.x0; cx <= box.x1; ++cx) {
          const std::size_t cell = static_cast<std::size_t>(cy * columns_ + cx);
          for (std::uint32_t k = body_begin_[cell]; k < body_begin_[cell + 1]; ++k) {
            const std::uint32_t b = body_list_[k];
            // A body stands in several cells: it is taken in the first one that query and body share.
            if (cx != std::max(box.x0, body_box_[b].x0) || cy != std::max(box.y0, body_box_[b].y0)) continue;
            if (body_near(s_, i, s_.bodies[b], reach[i])) out.bodies.push_back(b);
          }
        }
      }
    }
    out.end_row();
  }
}

}  // namespace wend::environment
