#include "environment/wall_grid.hpp"

namespace wend::environment {

void WallGrid::build(std::span<const geometry::Segment> walls) {
  walls_.clear();
  low_ = {1e300, 1e300};
  high_ = {-1e300, -1e300};
  std::size_t count = 0;
  for (const auto& w : walls) {
    if (w.a == w.b) continue;
    low_ = {std::min({low_.x, w.a.x, w.b.x}), std::min({low_.y, w.a.y, w.b.y})};
    high_ = {std::max({high_.x, w.a.x, w.b.x}), std::max({high_.y, w.a.y, w.b.y})};
    ++count;
  }
  if (count == 0) return;
  // About two cells for each wall, whatever the shape of the scene.
  const Vec2 size = high_ - low_;
  const double cells = 2 * static_cast<double>(count) + 16;
  cell_ = std::max({std::sqrt(size.x * size.y / cells), std::max(size.x, size.y) / cells, 1e-6});
  per_cell_ = 1 / cell_;
  columns_ = static_cast<std::size_t>(size.x * per_cell_) + 1;
  rows_ = static_cast<std::size_t>(size.y * per_cell_) + 1;

  begin_.assign(columns_ * rows_ + 2, 0);
  const auto for_each = [&](auto&& f) {
    for (std::size_t k = 0; k < walls.size(); ++k)
      if (walls[k].a != walls[k].b)
        along(walls[k].a, walls[k].b, [&](std::size_t c) { f(c, static_cast<std::uint32_t>(k)); },
              [](double) { return false; });
  };
  for_each([&](std::size_t c, std::uint32_t) { ++begin_[c + 2]; });
  for (std::size_t c = 2; c < begin_.size(); ++c) begin_[c] += begin_[c - 1];
  walls_.resize(begin_.back());
  for_each([&](std::size_t c, std::uint32_t k) { walls_[begin_[c + 1]++] = k; });
}

}  // namespace wend::environment
